/// The response of the carousel to gestures.
extension Carousel {
  /// The rules of motion: iCarousel's or those of today's touchscreens. By default ``MotionStyle/classic``.
  ///
  /// A motion under way continues; the next one has the new style.
  ///
  /// Beyond iCarousel.
  public var motionStyle: MotionStyle {
    get { core.scroller.settings.motionStyle }
    set { changeScrolling { $0.motionStyle = newValue } }
  }

  /// The fraction of its speed that a flick keeps, in `0...1`: 0 stops at once, 1 never slows down. By
  /// default 0.95.
  ///
  /// iCarousel: `decelerationRate`.
  public var decelerationRate: Double {
    get { core.scroller.settings.decelerationRate }
    set { changeScrolling { $0.decelerationRate = min(max(newValue.finite(or: decelerationRate), 0), 1) } }
  }

  /// The factor on the speed of a flick; by default 1. With ``MotionStyle/fluid`` it is a factor on the distance
  /// of a flick, which begins with the finger's speed in any case.
  ///
  /// iCarousel: `scrollSpeed`.
  public var scrollSpeed: Double {
    get { core.scroller.settings.scrollSpeed }
    set { changeScrolling { $0.scrollSpeed = newValue.finite(or: scrollSpeed) } }
  }

  /// The maximum distance beyond the ends, in items; negative values count as 0. By default 1. With
  /// ``MotionStyle/fluid`` a pull approaches it and never reaches it.
  ///
  /// iCarousel: `bounceDistance`.
  public var bounceDistance: Double {
    get { core.scroller.settings.bounceDistance }
    set { changeScrolling { $0.bounceDistance = max(0, newValue.finite(or: bounceDistance)) } }
  }

  /// Whether the carousel can be moved beyond the ends and springs back. By default `true`; it has no effect
  /// on a carousel that wraps.
  ///
  /// iCarousel: `bounces`.
  public var bounces: Bool {
    get { core.scroller.settings.bounces }
    set { changeScrolling { $0.bounces = newValue } }
  }

  /// Whether a flick scrolls by one page at most: one item unless ``itemsPerPage`` is larger. By default
  /// `false`.
  ///
  /// iCarousel: `pagingEnabled`.
  public var isPagingEnabled: Bool {
    get { core.scroller.settings.isPagingEnabled }
    set { changeScrolling { $0.isPagingEnabled = newValue } }
  }

  /// Whether a flick ends exactly on an item; by default `true`.
  ///
  /// iCarousel: `stopAtItemBoundary`.
  public var stopAtItemBoundary: Bool {
    get { core.scroller.settings.stopAtItemBoundary }
    set { changeScrolling { $0.stopAtItemBoundary = newValue } }
  }

  /// Whether the carousel scrolls to the nearest item when it has stopped elsewhere; by default `true`.
  ///
  /// Beyond the ends it scrolls back in any case.
  ///
  /// iCarousel: `scrollToItemBoundary`.
  public var scrollToItemBoundary: Bool {
    get { core.scroller.settings.scrollToItemBoundary }
    set { changeScrolling { $0.scrollToItemBoundary = newValue } }
  }

  /// The number of items that scroll by when the finger moves by one item. By default 1, for cover flows 2;
  /// ``options`` and the delegate can override it.
  ///
  /// iCarousel: `offsetMultiplier`.
  public var offsetMultiplier: Double { core.scroller.offsetMultiplier }

  /// Changes scroll settings.
  func changeScrolling(_ change: (inout ScrollSettings) -> Void) {
    var settings = core.scroller.settings
    change(&settings)
    if settings != core.scroller.settings { apply(.setScrolling(settings)) }
  }
}
