internal import Glibc

/// A block of zeroed memory. Allocation failure throws; it does not end the process.
final class ByteBuffer {
  /// The memory; valid as long as the buffer.
  let bytes: UnsafeMutableRawBufferPointer

  /// Allocates `count` bytes to decode the file at `path`.
  ///
  /// - Throws: ``PhotoError/system(path:operation:code:)`` with `ENOMEM`.
  init(count: Int, for path: String) throws(PhotoError) {
    guard let base = calloc(max(count, 1), 1) else {
      throw .system(path: path, operation: "decoded", code: ENOMEM)
    }
    bytes = UnsafeMutableRawBufferPointer(start: base, count: count)
  }

  deinit { free(bytes.baseAddress) }

  /// The address of the first byte.
  var start: UnsafeMutableRawPointer { bytes.baseAddress! }

  /// Returns the memory as an array of `Element`; valid as long as the buffer.
  func pointer<Element: BitwiseCopyable>(to type: Element.Type) -> UnsafeMutablePointer<Element> {
    start.assumingMemoryBound(to: type)
  }
}

/// The first `count` bytes of a buffer.
struct ByteSlice {
  let buffer: ByteBuffer
  let count: Int

  /// The bytes; valid as long as the slice.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count]) }
}

extension UnsafeRawBufferPointer {
  /// Reads an unsigned number of 1–4 bytes at `offset`, or returns `nil` where it would reach beyond the end.
  func number(at offset: Int, bytes count: Int, isLittleEndian: Bool = false) -> Int? {
    guard offset >= 0, count <= self.count, offset <= self.count - count else { return nil }
    var value = 0
    for index in 0..<count {
      value = value << 8 | Int(self[offset + (isLittleEndian ? count - 1 - index : index)])
    }
    return value
  }
}
