internal import Drawing
public import Geometry
internal import Input
@_spi(Subclassing) public import Views

/// The rows of a menu. A press may begin on another view, such as a menu button, and end on a row of the menu.
/// The row under the pointer is highlighted.
///
/// The view is the content of a ``PopoverView``. The popup window of the menu is a separate object.
///
/// UIKit: `UIMenu`. GTK: `GtkPopoverMenu`.
public final class MenuView: ThemedView {
  /// The items, from top to bottom.
  public var items: [MenuItem] {
    didSet {
      ownItems = nil
      measured = nil
      markedIndex = nil
      setNeedsDisplay()
      invalidateIntrinsicContentSize()
      accessibilityChanged(.children)
    }
  }
  /// The index of the highlighted item: the item under the pointer, or the item to which keys have moved the
  /// highlight; `nil` for none.
  public private(set) var markedIndex: Int? {
    didSet {
      isMarkedByKey = false
      guard markedIndex != oldValue else { return }
      for index in [oldValue, markedIndex] { if let index { setNeedsDisplay(frame(ofItem: index)) } }
      onMark?(markedIndex)
      accessibilityChanged(.selection)
    }
  }
  /// Called after ``markedIndex`` has changed.
  package var onMark: ((Int?) -> Void)?
  /// The index of the item with an open submenu. The item stays highlighted while the pointer is elsewhere.
  package var openIndex: Int?
  /// Called after an item without a submenu was chosen and its action was called. The owner should close the
  /// menu.
  public var onChoose: ((MenuItem) -> Void)?
  /// Called with the index and the rectangle of an item when its submenu should open.
  public var onOpenSubmenu: ((Int, Rect) -> Void)?
  /// Called for Escape, and in a submenu for the arrow key that points back to the parent menu.
  public var onDismiss: (() -> Void)?

  private var contact: Int?
  private nonisolated static let padding = 10.0  // points from a side to a title
  private static let separatorHeight = 9.0
  private nonisolated static let gap = 24.0  // minimum distance in points from a title to its shortcut

  /// Creates the rows of a menu.
  public init(_ items: [MenuItem]) {
    self.items = items
    super.init()
    sizeToFit()
  }

  /// Gives the items the states and the shortcuts that their commands have for `view`, at which the menu opens.
  package func updateCommands(of view: View) {
    let own = ownItems ?? items
    guard own.haveCommands else { return }
    items = own.updated(for: view)
    ownItems = own
  }
  /// The items without the states of their commands; `nil` before the menu has opened.
  private var ownItems: [MenuItem]?

  // MARK: Layout

  private var rowHeight: Double { (effectiveTheme.controlHeight - Self.rowGap).rounded() }
  /// The difference between the heights of a button and of a row, in points.
  private static let rowGap = 2.0

  /// Returns a theme whose rows are large enough for a finger.
  package static func fingerTheme(_ theme: Theme) -> Theme {
    var theme = theme
    theme.metrics.controlHeight = max(theme.metrics.controlHeight, theme.metrics.touchTarget + rowGap)
    return theme
  }
  /// The width of the column with marks and icons, before the titles.
  private var leading: Double {
    items.contains { $0.mark != .none || $0.icon != nil } ? effectiveTheme.iconSize + 8 : 0
  }

  /// The shortcuts are shown only if all of them fit.
  public override func sizeThatFits(_ size: Size) -> Size {
    let width = fullWidth
    return Size(
      width: width > size.width ? min(self.width(withShortcuts: false), size.width) : width,
      height: items.indices.reduce(0) { $0 + height(of: $1) })
  }

  /// The width with all shortcuts, which also each painting needs.
  private var fullWidth: Double {
    let theme = effectiveTheme
    if let measured, measured.theme == theme { return measured.width }
    let width = width(withShortcuts: true)
    measured = (theme, width)
    return width
  }
  private var measured: (theme: Theme, width: Double)?

  private func width(withShortcuts hasShortcuts: Bool) -> Double {
    let style = effectiveTheme.textStyle()
    var width = Self.leastWidth
    for item in items where !item.isSeparator {
      var row = TextLayout(item.title, style: style).size.width.rounded(.up) + leading + 2 * Self.padding
      if hasShortcuts, !item.shortcut.isEmpty {
        row += Self.gap + TextLayout(item.shortcut, style: style).size.width.rounded(.up)
      }
      if !item.submenu.isEmpty { row += Self.gap + effectiveTheme.iconSize }
      width = max(width, row)
    }
    return width
  }
  private static let leastWidth = 120.0  // points

  private func height(of index: Int) -> Double {
    items[index].isSeparator ? Self.separatorHeight : rowHeight
  }

  /// Returns the rectangle of an item, in the view's coordinates; `.zero` for an invalid index.
  public func frame(ofItem index: Int) -> Rect {
    guard items.indices.contains(index) else { return .zero }
    let top = items[..<index].indices.reduce(0) { $0 + height(of: $1) }
    return Rect(x: 0, y: top, width: size.width, height: height(of: index))
  }

  private func selectableIndex(at point: Point) -> Int? {
    items.indices.first { items[$0].isSelectable && frame(ofItem: $0).contains(point) }
  }

  // MARK: Semantics

  public override var semantics: Semantics {
    let choices = items.indices.filter { !items[$0].isSeparator }
    let parts = choices.enumerated().map { place, index in
      let item = items[index]
      var semantics = Semantics(item.mark == .none ? .menuItem : .menuItemCheckBox, label: item.title)
      semantics.isEnabled = item.isEnabled
      semantics.hint = item.shortcut.isEmpty ? nil : item.shortcut
      semantics.position = AccessibilityPosition(index: place, count: choices.count)
      if item.mark != .none { semantics.states = item.mark == .on ? [.checkable, .checked] : .checkable }
      if !item.submenu.isEmpty {
        semantics.states.formUnion(openIndex == index ? [.expandable, .expanded] : .expandable)
      }
      if index == markedIndex { semantics.states.insert(.selected) }
      semantics.actions = [AccessibilityAction(.activate) { [weak self] in self?.choose(index) }]
      return AccessibilityPart(index, area: .rect(frame(ofItem: index)), semantics)
    }
    return Semantics(.menu, children: .parts(parts))
  }

  // MARK: Pointer and contacts

  public override func hoverMoved(to point: Point) { markedIndex = selectableIndex(at: point) }
  public override func hoverLeft() { if contact == nil { markedIndex = openIndex } }

  public override func contactBegan(_ contact: Contact) -> ContactResponse {
    guard self.contact == nil else { return .ignored }
    self.contact = contact.id
    markedIndex = selectableIndex(at: contact.location(in: self))
    // A finger may drag a menu that is higher than its window.
    return contact.kind == .touch && hasScrollContainer(along: .vertical) ? .tracking : .claimed
  }
  public override func contactMoved(_ contact: Contact) -> ContactResponse {
    guard self.contact == contact.id else { return .ignored }
    markedIndex = selectableIndex(at: contact.location(in: self))
    return .tracking
  }
  public override func contactEnded(_ contact: Contact) -> ContactResponse {
    guard self.contact == contact.id else { return .ignored }
    self.contact = nil
    // A finger that swipes to a side chooses nothing.
    let way = contact.translation(in: self)
    let isSwipe =
      contact.kind == .touch && abs(way.x) >= DragThreshold.distance && abs(way.x) > abs(way.y)
    if isSwipe {
      markedIndex = openIndex
    } else if let index = selectableIndex(at: contact.location(in: self)) {
      choose(index)
    }
    return .claimed
  }
  public override func contactCanceled(_ contact: Contact) {
    self.contact = nil
    markedIndex = nil
  }

  private func choose(_ index: Int) {
    guard items.indices.contains(index), items[index].isSelectable else { return }
    let item = items[index]
    guard item.submenu.isEmpty else {
      markedIndex = index
      onOpenSubmenu?(index, frame(ofItem: index))
      return
    }
    item.action?()
    onChoose?(item)
  }

  // MARK: Keys

  public override var canBecomeFocused: Bool { true }
  /// Whether a key has marked the item.
  private var isMarkedByKey = false { didSet { if isMarkedByKey != oldValue { requestFrame() } } }
  /// The ring is around the item that a key has marked.
  @_spi(Subclassing) public override var focusOutline: FocusOutline? {
    guard isFocused, isMarkedByKey, let markedIndex else { return nil }
    return FocusOutline(rect: frame(ofItem: markedIndex), cornerRadius: Self.markRadius)
  }
  private nonisolated static let markRadius = 6.0  // points

  public override func keyPressed(_ key: KeyPress) -> Bool {
    guard !key.isShortcut else { return false }
    let isMirrored = effectiveLayoutDirection == .rightToLeft
    defer {
      isMarkedByKey = markedIndex != nil
      showMarkedItem()
    }
    switch key.symbol.withoutKeypad {
    case .down: mark(by: 1)
    case .up: mark(by: -1)
    case .home: markedIndex = items.firstIndex(where: \.isSelectable)
    case .end: markedIndex = items.lastIndex(where: \.isSelectable)
    case .return, .keypadEnter, .space:
      guard let markedIndex, !key.isRepeat else { return markedIndex != nil }
      choose(markedIndex)
    case isMirrored ? .left : .right:
      guard let markedIndex, !items[markedIndex].submenu.isEmpty else { return false }
      choose(markedIndex)
    case .escape, isMirrored ? .right : .left:
      guard let onDismiss else { return false }
      onDismiss()
    default: return markItem(beginningWith: key.text)
    }
    return true
  }

  /// Scrolls a menu that is higher than its window to the marked item.
  private func showMarkedItem() {
    guard let markedIndex, let scroll = superview?.superview as? MenuScrollView else { return }
    scroll.scrollToVisible(frame(ofItem: markedIndex), animated: false)
  }

  private func mark(by step: Int) {
    let choices = items.indices.filter { items[$0].isSelectable }
    guard !choices.isEmpty else { return }
    guard let place = markedIndex.flatMap(choices.firstIndex(of:)) else {
      markedIndex = step > 0 ? choices.first : choices.last
      return
    }
    markedIndex = choices[(place + step + choices.count) % choices.count]
  }

  /// Highlights the next item whose title begins with the typed text.
  private func markItem(beginningWith text: String?) -> Bool {
    guard let text = text?.lowercased(), !text.isEmpty else { return false }
    let start = markedIndex.map { $0 + 1 } ?? 0
    let order = Array(items.indices.dropFirst(start)) + Array(items.indices.prefix(start))
    let found = order.first { items[$0].isSelectable && items[$0].title.lowercased().hasPrefix(text) }
    guard let found else { return false }
    markedIndex = found
    return true
  }

  // MARK: Painting

  /// A row, as a value for the painter.
  private struct Row: Sendable {
    let title: String
    let shortcut: String
    let icon: Icon?
    let frame: Rect
    let isMarked: Bool
    let isEnabled: Bool
    let isDestructive: Bool
    let hasSubmenu: Bool
  }

  public override func makePainter() -> Painter? {
    let (state, leading) = (ControlState(of: self), leading)
    let hasShortcuts = size.width >= fullWidth
    let rows = items.indices.map { index in
      let item = items[index]
      return Row(
        title: item.title, shortcut: hasShortcuts ? item.shortcut : "",
        icon: item.mark == .on ? .check : item.icon,
        frame: frame(ofItem: index), isMarked: index == markedIndex, isEnabled: item.isEnabled,
        isDestructive: item.isDestructive, hasSubmenu: !item.submenu.isEmpty)
    }
    return { canvas in
      for row in rows { Self.paint(row, leading: leading, state, canvas) }
    }
  }

  private nonisolated static func paint(
    _ row: Row, leading: Double, _ state: ControlState, _ canvas: Canvas
  ) {
    let frame = row.frame
    guard !row.title.isEmpty else {
      let line = Rect(x: 0, y: frame.center.y - 0.5, width: frame.size.width, height: 1)
      return canvas.fillHairline(line, with: state.colors.border)
    }
    if row.isMarked {
      canvas.fill(.roundedRect(canvas.snapped(frame), radius: markRadius), with: state.colors.shade(0.1))
      state.outline(canvas.snapped(frame), radius: markRadius, in: canvas)
    }
    var color = row.isDestructive ? state.colors.destructiveText : state.colors.foreground
    if !row.isEnabled { color = color.withAlpha(color.alpha * 0.5) }
    let side = state.theme.iconSize
    let inner = frame.inset(by: EdgeInsets(horizontal: padding))
    row.icon?.draw(
      in: canvas,
      rect: state.directed(
        Rect(x: inner.minX, y: frame.center.y - side / 2, width: side, height: side)),
      color: color, isRightToLeft: state.isRightToLeft)
    let text = Rect(
      x: inner.minX + leading, y: frame.minY, width: inner.size.width - leading, height: frame.size.height)
    state.text(row.title, .body, in: state.directed(text), color: color, canvas: canvas)
    if row.hasSubmenu {
      Icon.next.draw(
        in: canvas,
        rect: state.directed(
          Rect(x: inner.maxX - side, y: frame.center.y - side / 2, width: side, height: side)),
        color: color, isRightToLeft: state.isRightToLeft)
    } else if !row.shortcut.isEmpty {
      let pale = color.withAlpha(color.alpha * (state.colors.isHighContrast ? 1 : 0.55))
      state.text(
        row.shortcut, .body, in: state.directed(text), color: pale, alignment: .end, canvas: canvas)
    }
  }
}
