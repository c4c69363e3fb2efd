/// Telling the data source what may be wanted soon.
extension Carousel {
  /// How many items beyond the loaded ones the data source is told to prepare; by default none.
  ///
  /// `ahead` is the side the carousel moves to, or moved to last; before it has moved at all, the higher indexes. Each item
  /// is named once until it is loaded or withdrawn. On a ring the items beyond the last are the first.
  ///
  /// A change of content says nothing anew: named items keep their names' meaning under their new indexes, removed ones
  /// are forgotten, and ``reloadData()`` forgets all.
  ///
  /// Beyond iCarousel; UICollectionView: `prefetchDataSource`.
  public var prefetchDistance: PrefetchDistance {
    get { prefetch.distance }
    set {
      prefetch.distance = newValue.clamped
      updatePrefetching()
    }
  }

  /// Names what has come into reach, and withdraws what has left it.
  func updatePrefetching() {
    guard prefetch.isOn, dataSource != nil, changes.batch == nil, !changes.areToldOfPrefetches else { return }
    // In the middle of a change of content the ring may not know of it yet: then its last items are gone.
    guard scroller.ring.count == numberOfItems else { return }
    changes.areToldOfPrefetches = true
    defer { changes.areToldOfPrefetches = false }
    // What it is told may make the data source change something; then there is another look, but not for ever.
    for _ in 1...4 {
      guard !needsLayout, prefetch.look(at: visibleRange, ring: scroller.ring) else { return }
      let withdrawn = prefetch.takeWithdrawn { loader.position(of: $0) != nil }
      if !withdrawn.isEmpty { dataSource?.carousel(self, cancelPrefetchingForItemsAt: withdrawn) }
      guard !needsLayout else { return }
      let wanted = prefetch.takeWanted { loader.position(of: $0) != nil }
      if !wanted.isEmpty { dataSource?.carousel(self, prefetchItemsAt: wanted) }
    }
  }

  /// Withdraws everything from a data source that is no longer asked.
  func withdrawPrefetches(from dataSource: (any CarouselDataSource)?) {
    let withdrawn = prefetch.forgetAll()
    if !withdrawn.isEmpty { dataSource?.carousel(self, cancelPrefetchingForItemsAt: withdrawn) }
  }
}
