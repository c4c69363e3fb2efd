/// The motion after a drag.
extension Scroller {
  /// The longest time between a finger's last move and its release for which the velocity is kept, in
  /// seconds. After a longer time, the release is not a fling.
  static let velocityMemory = 0.150
  /// ``velocityMemory`` in fluid style.
  static let fluidVelocityMemory = VelocityTracker.restingTime

  /// Handles the end of a drag. The carousel decelerates, scrolls to an item, or stays.
  package mutating func endDrag(at now: Timestamp) {
    guard case .dragging(let drag) = activity else { return }
    guard !isFluid else { return releaseFluidly(drag, at: now) }
    let isFresh = drag.lastChange.map { now - $0 <= Self.velocityMemory } ?? false
    if !isFresh { velocity = 0 }
    let glides = FlingTarget.glides(velocity: velocity, rate: settings.decelerationRate)
    turnCovers { $0.release(wasSlow: !glides) }
    let motion =
      glides
      ? FlingTarget.motion(
        from: offset, velocity: velocity, snapPoints: stops, track: geometry.track, settings: settings)
      : nil
    if let motion { return begin(.decelerating(motion, since: now)) }
    begin(.idle)
    if alignsAtRest {
      let (stops, nearest) = (stops, stops.nearest(to: offset))
      if abs(offset - nearest) >= offsetMargin,
        FlingTarget.steps(velocity: velocity, from: offset, nearest: nearest)
      {
        let target = FlingTarget.step(velocity: velocity, from: offset, snapPoints: stops)
        scroll(to: target, duration: Self.scrollDuration, for: .user, at: now)
      } else {
        snapWithNotification(at: now)
      }
    }
    resumeAutoscroll(at: now)
  }

  /// Ends a drag in fluid style. The motion begins with the velocity that the carousel had under the finger.
  ///
  /// - Parameter page: The stop to scroll to. If it is `nil`, ``FluidRelease`` selects a stop.
  mutating func releaseFluidly(_ drag: ScrollActivity.Drag, on page: Double? = nil, at now: Timestamp) {
    velocity = freshVelocity(of: drag, at: now)
    let isFlick = velocity != 0 && abs(drag.speed) >= FluidRelease.leastFlickSpeed
    let release = FluidRelease(
      from: offset, velocity: velocity, isFlick: isFlick, geometry,
      snaps: alignsAtRest || settings.stopAtItemBoundary)
    guard let motion = page.map({ release.motion(to: $0) }) ?? release.motion else {
      begin(.idle)
      return resumeAutoscroll(at: now)
    }
    begin(isFlick ? .decelerating(motion, since: now) : .animating(motion, since: now, then: .rest))
  }
}
