/// Views that no longer show anything, waiting to be filled anew.
struct ReusePool: Sendable {
  private var views: [any ItemView] = []

  var count: Int { views.count }

  /// Keeps `view` for later.
  mutating func put(_ view: any ItemView) { views.append(view) }

  /// Takes `view` out.
  ///
  /// - Returns: Whether it was here.
  @discardableResult
  mutating func remove(_ view: any ItemView) -> Bool {
    guard let position = views.firstIndex(where: { $0 === view }) else { return false }
    views.remove(at: position)
    return true
  }

  /// Hands out the view that was put in last, which is the likeliest to be in a cache.
  mutating func take() -> (any ItemView)? { views.popLast() }
}

/// A pool for each kind of view, so that none is offered for another.
struct ReusePools: Sendable {
  /// Views of no particular kind.
  private var common = ReusePool()
  private var kinds: [String: ReusePool] = [:]

  var count: Int { kinds.values.reduce(common.count) { $0 + $1.count } }

  mutating func put(_ view: any ItemView, kind: String?) {
    if let kind { kinds[kind, default: ReusePool()].put(view) } else { common.put(view) }
  }

  mutating func take(kind: String?) -> (any ItemView)? {
    if let kind { kinds[kind]?.take() } else { common.take() }
  }

  /// Takes `view` out.
  ///
  /// - Returns: Whether it was here.
  mutating func remove(_ view: any ItemView) -> Bool {
    if common.remove(view) { return true }
    for kind in kinds.keys where kinds[kind]?.remove(view) == true { return true }
    return false
  }
}
