/// Views that no longer show anything, waiting to be filled anew.
struct ReusePool {
  private var views: [any ItemView] = []

  var count: Int { views.count }

  /// Keeps `view` for later.
  mutating func put(_ view: any ItemView) { views.append(view) }

  /// Takes `view` out, if it is here.
  mutating func remove(_ view: any ItemView) { views.removeAll { $0 === view } }

  /// Hands out the view that was put in last, which is the likeliest to be in a cache.
  mutating func take() -> (any ItemView)? { views.popLast() }
}
