import CarouselEngine

/// The rulings in the order in which they are applied: translations first, then the skips that may cover them.
extension Timeline {
  /// Returns what a replay shall show under the rulings.
  static func ruled(_ scenario: Scenario) -> Timeline {
    var timeline = Timeline(recording: scenario)
    timeline.endMotionAtTouch()
    timeline.dropEmptyScrolls()
    timeline.applyEdits()
    timeline.handOnDeclinedTaps()
    timeline.alignAfterScrollsToFractions()
    timeline.stopAutoscrollAtTouch()
    timeline.selectNothingWhenTapStops()
    timeline.forgetOldVelocities()
    timeline.resumeAutoscrollWithoutJump()
    timeline.stayFinite()
    timeline.placeItemsAtOnceWhereNoneWere()
    timeline.allowOneActivityWhileDragging()
    timeline.returnInsideWhenWrapEnds()
    return timeline
  }

  private var lastStep: Int { steps.count - 1 }

  private func recordedFlags(_ step: Int) -> Int? { scenario.trace.flags.map { $0[step] } }
}

// MARK: - Touches that stop a motion

extension Timeline {
  /// Q14: a touch ends the activity that it stops with its didEnd callback; the recording is silent.
  private mutating func endMotionAtTouch() {
    guard scenario.config.scrollEnabled else { return }
    let motions = ScrollOrigins(scenario)
    for (i, action) in scenario.actions.enumerated() where action.verb == "touchDown" {
      let name: CallbackName
      switch motions.before(action: i) {
      case .decelerating: name = .didEndDecelerating
      case .scrolling: name = .didEndScrollingAnimation
      case .none, .empty: continue
      }
      guard let after = action.after else { continue }
      let end = Callback(
        name: name, scrollOffset: after.scrollOffset, currentItemIndex: after.currentItemIndex)
      let position = callbackPosition(afterAction: actions[i].number, in: action.step)
      edit(.insert(end), at: position, in: action.step)
    }
  }

  /// Q5: a tap that the delegate declines is not the carousel's; one that it accepts selects.
  private mutating func handOnDeclinedTaps() {
    for (i, action) in scenario.actions.enumerated() where action.verb == "tap" {
      let calls = recordedCallbacks(in: action.step).filter { $0.actionNumber == actions[i].number }
      if let selected = calls.first(where: { $0.name == .didSelectItem })?.extra {
        actions[i].tapResult = .value(.selected(selected))
      } else if calls.contains(where: { $0.name == .shouldSelectItem }) {
        actions[i].tapResult = .value(.notTaken)
      }
    }
  }

  /// Q12: a tap that stops a flick or a program scroll selects nothing; the carousel aligns.
  private mutating func selectNothingWhenTapStops() {
    let motions = ScrollOrigins(scenario)
    var stopped = false
    for (i, action) in scenario.actions.enumerated() {
      switch action.verb {
      case "touchDown":
        switch motions.before(action: i) {
        case .decelerating, .scrolling: stopped = scenario.config.scrollEnabled
        case .none, .empty: stopped = false
        }
      case "panBegan" where !action.skipped: stopped = false
      case "tap" where stopped:
        stopped = false
        // Nothing under the finger: the recording aligns too.
        if case .some(.some) = action.hitIndex { return skip(fromAction: i, under: .q12) }
      default: break
      }
    }
  }
}

// MARK: - Scrolls that move nothing

extension Timeline {
  /// Q8: scrolls that move nothing do not exist where set-up or a layout pass started them, and end at once where
  /// the program or a tap did.
  private mutating func dropEmptyScrolls() {
    let motions = ScrollOrigins(scenario)
    for call in motions.emptyScrollCalls {
      switch call.kind {
      case .begin where call.byProgram:
        var end = Callback(recordedCallbacks(in: call.step)[call.position])
        end.name = .didEndScrollingAnimation
        edit(.insert(end), at: call.position + 1, in: call.step)
      case .begin, .end: edit(.drop, at: call.position, in: call.step)
      }
    }
    for step in steps.indices {
      guard motions.isEmptyScroll(atEndOf: step) else { continue }
      steps[step].flags = steps[step].flags.map { $0 & ~4 }
      // The recording holds the toggle still meanwhile.
      if let toggle = scenario.trace.toggle?[step], toggle != 0 {
        steps[step].toggle = steps[step].toggle.skipping(.q8)
      }
    }
    for (i, action) in scenario.actions.enumerated() where motions.isEmptyScroll(afterAction: i) {
      guard let after = action.after, after.flags & 4 != 0 else { continue }
      actions[i].flags = actions[i].flags.map { $0 & ~4 }
      actions[i].dropMotion()
    }
  }

  /// Q6: after `scroll(toOffset:)` and `scroll(byOffset:)` to a fraction the carousel aligns.
  private mutating func alignAfterScrollsToFractions() {
    guard scenario.config.scrollToItemBoundary else { return }
    for (i, action) in scenario.actions.enumerated()
    where action.verb == "scrollToOffset" || action.verb == "scrollByOffset" {
      guard let after = action.after else { continue }
      if after.flags & 4 == 0 {
        guard after.scrollOffset != after.scrollOffset.rounded() else { continue }
        actions[i].flags = actions[i].flags.skipping(.q6)
        steps[action.step].toggle = steps[action.step].toggle.skipping(.q6)
        endComparison(at: action.step)
      } else {
        guard let end = after.endOffset, end != end.rounded() else { continue }
        let later = scenario.callbacks.filter { $0.step > action.step }
        let next = later.first {
          $0.name == .didEndScrollingAnimation || $0.name == .willBeginScrollingAnimation
        }
        let nextAction = scenario.actions.dropFirst(i + 1).first?.step ?? .max
        guard let next, next.name == .didEndScrollingAnimation, next.step < nextAction else { continue }
        endComparison(at: next.step)
      }
      return
    }
  }

  /// Compares where `step` ends, but not the alignment that begins there and what follows.
  private mutating func endComparison(at step: Int) {
    steps[step].flags = steps[step].flags.skipping(.q6)
    steps[step].strictness = .beginning
    skip(from: step + 1, under: .q6)
  }
}

// MARK: - Autoscroll

extension Timeline {
  /// Q13: autoscroll goes on from where it is; in the recording its first step covers all the time before.
  private mutating func resumeAutoscrollWithoutJump() {
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

  /// Q8: the recording waits for the end of a scroll that moves nothing; from then on the speed is compared.
  private mutating func startAutoscrollAtOnce(_ action: ScenarioAction) {
    let motions = ScrollOrigins(scenario)
    guard motions.isEmptyScroll(atEndOf: action.step) else { return }
    skip(from: action.step, under: .q8)
    let start = (action.step...lastStep).first { !motions.isEmptyScroll(atEndOf: $0) } ?? lastStep
    let end = scenario.actions.first { $0.step > start }?.step ?? steps.count
    speedSteps = (start + 1)..<max(start + 1, end)
  }

  /// Q19: a touch stops autoscroll; in the recording it moves on until a pan begins.
  private mutating func stopAutoscrollAtTouch() {
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
        alignFromElsewhere(action: i)
      default: break
      }
    }
  }

  /// Expects the carousel to stand still between a touch and what follows it.
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

  /// Expects a drag `distance` away from the recorded one, and nothing of where its momentum takes it.
  private mutating func shift(fromAction first: Int, by distance: Double) {
    let release = scenario.actions[first...].firstIndex {
      ["panEnded", "panCancelled", "panFailed"].contains($0.verb)
    }
    let end = release.map { scenario.actions[$0].step } ?? steps.count
    for i in first..<(release ?? actions.count) {
      actions[i].scrollOffset = actions[i].scrollOffset.map { $0 + distance }
      actions[i].currentItemIndex = actions[i].currentItemIndex.skipping(.q19)
    }
    for step in scenario.actions[first].step..<end {
      steps[step].scrollOffset = steps[step].scrollOffset.map { $0 + distance }
      steps[step].currentItemIndex = steps[step].currentItemIndex.skipping(.q19)
      steps[step].toggle = steps[step].toggle.skipping(.q19)
      steps[step].strictness = .activities
    }
    if let release { skip(fromAction: release, under: .q19) }
  }

  /// Expects the alignment after a tap to begin elsewhere than recorded, and to end at the same time and place.
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

// MARK: - Velocity, numbers, content

extension Timeline {
  /// Q11: a pan without a change begins at velocity 0, and a change longer ago than the tracker's window is forgotten;
  /// the recording glides with the last velocity there ever was.
  private mutating func forgetOldVelocities() {
    let window = 0.150  // s, what the tracker looks back
    var velocity = 0.0
    var changed: Double?
    for (i, action) in scenario.actions.enumerated() where !action.skipped {
      let now = scenario.t[action.step]
      switch action.verb {
      case "panBegan": changed = nil
      case "panChanged": (velocity, changed) = (action.after?.startVelocity ?? 0, now)
      case "panEnded", "panCancelled", "panFailed":
        if velocity != 0, changed.map({ now - $0 > window }) ?? true {
          return skip(fromAction: i, under: .q11)
        }
      default: break
      }
    }
  }

  /// Q10: nothing ever becomes infinite or not a number.
  private mutating func stayFinite() {
    if scenario.config.bounces && scenario.config.bounceDistance == 0 { skip(from: 0, under: .q10) }
    if let first = scenario.trace.scrollOffset.firstIndex(where: { !$0.isFinite }) {
      skip(from: first, under: .q10)
    }
    for (i, action) in scenario.actions.enumerated() {
      guard let after = action.after else { continue }
      if !after.scrollOffset.isFinite { actions[i].skip(under: .q10) }
      if let end = after.endOffset, !end.isFinite {
        actions[i].endOffset = actions[i].endOffset.skipping(.q10)
      }
      if let duration = after.scrollDuration, !duration.isFinite {
        actions[i].scrollDuration = actions[i].scrollDuration.skipping(.q10)
      }
    }
  }

  /// Q18: an empty carousel reads −1 and −1; when items arrive it is at 0 at once, where the recording scrolls there.
  private mutating func placeItemsAtOnceWhereNoneWere() {
    let trace = scenario.trace
    var settling = false
    for step in steps.indices {
      let isEmpty = trace.currentItemIndex[step] < 0
      let wasEmpty = step > 0 && trace.currentItemIndex[step - 1] < 0
      if isEmpty {
        settling = false
        if trace.scrollOffset[step] != -1 { skip(step: step, under: .q18) }
        continue
      }
      let calls = scenario.callbacks.filter { $0.step == step }
      // A layout pass at 0 starts no real scroll (Q8); one asked for by the arrival starts at −1.
      if wasEmpty, calls.contains(where: { $0.name == .willBeginScrollingAnimation && $0.scrollOffset < 0 }) {
        settling = true
      }
      if wasEmpty, !settling, calls.contains(where: { $0.currentItemIndex >= 0 && $0.scrollOffset < 0 }) {
        steps[step].callbacks = steps[step].callbacks.skipping(.q18)
      }
      guard settling else { continue }
      let ends = calls.contains { $0.name == .didEndScrollingAnimation } && trace.scrollOffset[step] >= 0
      skip(step: step, under: .q18)
      for i in actions.indices where scenario.actions[i].step == step { actions[i].skip(under: .q18) }
      if ends { settling = false }
    }
  }

  /// Q20: while dragging there is no second activity: what the program asks for takes over or waits.
  private mutating func allowOneActivityWhileDragging() {
    let gestures: Set = [
      "touchDown", "panShouldBegin", "panBegan", "panChanged", "panEnded", "panCancelled", "panFailed", "tap",
    ]
    let first = scenario.actions.indices.first {
      actions[$0].flagsBefore & 1 != 0 && !gestures.contains(scenario.actions[$0].verb)
    }
    if let first { skip(fromAction: first, under: .q20) }
  }

  /// Q23: when wrapping is switched off, an offset outside the ends, or a scroll to one, returns inside.
  private mutating func returnInsideWhenWrapEnds() {
    for (i, action) in scenario.actions.enumerated()
    where action.verb == "option" && action.word(0) == "wrap" && !action.flag(1) {
      guard let after = action.after else { continue }
      let last = Double(scenario.derivedAtEnd.numberOfItems - 1)
      if [after.scrollOffset, after.endOffset ?? 0].contains(where: { $0 < 0 || $0 > last }) {
        return skip(fromAction: i, under: .q23)
      }
    }
  }
}
