/// The position of the carousel.
extension Carousel {
  /// The scroll position, in items: 2.5 is halfway between item 2 and item 3. It is −1 when there is no item.
  ///
  /// Setting it moves the carousel without animation and ends any motion except a drag. A ring wraps the new
  /// value. A strip clamps it to at most `bounceDistance` beyond the ends.
  ///
  /// iCarousel: `scrollOffset`.
  public var scrollOffset: Double {
    get { core.scroller.offset }
    set { apply(.scroll(.jumpToOffset(newValue))) }
  }

  /// The index of the item in the center, or −1 when there is no item. Setting it scrolls there without
  /// animation.
  ///
  /// iCarousel: `currentItemIndex`.
  public var currentItemIndex: Int {
    get { reportedCurrentIndex }
    set { apply(.scroll(.jumpToItem(newValue))) }
  }

  /// The index of the item in the center, or `nil` when there is no item. Setting it scrolls there without
  /// animation.
  ///
  /// Setting `nil` has no effect.
  ///
  /// Beyond iCarousel, whose `currentItemIndex` is −1 when there is no item.
  public var currentItem: Int? {
    get { currentItemIndex < 0 ? nil : currentItemIndex }
    set { if let newValue { currentItemIndex = newValue } }
  }

  /// The progress of the cover turn of `coverFlow2` from one item to the next, in `-1...1`; 0 at rest. It is
  /// available to custom types, too.
  ///
  /// iCarousel: `toggle`.
  public var toggle: Double { core.scroller.coverTurn.value }

  /// Whether the user drags the carousel.
  ///
  /// iCarousel: `dragging`.
  public var isDragging: Bool { core.scroller.isDragging || core.stack.isHeld }

  /// Whether the carousel decelerates after a drag.
  ///
  /// iCarousel: `decelerating`.
  public var isDecelerating: Bool { core.scroller.isDecelerating }

  /// Whether an animated scroll is under way: one that the program has started, or one that snaps to an item.
  ///
  /// iCarousel: `scrolling`.
  public var isScrolling: Bool { core.scroller.isAnimating }
}
