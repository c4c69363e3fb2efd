/// Scrolling by the program, by autoplay and autoscroll, and by linked carousels.
extension CarouselCore {
  // MARK: Commands

  /// Runs a scroll by the program. If the scroll depends on the layout, it waits until the layout is up to
  /// date.
  mutating func scroll(_ command: ScrollCommand, at moment: Moment) {
    switch command {
    case .jumpToOffset, .jumpToItem: if !agenda.isCounting { return run(command, at: moment) }
    case .toItem, .byItems, .toOffset, .byOffset, .toPage, .step: layOutIfNeeded(at: moment)
    }
    if agenda.isLayingOut { agenda.append(.scroll(command, moment)) } else { run(command, at: moment) }
  }

  /// Runs a scroll. `id` identifies the scroll if a task waits for its end.
  mutating func run(_ command: ScrollCommand, awaitedAs id: ScrollID? = nil, at moment: Moment) {
    if stack.isActive { cancelCardDrag(at: moment) }
    scroller.defersArrival = delivery.isUnderWay
    defer { scroller.defersArrival = false }
    switch command {
    case .jumpToOffset(let offset): scroller.jump(to: offset, as: .set, at: moment)
    case .jumpToItem(let index):
      scroller.jump(to: scroller.geometry.attainable(Double(index)), at: moment)
    case .toItem(let index, let direction, let duration):
      scroller.scroll(
        toItem: index, direction: direction, duration: duration.finite(or: 0), then: .rest(after: id),
        at: moment)
    case .byItems(let count, let duration):
      scroller.scroll(byItems: count, duration: duration.finite(or: 0), at: moment)
    case .toOffset(let offset, let duration):
      scroller.scroll(to: offset, duration: duration.finite(or: 0), then: .align(after: id), at: moment)
    case .byOffset(let offset, let duration):
      scroller.scroll(by: offset, duration: duration.finite(or: 0), then: .align(after: id), at: moment)
    case .toPage(let index, let duration):
      scroll(toPage: index, duration: duration, then: .rest(after: id), at: moment)
    case .step(let count): scroller.step(by: min(max(count, -1_000_000), 1_000_000), at: moment)
    }
    motionDidChange(at: moment)
  }

  private mutating func scroll(
    toPage index: Int, duration: Double, then arrival: ScrollActivity.Arrival, at moment: Moment
  ) {
    let pages = scroller.geometry.pages
    guard pages.count > 0 else { return }
    let page = ItemRing(count: pages.count, wraps: pages.ring.wraps).index(index)
    scroller.scroll(
      to: pages.offset(pages.place(Double(page))), duration: duration, then: arrival, at: moment)
  }

  /// Handles a change that may have started a motion. With reduced motion, that motion ends immediately.
  mutating func motionDidChange(at moment: Moment) {
    guard presentation.reducesMotion, scroller.isOnItsWay else { return }
    agenda.append(.arriveAtOnce(moment))
  }

  /// Applies new settings of scrolling; a motion under way continues.
  mutating func setScrolling(_ settings: ScrollSettings) {
    let changesStyle = settings.physics != scroller.settings.physics
    scroller.settings = settings
    if changesStyle { setNeedsLayout() }
  }

  // MARK: Autoplay

  /// Applies new settings of autoplay and autoscroll.
  mutating func setAutoplay(_ settings: AutoplaySettings, at moment: Moment) {
    let old = autoplay.settings
    guard settings != old else { return }
    autoplay.settings = settings
    scroller.autoscroll.end = settings.end
    scroller.autoscroll.heedsTouch = settings.pauses.contains(.touch)
    if settings.speed != old.speed || settings.end != old.end { scroller.resetDirection() }
    if settings.end != old.end { scroller.resumeAutoscroll(at: moment) }
    let others = { (presences: AutoscrollPauses) in presences.intersection(settings.pauses) }
    var (before, after) = (old, settings)
    (before.presences, after.presences) = (others(old.presences), others(settings.presences))
    if before != after { reconsiderAutoplay(at: moment) }
  }

  /// Starts or stops autoplay and autoscroll after a change of a condition that they depend on.
  private mutating func reconsiderAutoplay(at moment: Moment) {
    let isStill = presentation.reducesMotion || autoplay.settings.isHeld
    let speed = isStill ? 0 : autoplay.settings.speed
    if speed != scroller.autoscroll.speed {
      scroller.setAutoscroll(speed, settles: autoplay.settings.speed == 0, at: moment)
      // With reduced motion, a carousel that rests between two items snaps to an item.
      if presentation.reducesMotion, scroller.isIdle, scroller.settings.scrollToItemBoundary {
        scroller.align(at: moment)
      }
    }
    motionDidChange(at: moment)
    autoplay.forgetRest()
  }

  /// Sets whether the user prefers reduced motion.
  mutating func setReducesMotion(_ reducesMotion: Bool, at moment: Moment) {
    guard reducesMotion != presentation.reducesMotion else { return }
    presentation.reducesMotion = reducesMotion
    if reducesMotion { endStackMotions() }
    reconsiderAutoplay(at: moment)
  }

  /// Whether autoplay needs a frame, so that its interval starts at the time of that frame.
  var wantsToCountRest: Bool {
    autoplay.settings.interval > 0 && autoplay.dueTime == .never && canAutoplay && restsForAutoplay
  }

  private var restsForAutoplay: Bool {
    scroller.rests(heedingTouch: autoplay.settings.pauses.contains(.touch))
  }

  /// Whether autoplay may scroll when its interval is over.
  private var canAutoplay: Bool {
    let settings = autoplay.settings
    return settings.interval > 0 && settings.speed == 0 && !presentation.reducesMotion && !settings.isHeld
      && (contacts.drag == nil || !settings.pauses.contains(.touch)) && scroller.canPlayOn && !isLed
      && !reordering.isLifted && !stack.isHeld
  }

  /// Scrolls to the next item if the interval of autoplay is over.
  ///
  /// - Parameter arrival: The time at which the last motion ended, if it has ended since the last frame;
  ///   otherwise ``Timestamp/never``.
  mutating func autoplay(at now: Timestamp, arrival: Timestamp) {
    guard canAutoplay, restsForAutoplay else { return autoplay.forgetRest() }
    let due = autoplay.goesOn(at: now, arrival: arrival)
    guard due != .never else { return }
    // The scroll starts at the time when the interval was over, as if there had been a frame at that time.
    scroller.playOn(at: due)
    scroller.advance(to: now)
    motionDidChange(at: .at(now))
    if needsUpdate { agenda.insertNext(.update(.resolve)) }
  }

  // MARK: Links

  /// Handles an input of the link between carousels.
  mutating func link(_ input: LinkInput, at moment: Moment) {
    switch input {
    case .setLed(let isLed): setLed(isLed)
    case .yield(let reason):
      interruptAwaitedScroll(by: reason ?? .program)
      scroller.yield()
    case .takeOverStop: scroller.takeOverStop()
    case .follow(let target): scroller.follow(to: target, at: moment)
    case .shareRest(let reason): scroller.settleReason = reason
    case .shareCoverTurn(let value): scroller.shareCoverTurn(value)
    case .resumeAutoscroll: scroller.resumeAutoscroll(at: moment)
    case .endMotion: if scroller.isLeading { scroller.begin(.idle) }
    case .unlink:
      if scroller.isIdle, scroller.autoscroll.speed == 0, scroller.settings.scrollToItemBoundary {
        scroller.align(at: moment)
      }
      scroller.resumeAutoscroll(at: moment)
    }
  }
}
