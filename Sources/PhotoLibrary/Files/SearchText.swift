internal import CGIO

/// Texts in the form in which they are searched: without the differences between upper and lower case, between letters of Latin,
/// Greek and Cyrillic with and without marks, such as é and e, and between the ways to encode the same characters.
package enum SearchText {
  /// Returns the folded form of a text as UTF-8.
  package static func folded(_ text: String) -> [UInt8] {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text.utf8.map(lowered) }
    guard let decomposed = g_utf8_normalize(text, -1, G_NORMALIZE_ALL) else { return Array(text.utf8) }
    defer { g_free(decomposed) }
    guard let lower = g_utf8_casefold(decomposed, -1) else { return Array(text.utf8) }
    defer { g_free(lower) }
    var bytes: [UInt8] = []
    for scalar in String(cString: lower).unicodeScalars {
      // The marks of Latin, Greek and Cyrillic letters.
      if (0x300...0x36F).contains(scalar.value) { continue }
      if let letters = letters[scalar] {
        bytes += letters.utf8
      } else {
        bytes += String(scalar).utf8
      }
    }
    return bytes
  }

  /// Letters that do not consist of a letter and a mark, and what people without them on the keyboard type.
  private static let letters: [Unicode.Scalar: String] = [
    "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i",
  ]

  /// Returns an ASCII byte in lower case.
  package static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
