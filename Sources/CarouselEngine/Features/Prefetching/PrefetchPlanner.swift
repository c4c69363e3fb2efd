/// Decides which items to prefetch and which prefetches to cancel.
///
/// An item is *named* when the data source is asked to prefetch it. The planner stores the named items, so
/// that no item is named again before it is loaded or its prefetch is canceled.
package struct PrefetchPlanner: Sendable {
  /// The number of items to prefetch on each side of the loaded items.
  package var distance = PrefetchDistance(ahead: 0, behind: 0) {
    didSet { if distance != oldValue { seen = nil } }
  }

  /// The named items that have not been loaded since and whose prefetch has not been canceled, ascending.
  package private(set) var named: [Int] = []
  /// Whether the current or last motion is toward higher indexes.
  private(set) var isForward = true

  /// The input of the last update. If it has not changed, the update is skipped.
  private var seen: Scene?
  /// Whether the last update may have changed the items to name or to cancel.
  private(set) var isDue = false

  private typealias Scene = (range: VisibleRange, row: ItemRow)

  /// Whether there can be items to name or to cancel.
  package var isOn: Bool { distance.ahead > 0 || distance.behind > 0 || !named.isEmpty }

  package init() {}

  /// Updates the planner with the range of loaded items.
  ///
  /// - Returns: Whether the range has changed, so that ``takeCanceled(loaded:)`` and ``takeRequested(loaded:)``
  ///   may return items.
  @discardableResult
  package mutating func update(at range: VisibleRange, row: ItemRow) -> Bool {
    if let seen, seen == (range, row) { return false }
    if let before = seen?.range.first, seen?.row == row {
      let step = row.distance(from: before, to: range.first)
      if step != 0 { isForward = step > 0 }
    }
    seen = (range, row)
    isDue = true
    return true
  }

  /// Removes and returns the named items that are too far away, ascending. Also removes the named items that
  /// are loaded, without returning them.
  package mutating func takeCanceled(loaded isLoaded: (Int) -> Bool) -> [Int] {
    guard let scene = seen, !named.isEmpty else { return [] }
    let window = window(in: scene)
    var withdrawn: [Int] = []
    named.removeAll { index in
      if isLoaded(index) { return true }
      let isInWindow = Self.isIn(window, index: index, in: scene)
      if !isInWindow { withdrawn.append(index) }
      return !isInWindow
    }
    return withdrawn
  }

  /// Returns the items to prefetch that are not named yet, and stores them as named.
  ///
  /// The order is by urgency: first the items ahead, then the items behind, each from near to far.
  package mutating func takeRequested(loaded isLoaded: (Int) -> Bool) -> [Int] {
    isDue = false
    guard let scene = seen, !scene.row.isEmpty else { return [] }
    let (before, after) = window(in: scene)
    let ahead = (0..<after).map { scene.range.first + scene.range.count + $0 }
    let behind = (0..<before).map { scene.range.first - 1 - $0 }
    let wanted = (isForward ? ahead + behind : behind + ahead)
      .map { scene.row.wraps ? scene.row.index($0) : $0 }
      .filter { (0..<scene.row.count).contains($0) && !isLoaded($0) && !isNamed($0) }
    if !wanted.isEmpty { named = (named + wanted).sorted() }
    return wanted
  }

  private func isNamed(_ index: Int) -> Bool {
    let position = named.indices.partitioningIndex { named[$0] >= index }
    return position < named.count && named[position] == index
  }

  /// Applies edits of content: named items get their new indexes, and removed items are forgotten.
  package mutating func follow(_ edits: ContentEdits) {
    seen = nil
    guard !named.isEmpty else { return }
    named = named.compactMap { edits.keptIndex(ofItem: $0) }.sorted()
  }

  /// Removes and returns all named items.
  package mutating func forgetAll() -> [Int] {
    seen = nil
    isForward = true
    defer { named = [] }
    return named
  }

  /// Returns the numbers of items to prefetch before and after the loaded items. On a ring the two ranges do
  /// not overlap.
  private func window(in scene: Scene) -> (before: Int, after: Int) {
    var distance = distance.clamped
    if scene.row.wraps {
      let remainder = max(0, scene.row.count - scene.range.count)
      distance.ahead = min(distance.ahead, remainder)
      distance.behind = min(distance.behind, remainder - distance.ahead)
    }
    return isForward ? (distance.behind, distance.ahead) : (distance.ahead, distance.behind)
  }

  /// Returns whether item `index` is loaded, or is within `window` of the loaded items.
  private static func isIn(_ window: (before: Int, after: Int), index: Int, in scene: Scene) -> Bool {
    let steps = index - scene.range.first
    guard scene.row.wraps, !scene.row.isEmpty else {
      return steps >= -window.before && steps < scene.range.count + window.after
    }
    let around = scene.row.index(steps)
    return around < scene.range.count + window.after || scene.row.count - around <= window.before
  }
}
