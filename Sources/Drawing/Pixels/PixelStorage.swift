import Glibc

/// Memory for `height` rows of `stride` bytes, premultiplied BGRA, top row first. It is zeroed when allocated, and
/// freed on deinitialization unless it has another owner.
///
/// It is `Sendable` because only its single owner writes to it: an `ImageSurface`, which is not `Sendable`, or the
/// closure that fills an `Image` before the image is shared.
final class PixelStorage: @unchecked Sendable {
  let width: Int
  let height: Int
  let stride: Int
  let base: UnsafeMutableRawPointer
  /// The owner of wrapped memory; `nil` if this object frees the memory.
  private let owner: AnyObject?

  init(width: Int, height: Int) throws(SurfaceError) {
    try PixelStorage.check(width: width, height: height)
    let bytes = width * 4 * height
    guard let base = calloc(bytes, 1) else { throw .outOfMemory(bytes: bytes) }
    self.width = width
    self.height = height
    self.stride = width * 4
    self.base = base
    owner = nil
  }

  /// Uses existing memory. It is never written to, because images do not write to their storage after creation.
  init(wrapping memory: UnsafeRawPointer, width: Int, height: Int, owner: AnyObject) throws(SurfaceError) {
    try PixelStorage.check(width: width, height: height)
    self.width = width
    self.height = height
    self.stride = width * 4
    self.base = UnsafeMutableRawPointer(mutating: memory)
    self.owner = owner
  }

  deinit { if owner == nil { free(base) } }

  var byteCount: Int { stride * height }

  static func check(width: Int, height: Int) throws(SurfaceError) {
    let sides = 1...ImageSurface.maximumSide
    guard sides.contains(width), sides.contains(height) else {
      throw .invalidSize(width: width, height: height)
    }
  }
}
