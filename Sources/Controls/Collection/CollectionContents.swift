internal import Geometry
internal import Views

/// The items of a collection view: their source, their places, and the cells and headers in sight.
@MainActor
final class CollectionContents {
  private unowned let view: CollectionView
  private var source: any CollectionSource
  private var places = ItemPlaces()
  private let cells = CollectionCells()
  private let headers = CollectionHeaders()

  /// Whether cells are being loaded or moved. Content that is changed meanwhile is changed at the next layout.
  private(set) var isUpdating = false
  /// Whether the heights of the items are being requested from the application.
  private var isArranging = false
  /// The change of content that a callback of the content's own loading has requested.
  private var pendingReplacement: (() -> Void)?
  /// The first visible item before a new arrangement, which the next layout keeps at its place on the screen.
  private var anchor: Anchor?
  /// The heights of the items; `nil` if all have the height of the layout.
  private var heights: ItemHeights?

  /// An item, and its distance from the upper side of the view.
  private typealias Anchor = (item: Int, distance: Double)

  /// Creates the contents of a view without items.
  init(in view: CollectionView) {
    self.view = view
    source = NumberedSource(count: 0) { _, reusing in reusing ?? View() }
    places.setSections([CollectionArrangement.SectionShape(count: 0)], titles: [nil])
    cells.onEndDisplaying = { [unowned view] in view.onEndDisplaying?($0) }
  }

  // MARK: Items

  /// The number of items.
  var count: Int { source.count }
  /// Whether the items have identities. Only such items can be moved.
  var haveIdentities: Bool { source.hasIdentities }
  /// The number of cells with views, including unused cells.
  var viewCount: Int { cells.viewCount }
  /// The cells that have views and are not hidden.
  var shownCells: [CollectionCell] { cells.shown }
  /// The sections with a header in sight, in order, each with its header.
  var shownHeaders: [(section: Int, label: ThemedLabel)] { headers.shown }

  /// Returns the cell of an item; `nil` if it has no view.
  func cell(_ index: Int) -> CollectionCell? { cells.cell(index) }

  /// Releases the cells that are kept for reuse.
  func purge() { cells.purge() }

  var layout: CollectionLayout {
    get { places.layout }
    set { places.layout = newValue }
  }

  /// Shows other items: those of `sections`, whose cells `new` makes.
  func replace<Item>(_ sections: [CollectionSection<Item>], by new: any CollectionSource, animated: Bool) {
    guard !isUpdating, !isArranging else {
      pendingReplacement = { [weak self] in self?.replace(sections, by: new, animated: animated) }
      return view.setNeedsLayout()
    }
    pendingReplacement = nil
    view.gestures.cancelLift()
    view.layoutIfNeeded()
    let old = source
    func change() {
      source = new
      places.setSections(sections.map(\.shape), titles: sections.map(\.title))
    }
    guard let matching = new.matching(from: old), cells.isNumberedByItem else {
      change()
      view.itemsWereRemoved(from: 0)
      return reload()
    }
    let moves = animated && view.isInWindow && !view.effectiveTheme.isMotionReduced
    animateChange(matching, isAnimated: moves) {
      change()
      places.renumberExtraHeights { matching.newIndex(of: $0) }
      cells.renumber(animated: moves) { matching.newIndex(of: $0) }
      for cell in cells.shown {
        guard let oldIndex = matching.oldIndex(of: cell.index) else { continue }
        if new.isChanged(cell.index, from: oldIndex, of: old) { cells.reload(cell.index) }
      }
    }
    view.itemsDidMove({ matching.newIndex(of: $0) }, nearest: { matching.newIndex(nearestTo: $0) })
  }

  /// Shows the items of a source without identities, whose number may have changed.
  func show(_ numbered: NumberedSource) {
    let isOther = source !== numbered
    if isOther { view.gestures.cancelLift() }
    (source, pendingReplacement) = (numbered, nil)
    let count = numbered.count
    places.setSections([CollectionArrangement.SectionShape(count: count)], titles: [nil])
    view.itemsWereRemoved(from: isOther ? 0 : count)
    if isOther {
      reload()
    } else {
      cells.removeItems(from: count)
      places.renumberExtraHeights { $0 < count ? $0 : nil }
      view.setNeedsLayout()
    }
  }

  /// Requests the content of all cells again.
  func reload() {
    view.gestures.cancelLift()
    cells.recycleAll()
    places.forgetExtraHeights()
    places.invalidate()
    view.setNeedsLayout()
  }

  // MARK: Arrangement

  private var room: ItemPlaces.Room {
    ItemPlaces.Room(
      width: view.size.width, isMirrored: view.effectiveLayoutDirection == .rightToLeft,
      textScale: view.effectiveTheme.effectiveTextScale)
  }

  /// Arranges the items, if something has changed.
  ///
  /// - Parameter keepsAnchor: Whether the next layout keeps the first visible item at its place.
  func arrange(keepsAnchor: Bool = true) {
    let room = room
    let isOutdated = places.isOutdated(in: room)
    let hasHeights = heights != nil || places.hasExtraHeights
    guard !isArranging, isOutdated || places.isReordered && hasHeights else { return }
    if keepsAnchor, anchor == nil, view.contentOffset.y > 0, places.move == nil { anchor = firstVisible() }
    places.beginArranging(in: room)
    if isOutdated { heights = source.height.map(ItemHeights.init) }
    isArranging = true
    // The closure of the heights may read and change the view, so that no access to `places` may be open.
    let (current, heights) = (places, heights)
    let arrangement = current.makeArrangement(
      height: heights.map { heights in { heights.height(of: $0, $1) } },
      extraHeaderHeight: {
        CollectionHeaders.extraHeight(
          $0, width: room.width, insets: self.layout.insets, self.view.effectiveTheme)
      })
    isArranging = false
    places.replaceArrangement(arrangement)
  }

  /// The height of all items and headers, in points.
  var height: Double {
    arrange()
    return places.height
  }

  /// Returns the frame of an item at rest, in the coordinates of the content; `.zero` for an invalid index.
  func frame(of index: Int) -> Rect {
    arrange()
    return places.frame(of: index)
  }

  /// Returns the frame of an item, with the header of its section if the item is in the first row.
  func frameWithHeader(of index: Int) -> Rect {
    arrange()
    return places.frameWithHeader(of: index)
  }

  /// Returns the item at a point of the content; `nil` if there is none.
  func item(at point: Point) -> Int? {
    arrange()
    return places.item(at: point)
  }

  /// Returns the items that overlap a rectangle of the content.
  func items(in rect: Rect) -> RangeSet<Int> { places.items(in: rect) }

  /// Returns the item at which a step ends.
  func item(_ step: CollectionArrangement.Step, from item: Int) -> Int {
    arrange()
    return places.item(step, from: item)
  }

  /// The items in sight, by their places.
  var visibleItems: [Int] {
    arrange()
    return visible
  }
  private var visible: [Int] {
    let (top, height) = (view.contentOffset.y, view.size.height)
    return height > 0 ? places.items(from: top, to: top + height) : []
  }

  /// Returns the title of the section of an item; `nil` if it has none.
  func title(ofSectionOf item: Int) -> String? { places.title(ofSectionOf: item) }
  /// Returns the index of the first item of a section; of an empty one, that of the next item.
  func firstItem(ofSection section: Int) -> Int { places.firstItem(ofSection: section) }

  /// The first item in sight, and its distance from the upper side.
  private func firstVisible(where isAnchor: (Int) -> Bool = { _ in true }) -> Anchor? {
    visible.first(where: isAnchor).map { ($0, places.frame(of: $0).minY - view.contentOffset.y) }
  }

  /// Returns the distance by which the content must scroll to keep an item at its place on the screen.
  private func shift(toKeep item: Int, at distance: Double) -> Double {
    places.frame(of: item).minY - distance - view.contentOffset.y
  }

  // MARK: Cells

  /// Arranges the items and shows those in sight. Called during a layout.
  func layoutItems() {
    if let pending = pendingReplacement { pending() }
    arrange()
    let anchor = self.anchor
    self.anchor = nil
    let isValid = anchor.map { $0.item < count } ?? false
    view.layoutContent(shiftedBy: anchor.map { isValid ? shift(toKeep: $0.item, at: $0.distance) : 0 } ?? 0)
    update()
  }

  /// Shows the items in sight after the content has scrolled.
  func contentDidScroll() {
    arrange(keepsAnchor: false)
    anchor = nil
    update()
  }

  private func update() {
    guard !isUpdating, !isArranging else { return }
    arrange()
    isUpdating = true
    defer { isUpdating = false }
    showCells()
    var rounds = 0
    while rounds < Self.mostMeasurements, takeExtraHeights() {
      showCells()
      rounds += 1
    }
    if rounds > 0 {
      view.invalidateIntrinsicContentSize()
      hasMovedItems = true
    }
    if rounds == Self.mostMeasurements { view.setNeedsLayout() }
    updateMarks()
    let top = view.contentOffset.y
    headers.show(
      places.headers(from: top, to: top + view.size.height), insets: layout.insets,
      isMirrored: room.isMirrored, in: view.viewport)
  }

  /// Shows the cells in sight, and lays out new ones in the same frame.
  private func showCells() {
    let wanted = CollectionCells.Wanted(
      items: visible, itemsPerGroup: view.itemsPerGroup, count: count,
      frame: { self.places.frame(of: $0) },
      makeContent: { [source] in source.makeContent($0, reusing: $1) })
    cells.show(wanted, in: view.viewport)
    for cell in cells.shown {
      view.configure(cell)
      cell.onExtraHeightChange = measuresContents ? { [weak self] in self?.extraHeightDidChange() } : nil
    }
    cells.layoutIfNeeded()
  }

  // MARK: Extra heights

  /// The largest number of times that the cells are measured for a frame. Each time, others come into sight.
  private static let mostMeasurements = 4

  /// Whether rows with broken texts are higher.
  private var measuresContents: Bool {
    guard case .atLeast = layout.itemHeight else { return false }
    return heights == nil
  }

  /// Whether rows have become higher since the last call of ``takeMove()``.
  private var hasMovedItems = false

  /// Returns whether rows have become higher since the last call, and have moved the items below.
  func takeMove() -> Bool {
    defer { hasMovedItems = false }
    return hasMovedItems
  }

  /// Forgets the heights of rows with broken texts, because the cells get other widths.
  func forgetExtraHeights() { places.forgetExtraHeights() }

  /// Called after a cell needs another height.
  private func extraHeightDidChange() {
    if !isUpdating { view.setNeedsLayout() }
  }

  /// Takes the heights that the shown cells need beyond the height of the layout. Returns whether items have other places now. The first item in
  /// sight whose height is known already keeps its place on the screen.
  private func takeExtraHeights() -> Bool {
    guard measuresContents, !isArranging else { return false }
    let measured = cells.shown.compactMap { cell in cell.extraHeight.map { (cell.index, $0) } }
    let changed = Set(measured.filter { places.isNews($0.1, of: $0.0) }.map(\.0))
    guard !changed.isEmpty else { return false }
    let anchor =
      view.contentOffset.y > 0 ? firstVisible { !changed.contains($0) } ?? firstVisible() : nil
    for (item, height) in measured { places.setExtraHeight(height, of: item) }
    arrange(keepsAnchor: false)
    view.layoutContent(shiftedBy: anchor.map { shift(toKeep: $0.item, at: $0.distance) } ?? 0)
    return true
  }

  /// Marks the selected cells and the pressed one.
  func updateMarks() {
    for cell in cells.shown { cell.mark = view.mark(of: cell.index) }
  }

  // MARK: Motion

  /// Changes the items, and moves the cells to their new places.
  ///
  /// - Parameter change: Changes the source and renumbers the cells.
  private func animateChange(_ matching: ItemMatching, isAnimated: Bool, _ change: () -> Void) {
    let (oldPlaces, oldOffset, cellPlaces) = (places, view.contentOffset.y, cells.places)
    let anchor = oldOffset > 0 ? firstVisible { matching.newIndex(of: $0) != nil } : nil
    isUpdating = true
    change()
    arrange(keepsAnchor: false)
    view.layoutContent(
      shiftedBy: anchor.map { anchor in
        matching.newIndex(of: anchor.item).map { shift(toKeep: $0, at: anchor.distance) } ?? 0
      } ?? 0)
    isUpdating = false
    let scrolled = view.contentOffset.y - oldOffset
    if isAnimated {
      cells.move(from: cellPlaces, by: scrolled) { places.frame(of: $0) }
      headers.move(by: scrolled) { places.section(like: $0, in: oldPlaces) }
    } else {
      stopMotions()
    }
    let withViews = Set(cells.shown.map(\.index))
    update()
    guard isAnimated else { return }
    for index in visible where !withViews.contains(index) {
      let start = matching.oldIndex(of: index).map { oldPlaces.frame(of: $0) }
      let far = view.size.height  // a cell that comes from far away begins beside the visible part
      cells.enter(
        index,
        from: start.map {
          let way = Point(x: $0.minX, y: $0.minY + scrolled) - places.frame(of: index).origin
          return Point(x: way.x, y: min(max(way.y, -far), far))
        })
    }
    showMotions()
  }

  /// Shows the cells and headers where their motions begin, and requests frames while the motions go on.
  private func showMotions() {
    update()
    if isMoving { view.setNeedsAnimation() }
  }

  private var isMoving: Bool { cells.isMoving || headers.isMoving }

  /// Advances the motions. Returns whether one of them goes on.
  func advance(to now: Timestamp) -> Bool {
    guard isMoving else { return false }
    let cellsMove = cells.advance(to: now) { places.frame(of: $0) }
    let headersMove = headers.advance(to: now)
    if !cellsMove { update() }
    return cellsMove || headersMove || isMoving
  }

  /// Ends all motions.
  func stopMotions() {
    cells.stopMotions()
    headers.stopMotions()
  }

  // MARK: Reordering

  /// Lets a finger or the pointer hold an item. Returns its view; `nil` if it has none.
  func lift(_ index: Int) -> CollectionCellGroup? {
    guard view.canReorder, places.move == nil, let group = cells.group(of: index) else { return nil }
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
    if view.effectiveTheme.isMotionReduced {
      cells.stopMotions()
    } else {
      cells.move(from: cellPlaces, by: 0) { places.frame(of: $0) }
    }
    showMotions()
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
    if isMoved {
      places.invalidate()  // the heights are those of the former order
      places.renumberExtraHeights { order.place(of: $0) }
      cells.renumber(animated: false) { order.place(of: $0) }
      view.itemsDidMove({ order.place(of: $0) }, nearest: { order.place(of: $0) })
    }
    rearrange(from: cellPlaces)
    view.setNeedsLayout()
    if isMoved { view.onMove?(move.item, move.place) }
    return isMoved
  }

  /// Moves an item by a step within its section. Returns whether it has moved.
  func moveItem(_ item: Int, _ step: CollectionArrangement.Step) -> Bool {
    guard view.canReorder, places.move == nil, item < count else { return false }
    view.layoutIfNeeded()
    arrange()
    let target = places.clamped(places.item(step, from: item), toSectionOf: item)
    guard target != item else { return false }
    places.move = ItemMove(item: item, place: target)
    return drop(isCanceled: false)
  }
}
