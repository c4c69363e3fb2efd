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
    get { core.prefetch.distance }
    set { apply(.setPrefetchDistance(newValue)) }
  }
}
