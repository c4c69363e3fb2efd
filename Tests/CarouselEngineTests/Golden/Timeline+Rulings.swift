import CarouselEngine

/// The rulings in the order of their application: translations first, then the skips that may cover them.
extension Timeline {
  /// Returns the expectations of a replay under the rulings.
  static func ruled(_ scenario: Scenario) -> Timeline {
    var timeline = Timeline(recording: scenario)
    timeline.endMotionAtTouch()
    timeline.dropEmptyScrolls()
    timeline.applyEdits()
    timeline.handOnDeclinedTaps()
    timeline.easeToggleOn()
    timeline.stopCoverTurnAtTouch()
    timeline.alignAfterScrollsToFractions()
    timeline.shortenScrollsAtTheSeam()
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
}

// MARK: - Touches that stop a motion

extension Timeline {
  /// Q14: a touch ends the activity that it stops with its didEnd callback; the recording has no callback.
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

  /// Q14: a touch that stops a motion stops the cover turn, too; in the recording it continues from the last
  /// change of the index. Both agree again from the next change on.
  private mutating func stopCoverTurnAtTouch() {
    guard scenario.config.scrollEnabled else { return }
    let motions = ScrollOrigins(scenario)
    for (i, action) in scenario.actions.enumerated() where action.verb == "touchDown" {
      switch motions.before(action: i) {
      case .decelerating, .scrolling: break
      case .none, .empty: continue
      }
      let indexes = scenario.trace.currentItemIndex
      let held = indexes[action.step]
      let end = indexes[action.step...].firstIndex { $0 != held } ?? steps.count
      for step in action.step..<end { steps[step].toggle = steps[step].toggle.skipping(.q14) }
    }
  }

  /// Q5: a tap that the delegate declines is not handled; an accepted tap selects.
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

  /// Q12: a tap that stops a flick or a program scroll selects nothing; the carousel snaps.
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
        // Without an item under the finger, the recording snaps, too.
        if case .some(.some) = action.hitIndex { return skip(fromAction: i, under: .q12) }
      default: break
      }
    }
  }
}

// MARK: - Scrolls without distance

extension Timeline {
  /// Q8: scrolls without distance do not exist if setup or a layout pass started them, and end at once if the
  /// program or a tap did.
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
      // The recording keeps the toggle constant meanwhile.
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

  /// Q6: after `scroll(toOffset:)` and `scroll(byOffset:)` to a fraction the carousel snaps.
  private mutating func alignAfterScrollsToFractions() {
    guard scenario.config.scrollToItemBoundary else { return }
    for (i, action) in scenario.actions.enumerated()
    where action.verb == "scrollToOffset" || action.verb == "scrollByOffset" {
      guard let after = action.after else { continue }
      if after.flags & 4 == 0 {
        guard restsElsewhere(after.scrollOffset) else { continue }
        actions[i].flags = actions[i].flags.skipping(.q6)
        steps[action.step].toggle = steps[action.step].toggle.skipping(.q6)
        endComparison(at: action.step)
      } else {
        guard let end = after.endOffset, restsElsewhere(end) else { continue }
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

  /// Returns whether a scroll that ends at `offset` is followed by a snap: between two items, or outside the
  /// ends.
  private func restsElsewhere(_ offset: Double) -> Bool {
    let derived = scenario.derivedAtEnd
    let isOutside = !derived.wrapEnabled && !(0...Double(max(derived.numberOfItems - 1, 0))).contains(offset)
    return offset != offset.rounded() || isOutside
  }

  /// Q8: a deceleration that ends at a ring's seam, except for rounding, is at the first item; the recording
  /// scrolls there for 0.4 s.
  private mutating func shortenScrollsAtTheSeam() {
    let count = Double(scenario.derivedAtEnd.numberOfItems)
    guard scenario.derivedAtEnd.wrapEnabled, count > 0 else { return }
    for call in scenario.callbacks
    where call.name == .willBeginScrollingAnimation && call.actionNumber == nil
      && call.scrollOffset != count && abs(call.scrollOffset - count) < 1e-9
    {
      let end = scenario.callbacks.first { $0.step > call.step && $0.name == .didEndScrollingAnimation }
      for step in call.step...(end?.step ?? steps.count - 1) { skip(step: step, under: .q8) }
    }
  }

  /// Compares the end of `step`, but not the snap that begins there and later steps.
  private mutating func endComparison(at step: Int) {
    steps[step].flags = steps[step].flags.skipping(.q6)
    steps[step].strictness = .beginning
    skip(from: step + 1, under: .q6)
  }
}

// MARK: - Velocity, numbers, content

extension Timeline {
  /// Q11: a pan without a change begins at velocity 0, and a change older than the tracker's window is
  /// ignored. The recording decelerates with the last velocity of any age.
  private mutating func forgetOldVelocities() {
    let window = 0.150  // s, the length of the tracker's window
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

  /// Q10: no value ever becomes infinite or NaN.
  private mutating func stayFinite() {
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

  /// Q18: an empty carousel has index and offset −1. When items are added its offset is 0 at once; the
  /// recording scrolls there.
  private mutating func placeItemsAtOnceWhereNoneWere() {
    let trace = scenario.trace
    var settling = false
    for step in steps.indices {
      let isEmpty = trace.currentItemIndex[step] < 0
      let wasEmpty = step > 0 && trace.currentItemIndex[step - 1] < 0
      if isEmpty {
        settling = false
        if trace.scrollOffset[step] != -1 {
          steps[step].scrollOffset = steps[step].scrollOffset.skipping(.q18)
        }
        continue
      }
      let calls = scenario.callbacks.filter { $0.step == step }
      // A layout pass at 0 starts no real scroll (Q8); one that follows the first items starts at −1.
      if wasEmpty, calls.contains(where: { $0.name == .willBeginScrollingAnimation && $0.scrollOffset < 0 }) {
        settling = true
      }
      if wasEmpty, !settling, calls.contains(where: { $0.currentItemIndex >= 0 && $0.scrollOffset < 0 }) {
        steps[step].callbacks = steps[step].callbacks.skipping(.q18)
      }
      guard settling else { continue }
      let ends = calls.contains { $0.name == .didEndScrollingAnimation } && trace.scrollOffset[step] >= 0
      let index = steps[step].currentItemIndex
      skip(step: step, under: .q18)
      if trace.currentItemIndex[step] == 0 { steps[step].currentItemIndex = index }
      for i in actions.indices where scenario.actions[i].step == step { actions[i].skip(under: .q18) }
      if ends { settling = false }
    }
  }

  /// Q20: while dragging there is no second activity. If the recording begins one by a program scroll, the
  /// scroll takes over. Otherwise (resize, reload, change of type) the drag continues, and its end is
  /// compared, too.
  private mutating func allowOneActivityWhileDragging() {
    let (dragging, decelerating, scrolling) = (1, 2, 4)
    let first = scenario.actions.indices.first { i in
      guard actions[i].flagsBefore & dragging != 0, let after = scenario.actions[i].after else {
        return false
      }
      return after.flags & dragging != 0 && after.flags & (decelerating | scrolling) != 0
    }
    guard let first else { return }
    guard !scenario.actions[first].verb.hasPrefix("scroll") else {
      return skip(fromAction: first, under: .q20)
    }
    let release = scenario.actions[first...].firstIndex { ($0.after?.flags ?? 0) & dragging == 0 }
    let begin = scenario.actions[first].step
    let end = release.map { scenario.actions[$0].step } ?? steps.count
    for step in begin..<end { steps[step].flags = steps[step].flags.map { $0 & dragging } }
    steps[begin].callbacks = steps[begin].callbacks.map {
      $0.filter { $0.name != .willBeginScrollingAnimation }
    }
    for i in first..<(release ?? actions.count) {
      actions[i].flags = actions[i].flags.map { $0 & dragging }
      actions[i].dropMotion()
    }
    guard let release else { return }
    actions[release].flags = actions[release].flags.map { $0 & ~scrolling }
    skip(from: end, under: .q20)
  }

  /// Q23: when wrapping is switched off, an offset outside the ends, or a scroll to one, returns into the
  /// bounds.
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
