extension String {
  /// The text with its control characters as escape sequences, such as `\n` and `\u{202E}`, for text from outside that is
  /// shown on one line. Characters that change the direction of the text around count as control characters.
  package var escapingControlCharacters: String {
    guard unicodeScalars.contains(where: \.isEscaped) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isEscaped: text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var isEscaped: Bool {
    switch value {
    case 0x2028, 0x2029: true  // separators of lines and paragraphs
    case 0x202A...0x202E, 0x2066...0x2069: true  // embeddings, overrides and isolates
    default: properties.generalCategory == .control
    }
  }
}
