import CarouselEngine
import TestSupport

/// The rulings on autoscroll.
extension Timeline {
  private var lastStep: Int { steps.count - 1 }

  private func recordedFlags(_ step: Int) -> Int? { scenario.trace.flags.map { $0[step] } }

  /// Q13: autoscroll continues from its position; in the recording its first step covers all the time before.
  mutating func resumeAutoscrollWithoutJump() {
    if scenario.config.autoscroll != 0 { return skip(from: 1, under: .q13) }
    let timerRuns = 8
    for action in scenario.actions where action.verb == "set" && action.word(0) == "autoscroll" {
      guard action.number(1) != 0, action.step > 0, let flags = recordedFlags(action.step - 1) else {
        continue
      }
      if flags & timerRuns == 0 { return skip(from: action.step, under: .q13) }
      startAutoscrollAtOnce(action)
    }
  }

  /// Q8: the recording waits for the end of a scroll without distance; from then on the speed is compared.
  private mutating func startAutoscrollAtOnce(_ action: ScenarioAction) {
    let motions = ScrollOrigins(scenario)
    guard motions.isEmptyScroll(atEndOf: action.step) else { return }
    skip(from: action.step, under: .q8)
    let start = (action.step...lastStep).first { !motions.isEmptyScroll(atEndOf: $0) } ?? lastStep
    let end = scenario.actions.first { $0.step > start }?.step ?? steps.count
    speedSteps = (start + 1)..<max(start + 1, end)
  }

  /// Q19: a touch stops autoscroll; in the recording it moves on until a pan begins.
  mutating func stopAutoscrollAtTouch() {
    var speed = scenario.config.autoscroll
    var touch: (step: Int, offset: Double, index: Int)?
    for (i, action) in scenario.actions.enumerated() {
      switch action.verb {
      case "set" where action.word(0) == "autoscroll": speed = action.number(1)
      case "touchDown" where scenario.config.scrollEnabled && speed != 0 && actions[i].flagsBefore == 0:
        guard let after = action.after else { continue }
        touch = (action.step, after.scrollOffset, after.currentItemIndex)
      case "panBegan" where touch != nil && !action.skipped:
        guard let held = touch, let after = action.after else { continue }
        hold(held, until: action.step)
        shift(fromAction: i, by: held.offset - after.scrollOffset)
        return
      case "tap" where touch != nil:
        guard let held = touch else { continue }
        touch = nil
        hold(held, until: action.step)
        // If another item is in the center by now, the finger hits another item, too.
        guard action.after?.currentItemIndex == held.index else { return skip(fromAction: i, under: .q19) }
        alignFromElsewhere(action: i)
      default: break
      }
    }
  }

  /// Expects the carousel to stand still between a touch and the next action.
  private mutating func hold(_ held: (step: Int, offset: Double, index: Int), until end: Int) {
    for step in held.step..<end {
      steps[step].scrollOffset = .value(held.offset)
      steps[step].currentItemIndex = .value(held.index)
      steps[step].toggle = steps[step].toggle.skipping(.q19)
      steps[step].callbacks = steps[step].callbacks.map { $0.filter(\.isActivity) }
    }
    for i in actions.indices where (held.step...end).contains(scenario.actions[i].step) {
      guard let after = scenario.actions[i].after, after.flags & Self.activities == 0 else { continue }
      actions[i].scrollOffset = .value(held.offset)
      actions[i].currentItemIndex = .value(held.index)
    }
  }

  /// Expects a drag `distance` away from the recorded one, without comparing its deceleration.
  private mutating func shift(fromAction first: Int, by distance: Double) {
    let release = scenario.actions[first...].firstIndex {
      ["panEnded", "panCancelled", "panFailed"].contains($0.verb)
    }
    let end = release.map { scenario.actions[$0].step } ?? steps.count
    let derived = scenario.derivedAtEnd
    let ring = ItemRing(count: derived.numberOfItems, wraps: derived.wrapEnabled)
    func shifted(_ offset: Double) -> Double {
      ring.wraps ? ring.offset(offset + distance) : offset + distance
    }
    for i in first..<(release ?? actions.count) {
      actions[i].scrollOffset = actions[i].scrollOffset.map(shifted)
      actions[i].currentItemIndex = actions[i].currentItemIndex.skipping(.q19)
    }
    for step in scenario.actions[first].step..<end {
      steps[step].scrollOffset = steps[step].scrollOffset.map(shifted)
      steps[step].currentItemIndex = steps[step].currentItemIndex.skipping(.q19)
      steps[step].toggle = steps[step].toggle.skipping(.q19)
      steps[step].strictness = .activities
    }
    guard let release else { return }
    let (flags, velocity) = (actions[release].flags, actions[release].startVelocity)
    skip(fromAction: release, under: .q19)
    (actions[release].flags, actions[release].startVelocity) = (flags, velocity)
  }

  /// Expects the snap after a tap to begin at another offset than recorded, and to end at the same time and
  /// offset.
  private mutating func alignFromElsewhere(action i: Int) {
    let first = scenario.actions[i].step
    actions[i].scrollOffset = actions[i].scrollOffset.skipping(.q19)
    actions[i].currentItemIndex = actions[i].currentItemIndex.skipping(.q19)
    actions[i].startOffset = actions[i].startOffset.skipping(.q19)
    let next = scenario.callbacks.first { $0.step > first && $0.name == .didEndScrollingAnimation }
    for step in first..<(next?.step ?? steps.count) {
      steps[step].scrollOffset = steps[step].scrollOffset.skipping(.q19)
      steps[step].currentItemIndex = steps[step].currentItemIndex.skipping(.q19)
      steps[step].toggle = steps[step].toggle.skipping(.q19)
      steps[step].strictness = .activities
    }
  }
}
