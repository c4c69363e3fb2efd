/// The text of a pressure file.
///
/// Linux: pressure stall information.
package enum PressureText {
  /// Returns a value of the text; `nil` if the text does not have it.
  ///
  /// - Parameters:
  ///   - name: The name of the value, such as `avg10` or `total`.
  ///   - kind: The first word of the line: `some` or `full`.
  ///   - text: The content of the file.
  package static func value(_ name: String, of kind: String, in text: String) -> Substring? {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let first = words.first, first == kind else { continue }
      if let word = words.first(where: { $0.hasPrefix(name + "=") }) { return word.dropFirst(name.count + 1) }
    }
    return nil
  }
}
