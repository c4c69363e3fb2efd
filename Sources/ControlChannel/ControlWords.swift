package import JSON

/// A request in words, as a person types it in a shell or writes it in a script: `pointer.move x=100 y=.5 window="My photos"`.
///
/// All parameters are texts. A method that wants a number reads it from the text.
package struct ControlWords: Sendable {
  package let method: String
  package let parameters: [JSONMember]

  /// Reads a method and its parameters.
  ///
  /// - Throws: The first word without the form `name=value`.
  package init(_ words: some Sequence<String>) throws(ControlError) {
    var rest = Array(words)[...]
    guard let method = rest.popFirst(), !method.isEmpty else {
      throw ControlError(.invalidRequest, "The name of a method is missing; “methods” lists all.")
    }
    self.method = method
    var parameters: [JSONMember] = []
    for word in rest {
      guard let sign = word.firstIndex(of: "="), sign > word.startIndex else {
        throw ControlError(
          .invalidParameters, "“\(word)” is not a parameter. Write NAME=VALUE, such as x=100.")
      }
      let name = String(word[..<sign])
      guard !parameters.contains(where: { $0.key == name }) else {
        throw ControlError(.invalidParameters, "The parameter “\(name)” is given twice.")
      }
      parameters.append(
        JSONMember(key: name, node: JSONNode(String(word[word.index(after: sign)...]))))
    }
    self.parameters = parameters
  }

  private static let escapes: [Character: Character] = ["n": "\n", "t": "\t"]

  /// Divides a line of a script into words, as a shell does: quotation marks hold words together, a backslash keeps the next
  /// character as it is, and “#” at the beginning of a word begins a comment. Between double quotation marks, `\n` is a line break
  /// and `\t` a tab.
  ///
  /// - Returns: The words; none for an empty line or a comment.
  /// - Throws: A quotation mark that does not end.
  package static func words(of line: some StringProtocol) throws(ControlError) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = line[...]
    while let character = rest.popFirst() {
      switch character {
      case _ where character == quote: quote = nil
      case "\\" where quote != "'":
        let next = rest.popFirst() ?? "\\"
        word = (word ?? "") + String(quote == nil ? next : escapes[next] ?? next)
      case _ where quote != nil: word = (word ?? "") + String(character)
      case "\"", "'": (quote, word) = (character, word ?? "")
      case "#" where word == nil: return words
      case _ where character.isWhitespace:
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else {
      throw ControlError(.invalidRequest, "A quotation mark does not end in this line: \(line)")
    }
    return words + (word.map { [$0] } ?? [])
  }
}
