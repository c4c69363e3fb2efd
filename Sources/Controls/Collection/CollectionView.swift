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
    get { contents.layout }
    set {
      contents.layout = newValue
      setNeedsLayout()
    }
  }
  /// The distance from the sides of a cell to its content, in points; by default 5. The outline of selected cells is in this
  /// margin.
  public var cellInsets = EdgeInsets(5) {
    didSet {
      guard cellInsets != oldValue else { return }
      contents.forgetExtraHeights()
      setNeedsLayout()
    }
  }

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

  /// Called with the index of an item that the user has selected alone, by a tap or a key. ``onSelectionChange`` is also called
  /// for Shift, Control, the rectangle of the pointer, and a long press.
  ///
  /// UIKit: `collectionView:didSelectItemAtIndexPath:`.
  public var onSelect: ((Int) -> Void)?
  /// Called after the user has changed ``selectedIndexes``.
  public var onSelectionChange: (() -> Void)?
  /// Called after the item with the keyboard cursor has changed: by the user, by the application, or because its item was removed.
  package var onCursorChange: (() -> Void)?
  /// Called with the index of an item that the user has double-clicked, or for which Return was pressed.
  ///
  /// GTK: `activate`.
  public var onActivate: ((Int) -> Void)?
  /// Called after the user has moved an item, with its old and its new index. The collection view has moved it already.
  ///
  /// UIKit: `collectionView:moveItemAtIndexPath:toIndexPath:`.
  public var onMove: ((_ index: Int, _ newIndex: Int) -> Void)?
  /// Called with the view of an item that is no longer shown, because it has left the visible part or the item was removed. The
  /// view may be reused for another item.
  ///
  /// UIKit: `collectionView:didEndDisplayingCell:forItemAtIndexPath:`.
  public var onEndDisplaying: ((View) -> Void)?
  /// Returns a short text, such as a month or a letter, that is shown beside the dragged scroll bar and during a fast scroll
  /// if the item with this index is the first one in sight. With `nil`, the default, it is the title of the section.
  public var scrollLabel: ((Int) -> String)?

  // MARK: Selection

  /// Whether taps select further items and remove them, as after a long press of a finger; by default `false`. Escape, or an empty
  /// selection, ends it. It has an effect only with ``allowsMultipleSelection``.
  ///
  /// UIKit: `isEditing` with `allowsMultipleSelectionDuringEditing`.
  public var isSelecting = false

  private(set) var selection = CollectionSelection()

  /// Changes the selection. Returns whether it has changed.
  @discardableResult
  func changeSelection(_ change: (inout CollectionSelection) -> Void) -> Bool {
    let old = selection
    change(&selection)
    // The items may have changed since the press or the action that selects.
    selection.removeItems(from: numberOfItems)
    guard selection != old else { return false }
    let cursorHasMoved = selection.cursor != old.cursor
    defer { if cursorHasMoved { onCursorChange?() } }
    if cursorHasMoved {
      requestFrame()
      accessibilityChanged(.state)
    }
    guard selection.indexes != old.indexes else { return false }
    if selection.indexes.isEmpty { isSelecting = false }
    contents.updateMarks()
    accessibilityChanged(.selection)
    return true
  }

  // MARK: Items

  private(set) lazy var contents = CollectionContents(in: self)

  /// The number of items.
  ///
  /// UIKit: `numberOfItemsInSection:`.
  public var numberOfItems: Int { contents.count }
  /// The number of cells with views, including unused cells that are kept for reuse.
  public var loadedCellCount: Int { contents.viewCount }

  /// Creates a collection view without items.
  public init(_ layout: CollectionLayout = CollectionLayout(), size: Size = .zero) {
    super.init(axes: [.vertical], size: size)
    collectionLayout = layout
    bars.vertical.acceptsTouch = true
    finishInit()
  }

  /// Creates a collection view of items without identities.
  init(_ numbered: NumberedSource, size: Size) {
    super.init(axes: [.vertical], size: size)
    contents.show(numbered)
    finishInit()
  }

  private func finishInit() {
    viewport.containsRows = true
    addSubview(label)
  }

  /// Requests the content of all cells again.
  ///
  /// UIKit: `reloadData`.
  public func reloadData() { contents.reload() }

  /// Releases the cells that are kept for reuse.
  package func purgeReusableCells() { contents.purge() }

  /// Returns the content of a cell; `nil` if the item has no view.
  ///
  /// UIKit: `cellForItemAtIndexPath:`.
  public func content(ofItem index: Int) -> View? { contents.cell(index)?.content }

  /// The number of items that are painted together; 1 if cells move independently.
  var itemsPerGroup: Int { 1 }
  /// Whether a ring is shown around the item with the cursor instead of the collection view.
  var hasCursorRing: Bool { true }
  /// Sets the look of a cell.
  func configure(_ cell: CollectionCell) {
    cell.style = .tile
    cell.contentInsets = cellInsets
  }

  // MARK: Arrangement

  open override var contentSize: Size { Size(width: size.width, height: contents.height) }

  /// Returns the frame of an item at rest, in the coordinates of the content; `.zero` for an invalid index.
  ///
  /// UIKit: `layoutAttributesForItemAtIndexPath:`.
  public func frame(ofItem index: Int) -> Rect { contents.frame(of: index) }

  /// Returns the index of the item at `point`, in the collection view's coordinates; `nil` if there is none.
  ///
  /// UIKit: `indexPathForItemAtPoint:`.
  public func indexOfItem(at point: Point) -> Int? {
    bounds.contains(point) ? contents.item(at: point + contentOffset) : nil
  }

  /// The indexes of the items in sight, in ascending order.
  ///
  /// UIKit: `indexPathsForVisibleItems`.
  public var visibleIndexes: [Int] { contents.visibleItems.sorted() }

  /// Scrolls by as little as needed to show an item.
  ///
  /// UIKit: `scrollToItemAtIndexPath:atScrollPosition:animated:`.
  public func scrollToItem(_ index: Int, animated: Bool) {
    layoutIfNeeded()
    guard (0..<numberOfItems).contains(index) else { return }
    var rect = Rect.zero
    // Rows that come into sight are measured, and may move the item.
    for _ in 0..<(animated ? 1 : Self.mostScrolls) where rect != contents.frameWithHeader(of: index) {
      rect = contents.frameWithHeader(of: index)
      scrollToVisible(Rect(x: 0, y: rect.minY, width: 1, height: rect.size.height), animated: animated)
    }
    scrolledItem = isMoving ? index : nil
  }
  private static let mostScrolls = 4

  /// The item to which an animated scroll leads. Rows that become higher on the way move it.
  private var scrolledItem: Int?

  public override func setContentOffset(_ offset: Point, animated: Bool) {
    scrolledItem = nil
    super.setContentOffset(offset, animated: animated)
  }

  /// Lets an animated scroll end at the present place of its item.
  private func followScrolledItem() {
    guard contents.takeMove(), let scrolledItem else { return }
    scrollToItem(scrolledItem, animated: true)
  }

  open override func layoutSubviews() {
    contents.layoutItems()
    followScrolledItem()
  }
  open override func didScroll() {
    if !isMoving { scrolledItem = nil }
    contents.contentDidScroll()
    followScrolledItem()
    // During a change of the items, the selection has still the old indexes.
    if !contents.isUpdating { gestures.contentDidScroll() }
    label.contentScrolled(in: bounds)
  }

  open override func animate(to now: Timestamp) -> Bool {
    let isScrolling = super.animate(to: now)
    if isScrolling { label.contentMoved(to: contentOffset.y, at: now, in: bounds) }
    var isMoving = contents.advance(to: now)
    if gestures.advance(to: now) { isMoving = true }
    return isScrolling || isMoving || self.isMoving
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    setNeedsLayout()
    guard !isInWindow else { return }
    gestures.cancelDrag()
    contents.stopMotions()
  }

  /// Arranges the items and headers for the text scale of the theme.
  open override func themeChanged() {
    super.themeChanged()
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }

  // MARK: Label

  private lazy var label = CollectionLabel(bar: bars.vertical) { [weak self] in self?.labelText }

  /// The text for the first item in sight; `nil` if there is none.
  private var labelText: String? {
    guard let first = contents.visibleItems.first else { return nil }
    return scrollLabel?(first) ?? contents.title(ofSectionOf: first)
  }

  /// Returns the scroll bar also beside it, if a finger can drag it.
  open override func hitTest(_ point: Point) -> View? {
    let bar = bars.vertical
    if bar.acceptsTouch, acceptsEvents, bar.acceptsEvents, bar.point(inside: point - bar.frame.origin) {
      return bar
    }
    return super.hitTest(point)
  }

  // MARK: Semantics

  /// A grid of the items in sight; a list if there is one column.
  open override var semantics: Semantics {
    var semantics = super.semantics
    describe(&semantics)
    return semantics
  }

  // MARK: Contacts

  private(set) lazy var gestures = CollectionGestures(of: self)

  /// Whether the user can move items.
  var canReorder: Bool { allowsReordering && contents.haveIdentities }

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
  open override func focusChanged() { contents.updateMarks() }

  /// The ring around the item with the cursor, if it is in sight.
  @_spi(Subclassing) open override var focusOutline: FocusOutline? {
    guard hasFocusRing, isFocusVisible else { return nil }
    guard hasCursorRing, let cursor = selection.cursor else { return super.focusOutline }
    let place = contents.frame(of: cursor)
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
    switch handleKey(key) {
    case .handled: return true
    case .ignored: return false
    case .scrolls: return super.keyPressed(key)
    }
  }
}
