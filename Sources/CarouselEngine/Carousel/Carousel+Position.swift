/// Where the carousel is.
extension Carousel {
  /// The position, in items: 2.5 is halfway between item 2 and item 3; −1 when there is no item.
  ///
  /// Setting it ends any motion but a drag, and moves at once: round the ring, or at most by `bounceDistance` beyond the
  /// ends.
  ///
  /// iCarousel: `scrollOffset`.
  public var scrollOffset: Double {
    get { core.scroller.offset }
    set { apply(.scroll(.jumpToOffset(newValue))) }
  }

  /// The item in the center, or −1 when there is none; setting it is scrolling there at once.
  ///
  /// iCarousel: `currentItemIndex`.
  public var currentItemIndex: Int {
    get { reportedCurrentIndex }
    set { apply(.scroll(.jumpToItem(newValue))) }
  }

  /// How far a `coverFlow2` has turned from one item to the next, in `-1...1`; 0 at rest. Also for custom types.
  ///
  /// iCarousel: `toggle`.
  public var toggle: Double { core.scroller.coverTurn.value }

  /// Whether the user drags.
  ///
  /// iCarousel: `dragging`.
  public var isDragging: Bool { core.scroller.isDragging }

  /// Whether the carousel glides on after it was let go.
  ///
  /// iCarousel: `decelerating`.
  public var isDecelerating: Bool { core.scroller.isDecelerating }

  /// Whether an animated scroll goes on: asked for by the program, or to align with an item.
  ///
  /// iCarousel: `scrolling`.
  public var isScrolling: Bool { core.scroller.isAnimating }
}
