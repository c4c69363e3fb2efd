/// How the carousel answers to the hand.
extension Carousel {
  /// How much of its speed a flick keeps, in `0...1`: 0 stops at once, 1 never slows down. By default 0.95.
  ///
  /// iCarousel: `decelerationRate`.
  public var decelerationRate: Double {
    get { core.scroller.settings.decelerationRate }
    set { changeScrolling { $0.decelerationRate = min(max(newValue.finite(or: decelerationRate), 0), 1) } }
  }

  /// The factor on the speed of a flick; by default 1.
  ///
  /// iCarousel: `scrollSpeed`.
  public var scrollSpeed: Double {
    get { core.scroller.settings.scrollSpeed }
    set { changeScrolling { $0.scrollSpeed = newValue.finite(or: scrollSpeed) } }
  }

  /// How far one can get beyond the ends, in items; 0 is not at all, and so is less. By default 1.
  ///
  /// iCarousel: `bounceDistance`.
  public var bounceDistance: Double {
    get { core.scroller.settings.bounceDistance }
    set { changeScrolling { $0.bounceDistance = max(0, newValue.finite(or: bounceDistance)) } }
  }

  /// Whether one can get beyond the ends and comes back; without effect on a carousel that wraps. By default yes.
  ///
  /// iCarousel: `bounces`.
  public var bounces: Bool {
    get { core.scroller.settings.bounces }
    set { changeScrolling { $0.bounces = newValue } }
  }

  /// Whether a flick goes on by one page only: by one item unless ``itemsPerPage`` says more. By default not.
  ///
  /// iCarousel: `pagingEnabled`.
  public var isPagingEnabled: Bool {
    get { core.scroller.settings.isPagingEnabled }
    set { changeScrolling { $0.isPagingEnabled = newValue } }
  }

  /// Whether a flick ends exactly on an item; by default yes.
  ///
  /// iCarousel: `stopAtItemBoundary`.
  public var stopAtItemBoundary: Bool {
    get { core.scroller.settings.stopAtItemBoundary }
    set { changeScrolling { $0.stopAtItemBoundary = newValue } }
  }

  /// Whether the carousel scrolls to the nearest item when it has stopped elsewhere; by default yes.
  ///
  /// Beyond the ends it comes back in any case.
  ///
  /// iCarousel: `scrollToItemBoundary`.
  public var scrollToItemBoundary: Bool {
    get { core.scroller.settings.scrollToItemBoundary }
    set { changeScrolling { $0.scrollToItemBoundary = newValue } }
  }

  /// How many items pass under a finger that moves by one; 1, cover flows 2, unless the delegate says otherwise.
  ///
  /// iCarousel: `offsetMultiplier`.
  public var offsetMultiplier: Double { core.scroller.offsetMultiplier }

  /// Changes how the carousel answers to the hand.
  func changeScrolling(_ change: (inout ScrollSettings) -> Void) {
    var settings = core.scroller.settings
    change(&settings)
    if settings != core.scroller.settings { apply(.setScrolling(settings)) }
  }
}
