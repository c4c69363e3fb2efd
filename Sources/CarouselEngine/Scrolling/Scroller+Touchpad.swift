/// Changes of the offset by two fingers on a touchpad.
extension Scroller {
  /// Begins a touchpad gesture, which is a drag. With paging the gesture is limited to one page in each
  /// direction.
  mutating func beginTouchpadDrag(at now: Timestamp) {
    var target = offset
    if let motion = activity.motion, let end = motion.end, let elapsed = elapsed(at: now) {
      target += end - motion.offset(at: elapsed)
    }
    touchDown(at: now)
    beginDrag(translation: 0)
    guard settings.isPagingEnabled, !ring.isEmpty, case .dragging(var drag) = activity else { return }
    drag.page = TouchpadPage(from: offset, target: target, snapPoints: snapPoints, bounds: bounds)
    begin(.dragging(drag))
  }

  /// Ends a touchpad gesture.
  ///
  /// - Parameter itemWidth: The distance between the centers of neighbors, in points.
  mutating func endTouchpadDrag(itemWidth: Double, at now: Timestamp) {
    guard case .dragging(let drag) = activity, let page = drag.page else { return endDrag(at: now) }
    let threshold = TouchpadPage.threshold * abs(offsetMultiplier) / max(itemWidth, 1)
    let flick =
      isFluid && abs(drag.speed) >= FluidRelease.leastFlickSpeed ? freshVelocity(of: drag, at: now) : 0
    // The program may have set the offset during the gesture, or items may have been removed.
    let target = offset + page.target(threshold: threshold, flick: flick) - page.offset
    let distance = snapPoints.stop(0, near: Self.onItem(target)) - offset
    guard !isFluid else { return releaseFluidly(drag, on: bounds.resting(offset + distance), at: now) }
    begin(.idle)
    setVelocity(0)
    turnCovers { $0.release(wasSlow: true) }
    note(.didEndDragging(willDecelerate: false))
    if bounds.resting(offset + distance) != offset {
      scroll(by: distance, duration: Self.scrollDuration, for: .user, at: now)
    }
    resumeAutoscroll(at: now)
  }

  /// Returns the time from the start of the current motion to the last frame, in seconds.
  private func elapsed(at now: Timestamp) -> Double? {
    switch activity {
    case .animating(_, let since?, _), .decelerating(_, let since): (lastFrame ?? now) - since
    case .animating(_, nil, _): 0
    case .autoscrolling, .idle, .held, .dragging: nil
    }
  }
}
