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
    get { autoplay.interval }
    set {
      guard newValue.finite(or: autoplayInterval) != autoplayInterval else { return }
      autoplay.interval = max(0, newValue.finite(or: 0))
      reconsiderAutoplay()
    }
  }

  /// How fast the carousel moves by itself, in items per second; positive is forwards. By default 0.
  ///
  /// It pauses as ``autoscrollPauses`` says, and goes on from where it is; at the ends of one that does not wrap it does
  /// what ``autoscrollEnd`` says. With ``reducesMotion`` it has no effect.
  ///
  /// iCarousel: `autoscroll`, whose sign is the other way round.
  public var autoscroll: Double {
    get { autoplay.speed }
    set {
      guard newValue.finite(or: autoscroll) != autoscroll else { return }
      autoplay.speed = newValue.finite(or: 0)
      scroller.isTurnedRound = false
      reconsiderAutoplay()
    }
  }

  /// What a row that moves by itself does at its end; by default it stays there.
  ///
  /// Beyond iCarousel; Swiper: `autoplay.stopOnLastSlide`, `rewind`.
  public var autoscrollEnd: AutoscrollEnd {
    get { scroller.settings.autoscrollEnd }
    set {
      guard newValue != autoscrollEnd else { return }
      scroller.settings.autoscrollEnd = newValue
      scroller.isTurnedRound = false
      perform { $0.resumeAutoscroll(at: clock) }
      reconsiderAutoplay()
    }
  }

  /// During what the carousel does not move by itself; by default while it is touched or hidden.
  ///
  /// Hover and focus are to be asked for: the only carousel of a window has the pointer and the keyboard most of the time.
  /// Without ``AutoscrollPauses/touch`` it moves on under a finger that lies still; a drag moves it in any case.
  ///
  /// Beyond iCarousel; Embla: `stopOnInteraction`, `stopOnMouseEnter`, `stopOnFocusIn`.
  public var autoscrollPauses: AutoscrollPauses {
    get { autoplay.pauses }
    set {
      guard newValue != autoscrollPauses else { return }
      autoplay.pauses = newValue
      scroller.settings.autoscrollHeedsTouch = newValue.contains(.touch)
      reconsiderAutoplay()
    }
  }

  /// Whether the pointer is over the carousel; set by whoever shows it.
  public var isHovered: Bool {
    get { autoplay.presences.contains(.hover) }
    set { setPresence(.hover, newValue) }
  }

  /// Whether the carousel has the keyboard; set by whoever shows it.
  public var isFocused: Bool {
    get { autoplay.presences.contains(.focus) }
    set { setPresence(.focus, newValue) }
  }

  /// Whether nobody can see the carousel; set by whoever shows it.
  public var isHidden: Bool {
    get { autoplay.presences.contains(.hidden) }
    set { setPresence(.hidden, newValue) }
  }

  /// Whether the user has stopped the carousel from moving by itself: what a pause button or key sets. By default not.
  ///
  /// It stays where it is, also between two items, and goes on from there.
  ///
  /// Beyond iCarousel; WCAG 2.2.2: Pause, Stop, Hide.
  public var isAutoscrollPaused: Bool {
    get { autoplay.isPaused }
    set {
      guard newValue != isAutoscrollPaused else { return }
      autoplay.isPaused = newValue
      reconsiderAutoplay()
    }
  }

  private func setPresence(_ presence: AutoscrollPauses, _ isPresent: Bool) {
    guard autoplay.presences.contains(presence) != isPresent else { return }
    autoplay.presences.formSymmetricDifference(presence)
    if autoplay.pauses.contains(presence) { reconsiderAutoplay() }
  }

  /// Moves on, or stops moving, after a change of what decides about it.
  func reconsiderAutoplay() {
    let speed = reducesMotion || autoplay.isHeld ? 0 : autoplay.speed
    if speed != scroller.settings.autoscroll {
      perform {
        $0.setAutoscroll(speed, at: clock)
        // Who wants no motion does not want to be left between two items.
        if reducesMotion, $0.isIdle, $0.settings.scrollToItemBoundary { $0.align(at: clock) }
      }
    }
    autoplay.forgetRest()
    announce()
  }

  /// Whether a frame is wanted to say from when to count.
  var wantsToCountRest: Bool {
    autoplay.interval > 0 && autoplay.dueTime == nil && canAutoplay
      && scroller.rests(heedingTouch: autoplay.pauses.contains(.touch))
  }

  /// Whether the carousel may go on from item to item once it has rested long enough.
  private var canAutoplay: Bool {
    autoplay.interval > 0 && autoplay.speed == 0 && !reducesMotion && !autoplay.isHeld
      && (contacts.drag == nil || !autoplay.pauses.contains(.touch)) && scroller.canPlayOn
      && !(bond?.leads(self) ?? false)
  }

  /// Goes on to the next item if it is time.
  ///
  /// - Parameter arrival: When the motion that went on at the last frame was to end.
  func playOn(at now: Timestamp, arrival: Timestamp?) {
    guard canAutoplay, scroller.rests(heedingTouch: autoplay.pauses.contains(.touch)) else {
      return autoplay.forgetRest()
    }
    guard let due = autoplay.goesOn(at: now, arrival: arrival) else { return }
    perform {
      // As if there had been a frame just then.
      $0.playOn(at: due)
      $0.advance(to: now)
    }
  }
}
