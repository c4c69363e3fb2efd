import CarouselEngine

/// Q13: autoscroll starts from the current offset. In the recording its first step covers all the time
/// without frames.
///
/// Q8: in the recording autoscroll waits for the end of a scroll without distance. The speed is compared from
/// then on.
struct AutoscrollContinues: ReplayRuling {
  private enum Speed {
    case notCompared
    /// Autoscroll begins in the recording when the scroll without distance ends.
    case awaited, compared
    /// The program has acted since autoscroll began.
    case over
  }
  private static let timerRuns = 8
  private var speed = Speed.notCompared
  private var offsetBefore = 0.0
  private var jump = Suspension(under: .q13)
  private var wait = Suspension(under: .q8)
  private var startsNow = false

  mutating func willPerform(
    _ action: RecordedAction, on carousel: Carousel, expecting expected: inout ActionExpectations
  ) {
    if case .compared = speed { speed = .over }
    if action.verb == "set", action.action.word(0) == "autoscroll", action.action.number(1) != 0,
      let flags = action.step.flagsBefore
    {
      if flags & Self.timerRuns == 0 { jump.start(atEndOf: action.step.number) } else { startsNow = true }
    }
    jump.apply(to: &expected, in: action.step)
    wait.apply(to: &expected, in: action.step)
  }

  mutating func end(
    _ step: RecordedStep, of carousel: Carousel, expecting expected: inout StepExpectations
  ) {
    if step.scenario.config.autoscroll != 0 { jump.start(atEndOf: 1) }
    let waits = EmptyScrollsDoNotExist.lasts(in: step, against: carousel)
    if startsNow, waits, !wait.isActive {
      wait.start(atEndOf: step.number)
      speed = .awaited
    }
    startsNow = false
    switch speed {
    case .awaited: if !waits { speed = .compared }
    case .compared: expected.distance = .value(step.scrollOffset - offsetBefore)
    case .notCompared, .over: break
    }
    offsetBefore = step.scrollOffset
    jump.apply(to: &expected, in: step)
    wait.apply(to: &expected, in: step)
  }
}

/// Q19: a touch stops autoscroll. In the recording autoscroll continues until a pan begins.
struct TouchStopsAutoscroll: ReplayRuling {
  private enum Phase {
    case none
    /// The carousel has not moved since a touch stopped it.
    case held(offset: Double, index: Int)
    /// A drag is in progress. Its offset differs from the recorded offset by `shift`.
    case dragging(shift: Double)
    /// The snap after a tap is in progress. It began at another offset than in the recording, and ends at the
    /// same time and offset.
    case snapping(since: Int)
    case over
  }
  private var phase = Phase.none
  private var suspension = Suspension(under: .q19)

  mutating func willPerform(
    _ action: RecordedAction, on carousel: Carousel, expecting expected: inout ActionExpectations
  ) {
    defer { suspension.apply(to: &expected, in: action.step) }
    guard let after = action.after else { return }
    switch (phase, action.verb) {
    case (.none, "touchDown") where carousel.phase == .autoscrolling && carousel.isScrollEnabled,
      (.snapping, "touchDown") where carousel.phase == .autoscrolling && carousel.isScrollEnabled:
      phase = .held(offset: after.scrollOffset, index: after.currentItemIndex)
    case (.held(let offset, _), "panBegan"): phase = .dragging(shift: offset - after.scrollOffset)
    case (.held(_, let index), "tap"):
      // If the current item differs from the recorded one, the finger also hits another item than in the
      // recording.
      guard after.currentItemIndex == index else {
        phase = .over
        return suspension.start()
      }
      phase = .snapping(since: action.step.number)
      expected.scrollOffset.skip(under: .q19)
      expected.currentItemIndex.skip(under: .q19)
      expected.startOffset.skip(under: .q19)
    default: break
    }
    switch phase {
    case .held(let offset, let index) where after.flags & ActivityFlag.all == 0:
      expected.scrollOffset = .value(offset)
      expected.currentItemIndex = .value(index)
    case .dragging where action.endsPan:
      let (flags, velocity) = (expected.flags, expected.startVelocity)
      expected.skip(under: .q19)
      (expected.flags, expected.startVelocity) = (flags, velocity)
      phase = .over
      suspension.start(atEndOf: action.step.number)
    case .dragging(let shift):
      expected.scrollOffset.change { Self.shifted($0, by: shift, in: action.step.scenario) }
      expected.currentItemIndex.skip(under: .q19)
    default: break
    }
  }

  mutating func end(
    _ step: RecordedStep, of carousel: Carousel, expecting expected: inout StepExpectations
  ) {
    switch phase {
    case .none, .over: break
    case .held(let offset, let index):
      expected.scrollOffset = .value(offset)
      expected.currentItemIndex = .value(index)
      expected.toggle.skip(under: .q19)
      expected.callbacks.change { $0.filter(\.isActivity) }
    case .dragging(let shift):
      expected.scrollOffset.change { Self.shifted($0, by: shift, in: step.scenario) }
      expected.currentItemIndex.skip(under: .q19)
      expected.toggle.skip(under: .q19)
      expected.strictness = .activities
    case .snapping(let since):
      if step.number > since, step.hasCallback(.didEndScrollingAnimation) {
        phase = .none
        break
      }
      expected.scrollOffset.skip(under: .q19)
      expected.currentItemIndex.skip(under: .q19)
      expected.toggle.skip(under: .q19)
      expected.strictness = .activities
    }
    suspension.apply(to: &expected, in: step)
  }

  private static func shifted(_ offset: Double, by distance: Double, in scenario: Scenario) -> Double {
    let derived = scenario.derivedAtEnd
    let ring = ItemRow(count: derived.numberOfItems, wraps: derived.wrapEnabled)
    return ring.wraps ? ring.offset(offset + distance) : offset + distance
  }
}
