/// Keeps the books of loaded views: which item each stands for, which are missing, which can be reused.
///
/// It asks nobody for views; it says which ones to ask for.
struct ItemLoader {
  /// The loaded views by ascending index.
  var loaded: [LoadedItem] = []
  /// Views on their way out.
  var leaving: [LeavingItem] = []
  /// Counts how often everything was thrown away.
  private(set) var generation = 0
  /// Counts the changes of content, so that a view asked for before one can be told.
  var revision = 0
  /// Whether something slides, appears or fades, as far as is known.
  var isChanging = false

  /// Among more loaded views than this nobody looks for one that shows something else already.
  private static let mostSearched = 1000

  /// Whether an item was loaded only to learn its width, since everything was thrown away.
  var hasProbed = false

  var itemPools = ReusePools()
  var placeholderPool = ReusePool()

  /// What has left the range, while somebody wants to know; else it goes to its pool at once.
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

  /// Notes that `view` stands for item `index`; a view that stood there before goes to its pool.
  ///
  /// A view that the data source kept and gives again no longer waits for reuse nor passes away, and stands for nothing
  /// else; then the one that was offered waits on. A data source that made a new one instead does not want it.
  mutating func insert(
    _ view: any ItemView, at index: Int, isPlaceholder: Bool, kind: String?, offered: (any ItemView)?
  ) {
    var isKnown = isPlaceholder ? placeholderPool.remove(view) : itemPools.remove(view)
    if isChanging, forgetPassing(view) { isKnown = true }
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
      loaded[position].kind = kind
    } else {
      loaded.insert(LoadedItem(index: index, view: view, kind: kind), at: position)
    }
    if let offered, offered !== view, isKnown, self.index(of: offered) == nil {
      put(offered, isPlaceholder: isPlaceholder, kind: kind)
    }
  }

  /// Throws everything away, the pools too.
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
}
