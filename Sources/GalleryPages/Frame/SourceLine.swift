/// A line of Swift code, split into words of different kinds.
package nonisolated struct SourceLine: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case plain, comment, keyword, type, string, number }

  /// A word and its first column.
  package struct Word: Hashable, Sendable {
    package var column: Int
    package var text: String
    package var kind: Kind

    package init(column: Int, text: String, kind: Kind) {
      (self.column, self.text, self.kind) = (column, text, kind)
    }
  }

  package var words: [Word]

  package init(words: [Word]) { self.words = words }

  private static let keywords: Set<String> = [
    "as", "break", "case", "catch", "class", "default", "do", "else", "enum", "extension", "false", "final",
    "for", "func", "guard", "if", "import", "in", "init", "let", "nil", "nonisolated", "override", "package",
    "private", "protocol", "public", "return", "self", "static", "struct", "super", "switch", "throws",
    "true",
    "try", "var", "weak", "where",
  ]

  /// Wraps a line of code: returns lines of at most `columns` characters. All lines after the first are
  /// indented by four more columns. A word that is longer than a line is not broken.
  package static func broken(_ line: String, columns: Int) -> [SourceLine] {
    let indentation = line.prefix { $0 == " " }.count
    let further = min(indentation + 4, columns / 2)
    var lines: [SourceLine] = []
    var words: [Word] = []
    // The number of columns by which the current line is shifted to the left.
    var shift = 0
    for chunk in chunks(of: line) {
      let start = chunk[0].column
      let end = chunk[chunk.count - 1].column + chunk[chunk.count - 1].text.count
      if end - shift > columns, start - shift > further {
        lines.append(SourceLine(words: words))
        words = []
        shift = start - further
      }
      for var word in chunk {
        word.column -= shift
        words.append(word)
      }
    }
    return lines + [SourceLine(words: words)]
  }

  /// Returns the words of a line in groups that contain no spaces. A line can be wrapped between two groups.
  private static func chunks(of line: String) -> [[Word]] {
    var chunks: [[Word]] = []
    for word in split(line).flatMap(pieces) {
      if let last = chunks.last?.last, last.column + last.text.count == word.column, last.text.last != " " {
        chunks[chunks.count - 1].append(word)
      } else {
        chunks.append([word])
      }
    }
    return chunks
  }

  /// Splits a comment or a string at spaces, so that a line can be wrapped there.
  private static func pieces(of word: Word) -> [Word] {
    // Splitting a text in a right-to-left script would change the order of its parts.
    guard word.kind == .comment || word.kind == .string,
      !word.text.unicodeScalars.contains(where: { (0x590..<0x900).contains($0.value) })
    else {
      return [word]
    }
    var pieces: [Word] = []
    var (start, text) = (word.column, "")
    for character in word.text {
      text.append(character)
      if character == " " {
        pieces.append(Word(column: start, text: text, kind: word.kind))
        (start, text) = (start + text.count, "")
      }
    }
    if !text.isEmpty { pieces.append(Word(column: start, text: text, kind: word.kind)) }
    return pieces
  }

  /// Returns the words of a line, without spaces between them.
  private static func split(_ line: String) -> [Word] {
    let characters = Array(line)
    var words: [Word] = []
    var place = 0
    func take(while condition: (Character) -> Bool) -> String {
      var text = ""
      while place < characters.count, condition(characters[place]) {
        text.append(characters[place])
        place += 1
      }
      return text
    }
    while place < characters.count {
      let (start, first) = (place, characters[place])
      if first == " " {
        place += 1
      } else if first == "/", place + 1 < characters.count, characters[place + 1] == "/" {
        words.append(Word(column: start, text: take { _ in true }, kind: .comment))
      } else if first == "\"" {
        place += 1
        let text = take { $0 != "\"" }
        place += 1
        words.append(Word(column: start, text: "\"\(text)\"", kind: .string))
      } else if first.isLetter || first == "_" {
        let text = take { $0.isLetter || $0.isNumber || $0 == "_" }
        let kind: Kind = keywords.contains(text) ? .keyword : first.isUppercase ? .type : .plain
        words.append(Word(column: start, text: text, kind: kind))
      } else if first.isNumber {
        words.append(Word(column: start, text: take { $0.isHexDigit || "x._".contains($0) }, kind: .number))
      } else {
        let text = take { !$0.isLetter && !$0.isNumber && !" \"_/".contains($0) }
        if text.isEmpty { place += 1 }
        words.append(Word(column: start, text: text.isEmpty ? String(first) : text, kind: .plain))
      }
    }
    return words
  }
}
