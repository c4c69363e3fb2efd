internal import Drawing
internal import Glibc

/// Decoded pixels in the orientation of the file: `height` rows of `width` × 4 bytes, premultiplied BGRA, top row
/// first.
struct PixelBlock {
  let width: Int
  let height: Int
  let buffer: ByteBuffer
  var isOpaque = true

  /// Allocates black, transparent pixels to decode the file at `path`.
  init(width: Int, height: Int, for path: String) throws(PhotoError) {
    self.width = width
    self.height = height
    buffer = try ByteBuffer(count: width * height * 4, for: path)
  }

  /// Returns an image with the pixels in upright orientation.
  ///
  /// - Parameter crop: The number of stored columns and rows to leave out at each side.
  func upright(_ orientation: Orientation, crop: (x: Int, y: Int) = (0, 0), path: String) throws(PhotoError)
    -> Image
  {
    let (storedWidth, storedHeight) = (width - 2 * crop.x, height - 2 * crop.y)
    let route = orientation.path(width: storedWidth, height: storedHeight)
    do {
      return try Image(
        width: orientation.swapsSides ? storedHeight : storedWidth,
        height: orientation.swapsSides ? storedWidth : storedHeight, isOpaque: isOpaque
      ) { pixels, stride in
        guard let target = pixels.baseAddress else { return }
        for y in 0..<storedHeight {
          let source = buffer.start + ((y + crop.y) * width + crop.x) * 4
          var offset = (route.startY + y * route.row.y) * stride + (route.startX + y * route.row.x) * 4
          if orientation == .upright {
            memcpy(target + offset, source, storedWidth * 4)
            continue
          }
          let step = route.column.y * stride + route.column.x * 4
          for x in 0..<storedWidth {
            target.storeBytes(
              of: source.load(fromByteOffset: x * 4, as: UInt32.self), toByteOffset: offset, as: UInt32.self)
            offset += step
          }
        }
      }
    } catch {
      throw .system(path: path, operation: "decoded", code: ENOMEM)
    }
  }
}
