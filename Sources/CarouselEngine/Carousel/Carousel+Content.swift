/// Changes of content.
///
/// The data source must have changed before the carousel is notified. A change may be made at any time and
/// during any motion. Animations under way continue from the frame that is drawn.
///
/// With ``MotionStyle/fluid`` the current item stays in the center, and a motion keeps its destination item.
/// With ``MotionStyle/classic`` a single change keeps ``scrollOffset``, as in iCarousel: after an insertion
/// before the current item, another item is in the center.
///
/// Each `completion` is called exactly once, after a frame, when the change has ended. It is also called if a
/// later change ended this one early, or if there was nothing to change. A change without animation ends with
/// the next frame.
extension Carousel {
  /// Reloads all content from the data source. The scroll position stays if it still exists.
  ///
  /// All views are dropped, including those in the reuse pool. Inside a batch, the reload waits for the end
  /// of the batch.
  ///
  /// iCarousel: `reloadData`.
  public func reloadData() {
    apply(.reloadData)
  }

  /// Requests the view of item `index` again if it is loaded, and the item's width if items have individual
  /// widths.
  ///
  /// If this method is called while the data source supplies the view of this item, the supplied view is
  /// already the new one.
  ///
  /// - Parameters:
  ///   - animated: Whether the new view takes 0.4 seconds to fade in over the old one. If the width has
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
  ///   - index: The new item's index; an index beyond the end means the end.
  ///   - animated: Whether the items after it take 0.4 seconds to make room.
  ///   - completion: A block that is called once when the change has ended.
  ///
  /// iCarousel: `insertItemAtIndex:animated:`.
  public func insertItem(at index: Int, animated: Bool, completion: (() -> Void)? = nil) {
    edit(.insert(index, isAnimated: animated), completion)
  }

  /// Removes an item that the data source has removed; the current item moves to the center.
  ///
  /// - Parameters:
  ///   - index: The item's index, in `0..<numberOfItems`. Any other index is a mistake of the caller. The
  ///     carousel cannot know which item is gone, so it reloads all content from the data source without
  ///     animation, also on a ring. Without a data source nothing changes.
  ///   - animated: Whether the item fades out in 0.1 seconds and the others close the gap in 0.4 seconds.
  ///   - completion: A block that is called once when the change has ended.
  ///
  /// iCarousel: `removeItemAtIndex:animated:`, which clamps the index.
  public func removeItem(at index: Int, animated: Bool, completion: (() -> Void)? = nil) {
    edit(.remove(index, isAnimated: animated), completion)
  }

  /// Moves an item that the data source has moved to another index.
  ///
  /// - Parameters:
  ///   - index: The item's index; an index beyond an end means the item at that end.
  ///   - newIndex: The item's index after the move; an index beyond an end means that end.
  ///   - animated: Whether the item moves, and the items between make room, within 0.4 seconds.
  ///   - completion: A block that is called once when the change has ended.
  ///
  /// Beyond iCarousel; UICollectionView: `moveItem(at:to:)`.
  public func moveItem(at index: Int, to newIndex: Int, animated: Bool, completion: (() -> Void)? = nil) {
    edit(.move(from: index, to: newIndex, isAnimated: animated), completion)
  }

  private func edit(_ edit: ContentEdit, _ completion: (() -> Void)?) {
    apply(.edit(edit, completion: keep(completion.map { completion in { _ in completion() } })))
  }
}
