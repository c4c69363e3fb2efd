/// Represents command-line arguments, and the paths in requests of `msg` and in their replies, as texts although they need not be
/// UTF-8.
///
/// Each byte that is not part of valid UTF-8 becomes a private-use character, so that no byte is lost.
package nonisolated enum ArgumentText {
  /// The characters U+10FF00…U+10FFFF represent the bytes 00…FF.
  private static let base: UInt32 = 0x10FF00

  /// The arguments of the program. The first one is the name of the program.
  package static var ofProgram: [String] {
    (0..<Int(CommandLine.argc)).map { index in
      var bytes: [UInt8] = []
      guard var next = CommandLine.unsafeArgv[index] else { return "" }
      while next.pointee != 0 {
        bytes.append(UInt8(bitPattern: next.pointee))
        next += 1
      }
      return text(bytes)
    }
  }

  /// Returns a text that ``bytes(_:)`` converts back to the same bytes.
  package static func text(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    var rest = bytes[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      let part = rest.prefix(length)
      let scalars = String(validating: part, as: UTF8.self)?.unicodeScalars
      if let scalar = scalars?.first, scalars?.count == 1, scalar.value < base {
        text.append(scalar)
        rest = rest.dropFirst(length)
      } else {
        if let scalar = Unicode.Scalar(base + UInt32(first)) { text.append(scalar) }
        rest = rest.dropFirst()
      }
    }
    return String(text)
  }

  /// Returns the bytes of an argument.
  package static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar -> [UInt8] in
      scalar.value >= base && scalar.value <= base + 0xFF
        ? [UInt8(scalar.value - base)] : Array(String(Character(scalar)).utf8)
    }
  }

  /// Returns an argument for display. Bytes that are not UTF-8 are replaced by `�`.
  package static func shown(_ text: String) -> String { String(decoding: bytes(text), as: UTF8.self) }
}
