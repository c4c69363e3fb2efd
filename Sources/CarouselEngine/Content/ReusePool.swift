/// Views that show no item and wait for reuse.
package struct ReusePool: Sendable {
  private var views: [any ItemView] = []

  package var count: Int { views.count }

  /// Adds `view` to the pool.
  mutating func put(_ view: any ItemView) { views.append(view) }

  /// Removes `view` from the pool.
  ///
  /// - Returns: Whether it was in the pool.
  @discardableResult
  mutating func remove(_ view: any ItemView) -> Bool {
    guard let position = views.firstIndex(where: { $0 === view }) else { return false }
    views.remove(at: position)
    return true
  }

  /// Removes and returns the view that was added last, because it is the most likely to be in the CPU cache.
  mutating func take() -> (any ItemView)? { views.popLast() }
}

/// Reuse pools, one for each kind of view (reuse identifier), so that an item gets only views of its own
/// kind.
package struct ReusePools: Sendable {
  /// The pool of views without a kind.
  private var common = ReusePool()
  private var kinds: [String: ReusePool] = [:]

  package var count: Int { kinds.values.reduce(common.count) { $0 + $1.count } }

  mutating func put(_ view: any ItemView, kind: String?) {
    if let kind { kinds[kind, default: ReusePool()].put(view) } else { common.put(view) }
  }

  mutating func take(kind: String?) -> (any ItemView)? {
    if let kind { kinds[kind]?.take() } else { common.take() }
  }

  /// Removes `view` from its pool.
  ///
  /// - Returns: Whether it was in a pool.
  mutating func remove(_ view: any ItemView) -> Bool {
    if common.remove(view) { return true }
    for kind in kinds.keys where kinds[kind]?.remove(view) == true { return true }
    return false
  }
}
