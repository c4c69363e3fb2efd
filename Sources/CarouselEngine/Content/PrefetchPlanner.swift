/// Decides which items are worth preparing before they are loaded, and which no longer.
///
/// It remembers what it has named, so that each item is named once until it is loaded or withdrawn.
package struct PrefetchPlanner: Sendable {
  /// How far to look.
  package var distance = PrefetchDistance(ahead: 0, behind: 0) {
    didSet { if distance != oldValue { seen = nil } }
  }
  /// The items named and neither loaded nor withdrawn since, ascending.
  package private(set) var named: [Int] = []
  /// Whether the carousel moves, or moved last, to higher indexes.
  private(set) var isForward = true

  /// What the last look was at; while it stays, there is nothing to decide.
  private var seen: Scene?
  /// Whether there may be something to name or to cancel since the last look.
  private(set) var isDue = false

  private struct Scene: Equatable {
    var range: VisibleRange
    var ring: ItemRing
  }

  /// Whether there is anything to name or to withdraw.
  package var isOn: Bool { distance.ahead > 0 || distance.behind > 0 || !named.isEmpty }

  package init() {}

  /// Takes note of which items are near enough to be loaded.
  ///
  /// - Returns: Whether anything has changed, so that ``takeWithdrawn(loaded:)`` and ``takeWanted(loaded:)`` may have
  ///   something to say.
  @discardableResult
  package mutating func look(at range: VisibleRange, ring: ItemRing) -> Bool {
    let scene = Scene(range: range, ring: ring)
    guard scene != seen else { return false }
    if let before = seen?.range.first, seen?.ring == ring {
      let step = ring.distance(from: before, to: range.first)
      if step != 0 { isForward = step > 0 }
    }
    seen = scene
    isDue = true
    return true
  }

  /// Returns the named items that are out of reach, ascending, and forgets them; those that are loaded are forgotten, too.
  package mutating func takeWithdrawn(loaded isLoaded: (Int) -> Bool) -> [Int] {
    guard let scene = seen, !named.isEmpty else { return [] }
    let reach = reach(in: scene)
    var withdrawn: [Int] = []
    named.removeAll { index in
      if isLoaded(index) { return true }
      let isInReach = Self.isIn(reach, index: index, in: scene)
      if !isInReach { withdrawn.append(index) }
      return !isInReach
    }
    return withdrawn
  }

  /// Returns the items to prepare that have not been named yet, the most urgent first: ahead, then behind, each from
  /// near to far; and remembers them.
  package mutating func takeWanted(loaded isLoaded: (Int) -> Bool) -> [Int] {
    isDue = false
    guard let scene = seen, !scene.ring.isEmpty else { return [] }
    let (before, after) = reach(in: scene)
    let end = scene.range.first + scene.range.count
    let known = named
    var wanted: [Int] = []
    func add(_ index: Int) {
      let index = scene.ring.wraps ? scene.ring.index(index) : index
      guard (0..<scene.ring.count).contains(index), !isLoaded(index) else { return }
      guard !Self.contains(known, index) else { return }
      wanted.append(index)
    }
    func addAfter() { for step in 0..<after { add(end + step) } }
    func addBefore() { for step in 0..<before { add(scene.range.first - 1 - step) } }
    if isForward { addAfter() } else { addBefore() }
    if isForward { addBefore() } else { addAfter() }
    if !wanted.isEmpty { named = (named + wanted).sorted() }
    return wanted
  }

  /// Goes along with changes of content: named items get their new indexes, those that are gone are forgotten.
  package mutating func follow(_ edits: ContentEdits) {
    seen = nil
    guard !named.isEmpty else { return }
    named = named.compactMap { index in
      if case .kept(let index) = edits.fate(ofItem: index) { index } else { nil }
    }.sorted()
  }

  /// Forgets all that was named, and returns it.
  package mutating func forgetAll() -> [Int] {
    seen = nil
    isForward = true
    defer { named = [] }
    return named
  }

  /// Returns how many places before and after the loaded ones are worth preparing; on a ring none twice.
  private func reach(in scene: Scene) -> (before: Int, after: Int) {
    let distance = distance.clamped
    var (before, after) =
      isForward ? (distance.behind, distance.ahead) : (distance.ahead, distance.behind)
    if scene.ring.wraps {
      let rest = max(0, scene.ring.count - scene.range.count)
      if isForward {
        after = min(after, rest)
        before = min(before, rest - after)
      } else {
        before = min(before, rest)
        after = min(after, rest - before)
      }
    }
    return (before, after)
  }

  /// Returns whether item `index` is at most so many places before or after the loaded ones, or one of them.
  private static func isIn(_ reach: (before: Int, after: Int), index: Int, in scene: Scene) -> Bool {
    let steps = index - scene.range.first
    guard scene.ring.wraps, !scene.ring.isEmpty else {
      return steps >= -reach.before && steps < scene.range.count + reach.after
    }
    let rest = steps % scene.ring.count
    let around = rest < 0 ? rest + scene.ring.count : rest
    return around < scene.range.count + reach.after || scene.ring.count - around <= reach.before
  }

  private static func contains(_ sorted: [Int], _ index: Int) -> Bool {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low < sorted.count && sorted[low] == index
  }
}
