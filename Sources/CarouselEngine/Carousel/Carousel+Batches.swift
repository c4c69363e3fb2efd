/// Batches: several changes of content that are made together.
extension Carousel {
  /// Makes several changes of content together, as one batch.
  ///
  /// The changes inside a batch apply one after the other. The indexes of each change refer to the content
  /// after the preceding changes: after `removeItem(at: 0)`, the former item 1 is item 0. So the indexes are
  /// the same as without a batch. (UICollectionView applies removals first, with the indexes from before the
  /// batch.)
  ///
  /// Views are requested only when the batch ends, once each, with their final indexes. Until then the
  /// carousel shows its old content. An item that moves keeps its view, even if it moves back and forth.
  ///
  /// The current item stays in the center, at its new index. If the current item is removed, the item that
  /// gets its index moves to the center. On a stack of cards, an item that is inserted at the index of the
  /// top card becomes the top card.
  ///
  /// Items that are removed with animation fade out in 0.1 seconds. After that, if any change of the batch is
  /// animated, all other items take 0.4 seconds to slide to their new positions and to appear. Reloaded items
  /// cross-fade immediately.
  ///
  /// All content is reloaded if ``reloadData()`` is called inside the batch, or if the data source's number
  /// of items differs from the number that results from the changes. A batch inside a batch is part of the
  /// outer batch. Changes that the data source makes while it is asked for its number of items are also part
  /// of the batch. Without a data source nothing changes.
  ///
  /// - Parameters:
  ///   - updates: A closure that makes the changes. It may also change the data source's content.
  ///   - completion: A block that is called exactly once when all changes have ended, before the completions
  ///     of single changes, or when the carousel is deallocated.
  ///
  /// Beyond iCarousel; UICollectionView: `performBatchUpdates(_:completion:)`.
  public func performBatchUpdates(_ updates: () -> Void, completion: (() -> Void)? = nil) {
    apply(.beginUpdates(completion: completions.add(completion)))
    updates()
    apply(.endUpdates)
  }
}
