/// The response of the carousel to gestures.
extension Carousel {
  /// The rules of motion: those of iCarousel (`classic`) or those of today's touchscreens (`fluid`). By
  /// default ``MotionStyle/classic``.
  ///
  /// A current motion continues in the style in which it began. The next motion uses the new style. Setting
  /// ``MotionStyle/custom`` has no effect.
  ///
  /// Beyond iCarousel.
  public var motionStyle: MotionStyle {
    get { core.scroller.settings.physics.style }
    set {
      switch newValue {
      case .classic: scrollPhysics = ClassicPhysics()
      case .fluid: scrollPhysics = FluidPhysics()
      case .custom: break
      }
    }
  }

  /// The rules of motion: those of ``motionStyle``, or rules that the application has written.
  ///
  /// Beyond iCarousel.
  public var scrollPhysics: any ScrollPhysics {
    get { core.scroller.settings.physics.physics }
    set { scrollSettings.physics = NamedPhysics(newValue) }
  }

  /// The rate that determines how far a flick glides, in `0...1`. At a larger rate a flick glides further,
  /// and at 1 it never slows down. By default 0.95.
  ///
  /// A flick of *v* items per second glides by *v* / (60 × (1 − rate)) items before the carousel selects the
  /// item to stop on.
  ///
  /// iCarousel: `decelerationRate`.
  public var decelerationRate: Double {
    get { core.scroller.settings.decelerationRate }
    set { scrollSettings.decelerationRate = min(max(newValue.finite(or: decelerationRate), 0), 1) }
  }

  /// The factor by which the speed of a flick is multiplied; by default 1. With ``MotionStyle/fluid`` a flick
  /// always begins with the finger's speed, and its distance is multiplied by the factor.
  ///
  /// iCarousel: `scrollSpeed`.
  public var scrollSpeed: Double {
    get { core.scroller.settings.scrollSpeed }
    set { scrollSettings.scrollSpeed = newValue.finite(or: scrollSpeed) }
  }

  /// The maximum distance that the carousel can be moved beyond its ends, in items. Negative values count as
  /// 0. By default 1. With ``MotionStyle/fluid`` a drag approaches this distance and never reaches it.
  ///
  /// iCarousel: `bounceDistance`.
  public var bounceDistance: Double {
    get { core.scroller.settings.bounceDistance }
    set { scrollSettings.bounceDistance = max(0, newValue.finite(or: bounceDistance)) }
  }

  /// Whether the carousel can be moved beyond its ends and springs back. By default `true`. The property has
  /// no effect on a carousel that wraps.
  ///
  /// iCarousel: `bounces`.
  public var bounces: Bool {
    get { core.scroller.settings.bounces }
    set { scrollSettings.bounces = newValue }
  }

  /// Whether a flick scrolls by one page at most: one item unless ``itemsPerPage`` is larger. By default
  /// `false`.
  ///
  /// iCarousel: `pagingEnabled`.
  public var isPagingEnabled: Bool {
    get { core.scroller.settings.isPagingEnabled }
    set { scrollSettings.isPagingEnabled = newValue }
  }

  /// Whether a flick ends exactly on an item; by default `true`.
  ///
  /// iCarousel: `stopAtItemBoundary`.
  public var stopAtItemBoundary: Bool {
    get { core.scroller.settings.stopAtItemBoundary }
    set { scrollSettings.stopAtItemBoundary = newValue }
  }

  /// Whether the carousel scrolls to the nearest item when it has stopped between two items; by default
  /// `true`.
  ///
  /// A carousel that has stopped beyond its ends always scrolls back.
  ///
  /// iCarousel: `scrollToItemBoundary`.
  public var scrollToItemBoundary: Bool {
    get { core.scroller.settings.scrollToItemBoundary }
    set { scrollSettings.scrollToItemBoundary = newValue }
  }

  /// The number of items by which the carousel scrolls when the finger moves by one item width. The default
  /// is 2 for cover flows and 1 for other types; ``options`` and the delegate can override it.
  ///
  /// iCarousel: `offsetMultiplier`.
  public var offsetMultiplier: Double { core.scroller.geometry.offsetMultiplier }

  var scrollSettings: ScrollSettings {
    get { core.scroller.settings }
    set { if newValue != core.scroller.settings { apply(.setScrolling(newValue)) } }
  }
}
