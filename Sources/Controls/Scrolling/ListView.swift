internal import Drawing
public import Geometry
internal import Input
public import Views

/// A list that scrolls. All rows have the same height. Only visible rows, and a few rows beside them, have views. The views
/// are reused for other rows.
///
/// A tap or the arrow keys select a row. Controls in rows receive events as usual.
///
/// UIKit: `UITableView`. GTK: `GtkListView`.
open class ListView: ScrollView {
  /// The number of rows. A change keeps the scroll offset. Call ``reloadData()`` if the content of rows has
  /// changed.
  public var numberOfRows: Int {
    didSet {
      numberOfRows = max(numberOfRows, 0)
      guard numberOfRows != oldValue else { return }
      if let index = selectedIndex, index >= numberOfRows { selectedIndex = nil }
      rows.removeRows(from: numberOfRows)
      setNeedsLayout()
    }
  }
  /// The height of each row, in points, at least 1; by default 44.
  ///
  /// UIKit: `rowHeight`.
  public var rowHeight: Double {
    didSet {
      if !(rowHeight >= 1 && rowHeight.isFinite) { rowHeight = 1 }
      if rowHeight != oldValue { setNeedsLayout() }
    }
  }
  /// Returns the view of a row. The second parameter is the view of a row that has left the screen: change and
  /// return it instead of creating a view. It is `nil` if there is no such view.
  ///
  /// UIKit: `tableView:cellForRowAtIndexPath:`.
  public var makeRow: (_ index: Int, _ reusing: View?) -> View { didSet { reloadData() } }
  /// The index of the selected row; `nil`, the default, for none. An invalid index is replaced by `nil`.
  /// Setting the index does not call ``onSelect``.
  public var selectedIndex: Int? {
    didSet {
      if let index = selectedIndex, !(0..<numberOfRows).contains(index) { selectedIndex = nil }
      guard selectedIndex != oldValue else { return }
      updateRowStates()
      accessibilityChanged(.selection)
    }
  }
  /// Whether a tap and keys select rows; by default `true`.
  public var allowsSelection = true
  /// Called with the index of a row that the user has selected.
  ///
  /// UIKit: `tableView:didSelectRowAtIndexPath:`.
  public var onSelect: ((Int) -> Void)?
  /// Called with the index of a row that the user has double-clicked, or for which Return was pressed.
  ///
  /// GTK: `activate`.
  public var onActivate: ((Int) -> Void)?
  /// The distance from the sides of a row to its content, in points.
  public var rowInsets = EdgeInsets(horizontal: 12) { didSet { setNeedsLayout() } }

  /// Whether there are lines between the rows; by default `true`.
  ///
  /// GTK: `show-separators`.
  public var showsSeparators = true { didSet { if showsSeparators != oldValue { setNeedsLayout() } } }

  private let rows = ListRows()

  /// A press on a row that may become a tap.
  private struct Press {
    let contact: Int
    let index: Int
    var timer: (any ViewTimer)?
    var isHighlighted = false
  }
  private var press: Press? { didSet { updateRowStates() } }

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - numberOfRows: At least 0.
  ///   - rowHeight: In points.
  ///   - makeRow: Returns the view of a row; see ``makeRow``.
  public init(
    numberOfRows: Int, rowHeight: Double = 44, size: Size = .zero,
    makeRow: @escaping (_ index: Int, _ reusing: View?) -> View
  ) {
    self.numberOfRows = max(numberOfRows, 0)
    self.rowHeight = rowHeight >= 1 && rowHeight.isFinite ? rowHeight : 1
    self.makeRow = makeRow
    super.init(axes: [.vertical], size: size)
    viewport.containsRows = true
  }

  /// The number of rows with views, including unused rows that are kept for reuse.
  public var loadedRowCount: Int { rows.viewCount }

  open override var contentSize: Size {
    Size(width: size.width, height: rowHeight * Double(numberOfRows))
  }
  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: max(self.size.width, 120), height: rowHeight * Double(numberOfRows))
  }

  /// Requests the content of all rows again.
  ///
  /// UIKit: `reloadData`.
  public func reloadData() {
    rows.recycleAll()
    setNeedsLayout()
  }

  /// Releases the rows that are kept for reuse.
  package func purgeReusableRows() { rows.purge() }

  /// Returns the view of a row; `nil` if the row has no view.
  ///
  /// UIKit: `cellForRowAtIndexPath:`.
  public func content(ofRow index: Int) -> View? { rows.row(index)?.content }

  /// Returns the index of the row at `point`, in the list's coordinates; `nil` if there is none.
  ///
  /// UIKit: `indexPathForRowAtPoint:`.
  public func indexOfRow(at point: Point) -> Int? {
    guard bounds.contains(point) else { return nil }
    let place = ((point.y + contentOffset.y) / rowHeight).rounded(.down)
    return Int(exactly: place).flatMap { (0..<numberOfRows).contains($0) ? $0 : nil }
  }

  /// Scrolls by as little as needed to show a row.
  ///
  /// UIKit: `scrollToRowAtIndexPath:atScrollPosition:animated:`.
  public func scrollToRow(_ index: Int, animated: Bool) {
    guard (0..<numberOfRows).contains(index) else { return }
    scrollToVisible(frame(ofRow: index), animated: animated)
  }

  private func frame(ofRow index: Int) -> Rect {
    Rect(x: 0, y: rowHeight * Double(index), width: size.width, height: rowHeight)
  }

  // MARK: Rows

  open override func layoutSubviews() {
    super.layoutSubviews()
    updateRows()
  }
  open override func didScroll() { updateRows() }

  private var visibleRows: Range<Int> {
    guard size.height > 0, numberOfRows > 0 else { return 0..<0 }
    func row(_ y: Double) -> Int {
      min(max(Int(exactly: (y / rowHeight).rounded(.down)) ?? 0, 0), numberOfRows - 1)
    }
    return row(contentOffset.y)..<row(contentOffset.y + size.height - 1e-6) + 1
  }

  private func updateRows() {
    let wanted = ListRows.Wanted(
      visible: visibleRows, count: numberOfRows, rowHeight: rowHeight, width: size.width)
    rows.show(wanted, in: viewport, makeRow: makeRow)
    for row in rows.shown {
      row.contentInsets = rowInsets
      row.hasLine = showsSeparators && row.index != numberOfRows - 1
    }
    updateRowStates()
    rows.layoutIfNeeded()
  }

  private func updateRowStates() {
    for row in rows.shown {
      row.mark =
        press?.index == row.index && press?.isHighlighted == true
        ? .pressed : row.index == selectedIndex ? .selected : .none
    }
  }

  // MARK: Semantics

  /// A list of the rows that have views and are in sight.
  open override var semantics: Semantics {
    var semantics = super.semantics
    semantics.role = .list
    let visible = visibleRows
    let shown = rows.shown.filter { visible.contains($0.index) && $0.content != nil }
    semantics.children = .parts(shown.sorted { $0.index < $1.index }.map(part))
    return semantics
  }

  private func part(of row: ListRow) -> AccessibilityPart {
    let index = row.index
    var semantics = Semantics(.listItem, children: .subviews)
    semantics.position = AccessibilityPosition(index: index, count: numberOfRows)
    if allowsSelection {
      semantics.states = index == selectedIndex ? [.selectable, .selected] : .selectable
      semantics.actions = [
        AccessibilityAction(.activate) { [weak self] in self?.select(index) }
      ]
      if let onActivate {
        semantics.actions.append(AccessibilityAction(.custom("open")) { onActivate(index) })
      }
    }
    return AccessibilityPart(index, area: .view(row), semantics)
  }

  // MARK: Contacts

  open override func contactBegan(_ contact: Contact) -> ContactResponse {
    let response = super.contactBegan(contact)
    guard response != .claimed, !contact.isHandedOver, contact.isPrimary, press == nil, allowsSelection,
      let index = indexOfRow(at: contact.location(in: self))
    else { return response }
    let id = contact.id
    let timer = startTimer(after: Control.highlightDelay) { [weak self] in self?.highlight(id) }
    press = Press(contact: id, index: index, timer: timer)
    return .tracking
  }

  private func highlight(_ id: Int) {
    guard press?.contact == id else { return }
    press?.timer?.cancel()
    press?.isHighlighted = true
  }

  open override func contactBecameExclusive(_ contact: Contact) { highlight(contact.id) }

  open override func contactMoved(_ contact: Contact) -> ContactResponse {
    let response = super.contactMoved(contact)
    guard press?.contact == contact.id else { return response }
    if response == .claimed || response == .yielded {
      endPress()
      return response
    }
    let isNear = contact.translation(in: self).distance(to: .zero) < DragThreshold.distance
    guard isNear else {
      endPress()
      return response
    }
    return .tracking
  }

  open override func contactEnded(_ contact: Contact) -> ContactResponse {
    let response = super.contactEnded(contact)
    guard let press, press.contact == contact.id else { return response }
    endPress()
    becomeFocused()
    select(press.index)
    if contact.tapCount == 2 { onActivate?(press.index) }
    return .claimed
  }

  open override func contactCanceled(_ contact: Contact) {
    super.contactCanceled(contact)
    if press?.contact == contact.id { endPress() }
  }

  private func endPress() {
    press?.timer?.cancel()
    press = nil
  }

  private func select(_ index: Int) {
    guard (0..<numberOfRows).contains(index) else { return }
    selectedIndex = index
    onSelect?(index)
  }

  // MARK: Keys

  open override var canBecomeFocused: Bool { allowsSelection && numberOfRows > 0 }
  open override func focusChanged() { updateRowStates() }

  open override func keyPressed(_ key: KeyPress) -> Bool {
    guard isFocused, allowsSelection, numberOfRows > 0, !key.isShortcut else { return super.keyPressed(key) }
    let page = max(Int(exactly: (size.height / rowHeight).rounded(.down)) ?? 1, 1)
    switch key.symbol.withoutKeypad {
    case .down: return moveSelection(by: 1)
    case .up: return moveSelection(by: -1)
    case .pageDown: return moveSelection(by: page)
    case .pageUp: return moveSelection(by: -page)
    case .home: return moveSelection(by: -numberOfRows)
    case .end: return moveSelection(by: numberOfRows)
    case .return, .keypadEnter:
      guard let selectedIndex, !key.isRepeat else { return false }
      onActivate?(selectedIndex)
      return true
    default: return super.keyPressed(key)
    }
  }

  private func moveSelection(by rows: Int) -> Bool {
    let last = numberOfRows - 1
    let next: Int
    if let selectedIndex {
      let (sum, overflows) = selectedIndex.addingReportingOverflow(rows)
      next = overflows ? last : min(max(sum, 0), last)
    } else {
      next = rows > 0 && rows < numberOfRows ? visibleRows.lowerBound : rows > 0 ? last : 0
    }
    guard next != selectedIndex else { return false }
    select(next)
    scrollToRow(next, animated: false)
    return true
  }
}
