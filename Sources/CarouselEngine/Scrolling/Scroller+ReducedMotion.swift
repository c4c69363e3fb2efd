/// Arriving without travel.
extension Scroller {
  /// Whether something moves that has a place to come to.
  var isOnItsWay: Bool { isAnimating || isDecelerating }

  /// Goes to where a motion leads, and on to where the next one does that follows it.
  mutating func arriveAtOnce(at now: Timestamp?) {
    // A flick may end with an alignment, and that with another one where the row has become shorter.
    for _ in 0..<4 {
      switch activity {
      case .animating(let motion, _, let arrival):
        offset = motion.end ?? offset
        settle(at: now)
        arrive(arrival, at: now)
      case .decelerating(let motion, let since):
        offset = motion.end ?? offset
        settle(at: now)
        endDeceleration(at: now ?? since)
      case .idle, .held, .dragging, .autoscrolling: break
      }
    }
    toggle.finish()
  }
}
