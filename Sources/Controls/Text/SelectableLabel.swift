internal import Drawing
public import Geometry
public import Input
@_spi(Subclassing) public import Views

/// A text that the user can select and copy, but not change. Long text is broken into lines, and line breaks become spaces.
///
/// A drag with a pointer selects text, a double click a word, and a triple click all. A finger taps the text first. With the focus,
/// the arrow keys with Shift select, Ctrl+A selects all, and Ctrl+C copies. The context menu copies the selection or, without one,
/// the whole text.
///
/// UIKit: `UITextView` without `isEditable`. GTK: `GtkLabel:selectable`.
public final class SelectableLabel: ThemedView, TextSelecting {
  /// The text. Setting it ends the selection.
  public var text: String {
    get { content.editing.text }
    set {
      guard newValue != content.editing.text else { return }
      content.setText(newValue)
      content.editing.select(0..<0)
      textDidChange()
    }
  }
  /// The purpose of the text, which determines its font; by default body.
  public var role: Theme.TextRole { didSet { if role != oldValue { textDidChange() } } }
  /// The name of the value for assistive technologies, such as "Camera"; with `nil`, the default, the text is the name.
  public var title: String? { didSet { if title != oldValue { accessibilityChanged(.label) } } }
  /// The clipboard for copying; by default the clipboard of the window, or ``TextField/defaultClipboard`` outside of a window.
  public var clipboard: any TextClipboard {
    get { ownClipboard ?? tree?.clipboard ?? TextField.defaultClipboard }
    set { ownClipboard = newValue }
  }
  private var ownClipboard: (any TextClipboard)?

  private var content: TextFieldContent
  private var gesture = TextFieldGesture()

  /// Creates a label.
  public init(_ text: String = "", role: Theme.TextRole = .body) {
    content = TextFieldContent(text)
    content.editing.select(0..<0)
    self.role = role
    super.init()
    sizeToFit()
    contextMenu = { [weak self] _ in self?.menuItems ?? [] }
  }

  private var menuItems: [MenuItem] {
    guard !text.isEmpty else { return [] }
    return [
      MenuItem("Copy") { [weak self] in
        guard let self else { return }
        clipboard.write(selection.isEmpty ? text : selectedText)
      },
      MenuItem("Select All") { [weak self] in
        self?.becomeFocused()
        self?.selectAll()
        self?.publishSelection()
      },
    ]
  }

  public override var semantics: Semantics {
    guard !text.isEmpty else { return Semantics() }
    var semantics = Semantics(.label, label: title ?? text)
    if title != nil { semantics.value = text }
    semantics.text = AccessibilityText(
      text, caret: content.editing.cursor, selection: selection, replace: { _ in },
      select: { [weak self] in self?.selection = $0 })
    semantics.actions = [
      AccessibilityAction(.custom("copy")) { [weak self] in
        self?.selectAll()
        self?.copy()
      }
    ]
    return semantics
  }

  private func textDidChange() {
    setNeedsDisplay()
    invalidateIntrinsicContentSize()
    accessibilityChanged(.label)
    accessibilityChanged(.text)
  }

  // MARK: Selection

  /// The range of the selected characters; empty without a selection.
  ///
  /// UIKit: `selectedTextRange`.
  public var selection: Range<Int> {
    get { content.editing.selection }
    set { edit { $0.select(newValue) } }
  }
  /// The selected text.
  public var selectedText: String { content.editing.selectedText }
  /// Selects the whole text.
  ///
  /// UIKit: `selectAll:`.
  public func selectAll() { selection = 0..<content.editing.characters.count }
  /// Copies the selected text. Nothing happens without a selection.
  ///
  /// UIKit: `copy:`.
  public func copy() { if !selection.isEmpty { clipboard.write(selectedText) } }

  func edit(_ change: (inout TextEditing) -> Void) {
    let old = selection
    change(&content.editing)
    guard selection != old else { return }
    setNeedsDisplay()
    accessibilityChanged(.text)
  }

  func publishSelection() { if !selection.isEmpty { tree?.primarySelection?.write(selectedText) } }

  // MARK: Layout

  private func layout(width: Double) -> TextLayout {
    TextLayout(text, style: effectiveTheme.textStyle(role), width: width.isFinite ? max(width, 0) : nil)
  }

  /// Returns the size of the text, wrapped at the width of `size`.
  public override func sizeThatFits(_ size: Size) -> Size {
    let text = layout(width: size.width).size
    return Size(width: text.width.rounded(.up), height: text.height.rounded(.up))
  }

  /// The style of the lines, which begin at the side of the layout direction.
  private var lineStyle: TextStyle {
    var style = effectiveTheme.textStyle(role)
    let isRightToLeft = TextLayout(text, style: style).isRightToLeft
    if isRightToLeft != (effectiveLayoutDirection == .rightToLeft) { style.alignment = .end }
    return style
  }

  /// Returns the layout in the present width, and its top left corner.
  private func placedLayout() -> (layout: TextLayout, origin: Point) {
    let layout = TextLayout(text, style: lineStyle, width: max(size.width, 0))
    return (layout, Point(x: 0, y: (size.height - layout.size.height) / 2))
  }

  // MARK: Focus and keys

  public override var canBecomeFocused: Bool { !text.isEmpty }
  public override var cursor: CursorShape? { .text }
  /// The ring is around the text, and covers no letter.
  @_spi(Subclassing) public override var focusOutline: FocusOutline? {
    guard isFocusVisible else { return nil }
    let distance = 4.0  // points: the width of the ring
    return FocusOutline(rect: bounds.inset(by: -distance), cornerRadius: distance)
  }
  public override func focusChanged() {
    setNeedsDisplay()
    if isFocusVisible { scrollIntoView() }
  }

  public override func keyPressed(_ key: KeyPress) -> Bool {
    guard isFocused, isEnabled, key.modifiers.isDisjoint(with: [.alt, .logo]) else { return false }
    let (byWord, extends) = (key.modifiers.contains(.control), key.modifiers.contains(.shift))
    switch key.symbol.withoutKeypad {
    case .left where extends, .right where extends:
      let isRight = key.symbol.withoutKeypad == .right
      let target = content.position(
        movingRight: isRight, byWord: byWord, extends: true, in: placedLayout().layout)
      edit { $0.move(to: target, extends: true) }
    case .home where extends: edit { $0.move(to: 0, extends: true) }
    case .end where extends: edit { $0.move(to: $0.characters.count, extends: true) }
    default:
      guard byWord else { return false }
      switch key.latinSymbol {
      case Key("a"): selectAll()
      case Key("c") where !selection.isEmpty: copy()
      default: return false
      }
    }
    publishSelection()
    return true
  }

  // MARK: Contacts

  private var gestureContext: TextFieldGesture.Context {
    let (layout, origin) = placedLayout()
    return TextFieldGesture.Context(
      isFocused: isFocused, count: content.editing.characters.count,
      position: { [content] in content.position(at: layout.offset(at: $0 - origin)) },
      word: { [content] in content.word(at: $0, in: layout) }, contains: point(inside:))
  }

  public override func contactBegan(_ contact: Contact) -> ContactResponse {
    guard contact.kind != .pointer(.middle) else { return .ignored }
    return perform(gesture.began(contact, in: self, gestureContext, pastes: false))
  }

  public override func contactMoved(_ contact: Contact) -> ContactResponse {
    perform(gesture.moved(contact, in: self, gestureContext))
  }

  public override func contactEnded(_ contact: Contact) -> ContactResponse {
    perform(gesture.ended(contact, in: self, gestureContext))
  }

  public override func contactCanceled(_ contact: Contact) { gesture.canceled() }

  // MARK: Painting

  public override func makePainter() -> Painter? {
    let (layout, origin) = placedLayout()
    let marks = content.selectedOffsets.isEmpty ? [] : layout.selectionBounds(of: content.selectedOffsets)
    let color = effectiveTheme.colors.accent.withAlpha(isFocused ? 0.35 : 0.15)
    let (text, style, width) = (text, lineStyle, max(size.width, 0))
    return { canvas in
      for mark in marks {
        canvas.fill(canvas.snapped(Rect(origin: mark.origin + origin, size: mark.size)), with: color)
      }
      canvas.draw(TextLayout(text, style: style, width: width), at: origin)
    }
  }
}
