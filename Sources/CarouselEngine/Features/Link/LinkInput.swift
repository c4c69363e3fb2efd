/// An input that the link between carousels makes.
enum LinkInput: FeatureInput {
  /// Sets whether another carousel moves this carousel.
  case setLed(Bool)
  /// Ends the motion, because another carousel has begun a motion or was set to another offset.
  case yield
  /// Handles a touch on this carousel that stopped a linked carousel as if the touch had stopped a motion of this
  /// carousel.
  case takeOverStop
  /// Moves to this offset, which corresponds to that of the leader.
  case follow(Double)
  /// Copies the reason with which the leader settles; `nil` while the leader moves.
  case shareRest(SettleReason?)
  /// Copies the leader's cover turn, in `-1...1`.
  case shareCoverTurn(Double)
  case resumeAutoscroll
  /// Ends a motion before joining a link.
  case endMotion
  /// Leaves the link.
  case unlink

  func apply(to core: inout CarouselCore, at moment: Moment) {
    switch self {
    case .setLed(let isLed): core.features.link.isLed = isLed
    case .yield:
      core.scroller.begin(.idle)
      core.scroller.settleReason = nil
    case .takeOverStop: core.scroller.begin(.held(stoppedMotion: true), for: .user)
    case .follow(let target): if target != core.scroller.offset { core.scroller.move(to: target, at: moment) }
    case .shareRest(let reason): core.scroller.settleReason = reason
    case .shareCoverTurn(let value): core.scroller.turnCovers { $0.mirror(value) }
    case .resumeAutoscroll: core.scroller.resumeAutoscroll(at: moment)
    case .endMotion: core.scroller.begin(.idle)
    case .unlink:
      if core.scroller.isIdle, core.scroller.autoscroll.speed == 0,
        core.scroller.settings.scrollToItemBoundary
      {
        core.scroller.align(at: moment)
      }
      core.scroller.resumeAutoscroll(at: moment)
    }
  }
}
