/// How the carousel answers to the hand.
extension Carousel {
  /// How much of its speed a flick keeps, in `0...1`: 0 stops at once, 1 never slows down. By default 0.95.
  ///
  /// iCarousel: `decelerationRate`.
  public var decelerationRate: Double {
    get { scroller.settings.decelerationRate }
    set { scroller.settings.decelerationRate = min(max(newValue.finite(or: decelerationRate), 0), 1) }
  }

  /// The factor on the speed of a flick; by default 1.
  ///
  /// iCarousel: `scrollSpeed`.
  public var scrollSpeed: Double {
    get { scroller.settings.scrollSpeed }
    set { scroller.settings.scrollSpeed = newValue.finite(or: scrollSpeed) }
  }

  /// How far one can get beyond the ends, in items; 0 is not at all, and so is less. By default 1.
  ///
  /// iCarousel: `bounceDistance`.
  public var bounceDistance: Double {
    get { scroller.settings.bounceDistance }
    set { scroller.settings.bounceDistance = max(0, newValue.finite(or: bounceDistance)) }
  }

  /// Whether one can get beyond the ends and comes back; without effect on a carousel that wraps. By default yes.
  ///
  /// iCarousel: `bounces`.
  public var bounces: Bool {
    get { scroller.settings.bounces }
    set { scroller.settings.bounces = newValue }
  }

  /// Whether a flick goes on by one page only: by one item unless ``itemsPerPage`` says more. By default not.
  ///
  /// iCarousel: `pagingEnabled`.
  public var isPagingEnabled: Bool {
    get { scroller.settings.isPagingEnabled }
    set { scroller.settings.isPagingEnabled = newValue }
  }

  /// Whether a flick ends exactly on an item; by default yes.
  ///
  /// iCarousel: `stopAtItemBoundary`.
  public var stopAtItemBoundary: Bool {
    get { scroller.settings.stopAtItemBoundary }
    set { scroller.settings.stopAtItemBoundary = newValue }
  }

  /// Whether the carousel scrolls to the nearest item when it has stopped elsewhere; by default yes.
  ///
  /// Beyond the ends it comes back in any case.
  ///
  /// iCarousel: `scrollToItemBoundary`.
  public var scrollToItemBoundary: Bool {
    get { scroller.settings.scrollToItemBoundary }
    set { scroller.settings.scrollToItemBoundary = newValue }
  }

  /// How many items pass under a finger that moves by one; 1, cover flows 2, unless the delegate says otherwise.
  ///
  /// iCarousel: `offsetMultiplier`.
  public var offsetMultiplier: Double { scroller.settings.offsetMultiplier }
}
