import CarouselEngine

/// Q8: a scroll without distance ends immediately if the program or a tap started it. Setup and layout passes
/// start no such scroll.
struct EmptyScrollsDoNotExist: ReplayRuling {
  /// Whether the recorded scroll under way has no distance.
  private var isEmpty = false

  mutating func willPerform(
    _ action: RecordedAction, on carousel: Carousel, expecting expected: inout ActionExpectations
  ) {
    guard action.leavesEmptyScroll, !action.verb.hasPrefix("pan") else { return }
    expected.flags.change { $0 & ~ActivityFlag.scrolling }
    expected.dropMotion()
  }

  mutating func adjust(_ callbacks: inout [RecordedCallback], in step: RecordedStep) {
    callbacks = callbacks.flatMap { call -> [RecordedCallback] in
      switch call.name {
      case .willBeginScrollingAnimation:
        isEmpty = true
        if Self.isEmptyByLayout(call) { return [] }
        if Self.isEmptyByProgram(call, in: step) {
          var end = call
          end.name = .didEndScrollingAnimation
          return [call, end]
        }
        isEmpty = false
      case .didEndScrollingAnimation where isEmpty:
        isEmpty = false
        return []
      case .didEndScrollingAnimation: isEmpty = false
      default: break
      }
      return [call]
    }
    if let flags = step.flags, flags & ActivityFlag.scrolling == 0 { isEmpty = false }
  }

  mutating func end(
    _ step: RecordedStep, of carousel: Carousel, expecting expected: inout StepExpectations
  ) {
    guard Self.lasts(in: step, against: carousel) else { return }
    expected.flags.change { $0 & ~ActivityFlag.scrolling }
    // During such a scroll the recorded toggle is constant.
    if let toggle = step.toggle, toggle != 0 { expected.toggle.skip(under: .q8) }
  }

  /// Returns whether at the end of `step` the recording is in a scroll without distance and the carousel does
  /// not scroll.
  @MainActor
  static func lasts(in step: RecordedStep, against carousel: Carousel) -> Bool {
    (step.flags ?? 0) & ActivityFlag.scrolling != 0 && !carousel.isScrolling
      && step.scrollOffset == Double(step.currentItemIndex)
  }

  private static func isEmptyByLayout(_ call: RecordedCallback) -> Bool {
    (call.phase == "S" || call.phase == "L") && call.scrollOffset == Double(call.currentItemIndex)
  }

  /// Such a scroll that starts in a tick or at the end of a drag is the scroll of 0.01 s on an item; it is
  /// still compared.
  private static func isEmptyByProgram(_ call: RecordedCallback, in step: RecordedStep) -> Bool {
    guard let number = call.actionNumber, number < step.actions.count else { return false }
    let action = step.actions[number]
    return !action.verb.hasPrefix("pan") && action.leavesEmptyScroll
  }
}

/// Q8: if a deceleration ends within a rounding error before the first item of a ring, it ends on this item.
/// The recording scrolls to the item for 0.4 s.
struct SeamHasNoDistance: ReplayRuling {
  private var isScrolling = false

  mutating func end(
    _ step: RecordedStep, of carousel: Carousel, expecting expected: inout StepExpectations
  ) {
    let count = Double(step.scenario.derivedAtEnd.numberOfItems)
    guard step.scenario.derivedAtEnd.wrapEnabled, count > 0 else { return }
    let ends = isScrolling && step.hasCallback(.didEndScrollingAnimation)
    if step.callbacks.contains(where: {
      $0.name == .willBeginScrollingAnimation && $0.actionNumber == nil && $0.scrollOffset != count
        && abs($0.scrollOffset - count) < 1e-9
    }) {
      isScrolling = true
    }
    if isScrolling { expected.skip(under: .q8) }
    if ends { isScrolling = false }
  }
}

/// Q6: after `scroll(toOffset:)` and `scroll(byOffset:)` to a fraction the carousel snaps.
struct ScrollToFractionSnaps: ReplayRuling {
  private enum Phase {
    case none
    /// A scroll to a fraction began at the step `since`.
    case scrolling(since: Int)
    /// The carousel snaps since the end of the step `from`. The steps up to `from` are compared.
    case snapping(from: Int)
  }
  private var phase = Phase.none
  private var suspension = Suspension(under: .q6)

  mutating func willPerform(
    _ action: RecordedAction, on carousel: Carousel, expecting expected: inout ActionExpectations
  ) {
    defer { suspension.apply(to: &expected, in: action.step) }
    if case .scrolling = phase { phase = .none }
    guard action.config.scrollToItemBoundary, case .none = phase, let after = action.after,
      action.verb == "scrollToOffset" || action.verb == "scrollByOffset"
    else { return }
    if after.flags & ActivityFlag.scrolling != 0 {
      if let end = after.endOffset, Self.snaps(from: end, in: action.step.scenario) {
        phase = .scrolling(since: action.step.number)
      }
    } else if Self.snaps(from: after.scrollOffset, in: action.step.scenario) {
      expected.flags.skip(under: .q6)
      phase = .snapping(from: action.step.number)
    }
  }

  mutating func end(
    _ step: RecordedStep, of carousel: Carousel, expecting expected: inout StepExpectations
  ) {
    if case .scrolling(let since) = phase, step.number > since {
      let names: [CallbackName] = [.didEndScrollingAnimation, .willBeginScrollingAnimation]
      switch step.callbacks.first(where: { names.contains($0.name) })?.name {
      case .didEndScrollingAnimation: phase = .snapping(from: step.number)
      case nil: break
      default: phase = .none
      }
    } else if case .snapping(step.number) = phase {
      expected.toggle.skip(under: .q6)
    }
    if case .snapping(step.number) = phase {
      expected.flags.skip(under: .q6)
      expected.strictness = .beginning
      suspension.start(atEndOf: step.number + 1)
    }
    suspension.apply(to: &expected, in: step)
  }

  /// Returns whether a snap follows a scroll that ends at `offset`: if `offset` is between two items or
  /// beyond the ends.
  private static func snaps(from offset: Double, in scenario: Scenario) -> Bool {
    let derived = scenario.derivedAtEnd
    let isOutside = !derived.wrapEnabled && !(0...Double(max(derived.numberOfItems - 1, 0))).contains(offset)
    return offset != offset.rounded() || isOutside
  }
}

/// Q27: a command to scroll beyond the ends of a strip without animation ends at an item. The recording is
/// clamped to the bounce distance beyond the ends.
struct CommandsStayInside: ReplayRuling {
  /// The recorded offset outside the ends, until the next action.
  private var outside: Double?

  mutating func willPerform(
    _ action: RecordedAction, on carousel: Carousel, expecting expected: inout ActionExpectations
  ) {
    outside = nil
    let isCommand =
      action.verb.hasPrefix("scroll") || action.verb == "set" && action.action.word(0) == "currentItemIndex"
    guard isCommand, let after = action.after, after.flags & ActivityFlag.all == 0,
      let inside = Self.inside(after.scrollOffset, carousel)
    else { return }
    outside = after.scrollOffset
    expected.scrollOffset = .translated(inside, .q27)
  }

  mutating func end(
    _ step: RecordedStep, of carousel: Carousel, expecting expected: inout StepExpectations
  ) {
    guard let outside, step.scrollOffset == outside, let inside = Self.inside(outside, carousel) else {
      return
    }
    expected.scrollOffset = .translated(inside, .q27)
    // The carousel moves to an end at which it may rest already, or from which the recording has not moved.
    if !step.actions.isEmpty { expected.callbacks.skip(under: .q27) }
  }

  private static func inside(_ offset: Double, _ carousel: Carousel) -> Double? {
    let inside = min(max(offset, 0), Double(carousel.numberOfItems - 1))
    return carousel.isWrapEnabled || inside == offset ? nil : inside
  }
}

/// Q23: if wrapping is switched off while the offset or the target of a scroll is beyond the ends, the
/// carousel returns to an end.
struct WrapEndsInsideBounds: ReplayRuling {
  private var suspension = Suspension(under: .q23)

  mutating func willPerform(
    _ action: RecordedAction, on carousel: Carousel, expecting expected: inout ActionExpectations
  ) {
    if action.verb == "option", action.action.word(0) == "wrap", !action.action.flag(1),
      let after = action.after
    {
      let last = Double(action.step.scenario.derivedAtEnd.numberOfItems - 1)
      if [after.scrollOffset, after.endOffset ?? 0].contains(where: { $0 < 0 || $0 > last }) {
        suspension.start()
      }
    }
    suspension.apply(to: &expected, in: action.step)
  }

  mutating func end(
    _ step: RecordedStep, of carousel: Carousel, expecting expected: inout StepExpectations
  ) { suspension.apply(to: &expected, in: step) }
}
