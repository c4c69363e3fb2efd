/// Paths with percent escapes, as in URIs, for texts that programs read. The bytes of a path need not be UTF-8.
package enum PercentEncoding {
  /// Returns a path in which all bytes are escaped but those of letters, digits and `-._~/`.
  package static func escaped(_ path: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in path {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2F: bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the bytes of a text with percent escapes; `nil` if one is damaged.
  package static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var path: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        path.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
      path.append(value)
      rest = rest.dropFirst(2)
    }
    return path
  }
}
