/// What linked carousels do to each other.
extension Scroller {
  /// Whether a hand is on the carousel, or it moves by itself.
  var isBusy: Bool { !isIdle }

  /// Whether the carousel decides where the others are.
  var isLeading: Bool { isTravelling || isDragging }

  /// Whether a leader that has just begun `activity` takes over from this carousel.
  func yields(to leader: Scroller) -> Bool { isTravelling || isDragging && leader.isLeading }

  /// Ends the motion, because `leader` has begun one of its own or was set elsewhere.
  mutating func yield() {
    endActivity()
    setPendingSettleReason(nil)
  }

  /// A touch has stopped a linked carousel that was on its way: that counts as this carousel's motion.
  mutating func takeOverStop() { begin(.held(stoppedMotion: true), for: .user) }

  /// Goes to where the leader is.
  mutating func follow(to target: Double, at now: Timestamp?) {
    guard target != offset else { return }
    place(at: target)
    commit(at: now)
  }

  /// Rests as the leader does, or not yet.
  mutating func shareRest(of leader: Scroller) {
    setPendingSettleReason(leader.isIdle ? leader.pendingSettleReason : nil)
  }

  /// Turns its covers as the leader does, not by itself.
  mutating func shareCoverTurn(of leader: Scroller) { turnCovers { $0.mirror(leader.coverTurn) } }
}
