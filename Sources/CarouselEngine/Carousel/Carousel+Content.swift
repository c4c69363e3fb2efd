/// Changes of content.
///
/// The data source must know of a change before the carousel is told. Each change may be made at any time, in any phase
/// of motion; what is under way goes on from what is seen.
///
/// Each `completion` is called exactly once, after a frame: when the change has come to rest, also where a later change
/// cut it short or there was nothing to change; a change that is not animated rests with the next frame.
extension Carousel {
  /// Asks the data source for everything anew; the position stays as far as it can.
  ///
  /// Views are thrown away, those waiting for reuse too. Within a batch this waits for the end of the batch.
  ///
  /// iCarousel: `reloadData`.
  public func reloadData() {
    apply(.reloadData)
  }

  /// Asks for the view of item `index` anew, if it is loaded, and for its width if each item has its own.
  ///
  /// While the data source supplies the view of this item, that view counts as the new one.
  ///
  /// - Parameters:
  ///   - animated: Whether the new view takes 0.4 seconds to appear over the old one, and other items as long to make
  ///     room where its width has changed.
  ///   - completion: Called once when that is over.
  ///
  /// iCarousel: `reloadItemAtIndex:animated:`.
  public func reloadItem(at index: Int, animated: Bool, completion: (() -> Void)? = nil) {
    edit(.reload(index, isAnimated: animated), completion)
  }

  /// Makes room for an item that the data source has inserted.
  ///
  /// - Parameters:
  ///   - index: Where; beyond the end means at the end.
  ///   - animated: Whether the items behind it take 0.4 seconds to make room.
  ///   - completion: Called once when that is over.
  ///
  /// iCarousel: `insertItemAtIndex:animated:`.
  public func insertItem(at index: Int, animated: Bool, completion: (() -> Void)? = nil) {
    edit(.insert(index, isAnimated: animated), completion)
  }

  /// Takes out an item that the data source has removed; the current item comes to the center.
  ///
  /// - Parameters:
  ///   - index: Which; beyond the ends means the last one there.
  ///   - animated: Whether it fades in 0.1 seconds and the others close the gap in 0.4 seconds.
  ///   - completion: Called once when that is over.
  ///
  /// iCarousel: `removeItemAtIndex:animated:`.
  public func removeItem(at index: Int, animated: Bool, completion: (() -> Void)? = nil) {
    edit(.remove(index, isAnimated: animated), completion)
  }

  /// Lets an item that the data source has moved travel to its new place.
  ///
  /// - Parameters:
  ///   - index: Which; beyond the ends means the last one there.
  ///   - newIndex: Where it stands afterwards; beyond the ends means the last place there.
  ///   - animated: Whether it takes 0.4 seconds, and the items between as long to make room.
  ///   - completion: Called once when that is over.
  ///
  /// Beyond iCarousel; UICollectionView: `moveItem(at:to:)`.
  public func moveItem(at index: Int, to newIndex: Int, animated: Bool, completion: (() -> Void)? = nil) {
    edit(.move(from: index, to: newIndex, isAnimated: animated), completion)
  }

  private func edit(_ edit: ContentEdit, _ completion: (() -> Void)?) {
    apply(.edit(edit, completion: keep(completion.map { completion in { _ in completion() } })))
  }
}
