/// Views that show no item and wait for reuse, in one list for each kind of view (reuse identifier), so that an item
/// gets only views of its own kind.
package struct ReusePool: Sendable {
  /// The views without a kind. They are not in the dictionary, because changing an element of it in place allocates.
  private var common: [any ItemView] = []
  private var kinds: [String: [any ItemView]] = [:]

  package var count: Int { kinds.values.reduce(common.count) { $0 + $1.count } }

  mutating func put(_ view: any ItemView, kind: String?) {
    if let kind { kinds[kind, default: []].append(view) } else { common.append(view) }
  }

  /// Removes and returns the view that was added last, because it is the most likely to be in the CPU cache.
  mutating func take(kind: String?) -> (any ItemView)? {
    if let kind { kinds[kind]?.popLast() } else { common.popLast() }
  }

  /// Removes `view` from the pool.
  ///
  /// - Returns: Whether it was in the pool.
  mutating func remove(_ view: any ItemView) -> Bool {
    if let position = common.firstIndex(where: { $0 === view }) {
      common.remove(at: position)
      return true
    }
    for kind in kinds.keys {
      guard let position = kinds[kind]?.firstIndex(where: { $0 === view }) else { continue }
      kinds[kind]?.remove(at: position)
      return true
    }
    return false
  }
}
