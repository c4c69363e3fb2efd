import Glibc

/// Memory for `height` rows of `stride` bytes, premultiplied BGRA, top row first; zeroed at the start, freed at the end.
///
/// Sendable because whoever writes holds it alone: an `ImageSurface`, which is not Sendable, or the closure
/// that fills an `Image` before anybody else sees it.
final class PixelStorage: @unchecked Sendable {
  let width: Int
  let height: Int
  let stride: Int
  let base: UnsafeMutableRawPointer

  init(width: Int, height: Int) throws(SurfaceError) {
    try PixelStorage.check(width: width, height: height)
    let bytes = width * 4 * height
    guard let base = calloc(bytes, 1) else { throw .outOfMemory(bytes: bytes) }
    self.width = width
    self.height = height
    self.stride = width * 4
    self.base = base
  }

  deinit { free(base) }

  var byteCount: Int { stride * height }

  static func check(width: Int, height: Int) throws(SurfaceError) {
    let sides = 1...ImageSurface.maximumSide
    guard sides.contains(width), sides.contains(height) else {
      throw .invalidSize(width: width, height: height)
    }
  }
}
