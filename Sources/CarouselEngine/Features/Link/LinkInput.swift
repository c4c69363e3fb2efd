/// An input that the link between carousels makes.
enum LinkInput: FeatureInput {
  /// Ends the activity of a carousel that another carousel moves from now on.
  case beginFollowing
  /// Moves to the offset that corresponds to that of the leader. `reason` is the cause of the leader's motion.
  case follow(Double, isSet: Bool, reason: SettleReason?)
  /// Copies the leader's cover turn, in `-1...1`.
  case shareCoverTurn(Double)
  case endFollowing
  /// Handles a touch on this carousel that stopped the leader as if the touch had stopped a motion of this
  /// carousel.
  case takeOverStop
  /// Snaps to an item after a motion of the leader. The snap moves no other carousel. A carousel that a finger holds
  /// snaps when the finger is lifted.
  case snap
  case resumeAutoscroll
  /// Ends a motion before joining a link.
  case endMotion

  func apply(to core: inout CarouselCore, at moment: Moment) {
    switch self {
    case .beginFollowing:
      core.scroller.isLed = true
      core.scroller.begin(.idle)
    case .follow(let target, let isSet, let reason):
      guard target != core.scroller.offset else { return }
      core.scroller.move(to: target, as: isSet ? .set : .motion, at: moment)
      if let reason { core.scroller.settleReason = reason }
    case .shareCoverTurn(let value):
      let before = core.scroller.coverTurn.value
      core.scroller.turnCovers { $0.mirror(value) }
      if core.scroller.coverTurn.value != before { core.staleness.setNeedsFrame() }
    case .endFollowing: core.scroller.isLed = false
    case .takeOverStop: core.scroller.begin(.held(stoppedMotion: true), for: .user)
    case .snap where core.scroller.isHeldAtRest: core.scroller.update(.held(stoppedMotion: true))
    case .snap:
      let stop = core.scroller.geometry.itemStop(nearestTo: core.scroller.offset)
      core.scroller.align(with: stop, then: .correction, at: moment)
      core.motionDidChange(at: moment)
    case .resumeAutoscroll: core.scroller.resumeAutoscroll(at: moment)
    case .endMotion: core.scroller.begin(.idle)
    }
  }
}
