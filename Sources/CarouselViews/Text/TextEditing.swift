/// A line of text that is edited, with a cursor and a selection, as a value.
///
/// Positions count the characters that people see: `0...count`.
struct TextEditing: Hashable, Sendable {
  /// A state to return to.
  private struct Snapshot: Hashable, Sendable {
    let characters: [Character]
    let anchor: Int
    let cursor: Int
  }

  /// The characters of the text.
  private(set) var characters: [Character] = []
  /// The end of the selection that moves.
  private(set) var cursor = 0
  /// The end of the selection that rests; the same as ``cursor`` without a selection.
  private(set) var anchor = 0
  /// No text is longer, in characters.
  var maximumLength: Int { didSet { if characters.count > maximumLength { setText(text) } } }

  private var undoStack: [Snapshot] = []
  private var redoStack: [Snapshot] = []
  /// Whether the last edit typed a character, so that another one is undone together with it.
  private var isTyping = false
  private static let mostUndos = 100

  init(_ text: String = "", maximumLength: Int = 10_000) {
    self.maximumLength = max(maximumLength, 0)
    setText(text)
  }

  /// The text.
  var text: String { String(characters) }
  /// The selected positions; empty at the cursor without a selection.
  var selection: Range<Int> { min(anchor, cursor)..<max(anchor, cursor) }
  /// The selected text.
  var selectedText: String { String(characters[selection]) }

  /// Returns `text` as one line without control characters.
  static func line(of text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\t", "\u{2028}", "\u{2029}": scalars.append(" ")
      case "\0"..<" ", "\u{7F}"..<"\u{A0}": break
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  /// Replaces the whole text. The cursor goes to its end, and there is nothing to undo.
  mutating func setText(_ text: String) {
    characters = Array(Self.line(of: String(text.prefix(maximumLength))).prefix(maximumLength))
    cursor = characters.count
    anchor = cursor
    (undoStack, redoStack, isTyping) = ([], [], false)
  }

  /// Moves the cursor.
  ///
  /// - Parameter extends: Whether the anchor stays, so that the text in between is selected.
  mutating func move(to position: Int, extends: Bool = false) {
    cursor = min(max(position, 0), characters.count)
    if !extends { anchor = cursor }
    isTyping = false
  }

  /// Selects a part of the text.
  mutating func select(_ range: Range<Int>) {
    anchor = min(max(range.lowerBound, 0), characters.count)
    cursor = min(max(range.upperBound, 0), characters.count)
    isTyping = false
  }

  /// Replaces the selection by `inserted`, as far as the length allows.
  mutating func insert(_ inserted: String) {
    let free = maximumLength - characters.count + selection.count
    let line = Self.line(of: String(inserted.prefix(max(free, 0))))
    guard !line.isEmpty || !selection.isEmpty else { return }
    remember(typing: line.count == 1 && selection.isEmpty && line != " ")
    replace(selection, with: line)
  }

  private mutating func replace(_ range: Range<Int>, with line: String) {
    // Scalars that are put together may form one character.
    let before = String(characters[..<range.lowerBound]) + line
    let all = Array(before + String(characters[range.upperBound...]))
    characters = Array(all.prefix(maximumLength))
    cursor = min(before.count, characters.count)
    anchor = cursor
  }

  /// Deletes the selection, or the text between the cursor and `position`. Returns whether anything was deleted.
  @discardableResult
  mutating func delete(to position: Int) -> Bool {
    let end = min(max(position, 0), characters.count)
    let range = selection.isEmpty ? min(cursor, end)..<max(cursor, end) : selection
    guard !range.isEmpty else { return false }
    remember(typing: false)
    replace(range, with: "")
    return true
  }

  private mutating func remember(typing: Bool) {
    redoStack = []
    defer { isTyping = typing }
    if typing, isTyping { return }
    undoStack.append(Snapshot(characters: characters, anchor: anchor, cursor: cursor))
    if undoStack.count > Self.mostUndos { undoStack.removeFirst() }
  }

  /// Returns to the text before the last edit. Returns whether there was one.
  mutating func undo() -> Bool {
    guard let last = undoStack.popLast() else { return false }
    redoStack.append(Snapshot(characters: characters, anchor: anchor, cursor: cursor))
    restore(last)
    return true
  }

  /// Repeats the edit that was undone. Returns whether there was one.
  mutating func redo() -> Bool {
    guard let last = redoStack.popLast() else { return false }
    undoStack.append(Snapshot(characters: characters, anchor: anchor, cursor: cursor))
    restore(last)
    return true
  }

  private mutating func restore(_ state: Snapshot) {
    (characters, anchor, cursor, isTyping) = (state.characters, state.anchor, state.cursor, false)
  }

  // MARK: Bytes

  /// Returns the number of bytes of UTF-8 before a position.
  func byteOffset(of position: Int) -> Int {
    characters[..<min(max(position, 0), characters.count)].reduce(0) { $0 + $1.utf8.count }
  }

  /// Returns the position at a byte of UTF-8, or the one before it within a character.
  func position(ofByte offset: Int) -> Int {
    var rest = offset
    for (position, character) in characters.enumerated() {
      rest -= character.utf8.count
      if rest < 0 { return position }
    }
    return characters.count
  }
}
