internal import CarouselEngine
internal import Drawing
public import Geometry

/// A line of text that the user edits.
///
/// It handles text of any script and direction, the clipboard, undo, and input methods. Line breaks become spaces.
///
/// UIKit: `UITextField`. GTK: `GtkEntry`.
public final class TextField: ThemedView, TextInputClient {
  /// The text. Setting it clears the undo history and does not call ``onChange``.
  public var text: String {
    get { editing.text }
    set {
      guard newValue != editing.text else { return }
      composition = nil
      editing.setText(newValue)
      editingDidChange()
    }
  }
  /// The text that is shown while ``text`` is empty.
  ///
  /// UIKit: `placeholder`.
  public var placeholder: String { didSet { if placeholder != oldValue { setNeedsDisplay() } } }
  /// Whether dots are shown instead of characters, and nothing can be copied; by default `false`.
  ///
  /// UIKit: `isSecureTextEntry`.
  public var isSecure = false {
    didSet {
      guard isSecure != oldValue else { return }
      editingDidChange()
    }
  }
  /// The largest number of characters; by default 10,000. Longer text is cut off.
  ///
  /// GTK: `max-length`.
  public var maximumLength: Int {
    get { editing.maximumLength }
    set {
      editing.maximumLength = max(newValue, 0)
      editingDidChange()
    }
  }
  /// The clipboard for copying and pasting; by default the clipboard of the window, or ``defaultClipboard``
  /// outside of a window.
  public var clipboard: any TextClipboard {
    get { ownClipboard ?? tree?.clipboard ?? Self.defaultClipboard }
    set { ownClipboard = newValue }
  }
  private var ownClipboard: (any TextClipboard)?
  /// The clipboard of fields outside of windows.
  public static var defaultClipboard: any TextClipboard = LocalClipboard()
  /// Called with the new text after the user has changed it.
  ///
  /// UIKit: `editingChanged`. GTK: `changed`.
  public var onChange: ((String) -> Void)?
  /// Called with the text when Return is pressed.
  ///
  /// GTK: `activate`.
  public var onSubmit: ((String) -> Void)?
  public var onTextInputStateChange: (() -> Void)?

  private var editing: TextEditing
  /// Text that an input method composes at the cursor. It is not yet part of ``text``.
  private struct Composition {
    let text: String
    /// The position of the cursor in the composed text, in bytes.
    let cursor: Int
  }
  private var composition: Composition?
  /// How far the text is moved to the left, in points, to show the cursor.
  private var shift = 0.0
  private let cursorView = CursorView()
  private var blinkTimer: (any ViewTimer)?
  private var blinkCount = 0

  private enum Press {
    case none
    /// The contact may become a tap or a selection.
    case pressed(id: Int, canSelect: Bool)
    /// The contact selects text: whole words after a double or triple click that has selected `word`, otherwise
    /// characters.
    case selecting(id: Int, word: Range<Int>?)
    /// The middle button pastes the primary selection when it is released.
    case pasting(id: Int)
  }
  private var press = Press.none

  private static let dot = "●"
  private static let margin = 9.0  // points from the left and right side to the text
  private static let blinkInterval = 0.6  // seconds, as in GTK
  private static let mostBlinks = 16  // times; the cursor then stays visible, and no more frames are drawn

  /// Creates a field.
  public init(_ text: String = "", placeholder: String = "", onChange: ((String) -> Void)? = nil) {
    editing = TextEditing(text)
    self.placeholder = placeholder
    self.onChange = onChange
    super.init()
    cornerRadius = 9
    addSubview(cursorView)
    sizeToFit()
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    Size(width: 180, height: effectiveTheme.controlHeight)
  }

  // MARK: Selection

  /// The range of the selected characters. Without a selection, it is empty and its position is the cursor.
  ///
  /// UIKit: `selectedTextRange`.
  public var selection: Range<Int> {
    get { editing.selection }
    set {
      commitComposition()
      editing.select(newValue)
      editingDidChange()
    }
  }
  /// The selected text.
  public var selectedText: String { editing.selectedText }
  /// Selects the whole text.
  ///
  /// UIKit: `selectAll:`.
  public func selectAll() { selection = 0..<editing.characters.count }

  // MARK: Layout of the text

  /// The displayed text: ``text`` with the composed text in place of the selection, or a dot for each
  /// character.
  private var shownText: String {
    if isSecure { return String(repeating: Self.dot, count: editing.characters.count) }
    guard let composition else { return editing.text }
    let characters = editing.characters
    return String(characters[..<editing.selection.lowerBound]) + composition.text
      + String(characters[editing.selection.upperBound...])
  }

  private func layout() -> TextLayout { TextLayout(shownText, style: effectiveTheme.textStyle()) }

  /// Returns the byte offset in ``shownText`` of a position before the composed text.
  private func shownOffset(of position: Int) -> Int {
    isSecure ? position * Self.dot.utf8.count : editing.byteOffset(of: position)
  }
  private func position(atShown offset: Int) -> Int {
    isSecure ? offset / Self.dot.utf8.count : editing.position(ofByte: offset)
  }

  private var cursorOffset: Int {
    guard let composition else { return shownOffset(of: editing.cursor) }
    return shownOffset(of: editing.selection.lowerBound) + composition.cursor
  }

  private var textArea: Rect {
    Rect(x: Self.margin, y: 0, width: max(size.width - 2 * Self.margin, 0), height: size.height)
  }

  /// Returns the top left corner of the text, in the view's coordinates.
  private func origin(of layout: TextLayout) -> Point {
    let area = textArea
    let free = area.size.width - layout.size.width
    let isRightToLeft = shownText.isEmpty ? effectiveLayoutDirection == .rightToLeft : layout.isRightToLeft
    let x = free > 0 ? (isRightToLeft ? free : 0) : -shift
    return Point(x: area.minX + x, y: (size.height - layout.size.height) / 2)
  }

  /// Scrolls the text by as little as needed to show the cursor.
  private func showCursor(_ layout: TextLayout) {
    let width = textArea.size.width
    let excess = layout.size.width + 1 - width
    guard excess > 0 else {
      shift = 0
      return
    }
    let x = layout.cursorBounds(at: cursorOffset).minX
    shift = min(max(shift, x - width + 1), x)
    shift = min(max(shift, 0), excess)
  }

  private func placeCursor(_ layout: TextLayout) {
    let bounds = layout.cursorBounds(at: cursorOffset)
    let origin = origin(of: layout)
    cursorView.frame = Rect(
      x: min(max(origin.x + bounds.minX - 0.5, 1), max(size.width - 3, 1)), y: origin.y + bounds.minY,
      width: 1.5, height: bounds.size.height)
    cursorView.backgroundColor = effectiveTheme.colors.foreground
  }

  public override func layoutSubviews() {
    let layout = layout()
    showCursor(layout)
    placeCursor(layout)
  }

  public override func themeChanged() {
    super.themeChanged()
    editingDidChange()
  }
  public override func enabledChanged() {
    super.enabledChanged()
    restartBlinking()
  }

  private func editingDidChange(fromInputMethod: Bool = false) {
    let layout = layout()
    showCursor(layout)
    placeCursor(layout)
    setNeedsDisplay()
    restartBlinking()
    if !fromInputMethod { onTextInputStateChange?() }
  }

  // MARK: Cursor

  private func restartBlinking() {
    blinkTimer?.cancel()
    blinkTimer = nil
    cursorView.alpha = isFocused ? 1 : 0
    guard isFocused else { return }
    blinkCount = 0
    blinkTimer = startTimer(after: Self.blinkInterval, every: Self.blinkInterval) { [weak self] in
      self?.blink()
    }
  }

  private func blink() {
    blinkCount += 1
    cursorView.alpha = blinkCount % 2 == 1 && blinkCount < Self.mostBlinks ? 0 : 1
    if blinkCount >= Self.mostBlinks { blinkTimer?.cancel() }
  }

  // MARK: Focus

  public override var canBecomeFocused: Bool { true }
  /// The field paints a ring of its own.
  public override var hasFocusRing: Bool { false }
  public override var cursor: PointerShape? { .text }
  public override func focusChanged() {
    if !isFocused { commitComposition() }
    setNeedsDisplay()
    restartBlinking()
    if isFocusVisible { scrollIntoView() }
  }
  public override func didMoveToWindow() {
    super.didMoveToWindow()
    if !isInWindow { restartBlinking() }
  }

  // MARK: Edits

  private func edit(_ change: (inout TextEditing) -> Void) {
    commitComposition()
    let old = editing.text
    change(&editing)
    editingDidChange()
    if editing.text != old { onChange?(editing.text) }
  }

  /// Inserts `text` in place of the selection, as if the user typed it.
  ///
  /// UIKit: `insertText:`.
  public func insertText(_ text: String) { edit { $0.insert(text) } }
  /// Copies the selected text. Nothing happens without a selection and in a secure field.
  ///
  /// UIKit: `copy:`.
  public func copy() {
    if !isSecure, !editing.selection.isEmpty { clipboard.write(editing.selectedText) }
  }
  /// Copies and deletes the selected text. Nothing happens without a selection and in a secure field.
  ///
  /// UIKit: `cut:`.
  public func cut() {
    guard !isSecure, !editing.selection.isEmpty else { return }
    copy()
    edit { $0.insert("") }
  }
  /// Inserts the text of the clipboard in place of the selection.
  ///
  /// UIKit: `paste:`.
  public func paste() {
    clipboard.read { [weak self] text in if let text { self?.insertText(text) } }
  }
  /// Writes the selected text to the primary selection, which the middle button pastes.
  private func publishSelection() {
    if !isSecure, !editing.selection.isEmpty { tree?.primarySelection?.write(editing.selectedText) }
  }
  /// Undoes the last edit.
  public func undo() { edit { _ = $0.undo() } }
  /// Redoes the last edit that was undone.
  public func redo() { edit { _ = $0.redo() } }

  // MARK: Keys

  public override func textEntered(_ text: String) -> Bool {
    insertText(text)
    return true
  }

  public override func keyPressed(_ key: KeyPress) -> Bool {
    guard isFocused, isEnabled else { return false }
    let selected = editing.selection
    if key.modifiers.isDisjoint(with: [.alt, .logo]), handleEditingKey(key) {
      if editing.selection != selected { publishSelection() }
      return true
    }
    guard !key.isShortcut, let text = key.text, !TextEditing.line(of: text).isEmpty,
      !text.unicodeScalars.contains(where: { $0.value < 32 })
    else { return false }
    insertText(text)
    return true
  }

  private func handleEditingKey(_ key: KeyPress) -> Bool {
    let byWord = key.modifiers.contains(.control)
    let extends = key.modifiers.contains(.shift)
    switch key.symbol.withoutKeypad {
    case .left: moveCursor(toRight: false, byWord: byWord, extends: extends)
    case .right: moveCursor(toRight: true, byWord: byWord, extends: extends)
    case .home, .up: edit { $0.move(to: 0, extends: extends) }
    case .end, .down: edit { $0.move(to: $0.characters.count, extends: extends) }
    case .backspace:
      commitComposition()
      let target = byWord ? wordBoundary(before: editing.cursor) : editing.cursor - 1
      edit { $0.delete(to: target) }
    case .delete:
      commitComposition()
      let target = byWord ? wordBoundary(after: editing.cursor) : editing.cursor + 1
      edit { $0.delete(to: target) }
    case .return, .keypadEnter:
      guard let onSubmit, !byWord else { return false }
      commitComposition()
      onSubmit(editing.text)
    default: return byWord && handleShortcut(key)
    }
    return true
  }

  private func handleShortcut(_ key: KeyPress) -> Bool {
    let isShifted = key.modifiers.contains(.shift)
    switch key.latinSymbol {
    case KeyPress.Symbol("a"): selectAll()
    case KeyPress.Symbol("c"): copy()
    case KeyPress.Symbol("x"): cut()
    case KeyPress.Symbol("v"): paste()
    case KeyPress.Symbol("z"), KeyPress.Symbol("Z"): if isShifted { redo() } else { undo() }
    case KeyPress.Symbol("y"): redo()
    default: return false
    }
    return true
  }

  /// Moves the cursor to the left or to the right on the screen, also in right-to-left text.
  private func moveCursor(toRight: Bool, byWord: Bool, extends: Bool) {
    commitComposition()
    let layout = layout()
    let target: Int
    if !extends, !editing.selection.isEmpty, !byWord {
      // Without Shift, the cursor moves to the left or right end of the selection.
      let range = editing.selection
      let (start, end) = (range.lowerBound, range.upperBound)
      let x = { layout.cursorBounds(at: self.shownOffset(of: $0)).minX }
      target = (x(start) <= x(end)) == toRight ? end : start
    } else if byWord {
      let isForward = toRight != layout.isRightToLeft
      target = isForward ? wordBoundary(after: editing.cursor) : wordBoundary(before: editing.cursor)
    } else {
      var offset = shownOffset(of: editing.cursor)
      var next = editing.cursor
      // The layout may have several cursor places inside one character; they are skipped.
      while next == editing.cursor, let beside = layout.offset(besides: offset, toRight: toRight),
        beside != offset
      {
        offset = beside
        next = position(atShown: beside)
      }
      target = next
    }
    edit { $0.move(to: target, extends: extends) }
  }

  private var boundaries: [(position: Int, isStart: Bool)] {
    // The cursor must not reveal the word boundaries of a password.
    guard !isSecure else { return [] }
    return layout().wordBoundaries.map { (position(atShown: $0.offset), $0.isStart) }
  }
  private func wordBoundary(after position: Int) -> Int {
    boundaries.first { !$0.isStart && $0.position > position }?.position ?? editing.characters.count
  }
  private func wordBoundary(before position: Int) -> Int {
    boundaries.last { $0.isStart && $0.position < position }?.position ?? 0
  }
  /// Returns the word around a position, or the space between two words.
  private func word(at position: Int) -> Range<Int> {
    let boundaries = boundaries
    let previous = boundaries.last { $0.position <= position }
    let next = boundaries.first { $0.position > position }?.position ?? editing.characters.count
    guard let previous else { return 0..<next }
    if previous.isStart { return previous.position..<next }
    // A press on the right half of a word's last letter selects this word.
    guard previous.position == position else { return previous.position..<next }
    return (boundaries.last { $0.isStart && $0.position < position }?.position ?? 0)..<position
  }

  // MARK: Contacts

  /// Returns the nearest position to `point`, in the view's coordinates.
  private func position(at point: Point) -> Int {
    let layout = layout()
    return position(atShown: layout.offset(at: point - origin(of: layout)))
  }

  public override func point(inside point: Point) -> Bool {
    let least = effectiveTheme.metrics.touchTarget
    let vertical = max(least - size.height, 0) / 2
    return bounds.inset(by: hitInsets).inset(by: Insets(vertical: -vertical)).contains(point)
  }

  /// A drag with a pointer selects text. A drag with a finger selects only if the field has the focus;
  /// otherwise the drag is left to the superviews.
  public override func contactBegan(_ contact: Contact) -> ContactResponse {
    guard !contact.isHandedOver, case .none = press else { return .ignored }
    if contact.kind == .pointer(.middle), tree?.primarySelection != nil {
      press = .pasting(id: contact.id)
      return .tracking
    }
    guard contact.isPrimary else { return .ignored }
    let position = position(at: contact.location(in: self))
    guard contact.tapCount > 1, isFocused else {
      let canSelect = contact.kind == .pointer(.primary) || isFocused
      press = .pressed(id: contact.id, canSelect: canSelect)
      if contact.kind == .pointer(.primary), isFocused {
        edit { $0.move(to: position, extends: contact.modifiers.contains(.shift)) }
      }
      return .tracking
    }
    let range = contact.tapCount == 2 ? word(at: position) : 0..<editing.characters.count
    press = .selecting(id: contact.id, word: range)
    selection = range
    return .claimed
  }

  public override func contactMoved(_ contact: Contact) -> ContactResponse {
    switch press {
    case .pressed(contact.id, let canSelect):
      let way = contact.translation(in: self)
      guard way.distance(to: .zero) >= 4 else { return .tracking }
      guard canSelect, abs(way.x) >= abs(way.y) else {
        guard way.distance(to: .zero) >= DragRecognizer.threshold else { return .tracking }
        press = .none
        return .ignored
      }
      becomeFocused()
      let start = position(at: contact.startLocation(in: self))
      if !contact.modifiers.contains(.shift) { edit { $0.move(to: start) } }
      press = .selecting(id: contact.id, word: nil)
      extendSelection(to: contact, word: nil)
      return .claimed
    case .selecting(contact.id, let word):
      extendSelection(to: contact, word: word)
      return .tracking
    case .pasting(contact.id): return .tracking
    default: return .ignored
    }
  }

  private func extendSelection(to contact: Contact, word: Range<Int>?) {
    let position = position(at: contact.location(in: self))
    guard let word else { return edit { $0.move(to: position, extends: true) } }
    let other = self.word(at: position)
    if position < word.lowerBound {
      // The cursor is at the end of the selection that moves.
      edit {
        $0.move(to: word.upperBound)
        $0.move(to: other.lowerBound, extends: true)
      }
    } else {
      edit { $0.select(word.lowerBound..<max(word.upperBound, other.upperBound)) }
    }
  }

  public override func contactEnded(_ contact: Contact) -> ContactResponse {
    defer { press = .none }
    switch press {
    case .pressed(contact.id, _):
      guard point(inside: contact.location(in: self)) else { return .ignored }
      let wasFocused = isFocused
      becomeFocused()
      if !wasFocused || contact.kind != .pointer(.primary) {
        let position = position(at: contact.location(in: self))
        edit { $0.move(to: position) }
      }
      return .claimed
    case .selecting(contact.id, _):
      publishSelection()
      return .claimed
    case .pasting(contact.id):
      guard point(inside: contact.location(in: self)) else { return .ignored }
      pastePrimarySelection(at: position(at: contact.location(in: self)))
      return .claimed
    default: return .ignored
    }
  }

  private func pastePrimarySelection(at position: Int) {
    becomeFocused()
    edit { $0.move(to: position) }
    tree?.primarySelection?.read { [weak self] text in if let text { self?.insertText(text) } }
  }

  public override func contactCanceled(_ contact: Contact) { press = .none }

  // MARK: Input method

  public var textInputState: TextInputState {
    TextInputState(
      text: isSecure ? "" : editing.text,
      cursor: isSecure ? 0 : editing.byteOffset(of: editing.cursor),
      anchor: isSecure ? 0 : editing.byteOffset(of: editing.anchor),
      cursorBounds: cursorView.frame, isSecure: isSecure)
  }

  public func applyTextInput(_ change: TextInputEdit) {
    let old = editing.text
    composition = nil
    if change.deletedBefore > 0 || change.deletedAfter > 0 {
      let range = editing.selection
      let before = editing.byteOffset(of: range.lowerBound)
      let after = editing.byteOffset(of: range.upperBound)
      let start = before - min(max(change.deletedBefore, 0), before)
      let end = after + min(max(change.deletedAfter, 0), old.utf8.count - after)
      editing.select(editing.position(ofByte: start)..<editing.position(ofByte: end))
      editing.insert("")
    }
    if !change.committed.isEmpty { editing.insert(change.committed) }
    let composed = TextEditing.line(of: String(change.composition.prefix(1000)))
    if !composed.isEmpty {
      let cursor = change.compositionCursor ?? composed.utf8.count
      composition = Composition(text: composed, cursor: min(max(cursor, 0), composed.utf8.count))
    }
    editingDidChange(fromInputMethod: true)
    if editing.text != old { onChange?(editing.text) }
  }

  /// Inserts the composed text when the user continues without the input method.
  private func commitComposition() {
    guard let composition else { return }
    self.composition = nil
    editing.insert(composition.text)
    editingDidChange()
    onChange?(editing.text)
  }

  // MARK: Painting

  public override func hoverEntered(at point: Point) { setNeedsDisplay() }
  public override func hoverLeft() { setNeedsDisplay() }

  public override func makePainter() -> Painter? {
    let state = ControlState(of: self)
    let layout = layout()
    let origin = origin(of: layout)
    let shown = shownText
    let selected =
      shownOffset(of: editing.selection.lowerBound)..<shownOffset(of: editing.selection.upperBound)
    let marks = composition == nil && !selected.isEmpty ? layout.selectionBounds(of: selected) : []
    let underlines = composition.map { composition in
      let start = shownOffset(of: editing.selection.lowerBound)
      return layout.selectionBounds(of: start..<start + composition.text.utf8.count)
    }
    let (placeholder, area) = (placeholder, textArea)
    return { canvas in
      state.paint(in: canvas) { canvas in
        let frame = canvas.snapped(state.bounds)
        let radius = state.theme.metrics.cornerRadius
        canvas.fill(
          .roundedRect(frame, radius: radius), with: state.colors.shade(state.isHovered ? 0.13 : 0.1))
        state.outline(frame, radius: radius, in: canvas)
        if state.isFocused {
          canvas.strokeBorder(frame, radius: radius, with: state.colors.accent, width: 2)
        }
        canvas.saved {
          canvas.clip(to: area.inset(by: Insets(horizontal: -2)))
          if shown.isEmpty {
            state.text(placeholder, .body, in: area, color: state.colors.secondary, canvas: canvas)
          }
          let faded = state.colors.accent.withAlpha(state.isFocused ? 0.35 : 0.15)
          for mark in marks {
            canvas.fill(canvas.snapped(Rect(origin: mark.origin + origin, size: mark.size)), with: faded)
          }
          let text = TextLayout(shown, style: state.theme.textStyle())
          canvas.draw(text, at: origin)
          for line in underlines ?? [] {
            let rule = Rect(
              x: origin.x + line.minX, y: origin.y + line.maxY - 1, width: line.size.width, height: 1)
            canvas.fill(canvas.snapped(rule), with: state.colors.foreground)
          }
        }
      }
    }
  }
}

/// The cursor of a field. It has its own pixels, so that it blinks without repainting the text.
private final class CursorView: ContainerView {
  init() {
    super.init()
    isLayered = true
    isUserInteractionEnabled = false
    alpha = 0
  }
}
