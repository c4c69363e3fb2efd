/// Prefetching.
extension Carousel {
  /// The number of items beyond the loaded items that the data source is asked to prepare. By default 0 on
  /// both sides.
  ///
  /// `ahead` is the number on the side in the direction of the current or last motion. Before any motion,
  /// this is the side of the higher indexes. The data source is asked once for each item, and again only
  /// after the item was loaded or its prefetch was canceled. On a ring the first items follow the last.
  ///
  /// After a change of content, prefetches of remaining items continue under the new indexes, and the data
  /// source is not asked for them again. Prefetches of removed items are dropped, and the data source is not
  /// notified. ``reloadData()`` drops all prefetches.
  ///
  /// Beyond iCarousel; UICollectionView: `prefetchDataSource`.
  public var prefetchDistance: PrefetchDistance {
    get { core.features.prefetch.distance }
    set { apply(newValue) }
  }
}
