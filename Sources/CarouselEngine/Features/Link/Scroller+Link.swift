/// Changes of the offset by linked carousels.
extension Scroller {
  /// Whether the carousel has any activity, such as a touch or a motion.
  var isBusy: Bool { !isIdle }

  /// Whether the carousel determines the offsets of the linked carousels.
  var isLeading: Bool { isTravelling || isDragging }

  /// Returns whether this carousel's motion ends because `leader` has begun an activity.
  func yields(to leader: Scroller) -> Bool { isTravelling || isDragging && leader.isLeading }

  /// The nearest offset at which the carousel may rest; `nil` if it is not at rest, or may rest anywhere.
  var nearestStopAtRest: Double? {
    isIdle && alignsAtRest && !ring.isEmpty ? geometry.itemStop(nearestTo: offset) : nil
  }

  /// The settle reason that linked carousels copy; `nil` while the carousel is not idle.
  var sharedRest: SettleReason? { isIdle ? settleReason : nil }
}
