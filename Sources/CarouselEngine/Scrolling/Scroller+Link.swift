/// The effects of linked carousels on each other.
extension Scroller {
  /// Whether a finger touches the carousel, or it moves by itself.
  var isBusy: Bool { !isIdle }

  /// Whether the carousel determines the offsets of the others.
  var isLeading: Bool { isTravelling || isDragging }

  /// Returns whether `leader`, which has just begun an activity, takes over from this carousel.
  func yields(to leader: Scroller) -> Bool { isTravelling || isDragging && leader.isLeading }

  /// Ends the motion, because another carousel has begun one or was set to another offset.
  mutating func yield() {
    endActivity()
    setPendingSettleReason(nil)
  }

  /// Handles a touch that stopped a linked carousel in motion: it counts as this carousel's motion.
  mutating func takeOverStop() { begin(.held(stoppedMotion: true), for: .user) }

  /// Moves to the leader's offset.
  mutating func follow(to target: Double, at now: Timestamp?) {
    guard target != offset else { return }
    place(at: target)
    commit(at: now)
  }

  /// Copies the leader's pending rest, or clears it while the leader is not idle.
  mutating func shareRest(of leader: Scroller) {
    setPendingSettleReason(leader.isIdle ? leader.pendingSettleReason : nil)
  }

  /// Copies the leader's cover turn.
  mutating func shareCoverTurn(of leader: Scroller) { turnCovers { $0.mirror(leader.coverTurn) } }
}
