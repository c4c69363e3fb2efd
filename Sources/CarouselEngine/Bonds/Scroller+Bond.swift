/// What carousels in step do to each other.
extension Scroller {
  /// Whether a hand is on the carousel, or it moves by itself.
  var isBusy: Bool { !isIdle }

  /// Whether the carousel decides where the others are.
  var isLeading: Bool { isTravelling || isDragging }

  /// Leaves the motion to `leader`, which has just begun one of its own, or was set elsewhere.
  mutating func yield(to leader: inout Scroller) {
    guard isTravelling || isDragging && leader.isLeading else { return }
    if leader.isHeldAtRest, isAnimating || isDecelerating {
      // Touching one of them stops all.
      leader.activity = .held(stoppedMotion: true)
      leader.unrest = .user
    }
    endActivity()
    unrest = nil
  }

  /// Goes to where the leader is.
  mutating func follow(to target: Double, at now: Timestamp?) {
    guard target != offset else { return }
    offset = target
    settle(at: now)
  }

  /// Rests as the leader does, or not yet.
  mutating func shareRest(of leader: Scroller) { unrest = leader.isIdle ? leader.unrest : nil }

  /// Turns its sleeves as the leader does, not by itself.
  mutating func shareToggle(of leader: Scroller) {
    toggle = leader.toggle
    isAwake = false
  }
}
