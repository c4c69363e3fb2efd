internal import Geometry

extension Autoplay: Feature {
  static let inputs: [any FeatureInput.Type] = [AutoplaySettings.self]

  static func settings(_ core: borrowing CarouselCore) -> (any FeatureInput)? {
    core.features.autoplay.settings
  }

  static func handle(_ step: CoreStep, in core: inout CarouselCore) -> Bool {
    switch step {
    case .touchBegan:
      if core.features.autoplay.settings.pauses.contains(.touch) { core.features.autoplay.forgetRest() }
    case .motionPreferenceChanged(let moment): core.reconsiderAutoplay(at: moment)
    case .frameEnd(_, let arrival):
      core.features.autoplay.arrival = arrival
      core.agenda.append(ActionTask { $0.autoplayIfDue(at: $0.timeline.now) })
    // Without frames, changes would not be completed.
    case .workDone:
      if core.features.autoplay.settings.activeConditions.contains(.offscreen) { core.completeAll() }
    default: break
    }
    return false
  }

  static func needsFrame(_ core: borrowing CarouselCore) -> Bool { core.wantsToCountRest }

  static func wakeTime(_ core: borrowing CarouselCore) -> Timestamp { core.features.autoplay.dueTime }
}

extension AutoplaySettings: FeatureInput {
  func apply(to core: inout CarouselCore, at moment: Moment) { core.setAutoplay(self, at: moment) }
}

extension CarouselCore {
  /// Applies new settings of autoplay and autoscroll.
  fileprivate mutating func setAutoplay(_ settings: AutoplaySettings, at moment: Moment) {
    let old = features.autoplay.settings
    guard settings != old else { return }
    features.autoplay.settings = settings
    scroller.autoscroll.isOn = settings.speed != 0
    scroller.autoscroll.end = settings.end
    scroller.autoscroll.pausesDuringTouch = settings.pauses.contains(.touch)
    if settings.speed != old.speed || settings.end != old.end { scroller.resetDirection() }
    if settings.end != old.end { scroller.resumeAutoscroll(at: moment) }
    let others = { (active: AutoscrollPauses) in active.intersection(settings.pauses.union(.reading)) }
    var (before, after) = (old, settings)
    (before.activeConditions, after.activeConditions) = (
      others(old.activeConditions), others(settings.activeConditions)
    )
    if before != after { reconsiderAutoplay(at: moment) }
  }

  /// Starts or stops autoplay and autoscroll after a change of a condition that they depend on.
  fileprivate mutating func reconsiderAutoplay(at moment: Moment) {
    let isStill = reducesMotion || features.autoplay.settings.isHeld
    let speed = isStill ? 0 : features.autoplay.settings.speed
    if speed != scroller.autoscroll.speed {
      scroller.setAutoscroll(speed, settles: features.autoplay.settings.speed == 0, at: moment)
      // With reduced motion, a carousel that rests between two items snaps to an item.
      if reducesMotion, scroller.isIdle, scroller.settings.scrollToItemBoundary, !isLed {
        scroller.align(at: moment)
      }
    }
    motionDidChange(at: moment)
    features.autoplay.forgetRest()
  }

  /// Whether autoplay needs a frame, so that its interval starts at the time of that frame.
  fileprivate var wantsToCountRest: Bool {
    features.autoplay.settings.interval > 0 && features.autoplay.dueTime == .never && canAutoplay
      && scroller.restsForAutoplay
  }

  /// Whether autoplay may scroll when its interval is over.
  private var canAutoplay: Bool {
    let settings = features.autoplay.settings
    return settings.interval > 0 && settings.speed == 0 && !reducesMotion && !settings.isHeld
      && (contacts.drag == nil || !settings.pauses.contains(.touch)) && scroller.canAdvanceAutoplay && !isLed
      && hold == nil
  }

  /// Scrolls to the next item if the interval of autoplay is over.
  fileprivate mutating func autoplayIfDue(at now: Timestamp) {
    guard canAutoplay, scroller.restsForAutoplay else { return features.autoplay.forgetRest() }
    let due = features.autoplay.takeDueTime(at: now)
    guard due != .never else { return }
    // The scroll starts at the time when the interval was over, as if there had been a frame at that time.
    scroller.advanceAutoplay(at: due)
    scroller.advance(to: now)
    motionDidChange(at: .at(now))
    if needsUpdate { agenda.insertNext(UpdateTask.resolve) }
  }
}
