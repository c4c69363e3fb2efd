internal import Drawing
public import Geometry
internal import Input
@_spi(Subclassing) public import Views

/// A grid of items that scrolls. Only the items in sight, and a few others, have views. The views are reused for other items.
///
///     let grid = CollectionView()
///     grid.setItems(photos) { photo, reusing in
///       let view = reusing as? PhotoView ?? PhotoView()
///       view.photo = photo
///       return view
///     }
///
/// A tap or keys select items. With ``allowsMultipleSelection``, Shift and Control extend the selection, the pointer draws a
/// rectangle around items, and a long press of a finger or a pen begins a selection. Controls in cells receive events as usual.
///
/// UIKit: `UICollectionView`. GTK: `GtkGridView`.
open class CollectionView: ScrollView {
  // MARK: Properties

  /// The arrangement of the items; by default square items in a grid. A change keeps the first visible item in sight.
  ///
  /// UIKit: `collectionViewLayout`.
  public var collectionLayout: CollectionLayout {
    get { places.layout }
    set {
      places.layout = newValue
      setNeedsLayout()
    }
  }
  /// The distance from the sides of a cell to its content, in points; by default 5. The outline of selected cells is in this
  /// margin.
  public var cellInsets = EdgeInsets(5) { didSet { if cellInsets != oldValue { setNeedsLayout() } } }

  /// Whether a tap and keys select items; by default `true`.
  ///
  /// UIKit: `allowsSelection`.
  public var allowsSelection = true
  /// Whether several items can be selected; by default `false`.
  ///
  /// UIKit: `allowsMultipleSelection`. GTK: `GtkMultiSelection`.
  public var allowsMultipleSelection = false {
    didSet {
      guard !allowsMultipleSelection, oldValue else { return }
      // A drag would go on selecting items.
      gestures.cancelDrag()
      isSelecting = false
      selectedIndex = selectedIndex
    }
  }
  /// Whether a click or a tap activates an item instead of selecting it; by default `false`.
  ///
  /// GTK: `single-click-activate`.
  public var activatesOnSingleClick = false
  /// Whether the user moves an item with a drag: of the pointer, or after a long press of a finger or a pen. Alt with an arrow
  /// key moves the item with the cursor. By default `false`. An item stays in its section. Items without identities, such as
  /// numbered rows, cannot be moved.
  ///
  /// UIKit: `UICollectionViewDragDelegate`.
  public var allowsReordering = false

  /// Called with the index of an item that the user has selected by a tap or a key.
  ///
  /// UIKit: `collectionView:didSelectItemAtIndexPath:`.
  public var onSelect: ((Int) -> Void)?
  /// Called after the user has changed ``selectedIndexes``.
  public var onSelectionChange: (() -> Void)?
  /// Called with the index of an item that the user has double-clicked, or for which Return was pressed.
  ///
  /// GTK: `activate`.
  public var onActivate: ((Int) -> Void)?
  /// Called after the user has moved an item, with its old and its new index. The collection view has moved it already.
  ///
  /// UIKit: `collectionView:moveItemAtIndexPath:toIndexPath:`.
  public var onMove: ((_ index: Int, _ newIndex: Int) -> Void)?
  /// Returns a short text, such as a month or a letter, that is shown beside the dragged scroll bar and during a fast scroll
  /// if the item with this index is the first one in sight. With `nil`, the default, it is the title of the section.
  public var scrollLabel: ((Int) -> String)?

  // MARK: Selection

  /// Whether taps of a finger select further items, as after a long press. Escape, or an empty selection, ends it.
  public internal(set) var isSelecting = false

  private(set) var selection = CollectionSelection()

  /// Changes the selection. Returns whether it has changed.
  @discardableResult
  func changeSelection(_ change: (inout CollectionSelection) -> Void) -> Bool {
    let old = selection
    change(&selection)
    // The items may have changed since the press or the action that selects.
    selection.removeItems(from: numberOfItems)
    guard selection != old else { return false }
    if selection.cursor != old.cursor { requestFrame() }
    guard selection.indexes != old.indexes else { return false }
    if selection.indexes.isEmpty { isSelecting = false }
    updateMarks()
    accessibilityChanged(.selection)
    return true
  }

  // MARK: Items

  private var source: any CollectionSource

  /// Whether the items have identities. Only such items can be moved.
  var itemsHaveIdentities: Bool { source.hasIdentities }

  /// The number of items.
  ///
  /// UIKit: `numberOfItemsInSection:`.
  public var numberOfItems: Int { source.count }
  /// The number of cells with views, including unused cells that are kept for reuse.
  public var loadedCellCount: Int { cells.viewCount }

  /// Creates a collection view without items.
  public init(_ layout: CollectionLayout = CollectionLayout(), size: Size = .zero) {
    source = NumberedSource(count: 0) { _, reusing in reusing ?? View() }
    super.init(axes: [.vertical], size: size)
    collectionLayout = layout
    verticalBar.acceptsTouch = true
    finishInit()
  }

  /// Creates a collection view of the items of a source.
  init(_ source: any CollectionSource, size: Size) {
    self.source = source
    super.init(axes: [.vertical], size: size)
    finishInit()
  }

  private func finishInit() {
    places.setSections([CollectionArrangement.SectionShape(count: source.count)], titles: [nil])
    viewport.containsRows = true
    addSubview(label)
  }

  /// The change of content that a callback of the content's own loading has requested.
  private var pendingReplacement: (() -> Void)?

  /// Shows other items: those of `sections`, whose cells `new` makes.
  func replace<Item>(_ sections: [CollectionSection<Item>], by new: any CollectionSource, animated: Bool) {
    guard !isUpdatingCells, !isArranging else {
      pendingReplacement = { [weak self] in self?.replace(sections, by: new, animated: animated) }
      return setNeedsLayout()
    }
    pendingReplacement = nil
    gestures.cancelLift()
    layoutIfNeeded()
    let old = source
    func change() {
      source = new
      places.setSections(sections.map(\.shape), titles: sections.map(\.title))
    }
    guard let matching = new.matching(from: old), cells.isNumberedByItem else {
      change()
      removeFromSelection(from: 0)
      return reloadData()
    }
    let moves = animated && isInWindow && !effectiveTheme.isMotionReduced
    animateChange(matching, isAnimated: moves) {
      change()
      cells.renumber(animated: moves) { matching.newIndex(of: $0) }
      for cell in cells.shown {
        guard let oldIndex = matching.oldIndex(of: cell.index) else { continue }
        if new.isChanged(cell.index, from: oldIndex, of: old) { cells.reload(cell.index) }
      }
    }
    selectionFollows { matching.newIndex(of: $0) }
  }

  private func selectionFollows(_ newIndex: (Int) -> Int?) {
    gestures.itemsDidChange(newIndex, map: { $0.mapped(newIndex) })
    changeSelection { $0.remap(newIndex) }
    updateMarks()
  }

  /// Removes the items from `count` on from the selection and from the gestures, in a time that does not depend on their number.
  private func removeFromSelection(from count: Int) {
    gestures.itemsDidChange({ $0 < count ? $0 : nil }, map: { $0.intersection(RangeSet(0..<count)) })
    changeSelection { $0.removeItems(from: count) }
    updateMarks()
  }

  /// Shows the items of a source without identities, whose number may have changed.
  func show(_ numbered: NumberedSource) {
    let isOther = source !== numbered
    if isOther { gestures.cancelLift() }
    (source, pendingReplacement) = (numbered, nil)
    let count = numbered.count
    places.setSections([CollectionArrangement.SectionShape(count: count)], titles: [nil])
    removeFromSelection(from: isOther ? 0 : count)
    if isOther {
      reloadData()
    } else {
      cells.removeItems(from: count)
      setNeedsLayout()
    }
  }

  /// Requests the content of all cells again.
  ///
  /// UIKit: `reloadData`.
  public func reloadData() {
    gestures.cancelLift()
    cells.recycleAll()
    places.invalidate()
    setNeedsLayout()
  }

  /// Releases the cells that are kept for reuse.
  package func purgeReusableCells() { cells.purge() }

  /// Returns the content of a cell; `nil` if the item has no view.
  ///
  /// UIKit: `cellForItemAtIndexPath:`.
  public func content(ofItem index: Int) -> View? { cells.cell(index)?.content }

  // MARK: Arrangement

  private var places = ItemPlaces()

  /// Whether the heights of the items are being requested from the application.
  private var isArranging = false
  /// The first visible item before a new arrangement, which the next layout keeps at its place on the screen.
  private var anchor: (item: Int, distance: Double)?

  private var isMirrored: Bool { effectiveLayoutDirection == .rightToLeft }

  /// Arranges the items, if something has changed.
  ///
  /// - Parameter keepsAnchor: Whether the next layout keeps the first visible item at its place.
  private func arrange(keepsAnchor: Bool = true) {
    let (width, isMirrored) = (size.width, self.isMirrored)
    guard !isArranging, places.isOutdated(in: width, isMirrored: isMirrored) else { return }
    if keepsAnchor, anchor == nil, contentOffset.y > 0, places.move == nil { anchor = firstVisible() }
    places.beginArranging(width: width, isMirrored: isMirrored)
    isArranging = true
    // The closure of the heights may read and change this view, so that no access to `places` may be open.
    let current = places
    let arrangement = current.makeArrangement(width: width, isMirrored: isMirrored, height: source.height)
    isArranging = false
    places.replaceArrangement(arrangement)
  }

  open override var contentSize: Size {
    arrange()
    return Size(width: size.width, height: places.height)
  }

  /// Returns the frame of an item at rest, in the coordinates of the content; `.zero` for an invalid index.
  ///
  /// UIKit: `layoutAttributesForItemAtIndexPath:`.
  public func frame(ofItem index: Int) -> Rect {
    arrange()
    return places.frame(of: index)
  }

  /// Returns the index of the item at `point`, in the collection view's coordinates; `nil` if there is none.
  ///
  /// UIKit: `indexPathForItemAtPoint:`.
  public func indexOfItem(at point: Point) -> Int? {
    guard bounds.contains(point) else { return nil }
    arrange()
    return places.item(at: point + contentOffset)
  }

  /// Returns the items that overlap a rectangle of the content.
  func items(in rect: Rect) -> RangeSet<Int> { places.items(in: rect) }

  /// The indexes of the items in sight, in ascending order.
  ///
  /// UIKit: `indexPathsForVisibleItems`.
  public var visibleIndexes: [Int] {
    arrange()
    return visibleItems.sorted()
  }

  /// The items in sight, by their places.
  private var visibleItems: [Int] {
    size.height > 0 ? places.items(from: contentOffset.y, to: contentOffset.y + size.height) : []
  }

  /// Scrolls by as little as needed to show an item.
  ///
  /// UIKit: `scrollToItemAtIndexPath:atScrollPosition:animated:`.
  public func scrollToItem(_ index: Int, animated: Bool) {
    layoutIfNeeded()
    arrange()
    guard (0..<numberOfItems).contains(index) else { return }
    let rect = places.frameWithHeader(of: index)
    scrollToVisible(Rect(x: 0, y: rect.minY, width: 1, height: rect.size.height), animated: animated)
  }

  // MARK: Cells

  private let cells = CollectionCells()
  private let headers = CollectionHeaders()
  private var isUpdatingCells = false

  /// The number of items that are painted together; 1 if cells move independently.
  var itemsPerGroup: Int { 1 }
  /// Whether a ring is shown around the item with the cursor instead of the collection view.
  var hasCursorRing: Bool { true }
  /// Sets the look of a cell.
  func configure(_ cell: CollectionCell) {
    cell.style = .tile
    cell.contentInsets = cellInsets
  }

  open override func layoutSubviews() {
    if let pending = pendingReplacement { pending() }
    arrange()
    let anchor = self.anchor
    self.anchor = nil
    super.layoutSubviews()
    if let anchor, anchor.item < numberOfItems {
      shiftContent(by: places.frame(of: anchor.item).minY - anchor.distance - contentOffset.y)
    }
    updateCells()
  }
  open override func didScroll() {
    arrange(keepsAnchor: false)
    anchor = nil
    updateCells()
    // During a change of the items, the selection has still the old indexes.
    if !isUpdatingCells { gestures.contentDidScroll() }
    label.contentScrolled(in: bounds)
  }

  /// The first item in sight, and its distance from the upper side.
  private func firstVisible(where isAnchor: (Int) -> Bool = { _ in true }) -> (item: Int, distance: Double)? {
    visibleItems.first(where: isAnchor).map { ($0, places.frame(of: $0).minY - contentOffset.y) }
  }

  private func updateCells() {
    guard !isUpdatingCells, !isArranging else { return }
    arrange()
    isUpdatingCells = true
    defer { isUpdatingCells = false }
    let wanted = CollectionCells.Wanted(
      items: visibleItems, itemsPerGroup: itemsPerGroup,
      count: numberOfItems,
      frame: { self.places.frame(of: $0) },
      makeContent: { [source] in source.makeContent($0, reusing: $1) })
    cells.show(wanted, in: viewport)
    for cell in cells.shown { configure(cell) }
    updateMarks()
    updateHeaders()
    cells.layoutIfNeeded()
  }

  private func updateHeaders() {
    headers.show(
      places.headers(from: contentOffset.y, to: contentOffset.y + size.height),
      insets: collectionLayout.insets, isMirrored: isMirrored, in: viewport)
  }

  private func updateMarks() {
    let pressed = gestures.highlightedItem
    for cell in cells.shown {
      cell.mark = cell.index == pressed ? .pressed : selection.contains(cell.index) ? .selected : .none
    }
  }
  func highlightDidChange() { updateMarks() }

  // MARK: Animated changes

  /// Changes the items, and moves the cells to their new places.
  ///
  /// - Parameter change: Changes the source and renumbers the cells.
  private func animateChange(_ matching: ItemMatching, isAnimated: Bool, _ change: () -> Void) {
    let (oldPlaces, oldOffset, cellPlaces) = (places, contentOffset.y, cells.places)
    let anchor = oldOffset > 0 ? firstVisible { matching.newIndex(of: $0) != nil } : nil
    isUpdatingCells = true
    change()
    arrange(keepsAnchor: false)
    super.layoutSubviews()
    if let anchor, let index = matching.newIndex(of: anchor.item) {
      shiftContent(by: places.frame(of: index).minY - anchor.distance - contentOffset.y)
    }
    isUpdatingCells = false
    let shift = contentOffset.y - oldOffset
    if isAnimated {
      cells.move(from: cellPlaces, by: shift) { places.frame(of: $0) }
    } else {
      cells.stopMotions()
    }
    let withViews = Set(cells.shown.map(\.index))
    updateCells()
    guard isAnimated else { return }
    for index in visibleIndexes where !withViews.contains(index) {
      let start = matching.oldIndex(of: index).map { oldPlaces.frame(of: $0) }
      let far = size.height  // a cell that comes from far away begins beside the visible part
      cells.enter(
        index,
        from: start.map {
          let way = Point(x: $0.minX, y: $0.minY + shift) - places.frame(of: index).origin
          return Point(x: way.x, y: min(max(way.y, -far), far))
        })
    }
    updatePlaces()
  }

  /// Applies the motions of the cells, and requests frames while they go on.
  private func updatePlaces() {
    updateCells()
    if cells.isMoving { setNeedsAnimation() }
  }

  open override func animate(to now: Timestamp) -> Bool {
    let isScrolling = super.animate(to: now)
    if isScrolling { label.contentMoved(to: contentOffset.y, at: now, in: bounds) }
    let hadMotion = cells.isMoving
    var isMoving = cells.advance(to: now) { places.frame(of: $0) }
    if hadMotion, !isMoving { updateCells() }
    if gestures.advance(to: now) { isMoving = true }
    return isScrolling || isMoving || self.isMoving
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    guard !isInWindow else { return }
    gestures.cancelDrag()
    cells.stopMotions()
    setNeedsLayout()
  }

  // MARK: Reordering

  /// Whether the user can move items.
  var canReorder: Bool { allowsReordering && source.hasIdentities }

  /// Lets a finger or the pointer hold an item. Returns its view; `nil` if it has none.
  func lift(_ index: Int) -> CollectionCellGroup? {
    guard canReorder, places.move == nil, let group = cells.group(of: index) else { return nil }
    places.move = ItemMove(item: index, place: index)
    group.lift()
    updateMarks()
    return group
  }

  /// Makes room for the lifted item at a point of the content.
  func moveLifted(to point: Point) {
    guard let move = places.move, let place = places.place(forMoveTo: point), place != move.place else {
      return
    }
    let cellPlaces = cells.places
    places.move = ItemMove(item: move.item, place: place)
    rearrange(from: cellPlaces)
  }

  private func rearrange(from cellPlaces: CollectionCells.Places) {
    arrange(keepsAnchor: false)
    if effectiveTheme.isMotionReduced {
      cells.stopMotions()
    } else {
      cells.move(from: cellPlaces, by: 0) { places.frame(of: $0) }
    }
    updatePlaces()
  }

  /// Drops the lifted item. Returns whether it has another index.
  ///
  /// - Parameter isCanceled: Whether the item returns to its old place.
  @discardableResult
  func drop(isCanceled: Bool) -> Bool {
    let order = places.move
    guard let move = order else { return false }
    let group = cells.group(of: move.item)
    let cellPlaces = cells.places
    group?.drop()
    let isMoved = !isCanceled && move.place != move.item && source.move(move.item, to: move.place)
    places.move = nil
    if isMoved { cells.renumber(animated: false) { order.place(of: $0) } }
    if isMoved { selectionFollows { order.place(of: $0) } }
    rearrange(from: cellPlaces)
    setNeedsLayout()
    if isMoved { onMove?(move.item, move.place) }
    return isMoved
  }

  /// Moves the item with the cursor for the user.
  private func moveItem(_ step: CollectionArrangement.Step) -> Bool {
    guard canReorder, places.move == nil, let item = selection.cursor else { return false }
    layoutIfNeeded()
    arrange()
    let target = places.clamped(places.item(step, from: item), toSectionOf: item)
    guard target != item else { return false }
    places.move = ItemMove(item: item, place: target)
    drop(isCanceled: false)
    if let cursor = selection.cursor { scrollToItem(cursor, animated: false) }
    return true
  }

  // MARK: Label

  private lazy var label = CollectionLabel(bar: verticalBar) { [weak self] in self?.labelText }

  /// The text for the first item in sight; `nil` if there is none.
  private var labelText: String? {
    arrange()
    guard let first = visibleItems.first else { return nil }
    return scrollLabel?(first) ?? places.title(ofSectionOf: first)
  }

  /// Returns the scroll bar also beside it, if a finger can drag it.
  open override func hitTest(_ point: Point) -> View? {
    let bar = verticalBar
    if bar.acceptsTouch, acceptsEvents, bar.acceptsEvents, bar.point(inside: point - bar.frame.origin) {
      return bar
    }
    return super.hitTest(point)
  }

  // MARK: Semantics

  /// A grid of the items in sight; a list if there is one column.
  open override var semantics: Semantics {
    var semantics = super.semantics
    let isList = collectionLayout.columns == .count(1)
    semantics.role = isList ? .list : .grid
    arrange()
    let visible = Set(visibleItems)
    let shown = cells.shown.filter { visible.contains($0.index) && $0.content != nil }
    var parts = shown.map { (item: $0.index, order: 0, part: part(of: $0, isList ? .listItem : .gridCell)) }
    for (section, header) in headers.shown {
      let title = Semantics(.heading, label: header.text)
      // The header is before the first item of its section, and after the header of an empty section.
      parts.append(
        (
          places.firstItem(ofSection: section), section - Int.max / 2,
          AccessibilityPart(-1 - section, area: .view(header), title)
        ))
    }
    parts.sort { ($0.item, $0.order) < ($1.item, $1.order) }
    semantics.children = .parts(parts.map(\.part))
    return semantics
  }

  private func part(of cell: CollectionCell, _ role: AccessibilityRole) -> AccessibilityPart {
    let index = cell.index
    var semantics = Semantics(role, children: .subviews)
    semantics.position = AccessibilityPosition(index: index, count: numberOfItems)
    if allowsSelection {
      semantics.states = selection.contains(index) ? [.selectable, .selected] : .selectable
      if hasCursorRing, isFocused, selection.cursor == index { semantics.states.insert(.focused) }
      semantics.actions = [
        AccessibilityAction(.activate) { [weak self] in self?.select(index) }
      ]
      if allowsMultipleSelection {
        semantics.actions.append(
          AccessibilityAction(.custom("toggle")) { [weak self] in
            self?.changeSelectionByUser { $0.toggle(index) }
          })
      }
      if onActivate != nil {
        semantics.actions.append(
          AccessibilityAction(.custom("open")) { [weak self] in self?.activate(index) })
      }
    }
    return AccessibilityPart(index, area: .view(cell), semantics)
  }

  // MARK: Contacts

  private lazy var gestures = CollectionGestures(of: self)

  /// Whether a drag of the pointer selects items or moves one instead of scrolling.
  func usesDrags(of contact: Contact) -> Bool {
    contact.kind == .pointer(.primary) && !contact.isHandedOver
      && (selectsSeveral || canReorder)
  }

  open override func contactBegan(_ contact: Contact) -> ContactResponse {
    if selectsSeveral, contact.kind == .pointer(.secondary),
      let index = indexOfItem(at: contact.location(in: self)), !selection.contains(index)
    {
      // A context menu is about the item under the pointer.
      changeSelectionByUser { $0.select(index) }
    }
    let response = usesDrags(of: contact) && !isMoving ? .ignored : super.contactBegan(contact)
    guard response != .claimed, !contact.isHandedOver, contact.isPrimary, allowsSelection || canReorder
    else {
      return response
    }
    return gestures.began(contact) ? .tracking : response
  }

  open override func contactBecameExclusive(_ contact: Contact) { gestures.becameExclusive(contact) }

  open override func contactMoved(_ contact: Contact) -> ContactResponse {
    switch gestures.moved(contact) {
    case .owned: return .tracking
    case .claims: return .claimed
    case .waits:
      let response = super.contactMoved(contact)
      if isDragging { label.contentMoved(to: contentOffset.y, at: contact.timestamp, in: bounds) }
      guard gestures.isTracking(contact) else { return response }
      if response == .claimed || response == .yielded {
        gestures.end(contact)
        return response
      }
      return .tracking
    }
  }

  open override func contactEnded(_ contact: Contact) -> ContactResponse {
    let response = super.contactEnded(contact)
    return gestures.ended(contact) ? .claimed : response
  }

  open override func contactCanceled(_ contact: Contact) {
    super.contactCanceled(contact)
    gestures.canceled(contact)
  }

  open override func scrolled(_ gesture: ScrollGesture) -> Bool {
    let isUsed = super.scrolled(gesture)
    if gesture.phase == .moved { label.contentMoved(to: contentOffset.y, at: gesture.timestamp, in: bounds) }
    return isUsed
  }

  // MARK: Keys

  open override var canBecomeFocused: Bool { allowsSelection && numberOfItems > 0 }
  open override func focusChanged() { updateMarks() }

  /// The ring around the item with the cursor, if it is in sight.
  @_spi(Subclassing) open override var focusOutline: FocusOutline? {
    guard hasFocusRing, isFocusVisible else { return nil }
    guard hasCursorRing, let cursor = selection.cursor else { return super.focusOutline }
    let place = places.frame(of: cursor)
    let rect = Rect(origin: place.origin - contentOffset, size: place.size)
    guard bounds.contains(rect.center) else { return super.focusOutline }
    return FocusOutline(rect: rect.intersection(bounds), cornerRadius: 8)
  }

  open override func keyPressed(_ key: KeyPress) -> Bool {
    if key.symbol == .escape, gestures.isActive {
      gestures.cancelDrag()
      return true
    }
    guard isFocused, allowsSelection, numberOfItems > 0 else { return super.keyPressed(key) }
    let isModified = allowsMultipleSelection && key.modifiers.subtracting([.shift, .control]).isEmpty
    if isModified, key.modifiers == .control, key.latinSymbol == "a" {
      changeSelectionByUser { $0.selectAll(numberOfItems) }
      return true
    }
    if let step = CollectionArrangement.Step(
      key.symbol, in: self, hasColumns: collectionLayout.columns != .count(1))
    {
      if key.modifiers == .alt { return moveItem(step) || super.keyPressed(key) }
      guard !key.isShortcut || isModified else { return super.keyPressed(key) }
      return moveCursor(step, key.modifiers)
    }
    guard !key.isShortcut || isModified else { return super.keyPressed(key) }
    switch key.symbol {
    case .return, .keypadEnter:
      guard let cursor = selection.cursor ?? selection.first, !key.isRepeat, !key.isShortcut else {
        return false
      }
      activate(cursor)
      return true
    case .space:
      guard allowsMultipleSelection, let cursor = selection.cursor else { return super.keyPressed(key) }
      if !key.isRepeat { changeSelectionByUser { $0.toggle(cursor) } }
      return true
    case .escape:
      guard allowsMultipleSelection, !selection.indexes.isEmpty else { return super.keyPressed(key) }
      changeSelectionByUser { $0.clear() }
      return true
    default: return super.keyPressed(key)
    }
  }

  /// Moves the cursor, and the selection with it. Returns whether it has moved.
  private func moveCursor(_ step: CollectionArrangement.Step, _ modifiers: KeyModifiers) -> Bool {
    layoutIfNeeded()
    arrange()
    let next: Int
    if let cursor = selection.cursor ?? selection.first {
      next = places.item(step, from: cursor)
      guard next != cursor else { return false }
    } else {
      switch step {
      case .last: next = numberOfItems - 1
      case .next, .down, .pageDown: next = visibleIndexes.first ?? 0
      case .first, .previous, .up, .pageUp: next = 0
      }
    }
    if allowsMultipleSelection, modifiers.contains(.shift) {
      changeSelectionByUser { $0.extend(to: next, keeping: modifiers.contains(.control)) }
    } else if modifiers.contains(.control) {
      changeSelection { $0.moveCursor(to: next) }
    } else {
      select(next)
    }
    scrollToItem(next, animated: false)
    return true
  }
}
