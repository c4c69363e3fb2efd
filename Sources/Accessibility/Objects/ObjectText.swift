internal import Views

/// The text of an object. AT-SPI counts Unicode scalars, and the elements count characters.
struct ObjectText: Hashable {
  let characters: String
  /// The position of the cursor, in scalars.
  let caret: Int
  /// The selected range, in scalars; empty for none.
  let selection: Range<Int>
  let isEditable: Bool
  /// The scalars of the text.
  private let scalars: [Unicode.Scalar]

  /// The text of a field, or that of a label or a heading, which is its name; `nil` for other elements.
  init?(_ node: AccessibilityNode) {
    if let text = node.text {
      characters = text.characters
      caret = Self.scalarOffset(of: text.caret, in: text.characters)
      let (start, end) = (text.selection.lowerBound, text.selection.upperBound)
      let first = Self.scalarOffset(of: start, in: text.characters)
      selection = first..<max(first, Self.scalarOffset(of: end, in: text.characters))
      isEditable = node.states.contains(.editable)
    } else {
      guard node.role == .label || node.role == .heading else { return nil }
      (characters, caret, selection, isEditable) = (node.name, 0, 0..<0, false)
    }
    scalars = Array(characters.unicodeScalars)
  }

  /// The number of scalars.
  var count: Int { scalars.count }

  /// Returns a part of the text. The ends are clamped; a negative end is the end of the text.
  func substring(_ start: Int, _ end: Int) -> String {
    let upper = end < 0 ? count : min(end, count)
    let lower = min(max(start, 0), upper)
    return String(String.UnicodeScalarView(scalars[lower..<upper]))
  }

  subscript(offset: Int) -> Unicode.Scalar? { scalars.indices.contains(offset) ? scalars[offset] : nil }

  /// Returns the text with a range replaced. The range is clamped.
  func replacing(_ start: Int, _ end: Int, with text: String) -> String {
    let upper = end < 0 ? count : min(end, count)
    let lower = min(max(start, 0), upper)
    return substring(0, lower) + text + substring(upper, count)
  }

  /// Converts a position in scalars to one in characters. A position inside a character becomes its start.
  func characterOffset(of scalar: Int) -> Int { Self.characterOffset(of: scalar, in: characters) }

  static func characterOffset(of scalar: Int, in text: String) -> Int {
    var (rest, offset) = (scalar, 0)
    for character in text {
      rest -= character.unicodeScalars.count
      guard rest >= 0 else { break }
      offset += 1
    }
    return offset
  }

  private static func scalarOffset(of character: Int, in text: String) -> Int {
    text.prefix(max(0, character)).unicodeScalars.count
  }

  // MARK: Units

  /// A unit of a text. The numbers are those of `AtspiTextGranularity`.
  enum Unit: UInt32 {
    case character, word, sentence, line, paragraph
  }

  /// Returns the range of the unit that contains a position. A word extends to the start of the next one. A text has one
  /// line for each line break.
  func range(of unit: Unit, at offset: Int) -> Range<Int> {
    guard count > 0, offset >= 0 else { return 0..<0 }
    let offset = min(offset, count - (unit == .character ? 0 : 1))
    guard unit != .character else { return offset..<min(offset + 1, count) }
    var start = offset
    while start > 0, !startsUnit(unit, at: start) { start -= 1 }
    var end = offset + 1
    while end < count, !startsUnit(unit, at: end) { end += 1 }
    return start..<end
  }

  private func startsUnit(_ unit: Unit, at offset: Int) -> Bool {
    let (before, here) = (scalars[offset - 1], scalars[offset])
    switch unit {
    case .character: return true
    case .word: return Self.isWord(here) && !Self.isWord(before)
    case .sentence:
      guard before.properties.isWhitespace, !here.properties.isWhitespace else { return false }
      let last = scalars[..<offset].last { !$0.properties.isWhitespace }
      return last.map { ".!?…".unicodeScalars.contains($0) } ?? false
    case .line, .paragraph: return before == "\n"
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "'" || scalar == "’"
  }
}
