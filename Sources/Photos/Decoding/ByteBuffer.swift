internal import Glibc

/// Zeroed memory that says so when there is none, instead of ending the process.
final class ByteBuffer {
  let bytes: UnsafeMutableRawBufferPointer

  /// - Throws: ``PhotoError/system(path:operation:code:)`` with `ENOMEM`.
  init(count: Int, for path: String) throws(PhotoError) {
    guard let base = calloc(max(count, 1), 1) else {
      throw .system(path: path, operation: "decoded", code: ENOMEM)
    }
    bytes = UnsafeMutableRawBufferPointer(start: base, count: count)
  }

  deinit { free(bytes.baseAddress) }

  var start: UnsafeMutableRawPointer { bytes.baseAddress! }

  /// The memory as a row of numbers or vectors; valid while the buffer is.
  func pointer<Element: BitwiseCopyable>(to type: Element.Type) -> UnsafeMutablePointer<Element> {
    start.assumingMemoryBound(to: type)
  }
}
