/// Several changes of content at once.
extension Carousel {
  /// Makes several changes of content as one.
  ///
  /// The changes made inside count one after the other, each with the indexes as they are after the ones before it: after
  /// `removeItem(at: 0)`, what was item 1 is item 0. That is also the order in which they would be made one by one.
  /// (UICollectionView counts removals with the indexes from before the batch; here nothing is reordered.) Views are
  /// asked for at the end only, with the indexes that hold then, each once; an item that moves, also to and fro, keeps
  /// its view. Until then the carousel shows what it showed before.
  ///
  /// Items that are removed animated fade in 0.1 seconds; then all others take 0.4 seconds to slide to their new
  /// places and to appear, if any change of the batch is animated. Reloaded items cross-fade at once.
  ///
  /// If the data source's number of items is not what the changes make of the old one, or ``reloadData()`` is called
  /// inside, everything is asked for anew. A batch within a batch is a part of the outer one, and so is what the data
  /// source changes while it is asked for that number. Without a data source nothing changes.
  ///
  /// - Parameters:
  ///   - updates: Makes the changes, and may change the data source's content.
  ///   - completion: Called once after all the changes have come to rest; after it, those given to single changes.
  ///
  /// Beyond iCarousel; UICollectionView: `performBatchUpdates(_:completion:)`.
  public func performBatchUpdates(_ updates: () -> Void, completion: (() -> Void)? = nil) {
    apply(.beginUpdates(completion: keep(completion.map { completion in { _ in completion() } })))
    updates()
    apply(.endUpdates)
  }
}
