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

  /// Whether a finger lies on a carousel that did not move.
  private var isHeldAtRest: Bool { if case .held(stoppedMotion: false) = activity { true } else { false } }

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
