/// The motion at each moment of a recorded scenario, and the scrolls without distance.
///
/// iCarousel starts a scroll to the current item in each layout pass, even without distance. Ruling Q8
/// removes these from the recording, which requires the origin and the distance of each scroll.
struct ScrollOrigins {
  enum Motion { case none, decelerating, scrolling, empty }

  /// A callback that begins or ends a scroll without distance.
  struct Call {
    enum Kind { case begin, end }
    let step: Int
    /// The position among the callbacks recorded in the step.
    let position: Int
    let kind: Kind
    /// Whether the program or a tap started the scroll, not a layout pass.
    let byProgram: Bool
  }

  private(set) var emptyScrollCalls: [Call] = []
  private var endsEmpty: [Bool]
  private var afterAction: [Motion]
  private var beforeAction: [Motion]

  func isEmptyScroll(atEndOf step: Int) -> Bool { endsEmpty[step] }
  func isEmptyScroll(afterAction i: Int) -> Bool { afterAction[i] == .empty }
  func before(action i: Int) -> Motion { beforeAction[i] }

  init(_ scenario: Scenario) {
    endsEmpty = Array(repeating: false, count: scenario.t.count)
    afterAction = Array(repeating: .none, count: scenario.actions.count)
    beforeAction = afterAction

    var scroll = Scroll.none
    var nextAction = 0
    var callbacks = scenario.callbacks[...]
    var motion = Motion.none
    for step in scenario.t.indices {
      let calls = Array(callbacks.prefix { $0.step == step })
      callbacks = callbacks.dropFirst(calls.count)
      let firstAction = nextAction
      while nextAction < scenario.actions.count, scenario.actions[nextAction].step == step { nextAction += 1 }
      let actions = Array(scenario.actions[firstAction..<nextAction])

      for (position, call) in calls.enumerated() {
        switch call.name {
        case .willBeginScrollingAnimation:
          scroll = Scroll(startedBy: call, among: actions)
          if scroll.isEmpty { note(.begin, of: scroll, at: position, in: step) }
        case .didEndScrollingAnimation:
          if scroll.isEmpty { note(.end, of: scroll, at: position, in: step) }
          scroll = .none
        default: break
        }
      }

      for (number, action) in actions.enumerated() {
        beforeAction[firstAction + number] = motion
        guard let after = action.after else { continue }
        motion = Motion(flags: after.flags, emptyScroll: scroll.isEmpty && Self.movesNothing(action))
        afterAction[firstAction + number] = motion
      }
      let flags = scenario.trace.flags?[step]
      if !scenario.config.hasDelegate {
        scroll = Scroll(unheardIn: scenario, at: step, after: scroll, actions)
      }
      if let flags, flags & 4 == 0 { scroll = .none }
      // Without recorded flags a scroll lasts until its end callback.
      endsEmpty[step] = scroll.isEmpty && (flags ?? 4) & 4 != 0
      motion = Motion(flags: flags ?? (scroll == .none ? 0 : 4), emptyScroll: scroll.isEmpty)
    }
  }

  private mutating func note(_ kind: Call.Kind, of scroll: Scroll, at position: Int, in step: Int) {
    emptyScrollCalls.append(
      Call(step: step, position: position, kind: kind, byProgram: scroll == .emptyByProgram))
  }

  private enum Scroll {
    case none, real, emptyByLayout, emptyByProgram
    var isEmpty: Bool { self == .emptyByLayout || self == .emptyByProgram }

    init(startedBy call: RecordedCallback, among actions: [ScenarioAction]) {
      let isAtItem = call.scrollOffset == Double(call.currentItemIndex)
      if call.phase == "S" || call.phase == "L" {
        self = isAtItem ? .emptyByLayout : .real
      } else if let number = call.actionNumber, number < actions.count,
        !actions[number].verb.hasPrefix("pan"),
        ScrollOrigins.movesNothing(actions[number])
      {
        self = .emptyByProgram
      } else {
        // In a tick, or when a drag ends: the 0.01 s scroll on a boundary is kept.
        self = .real
      }
    }

    /// Determines the scroll without callbacks, if the recorded carousel had no delegate.
    init(unheardIn scenario: Scenario, at step: Int, after before: Scroll, _ actions: [ScenarioAction]) {
      let wasScrolling = step > 0 && (scenario.trace.flags?[step - 1] ?? 0) & 4 != 0
      let offset = scenario.trace.scrollOffset[step]
      if wasScrolling {
        self = before
      } else if step == 0 || actions.contains(where: { !$0.verb.hasPrefix("pan") }) {
        self = offset == Double(scenario.trace.currentItemIndex[step]) ? .emptyByLayout : .real
      } else {
        self = .real
      }
    }
  }

  /// Returns whether a scroll is under way right after `action` that has the same start and end, or no item
  /// to go to.
  private static func movesNothing(_ action: ScenarioAction) -> Bool {
    guard let after = action.after, let start = after.startOffset, let end = after.endOffset else {
      return false
    }
    return after.flags & 4 != 0 && (start == end || after.currentItemIndex < 0)
  }
}

extension ScrollOrigins.Motion {
  fileprivate init(flags: Int, emptyScroll: Bool) {
    self = flags & 2 != 0 ? .decelerating : flags & 4 == 0 ? .none : emptyScroll ? .empty : .scrolling
  }
}
