/// Moving by itself: from item to item, or steadily.
extension Carousel {
  /// How long the carousel rests on an item before it goes on to the next, in seconds; 0 is for ever, the default.
  ///
  /// It goes on by one item, or by one page where pages are scrolled, in 0.4 seconds, and all callbacks of a scroll are
  /// called. Each rest counts anew, whatever moved the carousel; a pause does not count. It has no effect while
  /// ``autoscroll`` is not 0, nor with ``reducesMotion``.
  ///
  /// While it rests no frames are wanted before ``wakeTime``.
  ///
  /// Beyond iCarousel; FSPagerView: `automaticSlidingInterval`.
  public var autoplayInterval: Double {
    get { core.autoplay.settings.interval }
    set { changeAutoplay { $0.interval = max(0, newValue.finite(or: $0.interval)) } }
  }

  /// How fast the carousel moves by itself, in items per second; positive is forwards. By default 0.
  ///
  /// It pauses as ``autoscrollPauses`` says, and goes on from where it is; at the ends of one that does not wrap it does
  /// what ``autoscrollEnd`` says. With ``reducesMotion`` it has no effect.
  ///
  /// iCarousel: `autoscroll`, whose sign is the other way round.
  public var autoscroll: Double {
    get { core.autoplay.settings.speed }
    set { changeAutoplay { $0.speed = newValue.finite(or: $0.speed) } }
  }

  /// What a row that moves by itself does at its end; by default it stays there.
  ///
  /// Beyond iCarousel; Swiper: `autoplay.stopOnLastSlide`, `rewind`.
  public var autoscrollEnd: AutoscrollEnd {
    get { core.autoplay.settings.end }
    set { changeAutoplay { $0.end = newValue } }
  }

  /// During what the carousel does not move by itself; by default while it is touched or hidden.
  ///
  /// Hover and focus are to be asked for: the only carousel of a window has the pointer and the keyboard most of the time.
  /// Without ``AutoscrollPauses/touch`` it moves on under a finger that lies still; a drag moves it in any case.
  ///
  /// Beyond iCarousel; Embla: `stopOnInteraction`, `stopOnMouseEnter`, `stopOnFocusIn`.
  public var autoscrollPauses: AutoscrollPauses {
    get { core.autoplay.settings.pauses }
    set { changeAutoplay { $0.pauses = newValue } }
  }

  /// Whether the pointer is over the carousel; set by whoever shows it.
  public var isHovered: Bool {
    get { core.autoplay.settings.presences.contains(.hover) }
    set { setPresence(.hover, newValue) }
  }

  /// Whether the carousel has the keyboard; set by whoever shows it.
  public var isFocused: Bool {
    get { core.autoplay.settings.presences.contains(.focus) }
    set { setPresence(.focus, newValue) }
  }

  /// Whether nobody can see the carousel; set by whoever shows it.
  public var isHidden: Bool {
    get { core.autoplay.settings.presences.contains(.hidden) }
    set { setPresence(.hidden, newValue) }
  }

  /// Whether the user has stopped the carousel from moving by itself: what a pause button or key sets. By default not.
  ///
  /// It stays where it is, also between two items, and goes on from there.
  ///
  /// Beyond iCarousel; WCAG 2.2.2: Pause, Stop, Hide.
  public var isAutoscrollPaused: Bool {
    get { core.autoplay.settings.isPaused }
    set { changeAutoplay { $0.isPaused = newValue } }
  }

  private func setPresence(_ presence: AutoscrollPauses, _ isPresent: Bool) {
    changeAutoplay {
      if isPresent { $0.presences.insert(presence) } else { $0.presences.remove(presence) }
    }
  }

  private func changeAutoplay(_ change: (inout AutoplaySettings) -> Void) {
    var settings = core.autoplay.settings
    change(&settings)
    if settings != core.autoplay.settings { apply(.setAutoplay(settings)) }
  }

  /// When frames are wanted again although nothing moves now; `nil` means not before something else happens.
  ///
  /// The owner reads it after each frame and each contact, lets so much time pass and calls ``advance(to:)``:
  /// ``autoplayInterval`` is over then, or a finger has lain long enough for a long press. A later call does no harm; a
  /// carousel that was not advanced for more than a second past the time counts anew.
  ///
  /// Beyond iCarousel.
  public var wakeTime: Timestamp? { core.wakeTime }
}
