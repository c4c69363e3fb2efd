/// Prefetching.
extension Carousel {
  /// The number of items beyond the loaded ones that the data source is asked to prepare; by default none.
  ///
  /// `ahead` is the side in the direction of the motion, or of the last motion; before any motion, the higher
  /// indexes. Each item is named once until it is loaded or its prefetch is canceled. On a ring the first
  /// items follow the last.
  ///
  /// A change of content does not name items again: named items keep their preparation under their new
  /// indexes, and removed ones are forgotten. ``reloadData()`` forgets all.
  ///
  /// Beyond iCarousel; UICollectionView: `prefetchDataSource`.
  public var prefetchDistance: PrefetchDistance {
    get { core.prefetch.distance }
    set { apply(.setPrefetchDistance(newValue)) }
  }
}
