/// Keeps the books of loaded views: which item each stands for, which are missing, which can be reused.
///
/// It asks nobody for views; it says which ones to ask for.
struct ItemLoader {
  /// The loaded views by ascending index.
  private(set) var loaded: [LoadedItem] = []
  /// Views on their way out.
  private(set) var leaving: [LeavingItem] = []
  /// Counts how often everything was thrown away, so that a view asked for before that can be told.
  private(set) var generation = 0

  private(set) var itemPool = ReusePool()
  private(set) var placeholderPool = ReusePool()

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
  func index(of view: any ItemView) -> Int? { loaded.first { $0.view === view }?.index }

  /// Marks item `index`, and no other, so that it is found again after changes of content.
  mutating func follow(_ index: Int) {
    for position in loaded.indices { loaded[position].isFollowed = loaded[position].index == index }
  }

  /// The index that the item has now that is followed; `nil` if it was removed or is no longer loaded.
  var followedIndex: Int? { loaded.first { $0.isFollowed }?.index }

  private func insertionPoint(of index: Int) -> Int {
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
    if loaded.count == wanted.count, zip(loaded, wanted).allSatisfy({ $0.index == $1 }) { return }
    unloadUnwanted(ring: ring)
    for index in wanted.reversed() where position(of: index) == nil { missing.append(index) }
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
        put(item.view, isPlaceholder: !(0..<ring.count).contains(item.index))
      }
    }
    loaded.removeLast(loaded.count - kept)
  }

  /// Takes the next index to load, lowest first.
  mutating func nextMissing() -> Int? { missing.popLast() }

  /// Hands out a view for reuse.
  mutating func reusableView(isPlaceholder: Bool) -> (any ItemView)? {
    let view = isPlaceholder ? placeholderPool.take() : itemPool.take()
    if let view, let position = loaded.firstIndex(where: { $0.predecessor === view }) {
      loaded[position].predecessor = nil
    }
    return view
  }

  /// Keeps `view` for reuse.
  mutating func put(_ view: any ItemView, isPlaceholder: Bool) {
    if isPlaceholder { placeholderPool.put(view) } else { itemPool.put(view) }
  }

  /// Notes that `view` stands for item `index`; a view that stood there before goes to its pool.
  ///
  /// A view that the data source kept and gives again, instead of the one offered, no longer waits for reuse.
  mutating func insert(_ view: any ItemView, at index: Int, isPlaceholder: Bool) {
    if isPlaceholder { placeholderPool.remove(view) } else { itemPool.remove(view) }
    let position = insertionPoint(of: index)
    if position < loaded.count, loaded[position].index == index {
      if loaded[position].view !== view { put(loaded[position].view, isPlaceholder: isPlaceholder) }
      loaded[position].view = view
    } else {
      loaded.insert(LoadedItem(index: index, view: view), at: position)
    }
  }

  /// Throws everything away, the pools too.
  mutating func removeAll() {
    generation += 1
    loaded.removeAll(keepingCapacity: true)
    leaving.removeAll()
    missing.removeAll(keepingCapacity: true)
    itemPool = ReusePool()
    placeholderPool = ReusePool()
  }
}

extension ItemLoader {
  // MARK: Changes of content

  /// Makes room for an item at `index`: the items from there on move up by one.
  mutating func shiftForInsertion(at index: Int) {
    for position in insertionPoint(of: index)..<loaded.count { loaded[position].index += 1 }
  }

  /// Takes item `index` out and returns its view; the items behind it move down by one.
  mutating func extract(at index: Int) -> (any ItemView)? {
    let position = position(of: index)
    let view = position.map { loaded.remove(at: $0).view }
    for position in insertionPoint(of: index)..<loaded.count { loaded[position].index -= 1 }
    return view
  }

  /// Lets a view that was taken out fade.
  mutating func fadeOut(_ view: any ItemView, index: Int, from spot: Spot, at now: Timestamp?) {
    leaving.append(
      LeavingItem(
        index: index, view: view, spot: spot,
        passage: Passage(since: now, duration: Passage.fadeOutDuration)))
  }

  /// Lets items slide to their places: `shift` says how far away each starts, or `nil` if it is there.
  mutating func slide(at now: Timestamp?, delay: Double, shift: (LoadedItem) -> Spot?) {
    for position in loaded.indices {
      guard let shift = shift(loaded[position]) else { continue }
      loaded[position].slide = Slide(
        shift: shift, passage: Passage(since: now, delay: delay, duration: Passage.slideDuration))
    }
  }

  /// Lets item `index` appear, over its predecessor if there is one.
  mutating func fadeIn(at index: Int, over predecessor: (any ItemView)?, at now: Timestamp?) {
    guard let position = position(of: index) else { return }
    loaded[position].appearance = Passage(since: now, duration: Passage.slideDuration)
    loaded[position].predecessor = predecessor
  }

  // MARK: Time

  /// Whether something slides, appears or fades.
  var isChanging: Bool {
    !leaving.isEmpty || loaded.contains { $0.slide != nil || $0.appearance != nil }
  }

  /// Ends what is over at `now`; views that have faded out can be reused.
  mutating func advance(to now: Timestamp) {
    for position in leaving.indices { leaving[position].passage.start(at: now) }
    for item in leaving where item.passage.isOver(at: now) { itemPool.put(item.view) }
    leaving.removeAll { $0.passage.isOver(at: now) }
    for position in loaded.indices {
      if loaded[position].slide != nil {
        loaded[position].slide?.passage.start(at: now)
        if loaded[position].slide?.passage.isOver(at: now) == true { loaded[position].slide = nil }
      }
      if loaded[position].appearance != nil {
        loaded[position].appearance?.start(at: now)
        if loaded[position].appearance?.isOver(at: now) == true {
          loaded[position].appearance = nil
          loaded[position].predecessor = nil
        }
      }
    }
  }
}
