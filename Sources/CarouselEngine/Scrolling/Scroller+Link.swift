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

  /// The reason for settling that linked carousels share; `nil` while the carousel is not idle.
  var sharedRest: SettleReason? { isIdle ? pendingSettleReason : nil }

  /// Copies the leader's cover turn.
  mutating func shareCoverTurn(_ value: Double) { turnCovers { $0.mirror(value) } }
}
