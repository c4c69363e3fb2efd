internal import Drawing
internal import Geometry
internal import Views

/// The content of a text field, as a value: the edited line, the text of an input method, and the text that is shown.
///
/// A position counts the characters of the edited line. An offset counts the bytes of the shown text.
struct TextFieldContent: Sendable {
  /// The edited line.
  var editing: TextEditing
  /// Whether dots are shown instead of characters.
  var isSecure = false
  /// Text of an input method at the cursor, which is not part of the edited line.
  private struct Composition: Sendable {
    let text: String
    /// The position of the cursor in the composed text, in bytes.
    let cursor: Int
  }
  private var composition: Composition?

  private static let dot = "●"
  private static let longestComposition = 1000  // characters

  init(_ text: String) { editing = TextEditing(text) }

  // MARK: Shown text

  /// The line with the text of the input method, or dots.
  var shownText: String {
    if isSecure { return String(repeating: Self.dot, count: editing.characters.count) }
    guard let composition else { return editing.text }
    let characters = editing.characters
    return String(characters[..<editing.selection.lowerBound]) + composition.text
      + String(characters[editing.selection.upperBound...])
  }

  /// Returns the offset of a position that lies before the text of the input method.
  func offset(of position: Int) -> Int {
    isSecure ? position * Self.dot.utf8.count : editing.byteOffset(of: position)
  }

  /// Returns the position at an offset.
  func position(at offset: Int) -> Int {
    isSecure ? offset / Self.dot.utf8.count : editing.position(ofByte: offset)
  }

  /// The offset of the cursor.
  var cursorOffset: Int {
    guard let composition else { return offset(of: editing.cursor) }
    return offset(of: editing.selection.lowerBound) + composition.cursor
  }

  /// The offsets of the selection; empty while an input method composes text.
  var selectedOffsets: Range<Int> {
    guard composition == nil else { return 0..<0 }
    return offset(of: editing.selection.lowerBound)..<offset(of: editing.selection.upperBound)
  }

  /// The offsets of the text of the input method; `nil` if there is none.
  var composedOffsets: Range<Int>? {
    composition.map { composition in
      let start = offset(of: editing.selection.lowerBound)
      return start..<start + composition.text.utf8.count
    }
  }

  // MARK: Input method

  /// Makes the text of the input method a part of the line. Returns whether there was such text.
  mutating func commitComposition() -> Bool {
    guard let composition else { return false }
    self.composition = nil
    editing.insert(composition.text)
    return true
  }

  /// Replaces the line and clears the undo history.
  mutating func setText(_ text: String) {
    composition = nil
    editing.setText(text)
  }

  /// Applies a change that an input method makes.
  mutating func apply(_ change: TextInputEdit) {
    composition = nil
    if change.deletedBefore > 0 || change.deletedAfter > 0 {
      let range = editing.selection
      let before = editing.byteOffset(of: range.lowerBound)
      let after = editing.byteOffset(of: range.upperBound)
      let start = before - min(max(change.deletedBefore, 0), before)
      let end = after + min(max(change.deletedAfter, 0), editing.text.utf8.count - after)
      editing.select(editing.position(ofByte: start)..<editing.position(ofByte: end))
      editing.insert("")
    }
    if !change.committed.isEmpty { editing.insert(change.committed) }
    let composed = TextEditing.line(of: String(change.composition.prefix(Self.longestComposition)))
    guard !composed.isEmpty else { return }
    let cursor = change.compositionCursor ?? composed.utf8.count
    composition = Composition(text: composed, cursor: min(max(cursor, 0), composed.utf8.count))
  }

  /// Returns the part of the state that an input method reads.
  func inputState(cursorBounds: Rect) -> TextInputState {
    TextInputState(
      text: isSecure ? "" : editing.text,
      cursor: isSecure ? 0 : editing.byteOffset(of: editing.cursor),
      anchor: isSecure ? 0 : editing.byteOffset(of: editing.anchor),
      cursorBounds: cursorBounds, isSecure: isSecure)
  }

  // MARK: Words and movements of the cursor

  /// Returns the position of the cursor after an arrow key, as seen on the screen, also in right-to-left text.
  ///
  /// - Parameters:
  ///   - layout: The layout of ``shownText``.
  ///   - extends: Whether the key extends the selection.
  func position(movingRight isRight: Bool, byWord: Bool, extends: Bool, in layout: TextLayout) -> Int {
    if !extends, !editing.selection.isEmpty, !byWord {
      // Without Shift, the cursor moves to the left or right end of the selection.
      let (start, end) = (editing.selection.lowerBound, editing.selection.upperBound)
      let x = { layout.cursorBounds(at: self.offset(of: $0)).minX }
      return (x(start) <= x(end)) == isRight ? end : start
    }
    if byWord {
      let isForward = isRight != layout.isRightToLeft
      return isForward
        ? wordBoundary(after: editing.cursor, in: layout) : wordBoundary(before: editing.cursor, in: layout)
    }
    var offset = offset(of: editing.cursor)
    var next = editing.cursor
    // A character may have several places for a cursor.
    while next == editing.cursor, let beside = layout.offset(besides: offset, toRight: isRight),
      beside != offset
    {
      offset = beside
      next = position(at: beside)
    }
    return next
  }

  /// Returns the end of a word after a position; the end of the line if there is none.
  func wordBoundary(after position: Int, in layout: TextLayout) -> Int {
    boundaries(in: layout).first { !$0.isStart && $0.position > position }?.position
      ?? editing.characters.count
  }

  /// Returns the start of a word before a position; the start of the line if there is none.
  func wordBoundary(before position: Int, in layout: TextLayout) -> Int {
    boundaries(in: layout).last { $0.isStart && $0.position < position }?.position ?? 0
  }

  /// Returns the word around a position, or the space between two words.
  func word(at position: Int, in layout: TextLayout) -> Range<Int> {
    let boundaries = boundaries(in: layout)
    let previous = boundaries.last { $0.position <= position }
    let next = boundaries.first { $0.position > position }?.position ?? editing.characters.count
    guard let previous else { return 0..<next }
    if previous.isStart { return previous.position..<next }
    // A press on the right half of a word's last letter selects this word.
    guard previous.position == position else { return previous.position..<next }
    return (boundaries.last { $0.isStart && $0.position < position }?.position ?? 0)..<position
  }

  private func boundaries(in layout: TextLayout) -> [(position: Int, isStart: Bool)] {
    // The cursor must not reveal the word boundaries of a password.
    guard !isSecure else { return [] }
    return layout.wordBoundaries.map { (position(at: $0.offset), $0.isStart) }
  }
}
