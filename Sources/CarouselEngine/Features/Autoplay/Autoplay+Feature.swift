internal import Geometry

extension Autoplay: Feature {
  static let inputs: [any FeatureInput.Type] = [AutoplaySettings.self]

  static func settings(_ core: borrowing CarouselCore) -> (any FeatureInput)? { core.autoplay.settings }

  static func handle(_ step: CoreStep, in core: inout CarouselCore) -> Bool {
    switch step {
    case .touchBegan: if core.autoplay.settings.pauses.contains(.touch) { core.autoplay.forgetRest() }
    case .motionPreferenceChanged(let moment): core.reconsiderAutoplay(at: moment)
    case .frameEnd(let now, let arrival): core.agenda.append(AutoplayTask(now: now, arrival: arrival))
    // Without frames, changes would not be completed.
    case .workDone: if core.autoplay.settings.activeConditions.contains(.offscreen) { core.completeAll() }
    default: break
    }
    return false
  }

  static func needsFrame(_ core: borrowing CarouselCore) -> Bool { core.wantsToCountRest }

  static func wakeTime(_ core: borrowing CarouselCore) -> Timestamp { core.autoplay.dueTime }
}

extension AutoplaySettings: FeatureInput {
  func apply(to core: inout CarouselCore, at moment: Moment) { core.setAutoplay(self, at: moment) }
}

/// Scrolls to the next item if the interval of autoplay is over.
private struct AutoplayTask: CoreTask {
  let now: Timestamp
  /// The time at which a motion has ended since the last frame; ``Timestamp/never`` if no motion has ended.
  let arrival: Timestamp

  func proceed(in core: inout CarouselCore) -> CarouselRequest? {
    core.autoplay(at: now, arrival: arrival)
    return nil
  }
}

extension CarouselCore {
  /// The timing of autoplay.
  var autoplay: Autoplay {
    _read { yield features.autoplay }
    _modify { yield &features.autoplay }
  }

  /// Applies new settings of autoplay and autoscroll.
  fileprivate mutating func setAutoplay(_ settings: AutoplaySettings, at moment: Moment) {
    let old = autoplay.settings
    guard settings != old else { return }
    autoplay.settings = settings
    scroller.autoscroll.isOn = settings.speed != 0
    scroller.autoscroll.end = settings.end
    scroller.autoscroll.pausesDuringTouch = settings.pauses.contains(.touch)
    if settings.speed != old.speed || settings.end != old.end { scroller.resetDirection() }
    if settings.end != old.end { scroller.resumeAutoscroll(at: moment) }
    let others = { (activeConditions: AutoscrollPauses) in activeConditions.intersection(settings.pauses) }
    var (before, after) = (old, settings)
    (before.activeConditions, after.activeConditions) = (
      others(old.activeConditions), others(settings.activeConditions)
    )
    if before != after { reconsiderAutoplay(at: moment) }
  }

  /// Starts or stops autoplay and autoscroll after a change of a condition that they depend on.
  fileprivate mutating func reconsiderAutoplay(at moment: Moment) {
    let isStill = reducesMotion || autoplay.settings.isHeld
    let speed = isStill ? 0 : autoplay.settings.speed
    if speed != scroller.autoscroll.speed {
      scroller.setAutoscroll(speed, settles: autoplay.settings.speed == 0, at: moment)
      // With reduced motion, a carousel that rests between two items snaps to an item.
      if reducesMotion, scroller.isIdle, scroller.settings.scrollToItemBoundary, !isLed {
        scroller.align(at: moment)
      }
    }
    motionDidChange(at: moment)
    autoplay.forgetRest()
  }

  /// Whether autoplay needs a frame, so that its interval starts at the time of that frame.
  fileprivate var wantsToCountRest: Bool {
    autoplay.settings.interval > 0 && autoplay.dueTime == .never && canAutoplay && restsForAutoplay
  }

  private var restsForAutoplay: Bool {
    scroller.rests(pausingDuringTouch: autoplay.settings.pauses.contains(.touch))
  }

  /// Whether autoplay may scroll when its interval is over.
  private var canAutoplay: Bool {
    let settings = autoplay.settings
    return settings.interval > 0 && settings.speed == 0 && !reducesMotion && !settings.isHeld
      && (contacts.drag == nil || !settings.pauses.contains(.touch)) && scroller.canAdvanceAutoplay && !isLed
      && hold == nil
  }

  /// Scrolls to the next item if the interval of autoplay is over.
  ///
  /// - Parameter arrival: The time at which the last motion ended, if it has ended since the last frame;
  ///   otherwise ``Timestamp/never``.
  fileprivate mutating func autoplay(at now: Timestamp, arrival: Timestamp) {
    guard canAutoplay, restsForAutoplay else { return autoplay.forgetRest() }
    let due = autoplay.takeDueTime(at: now, arrival: arrival)
    guard due != .never else { return }
    // The scroll starts at the time when the interval was over, as if there had been a frame at that time.
    scroller.advanceAutoplay(at: due)
    scroller.advance(to: now)
    motionDidChange(at: .at(now))
    if needsUpdate { agenda.insertNext(UpdateTask.resolve) }
  }
}
