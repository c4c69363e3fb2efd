/// Changes of content.
///
/// The data source must have changed before the carousel is notified. A change may be made at any time, in
/// any phase of motion. Animations under way continue from what is drawn.
///
/// With ``MotionStyle/fluid`` the current item stays in the center, and a motion still leads to the same item. With
/// ``MotionStyle/classic`` a single change keeps ``scrollOffset``, as in iCarousel, so that an insertion before the current item
/// changes what is in the center.
///
/// Each `completion` is called exactly once, after a frame, when the change has ended. It is also called if a
/// later change ended it early or if there was nothing to change. A change that is not animated ends with the
/// next frame.
extension Carousel {
  /// Reloads all content from the data source; the position stays if possible.
  ///
  /// All views are dropped, also those in the reuse pool. Within a batch the reload waits for the end of the
  /// batch.
  ///
  /// iCarousel: `reloadData`.
  public func reloadData() {
    apply(.reloadData)
  }

  /// Requests the view of item `index` again if it is loaded, and its width if items have individual widths.
  ///
  /// If this method is called while the data source supplies the view of this item, that view counts as the
  /// new one.
  ///
  /// - Parameters:
  ///   - animated: Whether the new view takes 0.4 seconds to appear over the old one. Other items make room
  ///     in the same time if the width has changed.
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
  ///   - animated: Whether the items behind it take 0.4 seconds to make room.
  ///   - completion: A block that is called once when the change has ended.
  ///
  /// iCarousel: `insertItemAtIndex:animated:`.
  public func insertItem(at index: Int, animated: Bool, completion: (() -> Void)? = nil) {
    edit(.insert(index, isAnimated: animated), completion)
  }

  /// Removes an item that the data source has removed; the current item moves to the center.
  ///
  /// - Parameters:
  ///   - index: The item's index, in `0..<numberOfItems`. Another index is a mistake of the caller: which item
  ///     is gone is unknown, so all content is reloaded from the data source, without animation and on a ring,
  ///     too. Without a data source nothing changes.
  ///   - animated: Whether it fades in 0.1 seconds and the others close the gap in 0.4 seconds.
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
