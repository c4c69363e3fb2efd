package import DecoderProtocol
internal import Glibc

/// A block of zeroed memory. If the allocation fails, `init` throws instead of ending the process.
package final class ByteBuffer {
  /// The memory; valid while this object exists.
  package let bytes: UnsafeMutableRawBufferPointer

  /// Allocates `count` bytes.
  ///
  /// - Throws: ``DecodeFailure/outOfMemory``.
  package init(count: Int) throws(DecodeFailure) {
    guard count >= 0, let base = calloc(max(count, 1), 1) else { throw .outOfMemory }
    bytes = UnsafeMutableRawBufferPointer(start: base, count: count)
  }

  deinit { free(bytes.baseAddress) }

  /// The address of the first byte.
  package var start: UnsafeMutableRawPointer { bytes.baseAddress! }

  /// Returns the memory as an array of `Element`; valid while this object exists.
  package func pointer<Element: BitwiseCopyable>(to type: Element.Type) -> UnsafeMutablePointer<Element> {
    start.assumingMemoryBound(to: type)
  }
}

extension UnsafeRawBufferPointer {
  /// Reads an unsigned number of 1–4 bytes at `offset`. Returns `nil` if the number reaches beyond the end.
  package func number(at offset: Int, bytes count: Int, isLittleEndian: Bool = false) -> Int? {
    guard offset >= 0, count <= self.count, offset <= self.count - count else { return nil }
    var value = 0
    for index in 0..<count {
      value = value << 8 | Int(self[offset + (isLittleEndian ? count - 1 - index : index)])
    }
    return value
  }

  /// Returns the bytes of a range, or `nil` if they reach beyond the end.
  package func part(_ offset: Int, _ count: Int) -> UnsafeRawBufferPointer? {
    guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else { return nil }
    return UnsafeRawBufferPointer(rebasing: self[offset..<(offset + count)])
  }

  /// Returns the text after a byte order mark of UTF-16; `nil` if there is no mark.
  package func utf16Text() -> String? {
    let isLittleEndian = starts(with: [0xFF, 0xFE])
    guard isLittleEndian || starts(with: [0xFE, 0xFF]) else { return nil }
    let units = stride(from: 2, to: count - 1, by: 2).lazy.map { place in
      UInt16(self[isLittleEndian ? place + 1 : place]) << 8 | UInt16(self[isLittleEndian ? place : place + 1])
    }
    return String(decoding: Array(units), as: UTF16.self)
  }

  /// Returns whether the bytes at `offset` are `magic`.
  package func has(_ magic: StaticString, at offset: Int = 0) -> Bool {
    guard let part = part(offset, magic.utf8CodeUnitCount) else { return false }
    return magic.withUTF8Buffer { $0.elementsEqual(part) }
  }
}
