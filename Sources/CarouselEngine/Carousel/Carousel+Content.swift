/// Changes of content.
///
/// The data source must change its content before it calls these methods. They may be called at any time and
/// during any motion. Current animations continue from the last drawn frame.
///
/// With ``MotionStyle/fluid`` the current item stays in the center, and a motion keeps its destination item.
/// With ``MotionStyle/classic`` a single change keeps ``scrollOffset``, as in iCarousel: after an insertion
/// before the current item, another item is in the center.
///
/// Each `completion` is called exactly once, when the change has ended. A change without animation, or a change
/// that changes nothing, ends with the next frame. A change ends early if a later change replaces it. While
/// ``Carousel/isOffscreen`` is `true`, there may be no frames, so each change ends immediately. When the
/// carousel is deallocated, all pending completions are called.
extension Carousel {
  /// Reloads all content from the data source. The scroll offset stays the same if the new content has an
  /// item at this offset.
  ///
  /// All views are dropped, including those in the reuse pool. Inside a batch, the reload waits for the end
  /// of the batch.
  ///
  /// iCarousel: `reloadData`.
  public func reloadData() {
    apply(.reloadData)
  }

  /// The number of times that all content was reloaded, also because another data source was set.
  package var reloadCount: Int { core.loader.generation }

  /// Requests the view of item `index` again if it is loaded, and the item's width if items have individual
  /// widths.
  ///
  /// If this method is called while the data source is asked for the view of this item, the returned view
  /// counts as the new view.
  ///
  /// - Parameters:
  ///   - animated: Whether the new view takes 0.4 seconds to fade in over the old view. If the width has
  ///     changed, other items make room in the same time.
  ///   - completion: A block that is called once when the change has ended.
  ///
  /// iCarousel: `reloadItemAtIndex:animated:`.
  public func reloadItem(at index: Int, animated: Bool, completion: (() -> Void)? = nil) {
    edit(.reload(index, isAnimated: animated), completion)
  }

  /// Makes room for an item that the data source has inserted.
  ///
  /// - Parameters:
  ///   - index: The index of the new item. An index beyond the end is replaced by the index of the end.
  ///   - animated: Whether the later items take 0.4 seconds to make room.
  ///   - completion: A block that is called once when the change has ended.
  ///
  /// iCarousel: `insertItemAtIndex:animated:`.
  public func insertItem(at index: Int, animated: Bool, completion: (() -> Void)? = nil) {
    edit(.insert(index, isAnimated: animated), completion)
  }

  /// Removes an item that the data source has removed. The current item moves to the center.
  ///
  /// - Parameters:
  ///   - index: The item's index, in `0..<numberOfItems`. Any other index is a mistake of the caller. The
  ///     carousel then cannot determine which item was removed, so it reloads all content from the data
  ///     source without animation. Without a data source nothing changes.
  ///   - animated: Whether the item fades out in 0.1 seconds and the other items close the gap in 0.4
  ///     seconds.
  ///   - completion: A block that is called once when the change has ended.
  ///
  /// iCarousel: `removeItemAtIndex:animated:`, which clamps the index.
  public func removeItem(at index: Int, animated: Bool, completion: (() -> Void)? = nil) {
    edit(.remove(index, isAnimated: animated), completion)
  }

  /// Moves an item that the data source has moved to another index.
  ///
  /// - Parameters:
  ///   - index: The item's index. An index out of range is clamped to the first or the last index.
  ///   - newIndex: The item's index after the move. An index out of range is clamped to the first or the last
  ///     index.
  ///   - animated: Whether the item moves, and the items between make room, within 0.4 seconds.
  ///   - completion: A block that is called once when the change has ended.
  ///
  /// Beyond iCarousel; UICollectionView: `moveItem(at:to:)`.
  public func moveItem(at index: Int, to newIndex: Int, animated: Bool, completion: (() -> Void)? = nil) {
    edit(.move(from: index, to: newIndex, isAnimated: animated), completion)
  }

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

  private func edit(_ edit: ContentEdit, _ completion: (() -> Void)?) {
    apply(.edit(edit, completion: completions.add(completion)))
  }
}
