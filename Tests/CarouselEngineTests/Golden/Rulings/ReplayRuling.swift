import CarouselEngine

/// A deliberate difference between the project and the recording, applied during the replay of a scenario.
///
/// A ruling changes the expectations for an action or a step. Whether the ruling applies depends on the
/// recording, and for some rulings also on the state of the replayed carousel.
@MainActor
protocol ReplayRuling {
  /// Called before the actions of `step`.
  mutating func begin(_ step: RecordedStep)
  /// Changes the expectations for the state after `action`. Called before the action, with the carousel in
  /// the state before the action.
  mutating func willPerform(
    _ action: RecordedAction, on carousel: Carousel, expecting expected: inout ActionExpectations)
  /// Changes the callbacks that are expected in `step`, before they are compared.
  mutating func adjust(_ callbacks: inout [RecordedCallback], in step: RecordedStep)
  /// Changes the expectations for the end of `step`. Called at the end of the step, with the carousel in the
  /// state to compare.
  mutating func end(_ step: RecordedStep, of carousel: Carousel, expecting expected: inout StepExpectations)
}

extension ReplayRuling {
  mutating func begin(_ step: RecordedStep) {}
  mutating func willPerform(
    _ action: RecordedAction, on carousel: Carousel, expecting expected: inout ActionExpectations
  ) {}
  mutating func adjust(_ callbacks: inout [RecordedCallback], in step: RecordedStep) {}
  mutating func end(
    _ step: RecordedStep, of carousel: Carousel, expecting expected: inout StepExpectations
  ) {}
}

/// The rulings of a scenario in the order of their application: rulings that translate values come before rulings
/// that skip them.
@MainActor
struct ReplayRulings {
  private var rulings: [any ReplayRuling] = [
    TouchEndsMotion(), ReplacedMotionEnds(), EmptyScrollsDoNotExist(), DeclinedTapIsNotHandled(),
    CoverTurnContinues(),
    ScrollToFractionSnaps(), SeamHasNoDistance(), TouchStopsAutoscroll(), TapThatStopsSelectsNothing(),
    OldVelocityIsIgnored(), AutoscrollContinues(), NumbersStayFinite(), FirstItemsArePlacedAtOnce(),
    OneActivityWhileDragging(), WrapEndsInsideBounds(), CommandsStayInside(),
  ]

  mutating func begin(_ step: RecordedStep) {
    for i in rulings.indices { rulings[i].begin(step) }
  }

  mutating func expectations(after action: RecordedAction, on carousel: Carousel) -> ActionExpectations {
    var expected = ActionExpectations(action.action)
    for i in rulings.indices { rulings[i].willPerform(action, on: carousel, expecting: &expected) }
    return expected
  }

  mutating func expectations(atEndOf step: RecordedStep, of carousel: Carousel) -> StepExpectations {
    var callbacks = step.callbacks
    for i in rulings.indices { rulings[i].adjust(&callbacks, in: step) }
    var expected = StepExpectations(step, callbacks: callbacks)
    for i in rulings.indices { rulings[i].end(step, of: carousel, expecting: &expected) }
    return expected
  }
}

/// Skips a scenario from some action or step to its end, under one ruling.
struct Suspension {
  let ruling: Ruling
  private var begin = Begin.never

  private enum Begin {
    case never, atOnce
    case afterActions(step: Int)
  }

  init(under ruling: Ruling) { self.ruling = ruling }

  var isActive: Bool { if case .never = begin { false } else { true } }

  /// Skips from the current action or step on.
  mutating func start() { if !isActive { begin = .atOnce } }

  /// Skips from the end of `step` on.
  mutating func start(atEndOf step: Int) { if !isActive { begin = .afterActions(step: step) } }

  func apply(to expected: inout ActionExpectations, in step: RecordedStep) {
    switch begin {
    case .never: break
    case .atOnce: expected.skip(under: ruling)
    case .afterActions(let first): if step.number > first { expected.skip(under: ruling) }
    }
  }

  func apply(to expected: inout StepExpectations, in step: RecordedStep) {
    switch begin {
    case .never: break
    case .atOnce: expected.skip(under: ruling)
    case .afterActions(let first): if step.number >= first { expected.skip(under: ruling) }
    }
  }
}
