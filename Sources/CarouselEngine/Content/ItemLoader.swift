internal import Geometry

/// The loaded views: which item each stands for, which items are missing, and which views can be reused.
///
/// It requests no views itself; it says which ones to request.
struct ItemLoader: Sendable {
  /// The loaded views by ascending index.
  private(set) var loaded: [LoadedItem] = []
  /// Views on their way out.
  private(set) var leaving: [LeavingItem] = []
  /// How often everything was unloaded.
  private(set) var generation = 0
  /// How often the content changed; a view requested before a change is recognized by it.
  private(set) var revision = 0
  /// Whether something slides, appears or fades, as far as is known.
  private(set) var isChanging = false

  /// Above this many loaded views, duplicate detection is skipped: it is O(n).
  private static let mostSearched = 1000

  /// Whether an item was loaded only to learn its width, since everything was thrown away.
  private(set) var hasProbed = false

  private(set) var itemPools = ReusePools()
  private(set) var placeholderPool = ReusePool()

  /// What has left the visible range, while that is being collected; otherwise it goes to its pool at once.
  private var departing: [LoadedItem]?

  /// Scratch: the indexes that are to be loaded, ascending, and those of them that are not, descending.
  private var wanted: [Int] = []
  private var missing: [Int] = []

  // MARK: Looking things up

  /// Returns where in `loaded` item `index` is.
  func position(of index: Int) -> Int? {
    let position = insertionPoint(of: index)
    return position < loaded.count && loaded[position].index == index ? position : nil
  }

  /// Returns the view of item `index` if it is loaded.
  func view(at index: Int) -> (any ItemView)? { position(of: index).map { loaded[$0].view } }

  /// Returns the item that `view` stands for.
  func index(of view: any ItemView) -> Int? {
    for position in loaded.indices where loaded[position].view === view { return loaded[position].index }
    return nil
  }

  /// Marks item `index`, and no other, so that it is found again after changes of content.
  mutating func follow(_ index: Int) {
    for position in loaded.indices { loaded[position].isFollowed = loaded[position].index == index }
  }

  /// The index that the item has now that is followed; `nil` if it was removed or is no longer loaded.
  var followedIndex: Int? { loaded.first { $0.isFollowed }?.index }

  func insertionPoint(of index: Int) -> Int {
    var (low, high) = (0, loaded.count)
    while low < high {
      let middle = (low + high) / 2
      if loaded[middle].index < index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Loading and unloading

  /// Unloads what is not in `range` and notes what of it is missing.
  ///
  /// Items that have faded away entirely are not loaded.
  ///
  /// - Parameter others: Items to be loaded besides.
  ///
  /// - Complexity: O(the number of visible items).
  mutating func plan(
    _ range: VisibleRange, ring: ItemRing, fade: Fade, scrollOffset: Double, and others: [Int] = []
  ) {
    wanted.removeAll(keepingCapacity: true)
    var isSorted = true
    for index in range.first..<(range.first + range.count) {
      let index = ring.wraps ? ring.index(index) : index
      if !fade.isNone, fade.alpha(at: ring.distance(ofItem: index, from: scrollOffset)) == 0 { continue }
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
    unloadUnwanted(ring: ring)
    for index in wanted.reversed() where position(of: index) == nil { missing.append(index) }
  }

  private var isLoadedAsWanted: Bool {
    guard loaded.count == wanted.count else { return false }
    for position in loaded.indices where loaded[position].index != wanted[position] { return false }
    return true
  }

  private mutating func unloadUnwanted(ring: ItemRing) {
    var next = 0
    var kept = 0
    for position in loaded.indices {
      let item = loaded[position]
      while next < wanted.count, wanted[next] < item.index { next += 1 }
      if next < wanted.count, wanted[next] == item.index {
        if kept != position { loaded[kept] = item }
        kept += 1
      } else {
        let isPlaceholder = !(0..<ring.count).contains(item.index)
        if departing != nil, !isPlaceholder {
          departing?.append(item)
        } else {
          put(item.view, isPlaceholder: isPlaceholder, kind: item.kind)
        }
      }
    }
    loaded.removeLast(loaded.count - kept)
  }

  /// Keeps what leaves the range from now on, until it is taken.
  mutating func keepDeparting() { departing = [] }

  /// Returns what has left the range since ``keepDeparting()``.
  mutating func takeDeparted() -> [LoadedItem] {
    defer { departing = nil }
    return departing ?? []
  }

  /// Takes the next index to load, lowest first.
  mutating func nextMissing() -> Int? { missing.popLast() }

  /// Stores `view` as the view of item `index`; a view that stood there before goes to its pool.
  ///
  /// A view that the data source kept and returns again leaves its pool, stops fading out, and stands for no other item;
  /// then the offered view goes back to its pool. Where the data source made a new view, the offered one is dropped.
  mutating func insert(
    _ view: any ItemView, size: Size, at index: Int, isPlaceholder: Bool, kind: String?,
    offered: (any ItemView)?
  ) {
    var isKnown = isPlaceholder ? placeholderPool.remove(view) : itemPools.remove(view)
    if isChanging, forgetOutgoing(view) { isKnown = true }
    if view !== offered, loaded.count <= Self.mostSearched,
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
      loaded[position].view = view
      loaded[position].size = size
      loaded[position].kind = kind
    } else {
      loaded.insert(LoadedItem(index: index, view: view, size: size, kind: kind), at: position)
    }
    if let offered, offered !== view, isKnown, self.index(of: offered) == nil {
      put(offered, isPlaceholder: isPlaceholder, kind: kind)
    }
  }

  /// Unloads everything and empties the pools.
  mutating func removeAll() {
    generation += 1
    revision += 1
    loaded.removeAll(keepingCapacity: true)
    leaving.removeAll()
    missing.removeAll(keepingCapacity: true)
    departing = nil
    isChanging = false
    hasProbed = false
    purge()
  }

  // MARK: Changes of content

  /// Gives each loaded item the index that `index` says; those without one are taken out.
  mutating func renumber(_ index: (LoadedItem) -> Int?) {
    revision += 1
    missing.removeAll(keepingCapacity: true)
    loaded = loaded.compactMap { item in
      guard let index = index(item) else { return nil }
      var item = item
      item.index = index
      return item
    }
    loaded.sort { $0.index < $1.index }
  }

  // MARK: Views on their way out

  /// Lets an item that was removed fade out, and the outgoing views under it, from what is seen at `now`.
  ///
  /// - Parameters:
  ///   - position: Where it is seen.
  ///   - start: When that begins; `nil` means with the next frame.
  mutating func fadeOut(
    _ item: LoadedItem, at position: ItemPosition, seenAt now: Timestamp?, since start: Timestamp?
  ) {
    leave(
      item, to: position, slide: nil, fades: true, seenAt: now,
      for: TimedProgress(since: start, duration: TimedProgress.fadeOutDuration))
  }

  /// Lets an item travel to where it is not loaded.
  ///
  /// - Parameters:
  ///   - place: Where it goes.
  ///   - slide: How it gets there.
  mutating func travelOut(
    _ item: LoadedItem, to place: ItemPosition, by slide: OffsetAnimation, seenAt now: Timestamp?
  ) {
    leave(item, to: place, slide: slide, fades: false, seenAt: now, for: slide.progress)
  }

  private mutating func leave(
    _ item: LoadedItem, to place: ItemPosition, slide: OffsetAnimation?, fades: Bool, seenAt now: Timestamp?,
    for progress: TimedProgress
  ) {
    let presence = item.presence(at: now)
    var left = LeavingItem(
      index: item.index, view: item.view, kind: item.kind, place: place, slide: slide,
      presence: presence, fades: fades, progress: progress)
    for outgoing in item.outgoing {
      // It waits for reuse already.
      left.view = outgoing.view
      left.isPooled = true
      left.presence = outgoing.presence * (1 - presence)
      left.fades = true
      leaving.append(left)
    }
    (left.view, left.isPooled, left.presence, left.fades) = (item.view, false, presence, fades)
    leaving.append(left)
    isChanging = true
  }

  /// Notes where views on their way out are, before their neighbors get other places.
  mutating func releaseLeaving(at positions: ItemPositions) {
    for position in leaving.indices {
      leaving[position].place = leaving[position].place(in: positions)
      leaving[position].anchor = positions.offset
    }
  }

  /// Lets views on their way out move with the carousel from where it is now.
  mutating func anchorLeaving(at scrollOffset: Double) {
    for position in leaving.indices { leaving[position].anchor = scrollOffset }
  }

  // MARK: Views on their way to their places

  /// Lets items slide to their places: `shift` says how far away each starts, or `nil` if it is there.
  mutating func slide(since start: Timestamp?, delay: Double, shift: (LoadedItem) -> ItemPosition?) {
    for position in loaded.indices {
      guard let shift = shift(loaded[position]) else {
        loaded[position].slide = nil
        continue
      }
      loaded[position].slide = OffsetAnimation(
        shift: shift,
        progress: TimedProgress(since: start, delay: delay, duration: TimedProgress.slideDuration))
      isChanging = true
    }
  }

  /// Lets item `index` appear, over what it looked like if there is one.
  mutating func fadeIn(
    at index: Int, over old: (any ItemView)?, seenAt now: Timestamp?, since start: Timestamp?,
    delay: Double = 0
  ) {
    guard let position = position(of: index) else { return }
    loaded[position].appear(over: old, seenAt: now, since: start, delay: delay)
    isChanging = true
  }

  // MARK: Time

  /// Ends what is over at `now`; views that have left can be reused.
  mutating func advance(to now: Timestamp) {
    var goesOn = false
    for position in leaving.indices {
      leaving[position].progress.start(at: now)
      leaving[position].slide?.progress.start(at: now)
      let item = leaving[position]
      if item.progress.isOver(at: now), !item.isPooled {
        put(item.view, isPlaceholder: false, kind: item.kind)
      }
    }
    leaving.removeAll { $0.progress.isOver(at: now) }
    for position in loaded.indices {
      if loaded[position].slide != nil {
        loaded[position].slide?.progress.start(at: now)
        if loaded[position].slide?.progress.isOver(at: now) == true { loaded[position].slide = nil }
      }
      if loaded[position].appearance != nil {
        loaded[position].appearance?.start(at: now)
        if loaded[position].appearance?.isOver(at: now) == true {
          loaded[position].appearance = nil
          loaded[position].outgoing = []
        }
      }
      if loaded[position].slide != nil || loaded[position].appearance != nil { goesOn = true }
    }
    isChanging = goesOn || !leaving.isEmpty
  }

  // MARK: Reuse

  /// Marks that an item was loaded only to learn its width.
  mutating func noteProbe() { hasProbed = true }

  /// Takes the size that the view of item `index` has now.
  mutating func setSize(_ size: Size, at index: Int) {
    if let position = position(of: index) { loaded[position].size = size }
  }

  /// Counts times from a clock that shows `seconds` more.
  mutating func shiftTime(by seconds: Double) {
    guard isChanging else { return }
    for position in leaving.indices {
      leaving[position].progress.shiftTime(by: seconds)
      leaving[position].slide?.progress.shiftTime(by: seconds)
    }
    for position in loaded.indices {
      loaded[position].slide?.progress.shiftTime(by: seconds)
      loaded[position].appearance?.shiftTime(by: seconds)
    }
  }

  /// Returns a view for reuse.
  mutating func reusableView(isPlaceholder: Bool, kind: String?) -> (any ItemView)? {
    let view = isPlaceholder ? placeholderPool.take() : itemPools.take(kind: kind)
    if let view, isChanging || departing != nil { forgetOutgoing(view) }
    return view
  }

  /// Keeps `view` for reuse.
  mutating func put(_ view: any ItemView, isPlaceholder: Bool, kind: String?) {
    if isPlaceholder { placeholderPool.put(view) } else { itemPools.put(view, kind: kind) }
  }

  /// Drops the views that wait for reuse.
  mutating func purge() {
    itemPools = ReusePools()
    placeholderPool = ReusePool()
  }

  /// Removes `view` from the views that fade out: it is about to show something else.
  ///
  /// - Returns: Whether it was there.
  @discardableResult
  mutating func forgetOutgoing(_ view: any ItemView) -> Bool {
    var wasThere = false
    for position in loaded.indices where !loaded[position].outgoing.isEmpty {
      let count = loaded[position].outgoing.count
      loaded[position].outgoing.removeAll { $0.view === view }
      if loaded[position].outgoing.count != count { wasThere = true }
    }
    if let position = leaving.firstIndex(where: { $0.view === view }) {
      leaving.remove(at: position)
      wasThere = true
    }
    for position in departing?.indices ?? 0..<0 {
      departing?[position].outgoing.removeAll { $0.view === view }
    }
    return wasThere
  }
}
