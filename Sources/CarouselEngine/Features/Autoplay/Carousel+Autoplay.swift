public import Geometry

/// Autoplay, which scrolls from item to item, and autoscroll, which moves steadily.
extension Carousel {
  /// The time for which the carousel rests on an item before it scrolls to the next item, in seconds. 0, the
  /// default, switches autoplay off.
  ///
  /// The carousel scrolls by one item in 0.4 seconds, or by one page with ``isPagingEnabled``, and calls all
  /// delegate methods of a scroll. The interval starts again whenever the carousel comes to rest, after any
  /// kind of motion. Time during a pause does not count. The property has no effect while ``autoscroll`` is
  /// not 0 or ``reducesMotion`` is `true`.
  ///
  /// While the carousel rests, it needs no frames before ``wakeTime``.
  ///
  /// Beyond iCarousel; FSPagerView: `automaticSlidingInterval`.
  public var autoplayInterval: Double {
    get { core.features.autoplay.settings.interval }
    set { autoplay.interval = max(0, newValue.finite(or: autoplay.interval)) }
  }

  /// The speed at which the carousel moves by itself, in items per second; positive is forward. By default 0.
  ///
  /// The motion pauses according to ``autoscrollPauses``, and continues from its current position.
  /// ``autoscrollEnd`` determines what happens at the ends of a carousel that does not wrap. The property has
  /// no effect while ``reducesMotion`` is `true`.
  ///
  /// iCarousel: `autoscroll`, with the opposite sign.
  public var autoscroll: Double {
    get { core.features.autoplay.settings.speed }
    set { autoplay.speed = newValue.finite(or: autoplay.speed) }
  }

  /// The behavior of autoscroll and autoplay at the ends of a strip; by default `stop`.
  ///
  /// Beyond iCarousel; Swiper: `autoplay.stopOnLastSlide`, `rewind`.
  public var autoscrollEnd: AutoscrollEnd {
    get { core.features.autoplay.settings.end }
    set { autoplay.end = newValue }
  }

  /// The conditions that pause autoscroll and autoplay. By default they are a touch and a hidden carousel.
  ///
  /// Hover and focus are not set by default, because the only carousel of a window has the pointer and the
  /// keyboard focus most of the time. Without ``AutoscrollPauses/touch`` the carousel continues to move under
  /// a finger that lies still. A drag always moves the carousel.
  ///
  /// Beyond iCarousel; Embla: `stopOnInteraction`, `stopOnMouseEnter`, `stopOnFocusIn`.
  public var autoscrollPauses: AutoscrollPauses {
    get { core.features.autoplay.settings.pauses }
    set { autoplay.pauses = newValue }
  }

  /// Whether the pointer is over the carousel; set by the code that displays the carousel.
  public var isHovered: Bool {
    get { core.features.autoplay.settings.activeConditions.contains(.hover) }
    set { setCondition(.hover, newValue) }
  }

  /// Whether the carousel has keyboard focus; set by the code that displays the carousel.
  public var isFocused: Bool {
    get { core.features.autoplay.settings.activeConditions.contains(.focus) }
    set { setCondition(.focus, newValue) }
  }

  /// Whether the carousel is not visible and may get no frames; set by the code that displays the carousel.
  ///
  /// Autoscroll and autoplay pause according to ``autoscrollPauses``. The completions of changes under way are
  /// called immediately, and those of later changes when the change is made.
  public var isOffscreen: Bool {
    get { core.features.autoplay.settings.activeConditions.contains(.offscreen) }
    set { setCondition(.offscreen, newValue) }
  }

  /// Whether the user has paused autoscroll and autoplay, for example with a pause button. By default
  /// `false`.
  ///
  /// The carousel stops at its current offset, even between two items, and later continues from this offset.
  ///
  /// Beyond iCarousel; WCAG 2.2.2: Pause, Stop, Hide.
  public var isAutoscrollPaused: Bool {
    get { core.features.autoplay.settings.isPaused }
    set { autoplay.isPaused = newValue }
  }

  /// Records whether a condition is met.
  package func setCondition(_ condition: AutoscrollPauses, _ isMet: Bool) {
    isMet ? autoplay.activeConditions.formUnion(condition) : autoplay.activeConditions.subtract(condition)
  }

  private var autoplay: AutoplaySettings {
    get { core.features.autoplay.settings }
    set { if newValue != core.features.autoplay.settings { apply(newValue) } }
  }

  /// The time at which the carousel needs its next frame although nothing moves now; `nil` if it needs no
  /// frame at a known time.
  ///
  /// The owner reads this property after each frame and each contact, and calls ``advance(to:)`` at that
  /// time. At that time ``autoplayInterval`` is over, or a finger has lain still long enough for a long
  /// press. A later call is harmless, but if it is more than a second late, autoplay starts its interval
  /// again.
  ///
  /// Beyond iCarousel.
  public var wakeTime: Timestamp? { core.wakeTime }
}
