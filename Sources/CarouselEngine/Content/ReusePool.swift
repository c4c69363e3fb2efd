/// Views that show no item and wait for reuse, in one list for each kind of view (reuse identifier), so that an item
/// gets only views of its own kind.
package struct ReusePool: Sendable {
  /// The views of each kind, in the order in which they were added. Views without a kind have the key `nil`.
  private var views: [String?: [any ItemView]] = [:]

  package var count: Int { views.values.reduce(0) { $0 + $1.count } }

  mutating func put(_ view: any ItemView, kind: String?) { views[kind, default: []].append(view) }

  /// Removes and returns the view that was added last, because it is the most likely to be in the CPU cache.
  mutating func take(kind: String?) -> (any ItemView)? { views[kind]?.popLast() }

  /// Removes `view` from the pool.
  ///
  /// - Returns: Whether it was in the pool.
  mutating func remove(_ view: any ItemView) -> Bool {
    for (kind, candidates) in views {
      guard let position = candidates.firstIndex(where: { $0 === view }) else { continue }
      views[kind]?.remove(at: position)
      return true
    }
    return false
  }
}
