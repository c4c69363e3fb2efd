/// Scrolls that the program starts.
///
/// Such a scroll ends any other motion, and the delegate is notified of this end first. A drag ends as if the
/// finger were lifted.
extension Carousel {
  /// Scrolls to item `index`, on a ring by the shortest way.
  ///
  /// - Parameters:
  ///   - index: The index of the item. An index out of range is clamped to the first or last index on a
  ///     strip, and wraps on a ring.
  ///   - animated: Whether the scroll takes 0.4 seconds. If `false`, it ends immediately.
  ///
  /// iCarousel: `scrollToItemAtIndex:animated:`.
  public func scrollToItem(at index: Int, animated: Bool) {
    scrollToItem(at: index, duration: animated ? Scroller.scrollDuration : 0)
  }

  /// Scrolls to item `index` in `duration` seconds, on a ring by the shortest way. If `duration` is 0 or
  /// less, the scroll ends immediately.
  ///
  /// iCarousel: `scrollToItemAtIndex:duration:`.
  public func scrollToItem(at index: Int, duration: Double) {
    apply(.scroll(.toItem(index, .shortest, duration: duration)))
  }

  /// Scrolls to item `index` in 0.4 seconds, on a ring in the given direction.
  ///
  /// A scroll to the current item does not move the carousel; in particular, it makes no full turn on a ring.
  /// On a strip the direction has no effect.
  ///
  /// Beyond iCarousel; Embla: `scrollTo(index, jump, direction)`.
  public func scrollToItem(at index: Int, animated: Bool, direction: ScrollDirection) {
    apply(.scroll(.toItem(index, direction, duration: animated ? Scroller.scrollDuration : 0)))
  }

  /// Scrolls by `itemCount` items in `duration` seconds, forward if positive. On a ring the scroll can make
  /// several turns.
  ///
  /// If the scroll starts between two items, the next item in the scroll direction counts as the first.
  ///
  /// iCarousel: `scrollByNumberOfItems:duration:`.
  public func scrollByNumberOfItems(_ itemCount: Int, duration: Double) {
    apply(.scroll(.byItems(itemCount, duration: duration)))
  }

  /// Scrolls by `itemCount` items, forward if positive. From rest, a scroll by a few items takes about 0.4
  /// seconds.
  ///
  /// During another scroll the distance counts from that scroll's destination, so that no key press and no
  /// notch of a wheel is lost. With ``isPagingEnabled``, `itemCount` is a number of pages. The scroll counts
  /// as an action of the user: it settles with the reason ``SettleReason/user``.
  public func step(by itemCount: Int) {
    apply(.scroll(.step(itemCount)))
  }

  /// The number of items that a step of ``step(by:)`` scrolls by: the length of a page with ``isPagingEnabled``,
  /// otherwise 1.
  package var itemsPerStep: Int { core.scroller.stops.pageLength }

  /// Scrolls to an offset, which may be between items. Then the carousel snaps to an item if
  /// ``scrollToItemBoundary`` is `true`.
  ///
  /// On a ring, one turn is removed from the distance if this makes the distance shorter, and other turns
  /// remain. From offset 0 on a ring of 10 items, a scroll to 8 moves by −2, and a scroll to 25 moves by 15.
  ///
  /// - Parameters:
  ///   - offset: In items, like ``scrollOffset``.
  ///   - duration: In seconds. At 0 or less the scroll ends immediately.
  ///
  /// iCarousel: `scrollToOffset:duration:`.
  public func scroll(toOffset offset: Double, duration: Double) {
    apply(.scroll(.toOffset(offset, duration: duration)))
  }

  /// Scrolls by a number of items, which may be fractional. Then the carousel snaps to an item if
  /// ``scrollToItemBoundary`` is `true`.
  ///
  /// - Parameters:
  ///   - offset: In items; forward if positive.
  ///   - duration: In seconds. At 0 or less the scroll ends immediately.
  ///
  /// iCarousel: `scrollByOffset:duration:`.
  public func scroll(byOffset offset: Double, duration: Double) {
    apply(.scroll(.byOffset(offset, duration: duration)))
  }

  /// Whether the carousel can scroll toward higher indexes.
  ///
  /// Beyond iCarousel; Embla: `canScrollNext`.
  public var canScrollForward: Bool { canScroll(towards: 1) }

  /// Whether the carousel can scroll toward lower indexes.
  ///
  /// Beyond iCarousel; Embla: `canScrollPrev`.
  public var canScrollBackward: Bool { canScroll(towards: -1) }

  private func canScroll(towards direction: Double) -> Bool {
    layOutIfNeeded()
    let scroller = core.scroller
    guard !scroller.row.wraps else { return scroller.row.count > 1 }
    return !scroller.bounds.isAtEnd(scroller.offset + direction * offsetMargin, towards: direction)
  }
}
