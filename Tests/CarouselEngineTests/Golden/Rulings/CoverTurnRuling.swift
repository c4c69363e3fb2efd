import CarouselEngine

/// Q9: during the snap after a drag that ends between the ends, the toggle continues to ease to 0. In the
/// recording the toggle stops during the snap, and then jumps to the value that it would have reached by
/// easing.
struct CoverTurnContinues: ReplayRuling {
  /// A toggle below this value is treated as 0.
  private static let turning = 1e-6
  private var velocity = 0.0
  private var isReleasedSlowly = false
  /// The time of the last change of the current index, in seconds.
  private var turnedAt: Double?
  private var eased: Double?
  private var toggleBefore: Double?
  private var indexBefore: Int?

  mutating func willPerform(
    _ action: RecordedAction, on carousel: Carousel, expecting expected: inout ActionExpectations
  ) {
    velocity = action.after?.startVelocity ?? velocity
    if action.endsPan {
      isReleasedSlowly = (action.after?.flags ?? 0) & ActivityFlag.all == ActivityFlag.scrolling
    }
  }

  mutating func end(
    _ step: RecordedStep, of carousel: Carousel, expecting expected: inout StepExpectations
  ) {
    guard let toggle = step.toggle, let flags = step.flags else { return }
    defer { (toggleBefore, indexBefore) = (toggle, step.currentItemIndex) }
    guard let flagsBefore = step.flagsBefore, let toggleBefore else {
      turnedAt = step.time
      return
    }
    if step.currentItemIndex != indexBefore { turnedAt = step.time }
    let derived = step.scenario.derivedAtEnd
    let isInside =
      derived.wrapEnabled || (step.scrollOffset >= 0 && step.scrollOffset < Double(derived.numberOfItems - 1))
    let standsStill = toggle == toggleBefore && abs(toggle) > Self.turning
    let isScrolling = [flags, flagsBefore].contains { $0 & ActivityFlag.all == ActivityFlag.scrolling }
    guard isReleasedSlowly, isScrolling, isInside, standsStill, let turnedAt else {
      eased = nil
      return
    }
    var value = eased ?? toggle
    if abs(value) > Self.turning {
      let slowness = velocity == 0 ? 1 : min(1, 1 / abs(velocity))
      let rest = 1 - EaseInOut.progress(at: (step.time - turnedAt) / (0.2 + 0.2 * slowness))
      value = value < 0 ? -rest : rest
    }
    eased = value
    expected.toggle = .translated([value], .q9)
  }
}
