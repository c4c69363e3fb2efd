internal import Drawing
public import Geometry
public import Input
@_spi(Subclassing) public import Views

/// A line of text that the user edits.
///
/// It handles text of any script and direction, the clipboard, undo, and input methods. Line breaks become spaces.
///
/// UIKit: `UITextField`. GTK: `GtkEntry`.
public final class TextField: ThemedView, TextInputClient, TextDropClient, TextSelecting {
  /// The text. Setting it clears the undo history and does not call ``onChange``.
  public var text: String {
    get { content.editing.text }
    set {
      guard newValue != content.editing.text else { return }
      content.setText(newValue)
      contentDidChange()
    }
  }
  /// The text that is shown while ``text`` is empty.
  ///
  /// UIKit: `placeholder`.
  public var placeholder: String {
    didSet {
      guard placeholder != oldValue else { return }
      setNeedsDisplay()
      accessibilityChanged(.label)
    }
  }
  /// Whether dots are shown instead of characters, and nothing can be copied; by default `false`.
  ///
  /// UIKit: `isSecureTextEntry`.
  public var isSecure: Bool {
    get { content.isSecure }
    set {
      guard newValue != content.isSecure else { return }
      content.isSecure = newValue
      contentDidChange()
      accessibilityChanged(.state)
      accessibilityChanged(.text)
    }
  }
  /// The kind of text, for an on-screen keyboard; by default `.normal`.
  ///
  /// Wayland: `zwp_text_input_v3.set_content_type`. UIKit: `keyboardType`. GTK: `input-purpose`.
  public var inputPurpose = TextInputPurpose.normal {
    didSet { if inputPurpose != oldValue { onTextInputStateChange?() } }
  }
  /// The largest number of characters; by default 10,000. Longer text is cut off.
  ///
  /// GTK: `max-length`.
  public var maximumLength: Int {
    get { content.editing.maximumLength }
    set {
      content.editing.maximumLength = max(newValue, 0)
      contentDidChange()
    }
  }
  /// Whether the user can drop text on the field; by default `true`. Text that is longer than ``maximumLength`` permits is
  /// rejected.
  public var acceptsDrops = true
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
  /// Whether Up and Down move the cursor to the ends of the text; by default `true`. Otherwise they go to the superviews, such as
  /// a search with a list of results.
  package var usesVerticalArrows = true

  private var content: TextFieldContent
  private var line = TextLine()
  private var gesture = TextFieldGesture()
  private let cursorView = TextCursorView()
  /// The position at which dragged text would be inserted; `nil` if no text is dragged over the field.
  private var insertionPosition: Int? {
    didSet {
      guard insertionPosition != oldValue else { return }
      placeCursor(layout())
      restartCursor()
    }
  }

  /// Creates a field.
  public init(_ text: String = "", placeholder: String = "", onChange: ((String) -> Void)? = nil) {
    content = TextFieldContent(text)
    self.placeholder = placeholder
    self.onChange = onChange
    super.init()
    cornerRadius = 9
    cursorView.accessibilityElementsHidden = true
    addSubview(cursorView)
    sizeToFit()
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    Size(width: 180, height: effectiveTheme.controlHeight)
  }

  // MARK: Semantics

  public override var semantics: Semantics {
    // The length and the cursor of a secret would help to guess it.
    let (shown, caret, selection) =
      isSecure ? ("", 0, 0..<0) : (text, content.editing.cursor, content.editing.selection)
    var semantics = Semantics(.textField, label: placeholder.isEmpty ? nil : placeholder)
    semantics.value = shown
    semantics.states = isSecure ? [.editable, .protected] : .editable
    semantics.text = AccessibilityText(
      shown, caret: caret, selection: selection,
      replace: { [weak self] text in
        self?.edit {
          $0.select(0..<$0.characters.count)
          $0.insert(text)
        }
      }, select: { [weak self] in self?.selection = $0 })
    semantics.actions = [AccessibilityAction(.activate) { [weak self] in self?.becomeFocused() }]
    return semantics
  }

  // MARK: Selection

  /// The range of the selected characters. Without a selection, it is empty and its position is the cursor.
  ///
  /// UIKit: `selectedTextRange`.
  public var selection: Range<Int> {
    get { content.editing.selection }
    set {
      commitComposition()
      content.editing.select(newValue)
      contentDidChange()
    }
  }
  /// The selected text.
  public var selectedText: String { content.editing.selectedText }
  /// Selects the whole text.
  ///
  /// UIKit: `selectAll:`.
  public func selectAll() { selection = 0..<content.editing.characters.count }

  // MARK: Layout of the text

  private func layout() -> TextLayout { TextLayout(content.shownText, style: effectiveTheme.textStyle()) }

  /// Returns the top left corner of the text, in the view's coordinates.
  private func origin(of layout: TextLayout) -> Point {
    line.origin(
      of: layout, in: size,
      isRightToLeft: content.shownText.isEmpty
        ? effectiveLayoutDirection == .rightToLeft : layout.isRightToLeft)
  }

  private func showCursor(_ layout: TextLayout) {
    line.showCursor(at: content.cursorOffset, of: layout, in: size)
  }

  private func placeCursor(_ layout: TextLayout) {
    let offset = insertionPosition.map { content.offset(of: $0) } ?? content.cursorOffset
    let bounds = layout.cursorBounds(at: offset)
    let origin = origin(of: layout)
    cursorView.frame = Rect(
      x: min(max(origin.x + bounds.minX - 0.5, 1), max(size.width - 3, 1)), y: origin.y + bounds.minY,
      width: 1.5, height: bounds.size.height)
    cursorView.backgroundColor = effectiveTheme.colors.foreground
  }

  private func restartCursor() { cursorView.restart(isShown: isFocused || insertionPosition != nil) }

  public override func layoutSubviews() {
    let layout = layout()
    showCursor(layout)
    placeCursor(layout)
  }

  public override func themeChanged() {
    super.themeChanged()
    contentDidChange()
  }
  public override func enabledChanged() {
    super.enabledChanged()
    restartCursor()
  }

  private func contentDidChange(fromInputMethod: Bool = false) {
    let layout = layout()
    showCursor(layout)
    placeCursor(layout)
    setNeedsDisplay()
    restartCursor()
    // The rhythm of the keys is part of a secret.
    if !isSecure { accessibilityChanged(.text) }
    if !fromInputMethod { onTextInputStateChange?() }
  }

  // MARK: Focus

  public override var canBecomeFocused: Bool { true }
  /// The ring is also shown after a press, because letters go to the field.
  @_spi(Subclassing) public override var focusOutline: FocusOutline? {
    isFocused ? FocusOutline(rect: bounds, cornerRadius: effectiveTheme.metrics.cornerRadius) : nil
  }
  public override var cursor: CursorShape? { .text }
  public override func focusChanged() {
    if !isFocused { commitComposition() }
    setNeedsDisplay()
    restartCursor()
    if isFocusVisible { scrollIntoView() }
  }
  public override func didMoveToWindow() {
    super.didMoveToWindow()
    if !isInWindow { restartCursor() }
  }

  // MARK: Edits

  func edit(_ change: (inout TextEditing) -> Void) {
    commitComposition()
    let old = text
    change(&content.editing)
    contentDidChange()
    if text != old { onChange?(text) }
  }

  /// Inserts `text` in place of the selection, as if the user typed it.
  ///
  /// UIKit: `insertText:`.
  public func insertText(_ text: String) { edit { $0.insert(text) } }
  /// Copies the selected text. Nothing happens without a selection and in a secure field.
  ///
  /// UIKit: `copy:`.
  public func copy() {
    if !isSecure, !selection.isEmpty { clipboard.write(selectedText) }
  }
  /// Copies and deletes the selected text. Nothing happens without a selection and in a secure field.
  ///
  /// UIKit: `cut:`.
  public func cut() {
    guard !isSecure, !selection.isEmpty else { return }
    copy()
    edit { $0.insert("") }
  }
  /// Inserts the text of the clipboard in place of the selection.
  ///
  /// UIKit: `paste:`.
  public func paste() {
    clipboard.read { [weak self] text in if let text { self?.insertText(text) } }
  }
  func publishSelection() {
    if !isSecure, !selection.isEmpty { tree?.primarySelection?.write(selectedText) }
  }
  func pastePrimarySelection(at position: Int) {
    becomeFocused()
    edit { $0.move(to: position) }
    tree?.primarySelection?.read { [weak self] text in if let text { self?.insertText(text) } }
  }
  /// Undoes the last edit.
  public func undo() { edit { _ = $0.undo() } }
  /// Redoes the last edit that was undone.
  public func redo() { edit { _ = $0.redo() } }

  // MARK: Keys

  public override func keyPressed(_ key: KeyPress) -> Bool {
    guard isFocused, isEnabled else { return false }
    let selected = selection
    if key.modifiers.isDisjoint(with: [.alt, .logo]), handleEditingKey(key) {
      if selection != selected { publishSelection() }
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
    case .up where !usesVerticalArrows, .down where !usesVerticalArrows: return false
    case .left: moveCursor(toRight: false, byWord: byWord, extends: extends)
    case .right: moveCursor(toRight: true, byWord: byWord, extends: extends)
    case .home, .up: edit { $0.move(to: 0, extends: extends) }
    case .end, .down: edit { $0.move(to: $0.characters.count, extends: extends) }
    case .backspace, .delete:
      commitComposition()
      let (isForward, cursor) = (key.symbol.withoutKeypad == .delete, content.editing.cursor)
      let layout = layout()
      let boundary =
        isForward
        ? content.wordBoundary(after: cursor, in: layout) : content.wordBoundary(before: cursor, in: layout)
      edit { $0.delete(to: byWord ? boundary : cursor + (isForward ? 1 : -1)) }
    case .return, .keypadEnter:
      guard let onSubmit, !byWord else { return false }
      commitComposition()
      onSubmit(text)
    default: return byWord && handleShortcut(key)
    }
    return true
  }

  private func handleShortcut(_ key: KeyPress) -> Bool {
    let isShifted = key.modifiers.contains(.shift)
    switch key.latinSymbol {
    case Key("a"): selectAll()
    case Key("c"): copy()
    case Key("x"): cut()
    case Key("v"): paste()
    case Key("z"), Key("Z"): if isShifted { redo() } else { undo() }
    case Key("y"): redo()
    default: return false
    }
    return true
  }

  private func moveCursor(toRight: Bool, byWord: Bool, extends: Bool) {
    commitComposition()
    let target = content.position(movingRight: toRight, byWord: byWord, extends: extends, in: layout())
    edit { $0.move(to: target, extends: extends) }
  }

  // MARK: Contacts

  /// Returns the nearest position to `point`, in the view's coordinates.
  private func position(at point: Point) -> Int {
    let layout = layout()
    return content.position(at: layout.offset(at: point - origin(of: layout)))
  }

  public override func point(inside point: Point) -> Bool {
    let least = effectiveTheme.metrics.touchTarget
    let vertical = max(least - size.height, 0) / 2
    return bounds.inset(by: hitInsets).inset(by: EdgeInsets(vertical: -vertical)).contains(point)
  }

  private var gestureContext: TextFieldGesture.Context {
    TextFieldGesture.Context(
      isFocused: isFocused, count: content.editing.characters.count, position: position(at:),
      word: { [self] in content.word(at: $0, in: layout()) }, contains: point(inside:))
  }

  public override func contactBegan(_ contact: Contact) -> ContactResponse {
    perform(gesture.began(contact, in: self, gestureContext, pastes: tree?.primarySelection != nil))
  }

  public override func contactMoved(_ contact: Contact) -> ContactResponse {
    perform(gesture.moved(contact, in: self, gestureContext))
  }

  public override func contactEnded(_ contact: Contact) -> ContactResponse {
    perform(gesture.ended(contact, in: self, gestureContext))
  }

  public override func contactCanceled(_ contact: Contact) { gesture.canceled() }

  // MARK: Dropped text

  package func showInsertion(at point: Point?) { insertionPosition = point.map { position(at: $0) } }

  package func insertDroppedText(_ text: String, at point: Point) -> Bool {
    guard acceptsDrops, isInWindow, isReachable else { return false }
    commitComposition()
    // Text that is cut off would be lost if it is moved.
    guard text.count <= content.editing.maximumLength - content.editing.characters.count else { return false }
    let position = position(at: point)
    becomeFocused()
    edit {
      $0.move(to: position)
      $0.insert(text)
    }
    return true
  }

  // MARK: Input method

  public var textInputState: TextInputState {
    var state = content.inputState(cursorBounds: cursorView.frame)
    state.purpose = inputPurpose
    return state
  }

  public func applyTextInput(_ change: TextInputEdit) {
    let old = text
    content.apply(change)
    contentDidChange(fromInputMethod: true)
    if text != old { onChange?(text) }
  }

  /// Inserts the composed text when the user continues without the input method.
  private func commitComposition() {
    guard content.commitComposition() else { return }
    contentDidChange()
    onChange?(text)
  }

  // MARK: Painting

  public override func hoverEntered(at point: Point) { setNeedsDisplay() }
  public override func hoverLeft() { setNeedsDisplay() }

  public override func makePainter() -> Painter? {
    let state = ControlState(of: self)
    let layout = layout()
    let origin = origin(of: layout)
    let shown = content.shownText
    let selected = content.selectedOffsets
    let marks = selected.isEmpty ? [] : layout.selectionBounds(of: selected)
    let underlines = content.composedOffsets.map { layout.selectionBounds(of: $0) }
    let (placeholder, area) = (placeholder, line.area(in: size))
    return { canvas in
      state.paint(in: canvas) { canvas in
        let frame = canvas.snapped(state.bounds)
        let radius = state.theme.metrics.cornerRadius
        canvas.fill(
          .roundedRect(frame, radius: radius), with: state.colors.shade(state.isHovered ? 0.13 : 0.1))
        state.outline(frame, radius: radius, in: canvas)
        canvas.saved {
          canvas.clip(to: area.inset(by: EdgeInsets(horizontal: -2)))
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
