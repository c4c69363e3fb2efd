/// Which views wait for reuse, and which come back.
extension ItemLoader {
  /// Hands out a view for reuse.
  mutating func reusableView(isPlaceholder: Bool, kind: String?) -> (any ItemView)? {
    let view = isPlaceholder ? placeholderPool.take() : itemPools.take(kind: kind)
    if let view, isChanging { forgetPassing(view) }
    return view
  }

  /// Keeps `view` for reuse.
  mutating func put(_ view: any ItemView, isPlaceholder: Bool, kind: String?) {
    if isPlaceholder { placeholderPool.put(view) } else { itemPools.put(view, kind: kind) }
  }

  /// Throws away what waits for reuse.
  mutating func purge() {
    itemPools = ReusePools()
    placeholderPool = ReusePool()
  }

  /// Takes `view` out of the pictures of what passes away: it is about to show something else.
  ///
  /// - Returns: Whether it was there.
  @discardableResult
  mutating func forgetPassing(_ view: any ItemView) -> Bool {
    var wasThere = false
    for position in loaded.indices where !loaded[position].predecessors.isEmpty {
      let count = loaded[position].predecessors.count
      loaded[position].predecessors.removeAll { $0.view === view }
      if loaded[position].predecessors.count != count { wasThere = true }
    }
    if let position = leaving.firstIndex(where: { $0.view === view }) {
      leaving.remove(at: position)
      wasThere = true
    }
    return wasThere
  }
}
