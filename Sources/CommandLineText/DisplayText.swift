/// Makes texts from outside the program, such as file names, safe to show. A file name may contain terminal
/// escapes, line ends, and characters that reverse the direction of the text.
package enum DisplayText {
  /// Replaces each control character, line end and direction character by `�`, for views.
  package static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isHarmful($0) ? "\u{FFFD}" : $0 }))
  }

  /// Writes each control character, line end and direction character as `\u{…}`, for terminals and logs.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      if isHarmful(scalar) {
        escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C, 0x200D: return false  // joiners, which emoji and Indic scripts need
    case 0x20...0x7E: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    // Direction overrides, embeddings, isolates and marks.
    case .format: return scalar.properties.isBidiControl
    default: return false
    }
  }
}
