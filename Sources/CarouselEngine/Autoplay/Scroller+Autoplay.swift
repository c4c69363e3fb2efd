/// From item to item.
extension Scroller {
  /// Goes on by one stop; at the end of a row, as ``ScrollSettings/autoscrollEnd`` says.
  mutating func playOn(at now: Timestamp) {
    guard !isAtEnd(towards: drift) || leavesEnd(at: now) else { return }
    guard isIdle || isHeldAtRest else { return }
    let target = stops.stop(drift < 0 ? -1 : 1, near: offset)
    let distance = ring.wraps ? target - offset : stops.offset(target) - offset
    guard distance != 0 else { return }
    scroll(by: distance, duration: Self.scrollDuration, for: .autoscroll, at: now)
  }

  /// The velocity to move by itself with, in items per second; 1 or −1 where only the direction matters.
  var drift: Double {
    let speed = settings.autoscroll == 0 ? 1 : settings.autoscroll
    return isTurnedRound ? -speed : speed
  }

  /// Sets out in the direction that is asked for, where there is no end to come back from.
  mutating func forgetTurn() {
    guard isTurnedRound else { return }
    isTurnedRound = false
    if case .autoscrolling(let motion, let since) = activity {
      activity = .autoscrolling(SteadyMotion(from: motion.start, velocity: drift), since: since)
    }
  }

  /// Whether a carousel that moves by itself has somewhere to go.
  var canPlayOn: Bool {
    guard ring.count > 1 else { return false }
    return !isAtEnd(towards: drift) || settings.autoscrollEnd != .stop && stops.first < stops.last
  }

  /// Leaves the end of a row that the carousel has reached by itself: returns whether it has turned round.
  mutating func leavesEnd(at now: Timestamp?) -> Bool {
    guard canPlayOn else { return false }
    switch settings.autoscrollEnd {
    case .stop: return false
    case .rewind:
      let start = drift < 0 ? stops.last : stops.first
      scroll(to: start, duration: Self.scrollDuration, for: .autoscroll, at: now)
      return false
    case .turnRound:
      isTurnedRound.toggle()
      return true
    }
  }

  /// When the motion under way ends, if it does so by itself.
  var arrivalTime: Timestamp? {
    switch activity {
    case .animating(let motion, let since?, _): motion.duration.map { since + $0 }
    case .decelerating(let motion, let since): motion.duration.map { since + $0 }
    case .animating, .autoscrolling, .idle, .held, .dragging: nil
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
    guard case .idle = activity, settings.autoscroll != 0, !ring.isEmpty else { return }
    guard !isAtEnd(towards: drift) || leavesEnd(at: now) else { return }
    // Frames that follow each other closely count from the last one; a pause does not count.
    var since = now
    if let now, let lastFrame, now - lastFrame < Self.longestFrame { since = lastFrame }
    activity = .autoscrolling(SteadyMotion(from: offset, velocity: drift), since: since)
    unrest = .autoscroll
  }

  /// Begins, changes or ends autoscroll.
  package mutating func setAutoscroll(_ speed: Double, at now: Timestamp?) {
    settings.autoscroll = speed
    if case .autoscrolling = activity { activity = .idle }
    resumeAutoscroll(at: now)
  }

  /// Whether there is nothing more in a direction, whose sign counts; never on a ring.
  func isAtEnd(towards direction: Double) -> Bool {
    guard !ring.wraps else { return false }
    return direction > 0 ? offset >= stops.last : offset <= stops.first
  }

  /// Goes on steadily to where the carousel is at `now`.
  mutating func autoscroll(_ motion: SteadyMotion, since: Timestamp, at now: Timestamp) {
    let elapsed = now - since
    let moved = motion.velocity * (elapsed > Self.shortestPause ? 0 : max(elapsed, 0))
    let target = stops.offset(offset(motion.start, movedBy: moved))
    // From here on, so that a pause does not count and a long ride does not lose digits.
    activity = .autoscrolling(SteadyMotion(from: target, velocity: motion.velocity), since: now)
    if target != offset {
      offset = target
      settle(at: now)
    } else if elapsed > 0, isAtEnd(towards: motion.velocity) {
      activity = .idle
      resumeAutoscroll(at: now)
    }
  }
}
