/// An error of creating, reading or writing pixels.
public enum SurfaceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A side is outside 1 to 32767 px, the range of cairo's image surfaces.
  case invalidSize(width: Int, height: Int)
  /// A row of `width` pixels does not fit into `stride` bytes, or `stride` is not a multiple of 4.
  case invalidStride(stride: Int, width: Int)
  /// The memory for the pixels cannot be allocated.
  case outOfMemory(bytes: Int)
  /// The file cannot be written.
  case cannotWrite(path: String, reason: String)
  /// The file cannot be read as a PNG.
  case cannotRead(path: String, reason: String)

  /// A message that names the cause and, where possible, the remedy.
  public var description: String {
    switch self {
    case .invalidSize(let width, let height):
      "an image of \(width) × \(height) px cannot be made: each side must be 1 to \(ImageSurface.maximumSide) px"
    case .invalidStride(let stride, let width):
      "a stride of \(stride) bytes does not fit \(width) px: it must be a multiple of 4, at least \(width * 4)"
    case .outOfMemory(let bytes):
      "cannot allocate \(bytes) bytes for an image: make it smaller"
    case .cannotWrite(let path, let reason):
      "cannot write \(path): \(reason)"
    case .cannotRead(let path, let reason):
      "cannot read \(path) as PNG: \(reason)"
    }
  }
}
