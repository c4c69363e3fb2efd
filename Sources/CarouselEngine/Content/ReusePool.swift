/// Views that show no item and wait for reuse, in one list for each kind of view (reuse identifier), so that an item
/// gets only views of its own kind.
package struct ReusePool: Sendable {
  /// The views of each kind, in the order in which they were added. An array is searched faster than a dictionary,
  /// because there are few kinds.
  private var lists: [(kind: String?, views: [any ItemView])] = []

  package var count: Int { lists.reduce(0) { $0 + $1.views.count } }

  mutating func put(_ view: any ItemView, kind: String?) {
    if let list = list(of: kind) { lists[list].views.append(view) } else { lists.append((kind, [view])) }
  }

  /// Removes and returns the view that was added last, because it is the most likely to be in the CPU cache.
  mutating func take(kind: String?) -> (any ItemView)? {
    list(of: kind).flatMap { lists[$0].views.popLast() }
  }

  /// Removes `view` from the pool.
  ///
  /// - Returns: Whether it was in the pool.
  mutating func remove(_ view: any ItemView) -> Bool {
    for list in lists.indices {
      guard let position = lists[list].views.firstIndex(where: { $0 === view }) else { continue }
      lists[list].views.remove(at: position)
      return true
    }
    return false
  }

  private func list(of kind: String?) -> Int? { lists.firstIndex { $0.kind == kind } }
}
