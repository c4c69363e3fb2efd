import CarouselEngine

/// Q14: a touch that stops a motion causes the motion's didEnd callback and stops the cover turn. In the
/// recording there is no callback, and the turn that began at the last change of the index continues.
struct TouchEndsMotion: ReplayRuling {
  private var ends: [(action: Int, callback: RecordedCallback)] = []
  /// The current item at the time when a touch stopped the turn. The toggles of project and recording match
  /// again after the next change of the index.
  private var heldIndex: Int?

  mutating func begin(_ step: RecordedStep) { ends = [] }

  mutating func willPerform(
    _ action: RecordedAction, on carousel: Carousel, expecting expected: inout ActionExpectations
  ) {
    guard action.verb == "touchDown", carousel.isScrollEnabled, let after = action.after else { return }
    let name: CallbackName
    switch carousel.phase {
    case .decelerating: name = .didEndDecelerating
    case .scrolling: name = .didEndScrollingAnimation
    case .idle, .held, .dragging, .autoscrolling: return
    }
    ends.append((action.number, RecordedCallback(name, of: action, after: after)))
    heldIndex = action.step.currentItemIndex
  }

  mutating func adjust(_ callbacks: inout [RecordedCallback], in step: RecordedStep) {
    for (action, callback) in ends {
      // The callbacks of a layout pass belong to the action before it.
      let position = callbacks.firstIndex {
        $0.phase == "T" || $0.phase == "D" || ($0.actionNumber ?? -1) > action
      }
      callbacks.insert(callback, at: position ?? callbacks.count)
    }
  }

  mutating func end(
    _ step: RecordedStep, of carousel: Carousel, expecting expected: inout StepExpectations
  ) {
    if heldIndex != step.currentItemIndex { heldIndex = nil }
    if heldIndex != nil { expected.toggle.skip(under: .q14) }
  }
}

/// Q26: if the program replaces a motion, the motion ends with its didEnd callback. In the recording there is
/// no callback.
struct ReplacedMotionEnds: ReplayRuling {
  private var ends: [(action: Int, callback: RecordedCallback)] = []

  mutating func begin(_ step: RecordedStep) { ends = [] }

  mutating func willPerform(
    _ action: RecordedAction, on carousel: Carousel, expecting expected: inout ActionExpectations
  ) {
    guard Self.scrolls(action), let after = action.after else { return }
    switch carousel.phase {
    case .decelerating:
      ends.append((action.number, RecordedCallback(.didEndDecelerating, of: action, after: after)))
    case .scrolling:
      ends.append((action.number, RecordedCallback(.didEndScrollingAnimation, of: action, after: after)))
    case .idle, .held, .dragging, .autoscrolling: break
    }
  }

  mutating func adjust(_ callbacks: inout [RecordedCallback], in step: RecordedStep) {
    for (action, callback) in ends {
      let position = callbacks.firstIndex {
        $0.phase == "T" || $0.phase == "D" || ($0.actionNumber ?? -1) >= action
      }
      callbacks.insert(callback, at: position ?? callbacks.count)
    }
  }

  private static func scrolls(_ action: RecordedAction) -> Bool {
    let property = action.verb == "set" ? action.action.word(0) : ""
    return action.verb.hasPrefix("scroll") || property == "scrollOffset" || property == "currentItemIndex"
  }
}

/// Q12: a tap that stops a flick or a program scroll selects nothing; the carousel snaps.
struct TapThatStopsSelectsNothing: ReplayRuling {
  private var hasStopped = false
  private var suspension = Suspension(under: .q12)

  mutating func willPerform(
    _ action: RecordedAction, on carousel: Carousel, expecting expected: inout ActionExpectations
  ) {
    switch action.verb {
    case "touchDown":
      hasStopped = carousel.isScrollEnabled && (carousel.isDecelerating || carousel.isScrolling)
    case "panBegan": hasStopped = false
    case "tap":
      // If no item is under the finger, iCarousel also snaps.
      if hasStopped, case .some(.some) = action.action.hitIndex { suspension.start() }
      hasStopped = false
    default: break
    }
    suspension.apply(to: &expected, in: action.step)
  }

  mutating func end(
    _ step: RecordedStep, of carousel: Carousel, expecting expected: inout StepExpectations
  ) { suspension.apply(to: &expected, in: step) }
}

/// Q5: a tap that the delegate declines is not handled; an accepted tap selects the item.
struct DeclinedTapIsNotHandled: ReplayRuling {
  mutating func willPerform(
    _ action: RecordedAction, on carousel: Carousel, expecting expected: inout ActionExpectations
  ) {
    guard action.verb == "tap" else { return }
    if let selected = action.callbacks.first(where: { $0.name == .didSelectItem })?.extra {
      expected.tapResult = .value(.selected(selected))
    } else if action.callbacks.contains(where: { $0.name == .shouldSelectItem }) {
      expected.tapResult = .value(.notTaken)
    }
  }
}

/// Q11: a pan without a change has velocity 0, and a change older than the tracker's window is ignored. In
/// the recording the deceleration begins with the last velocity, however old.
struct OldVelocityIsIgnored: ReplayRuling {
  private static let window = 0.150  // s, the length of the tracker's window
  private var velocity = 0.0
  /// The time of the pan's last change, in seconds.
  private var changed: Double?
  private var suspension = Suspension(under: .q11)

  mutating func willPerform(
    _ action: RecordedAction, on carousel: Carousel, expecting expected: inout ActionExpectations
  ) {
    let now = action.step.time
    switch action.verb {
    case "panBegan": changed = nil
    case "panChanged": (velocity, changed) = (action.after?.startVelocity ?? 0, now)
    default:
      if action.endsPan, velocity != 0, changed.map({ now - $0 > Self.window }) ?? true { suspension.start() }
    }
    suspension.apply(to: &expected, in: action.step)
  }

  mutating func end(
    _ step: RecordedStep, of carousel: Carousel, expecting expected: inout StepExpectations
  ) { suspension.apply(to: &expected, in: step) }
}

/// Q20: during a drag there is no second activity. If the second activity in the recording is a scroll by the
/// program, it replaces the drag. Otherwise (resize, reload, change of the type) the drag continues, and the
/// end of the drag is also compared.
struct OneActivityWhileDragging: ReplayRuling {
  private enum Phase {
    case none
    case begun(step: Int)
    case released
  }
  private var phase = Phase.none
  private var suspension = Suspension(under: .q20)

  mutating func willPerform(
    _ action: RecordedAction, on carousel: Carousel, expecting expected: inout ActionExpectations
  ) {
    defer { suspension.apply(to: &expected, in: action.step) }
    guard let after = action.after, !suspension.isActive else { return }
    let (dragging, others) = (ActivityFlag.dragging, ActivityFlag.decelerating | ActivityFlag.scrolling)
    if case .none = phase, action.flagsBefore & dragging != 0, after.flags & dragging != 0,
      after.flags & others != 0
    {
      if action.verb.hasPrefix("scroll") { return suspension.start() }
      phase = .begun(step: action.step.number)
    }
    guard case .begun = phase else { return }
    if after.flags & dragging != 0 {
      expected.flags.change { $0 & dragging }
      expected.dropMotion()
    } else {
      expected.flags.change { $0 & ~ActivityFlag.scrolling }
      phase = .released
      suspension.start(atEndOf: action.step.number)
    }
  }

  mutating func adjust(_ callbacks: inout [RecordedCallback], in step: RecordedStep) {
    guard case .begun(step.number) = phase else { return }
    callbacks.removeAll { $0.name == .willBeginScrollingAnimation }
  }

  mutating func end(
    _ step: RecordedStep, of carousel: Carousel, expecting expected: inout StepExpectations
  ) {
    if case .begun = phase { expected.flags.change { $0 & ActivityFlag.dragging } }
    suspension.apply(to: &expected, in: step)
  }
}
