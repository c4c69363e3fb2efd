import CarouselEngine

/// Q10: no value ever becomes infinite or NaN.
struct NumbersStayFinite: ReplayRuling {
  private var suspension = Suspension(under: .q10)

  mutating func willPerform(
    _ action: RecordedAction, on carousel: Carousel, expecting expected: inout ActionExpectations
  ) {
    if let after = action.after {
      if !after.scrollOffset.isFinite { expected.skip(under: .q10) }
      if let end = after.endOffset, !end.isFinite { expected.endOffset.skip(under: .q10) }
      if let duration = after.scrollDuration, !duration.isFinite { expected.scrollDuration.skip(under: .q10) }
    }
    suspension.apply(to: &expected, in: action.step)
  }

  mutating func end(
    _ step: RecordedStep, of carousel: Carousel, expecting expected: inout StepExpectations
  ) {
    if !step.scrollOffset.isFinite { suspension.start() }
    suspension.apply(to: &expected, in: step)
  }
}

/// Q18: an empty carousel has index and offset −1. When items are added, its offset becomes 0 immediately. In
/// the recording the carousel scrolls to 0.
struct FirstItemsArePlacedAtOnce: ReplayRuling {
  private enum Phase { case empty, placed, scrolling }
  private var phase = Phase.placed

  mutating func begin(_ step: RecordedStep) {
    if step.currentItemIndex < 0 {
      phase = .empty
    } else if case .empty = phase {
      // A scroll that a layout pass starts at 0 has no distance (Q8). A scroll after the first items were
      // added starts at −1.
      let scrolls = step.callbacks.contains {
        $0.name == .willBeginScrollingAnimation && $0.scrollOffset < 0
      }
      phase = scrolls ? .scrolling : .placed
    }
  }

  mutating func willPerform(
    _ action: RecordedAction, on carousel: Carousel, expecting expected: inout ActionExpectations
  ) {
    if case .scrolling = phase { expected.skip(under: .q18) }
  }

  mutating func end(
    _ step: RecordedStep, of carousel: Carousel, expecting expected: inout StepExpectations
  ) {
    switch phase {
    case .empty:
      if step.scrollOffset != -1 { expected.scrollOffset.skip(under: .q18) }
    case .placed:
      if step.number > 0, step.scenario.trace.currentItemIndex[step.number - 1] < 0,
        step.callbacks.contains(where: { $0.currentItemIndex >= 0 && $0.scrollOffset < 0 })
      {
        expected.callbacks.skip(under: .q18)
      }
    case .scrolling:
      let index = expected.currentItemIndex
      expected.skip(under: .q18)
      if step.currentItemIndex == 0 { expected.currentItemIndex = index }
      if step.hasCallback(.didEndScrollingAnimation), step.scrollOffset >= 0 { phase = .placed }
    }
  }
}
