/// A line of text with a cursor, a selection and an undo history, as a value.
///
/// Positions count characters, as users see them: `0...count`.
struct TextEditing: Hashable, Sendable {
  /// A state that an undo or redo restores.
  private struct Snapshot: Hashable, Sendable {
    let characters: [Character]
    let anchor: Int
    let cursor: Int
  }

  /// The characters of the text.
  private(set) var characters: [Character] = []
  /// The end of the selection that moves with the arrow keys.
  private(set) var cursor = 0
  /// The fixed end of the selection. Without a selection, it equals ``cursor``.
  private(set) var anchor = 0
  /// The largest number of characters. Longer text is cut off.
  var maximumLength: Int { didSet { if characters.count > maximumLength { setText(text) } } }

  private var undoStack: [Snapshot] = []
  private var redoStack: [Snapshot] = []
  /// Whether the last edit typed a character. The next typed character is then undone together with it.
  private var isTyping = false
  private static let mostUndos = 100

  init(_ text: String = "", maximumLength: Int = 10_000) {
    self.maximumLength = max(maximumLength, 0)
    setText(text)
  }

  /// The text.
  var text: String { String(characters) }
  /// The range of the selected characters. Without a selection, it is empty and its position is the cursor.
  var selection: Range<Int> { min(anchor, cursor)..<max(anchor, cursor) }
  /// The selected text.
  var selectedText: String { String(characters[selection]) }

  /// Returns `text` on one line: line breaks and tabs become spaces, and other control characters are removed.
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

  /// Replaces the whole text, moves the cursor to its end, and clears the undo history.
  mutating func setText(_ text: String) {
    characters = Array(Self.line(of: String(text.prefix(maximumLength))).prefix(maximumLength))
    cursor = characters.count
    anchor = cursor
    (undoStack, redoStack, isTyping) = ([], [], false)
  }

  /// Moves the cursor.
  ///
  /// - Parameter extends: Whether the anchor stays where it is, so that the text in between is selected.
  mutating func move(to position: Int, extends: Bool = false) {
    cursor = min(max(position, 0), characters.count)
    if !extends { anchor = cursor }
    isTyping = false
  }

  /// Selects a part of the text. The cursor is at its end.
  mutating func select(_ range: Range<Int>) {
    anchor = min(max(range.lowerBound, 0), characters.count)
    cursor = min(max(range.upperBound, 0), characters.count)
    isTyping = false
  }

  /// Replaces the selection by `inserted`, which is cut off at the maximum length of the text.
  mutating func insert(_ inserted: String) {
    let free = maximumLength - characters.count + selection.count
    let line = Self.line(of: String(inserted.prefix(max(free, 0))))
    guard !line.isEmpty || !selection.isEmpty else { return }
    remember(typing: line.count == 1 && selection.isEmpty && line != " ")
    replace(selection, with: line)
  }

  private mutating func replace(_ range: Range<Int>, with line: String) {
    // The last scalar before the selection and the first inserted one may form one character.
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

  /// Undoes the last edit. Returns whether there was an edit to undo.
  mutating func undo() -> Bool {
    guard let last = undoStack.popLast() else { return false }
    redoStack.append(Snapshot(characters: characters, anchor: anchor, cursor: cursor))
    restore(last)
    return true
  }

  /// Redoes the edit that was undone last. Returns whether there was one.
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

  /// Returns the number of UTF-8 bytes before a position.
  func byteOffset(of position: Int) -> Int {
    characters[..<min(max(position, 0), characters.count)].reduce(0) { $0 + $1.utf8.count }
  }

  /// Returns the position of the character that contains the UTF-8 byte at `offset`.
  func position(ofByte offset: Int) -> Int {
    var rest = offset
    for (position, character) in characters.enumerated() {
      rest -= character.utf8.count
      if rest < 0 { return position }
    }
    return characters.count
  }
}
