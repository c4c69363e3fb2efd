internal import Geometry
internal import Glibc

/// Decoded pixels that are not yet turned upright: `height` rows of `width` × 4 bytes, premultiplied BGRA,
/// top row first.
struct PixelBlock {
  let width: Int
  let height: Int
  let start: UnsafeMutableRawPointer
  /// Keeps the memory alive; `nil` if the caller owns the memory.
  let owner: ByteBuffer?
  var isOpaque = true

  var pixels: UnsafeMutablePointer<UInt32> { start.assumingMemoryBound(to: UInt32.self) }

  /// Copies the pixels in upright orientation to `target`, which must hold the pixels that remain after
  /// cropping.
  ///
  /// - Parameter crop: The number of stored columns and rows to omit at each side.
  func copyUpright(
    _ orientation: ImageOrientation, crop: (x: Int, y: Int) = (0, 0), to target: UnsafeMutableRawPointer
  ) {
    let (storedWidth, storedHeight) = (width - 2 * crop.x, height - 2 * crop.y)
    let route = orientation.path(width: storedWidth, height: storedHeight)
    let uprightWidth = orientation.swapsSides ? storedHeight : storedWidth
    let source = pixels
    let upright = target.assumingMemoryBound(to: UInt32.self)
    for y in 0..<storedHeight {
      let row = source + (y + crop.y) * width + crop.x
      var index = (route.startY + y * route.row.y) * uprightWidth + route.startX + y * route.row.x
      if orientation == .upright {
        memcpy(upright + index, row, storedWidth * 4)
        continue
      }
      let step = route.column.y * uprightWidth + route.column.x
      for x in 0..<storedWidth {
        upright[index] = row[x]
        index += step
      }
    }
  }
}
