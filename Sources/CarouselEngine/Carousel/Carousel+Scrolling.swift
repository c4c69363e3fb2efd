/// Scrolling by the program.
///
/// Whatever else moves the carousel ends silently; a drag ends as if it were let go.
extension Carousel {
  /// Scrolls to item `index`, on a ring by the shortest way.
  ///
  /// - Parameters:
  ///   - index: The item; beyond the ends means the last one there, on a ring it goes round.
  ///   - animated: Whether it takes 0.4 seconds instead of none.
  ///
  /// iCarousel: `scrollToItemAtIndex:animated:`.
  public func scrollToItem(at index: Int, animated: Bool) {
    scrollToItem(at: index, duration: animated ? Scroller.scrollDuration : 0)
  }

  /// Scrolls to item `index` in `duration` seconds, on a ring by the shortest way; at 0 or less at once.
  ///
  /// iCarousel: `scrollToItemAtIndex:duration:`.
  public func scrollToItem(at index: Int, duration: Double) {
    apply(.scroll(.toItem(index, .shortest, duration: duration)))
  }

  /// Scrolls to item `index` in 0.4 seconds, round a ring in the direction that is asked for.
  ///
  /// From the item itself it is no way at all, never once round. In a row the direction does not matter.
  ///
  /// Beyond iCarousel; Embla: `scrollTo(index, jump, direction)`.
  public func scrollToItem(at index: Int, animated: Bool, direction: ScrollDirection) {
    apply(.scroll(.toItem(index, direction, duration: animated ? Scroller.scrollDuration : 0)))
  }

  /// Scrolls by `itemCount` items in `duration` seconds, forwards if positive; on a ring several turns are possible.
  ///
  /// From between two items, the next one in that direction is the first.
  ///
  /// iCarousel: `scrollByNumberOfItems:duration:`.
  public func scrollByNumberOfItems(_ itemCount: Int, duration: Double) {
    apply(.scroll(.byItems(itemCount, duration: duration)))
  }

  /// Goes on by `itemCount` items in 0.4 seconds, forwards if positive, counted from where the carousel is already on its
  /// way to, so that no key press and no notch of a wheel is lost.
  ///
  /// With ``isPagingEnabled`` it goes on by as many pages. It counts as the user's doing.
  public func step(by itemCount: Int) {
    apply(.scroll(.step(itemCount)))
  }

  /// Scrolls to a place between items, on a ring by the shortest way; then aligns with an item if
  /// ``scrollToItemBoundary`` says so.
  ///
  /// - Parameters:
  ///   - offset: In items, as ``scrollOffset``.
  ///   - duration: In seconds; at 0 or less it is there at once.
  ///
  /// iCarousel: `scrollToOffset:duration:`.
  public func scroll(toOffset offset: Double, duration: Double) {
    apply(.scroll(.toOffset(offset, duration: duration)))
  }

  /// Scrolls by a number of items that need not be whole; then aligns with an item if
  /// ``scrollToItemBoundary`` says so.
  ///
  /// - Parameters:
  ///   - offset: In items; forwards if positive.
  ///   - duration: In seconds; at 0 or less it is there at once.
  ///
  /// iCarousel: `scrollByOffset:duration:`.
  public func scroll(byOffset offset: Double, duration: Double) {
    apply(.scroll(.byOffset(offset, duration: duration)))
  }

  /// Whether there is anything to scroll to in the direction of higher indexes.
  ///
  /// Beyond iCarousel; Embla: `canScrollNext`.
  public var canScrollForward: Bool {
    layOutIfNeeded()
    let scroller = core.scroller
    guard let rest = scroller.bounds.rest else { return scroller.ring.wraps && scroller.ring.count > 1 }
    return scroller.offset < rest.upperBound - offsetMargin
  }

  /// Whether there is anything to scroll to in the direction of lower indexes.
  ///
  /// Beyond iCarousel; Embla: `canScrollPrev`.
  public var canScrollBackward: Bool {
    layOutIfNeeded()
    let scroller = core.scroller
    guard let rest = scroller.bounds.rest else { return scroller.ring.wraps && scroller.ring.count > 1 }
    return scroller.offset > rest.lowerBound + offsetMargin
  }
}
