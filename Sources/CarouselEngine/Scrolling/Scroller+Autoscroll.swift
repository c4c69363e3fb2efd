/// From item to item.
extension Scroller {
  /// Goes on by one stop; at the end of a row, as ``Autoscroll/end`` says.
  mutating func playOn(at now: Timestamp) {
    guard !bounds.isAtEnd(offset, towards: autoscroll.velocity) || leavesEnd(at: now) else { return }
    guard isIdle || isHeldAtRest else { return }
    let target = snapPoints.stop(autoscroll.velocity < 0 ? -1 : 1, near: offset)
    let distance = ring.wraps ? target - offset : bounds.resting(target) - offset
    guard distance != 0 else { return }
    scroll(by: distance, duration: Self.scrollDuration, for: .autoscroll, at: now)
  }

  /// Sets out in the direction that is asked for, where there is no end to come back from.
  mutating func forgetTurnaround() {
    guard autoscroll.isReversed else { return }
    changeAutoscroll { $0.isReversed = false }
    if case .autoscrolling(let motion, let since) = activity {
      begin(.autoscrolling(SteadyMotion(from: motion.start, velocity: autoscroll.velocity), since: since))
    }
  }

  /// Whether a carousel that moves by itself has somewhere to go.
  var canPlayOn: Bool {
    guard ring.count > 1 else { return false }
    let bounds = bounds
    if !bounds.isAtEnd(offset, towards: autoscroll.velocity) { return true }
    guard let rest = bounds.rest else { return false }
    return autoscroll.end != .stop && rest.lowerBound < rest.upperBound
  }

  /// Leaves the end of a strip that the carousel has reached by itself; returns whether it has turned around.
  mutating func leavesEnd(at now: Timestamp?) -> Bool {
    guard canPlayOn else { return false }
    switch autoscroll.end {
    case .stop: return false
    case .rewind:
      let start = autoscroll.velocity < 0 ? bounds.rest?.upperBound : bounds.rest?.lowerBound
      scroll(to: start ?? 0, duration: Self.scrollDuration, for: .autoscroll, at: now)
      return false
    case .turnRound:
      changeAutoscroll { $0.isReversed.toggle() }
      return true
    }
  }

  /// Whether nothing moves and a carousel that moves by itself may set out.
  ///
  /// - Parameter heedsTouch: Whether a finger that lies on it keeps it from doing so.
  func rests(heedingTouch heedsTouch: Bool) -> Bool { isIdle || !heedsTouch && isHeldAtRest }
}

/// Steadily.
extension Scroller {
  /// Frames no further apart than this follow each other, in seconds.
  static let longestFrame = 0.1
  /// Frames further apart than this had a pause between them in which nobody looked, in seconds.
  static let shortestPause = 1.0

  /// Moves by itself again, if that is asked for and nothing else goes on.
  mutating func resumeAutoscroll(at now: Timestamp?) {
    guard case .idle = activity, autoscroll.speed != 0, !ring.isEmpty else { return }
    // It goes on once it is back inside.
    guard !isOutside else { return align(at: now) }
    guard !bounds.isAtEnd(offset, towards: autoscroll.velocity) || leavesEnd(at: now) else { return }
    // Frames that follow each other closely count from the last one; a pause does not count.
    var since = now
    if let now, let lastFrame, now - lastFrame < Self.longestFrame { since = lastFrame }
    begin(.autoscrolling(SteadyMotion(from: offset, velocity: autoscroll.velocity), since: since))
    setPendingSettleReason(.autoscroll)
  }

  /// Begins, changes or ends autoscroll.
  package mutating func setAutoscroll(_ speed: Double, at now: Timestamp?) {
    changeAutoscroll { $0.speed = speed }
    if case .autoscrolling = activity { begin(.idle) }
    if speed == 0, isIdle, isOutside { align(at: now) }
    resumeAutoscroll(at: now)
  }

  /// Goes on steadily to where the carousel is at `now`.
  mutating func autoscroll(_ motion: SteadyMotion, since: Timestamp, at now: Timestamp) {
    let elapsed = now - since
    let moved = motion.velocity * (elapsed > Self.shortestPause ? 0 : max(elapsed, 0))
    let target = bounds.resting(offset(motion.start, movedBy: moved))
    // From here on, so that a pause does not count and a long ride does not lose digits.
    begin(.autoscrolling(SteadyMotion(from: target, velocity: motion.velocity), since: now))
    if target != offset {
      place(at: target)
      commit(at: now)
    } else if elapsed > 0, bounds.isAtEnd(offset, towards: motion.velocity) {
      begin(.idle)
      resumeAutoscroll(at: now)
    }
  }
}
