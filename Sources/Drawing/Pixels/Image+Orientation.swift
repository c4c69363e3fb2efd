package import Geometry

extension Image {
  /// Returns the image with its pixels turned; the image itself if there is no memory for the pixels.
  ///
  /// - Complexity: O(*n*) in the number of pixels.
  package func oriented(by orientation: ImageOrientation) -> Image {
    guard orientation != .upright else { return self }
    let (across, down) = orientation.swapsSides ? (height, width) : (width, height)
    let path = orientation.path(width: width, height: height)
    let turned = try? Image(width: across, height: down, isOpaque: isOpaque) { target, targetStride in
      guard let target = target.baseAddress else { return }
      withPixels { source in
        guard let source = source.baseAddress else { return }
        let step = path.column.x * 4 + path.column.y * targetStride
        // Squares of pixels stay in the processor's cache although the columns become rows.
        let side = 32
        for top in Swift.stride(from: 0, to: height, by: side) {
          for left in Swift.stride(from: 0, to: width, by: side) {
            for y in top..<min(top + side, height) {
              var from = y * stride + left * 4
              var to =
                (path.startX + y * path.row.x) * 4 + (path.startY + y * path.row.y) * targetStride + left
                * step
              for _ in left..<min(left + side, width) {
                target.storeBytes(
                  of: source.load(fromByteOffset: from, as: UInt32.self), toByteOffset: to, as: UInt32.self)
                from += 4
                to += step
              }
            }
          }
        }
      }
    }
    return turned ?? self
  }
}
