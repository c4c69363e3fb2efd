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
    if !isFresh { setVelocity(0) }
    let glides = FlingTarget.glides(velocity: velocity, rate: settings.decelerationRate)
    turnCovers { $0.release(wasSlow: !glides) }
    let motion =
      glides
      ? FlingTarget.motion(
        from: offset, velocity: velocity, snapPoints: snapPoints, track: trackInForce, settings: settings)
      : nil
    guard !decelerate(along: motion, at: now) else { return }
    if alignsAtRest {
      let (snapPoints, nearest) = (snapPoints, snapPoints.nearest(to: offset))
      if abs(offset - nearest) >= offsetMargin,
        FlingTarget.steps(velocity: velocity, from: offset, nearest: nearest)
      {
        let target = FlingTarget.step(velocity: velocity, from: offset, snapPoints: snapPoints)
        scroll(to: target, duration: Self.scrollDuration, for: .user, at: now)
      } else {
        snapWithNotification(at: now)
      }
    }
    resumeAutoscroll(at: now)
  }

  /// Ends the drag, and starts `motion`; `nil` means no motion.
  ///
  /// - Returns: Whether the carousel decelerates.
  private mutating func decelerate(along motion: (any Motion)?, at now: Timestamp) -> Bool {
    begin(motion.map { .decelerating($0, since: now) } ?? .idle)
    note(.didEndDragging(willDecelerate: isDecelerating))
    guard isDecelerating else { return false }
    note(.willBeginDecelerating)
    return true
  }

  /// Ends a drag in fluid style. The motion begins with the velocity that the carousel had under the finger.
  ///
  /// - Parameter page: The stop to scroll to. If it is `nil`, ``FluidRelease`` selects a stop.
  mutating func releaseFluidly(_ drag: ScrollActivity.Drag, on page: Double? = nil, at now: Timestamp) {
    setVelocity(freshVelocity(of: drag, at: now))
    let isFlick = velocity != 0 && abs(drag.speed) >= FluidRelease.leastFlickSpeed
    let release = FluidRelease(
      from: offset, velocity: velocity, isFlick: isFlick, snapPoints: snapPoints, bounds: bounds,
      track: trackInForce, settings: settings, snaps: alignsAtRest || settings.stopAtItemBoundary)
    let motion = page.map { release.motion(to: $0) } ?? release.motion
    guard !decelerate(along: isFlick ? motion : nil, at: now) else { return }
    if let motion {
      note(.willBeginScrollingAnimation)
      begin(.animating(motion, since: now, then: .rest))
    }
    resumeAutoscroll(at: now)
  }
}
