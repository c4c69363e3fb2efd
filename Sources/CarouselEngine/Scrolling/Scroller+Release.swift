package import Geometry

/// The motion after a drag.
extension Scroller {
  /// The longest time between a finger's last move and its release for which the velocity is kept, in
  /// seconds. After a longer time, the release is not a fling.
  static let velocityMemory = 0.150

  /// Handles the end of a drag. The carousel decelerates, scrolls to an item, or stays.
  ///
  /// - Parameter page: The offset at which the carousel must rest, if a gesture with paging selects it.
  package mutating func endDrag(on page: Double? = nil, at now: Timestamp) {
    guard case .dragging(let drag) = activity else { return }
    velocity = freshVelocity(of: drag, at: now)
    let release = DragRelease(
      offset: offset, velocity: velocity, speed: drag.speed, page: page, mustSnap: alignsAtRest,
      geometry: geometry)
    begin(release, at: .at(now))
    // At an end of a strip a fast release starts no deceleration.
    let isSlow = !FlingTarget.glides(velocity: velocity, rate: settings.decelerationRate)
    turnCovers { $0.release(wasSlow: isSlow) }
    if isIdle, page == nil, alignsAtRest { snapWithNotification(at: .at(now)) }
    resumeAutoscroll(at: .at(now))
  }

  /// Begins the motion after a release.
  mutating func begin(_ release: DragRelease, at now: Moment) {
    switch physics.release(release) {
    case .decelerate(let motion): begin(.decelerating(motion, since: now))
    case .scroll(let motion): begin(.animating(motion, since: now, then: .rest))
    case .rest: begin(.idle)
    }
  }

  /// Returns the velocity of a drag; 0 if the finger has rested since its last move.
  func freshVelocity(of drag: ScrollActivity.Drag, at now: Timestamp) -> Double {
    let memory = traits.contains(.joinsMotions) ? VelocityTracker.restingTime : Self.velocityMemory
    return now - drag.lastChange <= memory ? velocity : 0
  }
}
