/// Scrolling by the program.
///
/// It ends any other motion without notification; a drag ends as if the finger were lifted.
extension Carousel {
  /// Scrolls to item `index`, on a ring by the shortest way.
  ///
  /// - Parameters:
  ///   - index: The item. An index beyond an end means the item at that end; on a ring it wraps.
  ///   - animated: Whether the scroll takes 0.4 seconds instead of ending at once.
  ///
  /// iCarousel: `scrollToItemAtIndex:animated:`.
  public func scrollToItem(at index: Int, animated: Bool) {
    scrollToItem(at: index, duration: animated ? Scroller.scrollDuration : 0)
  }

  /// Scrolls to item `index` in `duration` seconds, on a ring by the shortest way; at once if that is 0 or
  /// less.
  ///
  /// iCarousel: `scrollToItemAtIndex:duration:`.
  public func scrollToItem(at index: Int, duration: Double) {
    apply(.scroll(.toItem(index, .shortest, duration: duration)))
  }

  /// Scrolls to item `index` in 0.4 seconds, on a ring in the given direction.
  ///
  /// Scrolling to the current item does not move; it never makes a full turn. On a strip the direction has no
  /// effect.
  ///
  /// Beyond iCarousel; Embla: `scrollTo(index, jump, direction)`.
  public func scrollToItem(at index: Int, animated: Bool, direction: ScrollDirection) {
    apply(.scroll(.toItem(index, direction, duration: animated ? Scroller.scrollDuration : 0)))
  }

  /// Scrolls by `itemCount` items in `duration` seconds, forward if positive; on a ring several turns are
  /// possible.
  ///
  /// Between two items, the next item in that direction counts as the first.
  ///
  /// iCarousel: `scrollByNumberOfItems:duration:`.
  public func scrollByNumberOfItems(_ itemCount: Int, duration: Double) {
    apply(.scroll(.byItems(itemCount, duration: duration)))
  }

  /// Scrolls by `itemCount` items, forward if positive; from rest a few items take about 0.4 seconds.
  ///
  /// The distance counts from the destination of a scroll under way, so that no key press and no notch of a
  /// wheel is lost. With ``isPagingEnabled`` it is a number of pages. The scroll counts as an action of the
  /// user.
  public func step(by itemCount: Int) {
    apply(.scroll(.step(itemCount)))
  }

  /// Scrolls to an offset between items, on a ring by the shortest way; then snaps to an item if
  /// ``scrollToItemBoundary`` is set.
  ///
  /// - Parameters:
  ///   - offset: In items, like ``scrollOffset``.
  ///   - duration: In seconds; at 0 or less the scroll ends at once.
  ///
  /// iCarousel: `scrollToOffset:duration:`.
  public func scroll(toOffset offset: Double, duration: Double) {
    apply(.scroll(.toOffset(offset, duration: duration)))
  }

  /// Scrolls by a number of items that may be fractional; then snaps to an item if ``scrollToItemBoundary``
  /// is set.
  ///
  /// - Parameters:
  ///   - offset: In items; forward if positive.
  ///   - duration: In seconds; at 0 or less the scroll ends at once.
  ///
  /// iCarousel: `scrollByOffset:duration:`.
  public func scroll(byOffset offset: Double, duration: Double) {
    apply(.scroll(.byOffset(offset, duration: duration)))
  }

  /// Whether the carousel can scroll toward higher indexes.
  ///
  /// Beyond iCarousel; Embla: `canScrollNext`.
  public var canScrollForward: Bool {
    layOutIfNeeded()
    let scroller = core.scroller
    guard let rest = scroller.bounds.rest else { return scroller.ring.wraps && scroller.ring.count > 1 }
    return scroller.offset < rest.upperBound - offsetMargin
  }

  /// Whether the carousel can scroll toward lower indexes.
  ///
  /// Beyond iCarousel; Embla: `canScrollPrev`.
  public var canScrollBackward: Bool {
    layOutIfNeeded()
    let scroller = core.scroller
    guard let rest = scroller.bounds.rest else { return scroller.ring.wraps && scroller.ring.count > 1 }
    return scroller.offset > rest.lowerBound + offsetMargin
  }
}
