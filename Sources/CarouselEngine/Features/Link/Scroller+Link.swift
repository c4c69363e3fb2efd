/// Changes of the offset by linked carousels.
extension Scroller {
  /// Whether the carousel has any activity, such as a touch or a motion.
  var isBusy: Bool { !isIdle }

  /// Whether the carousel determines the offsets of the linked carousels.
  var isLeading: Bool { isTravelling || isDragging }

  /// Returns whether this carousel's motion ends because `leader` has begun an activity.
  func yields(to leader: Scroller) -> Bool { isTravelling || isDragging && leader.isLeading }

  /// Ends the motion, because another carousel has begun a motion or was set to another offset.
  mutating func yield() {
    begin(.idle)
    settleReason = nil
  }

  /// Handles a touch on this carousel that stopped a linked carousel as if the touch had stopped a motion of
  /// this carousel.
  mutating func takeOverStop() { begin(.held(stoppedMotion: true), for: .user) }

  /// The nearest offset at which the carousel may rest; `nil` if it is not at rest, or may rest anywhere.
  var nearestStopAtRest: Double? {
    isIdle && alignsAtRest && !ring.isEmpty ? geometry.itemStop(nearestTo: offset) : nil
  }

  /// Moves to the leader's offset.
  mutating func follow(to target: Double, at now: Moment) {
    if target != offset { move(to: target, at: now) }
  }

  /// The settle reason that linked carousels copy; `nil` while the carousel is not idle.
  var sharedRest: SettleReason? { isIdle ? settleReason : nil }

  /// Copies the leader's cover turn.
  mutating func shareCoverTurn(_ value: Double) { turnCovers { $0.mirror(value) } }
}
