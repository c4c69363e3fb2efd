internal import Geometry

/// The direction of autoscroll and autoplay, and the ends of strips.
extension Scroller {
  /// Resets the direction of autoscroll to the direction of its speed.
  mutating func resetDirection() {
    guard autoscroll.isReversed else { return }
    let velocity = presentMotion(at: .at(lastFrame)).velocity
    autoscroll.isReversed = false
    if case .autoscrolling(let motion, let since) = activity {
      update(.autoscrolling(steadyMotion(from: motion.start, initialVelocity: velocity), since: since))
    }
  }

  /// Whether autoplay or autoscroll can move the carousel.
  var canAdvanceAutoplay: Bool {
    guard row.count > 1 else { return false }
    let bounds = bounds
    if !bounds.isAtEnd(offset, towards: autoscroll.velocity) { return true }
    guard let restRange = bounds.restRange else { return false }
    return autoscroll.end != .stop && restRange.lowerBound < restRange.upperBound
  }

  /// Handles the end of a strip that autoscroll or autoplay has reached. Returns whether the direction is now
  /// reversed.
  mutating func leavesEnd(at now: Moment) -> Bool {
    guard canAdvanceAutoplay else { return false }
    switch autoscroll.end {
    case .stop: return false
    case .rewind:
      let start = autoscroll.velocity < 0 ? bounds.restRange?.upperBound : bounds.restRange?.lowerBound
      scroll(to: start ?? 0, duration: Self.scrollDuration, for: .autoscroll, at: now)
      return false
    case .turnRound:
      autoscroll.isReversed.toggle()
      return true
    }
  }

  // MARK: Autoscroll

  /// The longest interval between two frames that counts as continuous motion, in seconds.
  static let longestFrame = 0.1
  /// The shortest pause, in seconds. After a longer interval without frames the carousel was not on screen.
  static let shortestPause = 1.0

  /// Starts autoscroll if its speed is not 0, the carousel has no other activity, and no other carousel determines
  /// the offset.
  mutating func resumeAutoscroll(at now: Moment) {
    guard isIdle, !isLed, autoscroll.speed != 0, !row.isEmpty else { return }
    // A carousel beyond its ends first returns to the end. Autoscroll starts after that.
    guard !isOutside else { return align(at: now) }
    guard !bounds.isAtEnd(offset, towards: autoscroll.velocity) || leavesEnd(at: now) else { return }
    // If the last frame was a short time ago, the motion starts at the time of that frame. A pause does not
    // count.
    var since = now
    if case .at(let time) = now, time - lastFrame < Self.longestFrame { since = .at(lastFrame) }
    begin(.autoscrolling(steadyMotion(from: offset, initialVelocity: 0), since: since))
    settleReason = .autoscroll
  }

  /// Starts or ends autoscroll, or changes its speed.
  ///
  /// - Parameter settles: Whether the carousel continues to the next item in fluid style if the new speed is
  ///   0. If `false`, it stops at its current offset.
  package mutating func setAutoscroll(_ speed: Double, settles: Bool = false, at now: Moment) {
    autoscroll.speed = speed
    if isAutoscrolling, traits.contains(.joinsMotions), speed != 0 || settles {
      let (present, since) = (presentMotion(at: now), handOver(at: now))
      move(to: bounds.resting(present.offset), at: now)
      guard speed == 0 else {
        let motion = steadyMotion(from: offset, initialVelocity: present.velocity)
        return update(.autoscrolling(motion, since: since))
      }
      var release = DragRelease(
        offset: offset, velocity: present.velocity, speed: 0, page: nil, mustSnap: alignsAtRest,
        geometry: geometry)
      // This setting concerns flicks.
      release.geometry.settings.stopAtItemBoundary = false
      return begin(release, at: since)
    }
    if isAutoscrolling { begin(.idle) }
    if speed == 0, isIdle, isOutside, !isLed { align(at: now) }
    resumeAutoscroll(at: now)
  }

  /// Returns the motion of autoscroll. In fluid style it begins with `initialVelocity`, in pitches per
  /// second.
  private func steadyMotion(from start: Double, initialVelocity: Double) -> SteadyMotion {
    SteadyMotion(
      from: start, velocity: autoscroll.velocity,
      initialVelocity: traits.contains(.joinsMotions) ? initialVelocity : nil)
  }

  /// Advances autoscroll to `now`.
  mutating func autoscroll(_ motion: SteadyMotion, since: Moment, at now: Timestamp) {
    let elapsed = since.elapsed(at: now)
    let counted = elapsed > Self.shortestPause ? 0 : max(elapsed, 0)
    let target = bounds.resting(geometry.offset(motion.start, movedBy: motion.distance(at: counted)))
    // The motion restarts at the current offset, so that a pause does not count, and so that the offset keeps
    // its precision.
    let next = SteadyMotion(
      from: target, velocity: motion.velocity, initialVelocity: motion.velocity(at: counted))
    update(.autoscrolling(next, since: .at(now)))
    if target != offset {
      move(to: target, at: .at(now))
    } else if elapsed > 0, bounds.isAtEnd(offset, towards: motion.velocity) {
      begin(.idle)
      resumeAutoscroll(at: .at(now))
    }
  }
}
