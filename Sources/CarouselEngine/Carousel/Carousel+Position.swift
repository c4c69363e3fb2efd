/// The position of the carousel.
extension Carousel {
  /// The scroll position, in items: 2.5 is halfway between item 2 and item 3. It is −1 when there is no item.
  ///
  /// Setting the offset moves the carousel without animation and ends any motion except a drag. On a ring the
  /// new value wraps. On a strip it is clamped to at most `bounceDistance` beyond the ends.
  ///
  /// iCarousel: `scrollOffset`.
  public var scrollOffset: Double {
    get { core.scroller.offset }
    set { apply(.scroll(.jumpToOffset(newValue))) }
  }

  /// The index of the item in the center, or −1 when there is no item. Setting the index scrolls to the item
  /// without animation.
  ///
  /// iCarousel: `currentItemIndex`.
  public var currentItemIndex: Int {
    get { reportedCurrentIndex }
    set { apply(.scroll(.jumpToItem(newValue))) }
  }

  /// The index of the item in the center, or `nil` when there is no item. Setting the index scrolls to the
  /// item without animation.
  ///
  /// Setting `nil` has no effect.
  ///
  /// Beyond iCarousel, whose `currentItemIndex` is −1 when there is no item.
  public var currentIndex: Int? {
    get { currentItemIndex < 0 ? nil : currentItemIndex }
    set { if let newValue { currentItemIndex = newValue } }
  }

  /// The remaining part of the cover turn of a `coverFlow2` from one item to the next: ±1 at the start of the
  /// turn, 0 at its end. The value is also available to custom types.
  ///
  /// iCarousel: `toggle`.
  public var toggle: Double { core.scroller.coverTurn.value }

  /// Whether the user drags the carousel.
  ///
  /// iCarousel: `dragging`.
  public var isDragging: Bool { core.scroller.isDragging || core.hold == .dragged }

  /// Whether the carousel decelerates after a drag.
  ///
  /// iCarousel: `decelerating`.
  public var isDecelerating: Bool { core.scroller.isDecelerating }

  /// Whether the carousel is in an animated scroll: a scroll by the program, or a snap to an item.
  ///
  /// iCarousel: `scrolling`.
  public var isScrolling: Bool { core.scroller.isAnimating }

  /// The offset where the current motion ends, in items; `nil` if there is no motion.
  package var endOffset: Double? { core.scroller.activity.motion?.end }
}
