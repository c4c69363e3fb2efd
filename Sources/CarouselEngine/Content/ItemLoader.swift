internal import Geometry

/// The loaded views, the items whose views are missing, and the views to reuse.
///
/// The loader determines which views to request, but does not request them itself.
package struct ItemLoader: Sendable {
  /// The loaded views by ascending index.
  package private(set) var loaded: [LoadedItem] = []
  /// The views that fade or slide out because their items have left.
  var leaving = LeavingItems()
  /// The number of times that all views were unloaded.
  private(set) var generation = 0
  /// The number of changes of content. A view that was requested at another revision is out of date.
  private(set) var revision = 0
  /// Whether the view of any item slides, appears or glides, as of the last frame or change.
  private var hasMoving = false

  /// Above this many loaded views, duplicate detection is skipped: it is O(n).
  private static let maximumSearched = 1000

  /// The maximum number of items that wait outside the visible range for the end of an animation although no
  /// frame has shown them.
  private static let maximumUnseen = 8

  /// Whether an item was loaded only to measure its width since all views were last unloaded.
  var hasProbed = false

  package private(set) var itemPool = ReusePool()
  package private(set) var placeholderPool = ReusePool()

  /// The collected items that have left the visible range; `nil` while such items are not collected and their
  /// views go directly to their pool.
  private var departing: [LoadedItem]?

  /// Scratch memory of ``plan(_:ring:fade:scrollOffset:and:)``: `wanted` is the indexes to load, ascending;
  /// `missing` is the indexes among them that are not loaded, descending.
  private var wanted: [Int] = []
  private var missing: [Int] = []

  /// Whether any view slides, appears or fades.
  var isChanging: Bool { hasMoving || !leaving.isEmpty }

  // MARK: Lookup

  /// Returns the position of item `index` in `loaded`; `nil` if it is not loaded.
  func position(of index: Int) -> Int? {
    let position = insertionPoint(of: index)
    return position < loaded.count && loaded[position].index == index ? position : nil
  }

  /// Returns the view of item `index` if it is loaded.
  func view(at index: Int) -> (any ItemView)? { position(of: index).map { loaded[$0].view } }

  /// Returns the index of the item that `view` shows.
  func index(of view: any ItemView) -> Int? { loaded.first { $0.view === view }?.index }

  /// Marks item `index`, so that ``followedIndex`` finds it after changes of content, and unmarks all other
  /// items.
  mutating func follow(_ index: Int) {
    for position in loaded.indices { loaded[position].isFollowed = loaded[position].index == index }
  }

  /// The current index of the marked item; `nil` if it was removed or is no longer loaded.
  var followedIndex: Int? { loaded.first { $0.isFollowed }?.index }

  func insertionPoint(of index: Int) -> Int {
    (0..<loaded.count).partitioningIndex { loaded[$0].index >= index }
  }

  // MARK: Loading and unloading

  /// Unloads the items outside `range`, and determines which items inside it are missing.
  ///
  /// Completely faded items are not loaded.
  ///
  /// - Parameter others: Items to load in addition to `range`.
  ///
  /// - Complexity: O(*n*) in the number of visible items.
  mutating func plan(
    _ range: VisibleRange, row: ItemRow, fade: Fade, scrollOffset: Double, and others: [Int] = []
  ) {
    wanted.removeAll(keepingCapacity: true)
    var isSorted = true
    for index in range.first..<(range.first + range.count) {
      let index = row.wraps ? row.index(index) : index
      if !fade.isNone, fade.alpha(at: row.distance(ofItem: index, from: scrollOffset)) == 0 { continue }
      if let last = wanted.last, last > index { isSorted = false }
      wanted.append(index)
    }
    if !others.isEmpty {
      wanted = Set(wanted).union(others).sorted()
    } else if !isSorted {
      wanted.sort()
    }
    missing.removeAll(keepingCapacity: true)
    if isLoadedAsWanted { return }
    unloadUnwanted(row: row)
    for index in wanted.reversed() {
      if let position = position(of: index), !mustReload(position) { continue }
      missing.append(index)
    }
  }

  private var isLoadedAsWanted: Bool {
    loaded.count == wanted.count
      && loaded.indices.allSatisfy { loaded[$0].index == wanted[$0] && !mustReload($0) }
  }

  private mutating func unloadUnwanted(row: ItemRow) {
    var next = 0
    var kept = 0
    for position in loaded.indices {
      let index = loaded.span[position].index
      let isPlaceholder = !(0..<row.count).contains(index)
      while next < wanted.count, wanted[next] < index { next += 1 }
      if next < wanted.count, wanted[next] == index {
        if kept != position { loaded.swapAt(kept, position) }
        kept += 1
      } else if departing != nil, !isPlaceholder {
        departing?.append(loaded[position])
      } else {
        put(loaded[position].view, isPlaceholder: isPlaceholder, kind: loaded[position].kind)
      }
    }
    loaded.removeLast(loaded.count - kept)
  }

  /// Unloads the items outside `range` that no frame has shown, if there are many of them. They were inserted
  /// since the frame at `now` and then pushed out of the visible range by further insertions.
  ///
  /// Without this limit, the cost of each insertion would grow with the number of insertions since the last
  /// frame.
  mutating func unloadUnseen(outside range: VisibleRange, row: ItemRow, at now: Timestamp) {
    guard loaded.count > range.count + Self.maximumUnseen else { return }
    wanted.removeAll(keepingCapacity: true)
    for position in loaded.indices {
      let index = loaded.span[position].index
      if loaded.span[position].opacity(at: now) > 0 || range.contains(index, on: row) {
        wanted.append(index)
      }
    }
    unloadUnwanted(row: row)
  }

  /// Starts to collect the items that leave the visible range, until ``takeDeparted()``.
  mutating func keepDeparting() { departing = [] }

  /// Returns the items that have left the visible range since ``keepDeparting()``.
  mutating func takeDeparted() -> [LoadedItem] {
    defer { departing = nil }
    return departing ?? []
  }

  /// Removes and returns the lowest index whose view is missing.
  mutating func nextMissing() -> Int? { missing.popLast() }

  /// Stores `view` as the view of item `index`. The item's previous view goes to its pool.
  ///
  /// The data source may ignore the offered view and return another view that it has retained. The retained
  /// view is then removed from its pool, from the outgoing views, from the items that have left the visible range
  /// and from any other item, and the offered view goes back to its pool. If the data source returns a new view,
  /// the offered view is dropped.
  mutating func insert(
    _ content: LoadedView, at index: Int, isPlaceholder: Bool, kind: String?, offered: (any ItemView)?
  ) {
    let view = content.view
    var isKnown = isPlaceholder ? placeholderPool.remove(view) : itemPool.remove(view)
    if isChanging || departing != nil, forgetOutgoing(view) { isKnown = true }
    if view !== offered, loaded.count <= Self.maximumSearched,
      let other = loaded.firstIndex(where: { $0.view === view })
    {
      isKnown = true
      if loaded[other].index != index { loaded.remove(at: other) }
    }
    let position = insertionPoint(of: index)
    if position < loaded.count, loaded[position].index == index {
      if loaded[position].view !== view {
        put(loaded[position].view, isPlaceholder: isPlaceholder, kind: loaded[position].kind)
      }
      loaded[position].content = content
      loaded[position].kind = kind
      loaded[position].outdatedRevision = nil
    } else {
      loaded.insert(LoadedItem(index: index, content: content, kind: kind), at: position)
    }
    if let offered, offered !== view, isKnown, self.index(of: offered) == nil {
      put(offered, isPlaceholder: isPlaceholder, kind: kind)
    }
  }

  /// Unloads all views and empties the pools.
  mutating func removeAll() {
    generation += 1
    revision += 1
    loaded.removeAll(keepingCapacity: true)
    leaving.forgetItems()
    missing.removeAll(keepingCapacity: true)
    departing = nil
    hasMoving = false
    hasProbed = false
    purge()
  }

  // MARK: Changes of content

  /// Gives each loaded item its new index. Items whose new index is `nil` are removed.
  mutating func renumber(_ newIndexes: [Int?]) {
    revision += 1
    missing.removeAll(keepingCapacity: true)
    var (kept, isSorted) = (0, true)
    for position in loaded.indices {
      guard let index = newIndexes[position] else { continue }
      if kept != position { loaded.swapAt(kept, position) }
      loaded[kept].index = index
      if kept > 0, loaded[kept - 1].index > index { isSorted = false }
      kept += 1
    }
    loaded.removeLast(loaded.count - kept)
    if !isSorted { loaded.sort { $0.index < $1.index } }
  }

  // MARK: Reloads

  /// Records that the view of item `index` is out of date. The caller reloads it; if the content changes before, the
  /// next plan reloads it.
  mutating func noteReload(of index: Int) {
    if let position = position(of: index) { loaded[position].outdatedRevision = revision }
  }

  /// Makes the next plan reload all views that are out of date.
  mutating func postponeReloads() {
    for position in loaded.indices where loaded[position].outdatedRevision != nil {
      loaded[position].outdatedRevision = revision - 1
    }
  }

  /// Returns whether the next plan must reload a view. A view that became out of date at the current revision is
  /// reloaded by a task.
  private func mustReload(_ position: Int) -> Bool {
    loaded[position].outdatedRevision.map { $0 != revision } ?? false
  }

  // MARK: Leaving views

  /// The outgoing views of loaded items, and the views whose items have left.
  var fadingViews: [LoadedView] {
    loaded.flatMap { $0.outgoing.map(\.content) } + leaving.items.map(\.content)
  }

  /// Updates the properties of the view at position `number` of ``fadingViews``.
  mutating func setProperties(_ properties: ViewProperties, ofFading number: Int) {
    var number = number
    for position in loaded.indices {
      if loaded[position].outgoing.indices.contains(number) {
        loaded[position].outgoing[number].content.properties = properties
        return
      }
      number -= loaded[position].outgoing.count
    }
    leaving.setProperties(properties, at: number)
  }

  /// Removes the views of cards that leave a stack.
  mutating func endCardFlights() { reuse(leaving.removeCards()) }

  private mutating func reuse(_ items: [LeavingItem]) {
    for item in items { put(item.view, isPlaceholder: false, kind: item.kind) }
  }

  // MARK: Sliding and appearing views

  /// Slides items to their positions.
  ///
  /// - Parameters:
  ///   - replacesAll: Whether the current slides of the other items end. Otherwise they continue.
  ///   - shift: Returns the start position of an item relative to its position; `nil` if the item does not
  ///     start to move.
  mutating func slide(
    since start: Moment, delay: Double = 0, replacesAll: Bool, shift: (borrowing LoadedItem) -> ItemPosition?
  ) {
    let progress = TimedProgress(since: start, delay: delay, duration: TimedProgress.slideDuration)
    for position in loaded.indices {
      if let shift = shift(loaded.span[position]) {
        loaded[position].slide = OffsetAnimation(shift: shift, progress: progress)
        hasMoving = true
      } else if replacesAll {
        loaded[position].slide = nil
      }
    }
  }

  /// Fades in the view of item `index`, over its former view `old` if that is not `nil`.
  mutating func fadeIn(
    at index: Int, over old: LoadedView?, seenAt now: Timestamp, since start: Moment,
    delay: Double = 0
  ) {
    guard let position = position(of: index) else { return }
    loaded[position].appear(over: old, seenAt: now, since: start, delay: delay)
    hasMoving = true
  }

  /// Makes item `index` glide from the hand to its position, and ends its slide.
  mutating func glide(_ dropGlide: DropGlide, at index: Int) {
    guard let position = position(of: index) else { return }
    loaded[position].dropGlide = dropGlide
    loaded[position].slide = nil
    hasMoving = true
  }

  // MARK: Time

  /// Ends the animations that have ended at `now`. Views that have left become reusable.
  ///
  /// - Returns: Whether the glide of a dropped item has ended.
  mutating func advance(to now: Timestamp) -> Bool {
    hasMoving = false
    var hasLanded = false
    reuse(leaving.advance(to: now))
    for position in loaded.indices {
      loaded[position].slide?.progress.start(at: now)
      if loaded[position].slide?.progress.isOver(at: now) == true { loaded[position].slide = nil }
      loaded[position].appearance?.start(at: now)
      if loaded[position].appearance?.isOver(at: now) == true {
        loaded[position].appearance = nil
        loaded[position].outgoing = []
      }
      if let dropGlide = loaded[position].dropGlide?.started(at: now) {
        if dropGlide.isOver(at: now) { hasLanded = true } else { hasMoving = true }
        loaded[position].dropGlide = dropGlide.isOver(at: now) ? nil : dropGlide
      }
      if loaded[position].slide != nil || loaded[position].appearance != nil { hasMoving = true }
    }
    return hasLanded
  }

  // MARK: Reuse

  /// Updates the properties of item `index`'s view.
  ///
  /// - Returns: The former properties; `nil` if the item is not loaded.
  mutating func setProperties(_ properties: ViewProperties, at index: Int) -> ViewProperties? {
    guard let position = position(of: index) else { return nil }
    defer { loaded[position].content.properties = properties }
    return loaded[position].content.properties
  }

  /// Removes and returns a view to reuse.
  mutating func reusableView(isPlaceholder: Bool, kind: String?) -> (any ItemView)? {
    let view = isPlaceholder ? placeholderPool.take(kind: kind) : itemPool.take(kind: kind)
    if let view, isChanging || departing != nil { forgetOutgoing(view) }
    return view
  }

  /// Puts `view` into the reuse pool.
  mutating func put(_ view: any ItemView, isPlaceholder: Bool, kind: String?) {
    if isPlaceholder { placeholderPool.put(view, kind: kind) } else { itemPool.put(view, kind: kind) }
  }

  /// Empties the reuse pools.
  mutating func purge() {
    itemPool = ReusePool()
    placeholderPool = ReusePool()
  }

  /// Removes `view` from the views that fade out and from the collected items that have left the visible range,
  /// because an item is about to use it.
  ///
  /// - Returns: Whether the view was among them.
  @discardableResult
  mutating func forgetOutgoing(_ view: any ItemView) -> Bool {
    var wasThere = false
    for position in loaded.indices where !loaded[position].outgoing.isEmpty {
      let count = loaded[position].outgoing.count
      loaded[position].outgoing.removeAll { $0.content.view === view }
      if loaded[position].outgoing.count != count { wasThere = true }
    }
    if leaving.remove(view) { wasThere = true }
    for position in departing?.indices ?? 0..<0 {
      departing?[position].outgoing.removeAll { $0.content.view === view }
    }
    if departing?.contains(where: { $0.view === view }) == true { wasThere = true }
    departing?.removeAll { $0.view === view }
    return wasThere
  }
}
