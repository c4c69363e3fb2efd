import CarouselEngine
import Geometry

/// Plays the actions of a scenario and compares the states with the recorded states, under the rulings.
@MainActor
struct ScenarioReplay {
  private let scenario: Scenario
  private let stage: Stage
  private var carousel: Carousel { stage.carousel }
  private var rulings = ReplayRulings()
  private var wantsFrame = true
  private var lastOffset = 0.0

  /// - Parameters:
  ///   - givesItemSize: Whether the items get their size from the owner of the carousel.
  ///   - prepare: A closure that is called with the new carousel before its setup.
  init(
    _ scenario: Scenario, givesItemSize: Bool = false, prepare: (Carousel) -> Void = { _ in }
  ) throws {
    self.scenario = scenario
    stage = try Stage(
      scenario.config, at: Timestamp(seconds: scenario.t[0]), givesItemSize: givesItemSize, prepare: prepare)
  }

  /// Plays all steps; `observe` is called at the end of each step.
  mutating func run(into tally: inout Tally, observe: (Stage, Int, inout Tally) -> Void = { _, _, _ in })
    throws
  {
    for step in RecordedStep.all(of: scenario) {
      let now = Timestamp(seconds: step.time)
      carousel.clock = now
      rulings.begin(step)
      var flags = (step.flagsBefore ?? 0) & ActivityFlag.all
      for (number, action) in step.actions.enumerated() {
        if !action.skipped {
          try play(
            RecordedAction(step: step, action: action, number: number, flagsBefore: flags), at: now,
            into: &tally)
        }
        flags = action.after?.flags ?? flags
      }
      if isFrame(step) { carousel.advance(to: now) }
      stage.resizeViews()
      compare(step, into: &tally)
      observe(stage, step.number, &tally)
      _ = carousel.frame()
      // As in the recording, the toggle also changes in layouts that draw no cover turn.
      wantsFrame = carousel.needsFrame || carousel.isMoving
    }
    tally.checkDerived(
      carousel, scenario.derivedAtEnd, config: scenario.config,
      at: Tally.Place(id: scenario.name, step: "derivedAtEnd"))
  }

  /// Returns whether there is a frame in `step`: at a recorded timer tick, or if the carousel needed one in
  /// the step before.
  ///
  /// The recorded timer also ticks while iCarousel is at rest. These ticks change nothing.
  private func isFrame(_ step: RecordedStep) -> Bool {
    guard step.number > 0 else { return false }
    let timerTicked = 16
    return wantsFrame && stage.isOnScreen || step.flags.map { $0 & timerTicked != 0 } ?? true
  }

  private mutating func play(
    _ recorded: RecordedAction, at now: Timestamp, into tally: inout Tally
  ) throws {
    let action = recorded.action
    let expected = rulings.expectations(after: recorded, on: carousel)
    let place = Tally.Place(id: scenario.name, step: "step \(action.step) after \(action.verb)")
    if action.verb == "tap" {
      let point = Point(x: action.number(0), y: action.number(1))
      let hit = carousel.itemView(at: point).flatMap { carousel.index(ofItemView: $0) }
      tally.check(hit, expected.hitIndex, "hitIndex", at: place)
    }
    let wasOnScreen = stage.isOnScreen
    switch try stage.perform(action, at: now) {
    case .shouldBegin(let answer): tally.check(answer, expected.shouldBegin, "shouldBegin", at: place)
    case .tapped(let result): tally.check(result, expected.tapResult, "result", at: place)
    case nil: break
    }
    // When the carousel returns to the screen, its first frame is in the next step of the recording.
    if stage.isOnScreen && !wasOnScreen { wantsFrame = false }
    tally.check(carousel.scrollOffset, expected.scrollOffset, "scrollOffset", at: place)
    tally.check(carousel.currentItemIndex, expected.currentItemIndex, "currentItemIndex", at: place)
    tally.check(carousel.activityFlags, expected.flags, "flags", at: place)
    tally.check(carousel.startVelocity ?? .nan, expected.startVelocity, "startVelocity", at: place)
    tally.check(carousel.startOffset ?? .nan, expected.startOffset, "startOffset", at: place)
    tally.check(carousel.endOffset ?? .nan, expected.endOffset, "endOffset", at: place)
    tally.check(carousel.scrollDuration ?? .nan, expected.scrollDuration, "scrollDuration", at: place)
  }

  private mutating func compare(_ step: RecordedStep, into tally: inout Tally) {
    let expected = rulings.expectations(atEndOf: step, of: carousel)
    let place = Tally.Place(id: scenario.name, step: "step \(step.number)")
    tally.check(carousel.scrollOffset, expected.scrollOffset, "scrollOffset", at: place)
    tally.check(carousel.currentItemIndex, expected.currentItemIndex, "currentItemIndex", at: place)
    tally.check([carousel.toggle], expected.toggle, "toggle", at: place) { got, allowed in
      allowed.contains { abs($0 - got[0]) <= Tally.tolerance }
    }
    tally.check(carousel.activityFlags, expected.flags, "flags", at: place)
    let around = carousel.isWrapEnabled ? Double(carousel.numberOfItems) : .infinity
    func shortest(_ distance: Double) -> Double {
      around.isFinite ? distance - around * (distance / around).rounded() : distance
    }
    tally.check(
      shortest(carousel.scrollOffset - lastOffset), expected.distance.map(shortest), "distance", at: place)
    lastOffset = carousel.scrollOffset

    let (calls, crossed) = collapsingCrossedIndexes(stage.drainLog())
    if case .value = expected.callbacks, crossed > 0 { tally.skip(.q22, in: scenario.name, count: crossed) }
    tally.check(calls, expected.callbacks, "callbacks", at: place) { got, wanted in
      switch expected.strictness {
      case .exact: agree(got, wanted)
      case .beginning: got.count >= wanted.count && agree(Array(got.prefix(wanted.count)), wanted)
      case .activities: got.filter(\.isActivity).map(\.name) == wanted.filter(\.isActivity).map(\.name)
      }
    }
  }

  private func agree(_ got: [Callback], _ wanted: [Callback]) -> Bool {
    got.count == wanted.count
      && zip(got, wanted).allSatisfy { $0.matches($1, within: Tally.tolerance) }
  }

  /// Q22: if several indexes are passed in one frame, the recording contains only the last of them.
  private func collapsingCrossedIndexes(_ calls: [Callback]) -> (calls: [Callback], crossed: Int) {
    var kept: [Callback] = []
    for call in calls {
      if call.name == .currentItemIndexDidChange, kept.last?.name == .currentItemIndexDidChange {
        kept.removeLast()
      }
      kept.append(call)
    }
    return (kept, calls.count - kept.count)
  }
}

extension Carousel {
  /// The activities as flags of the recording: 1 dragging, 2 decelerating, 4 scrolling.
  var activityFlags: Int { (isDragging ? 1 : 0) | (isDecelerating ? 2 : 0) | (isScrolling ? 4 : 0) }
}
