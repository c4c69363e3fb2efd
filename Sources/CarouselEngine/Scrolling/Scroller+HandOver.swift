/// Motions that begin with the offset and the velocity of the motion that they replace.
extension Scroller {
  /// Returns the offset and the velocity of the current motion at `now`, which may be between two frames.
  ///
  /// A pause without frames does not count.
  package func presentMotion(at now: Timestamp?) -> (offset: Double, velocity: Double) {
    if isFluid, case .dragging(let drag) = activity { return (offset, freshVelocity(of: drag, at: now)) }
    guard let motion = activity.motion, let began = activity.since else { return (offset, 0) }
    let shown = max(lastFrame ?? began, began)
    let from = shown - began
    let time = from + min(max((now ?? shown) - shown, 0), Self.longestFrame)
    let velocity = motion.velocity(at: time)
    if isAutoscrolling {
      return (offset(offset, movedBy: motion.offset(at: time) - motion.offset(at: from)), velocity)
    }
    return (offset + motion.offset(at: time) - motion.offset(at: from), velocity)
  }

  /// Returns the velocity of a drag in fluid style; 0 if the finger has rested since its last move.
  func freshVelocity(of drag: ScrollActivity.Drag, at now: Timestamp?) -> Double {
    let isFresh = drag.lastChange.map { (now ?? $0) - $0 <= Self.fluidVelocityMemory } ?? false
    return isFresh ? velocity : 0
  }

  /// Scrolls to `end` in `duration` seconds. The motion is a spring that begins with the present velocity.
  ///
  /// With the arrival `align` the scroll ends at the stop nearest to `end`, so that no snap follows.
  mutating func steer(
    to end: Double, duration: Double, then arrival: ScrollActivity.Arrival, for cause: SettleReason? = nil,
    at now: Timestamp?
  ) {
    let (start, velocity) = presentMotion(at: now)
    let began = handOverTime(at: now)
    var end = end
    if arrival.aligns, settings.scrollToItemBoundary, autoscroll.speed == 0 {
      end = snapPoints.stop(0, near: end)
    }
    if isDragging { endActivity() }
    note(.willBeginScrollingAnimation)
    let motion = along(from: start, to: end) {
      Spring(from: $0, to: $1, velocity: velocity, duration: duration)
    }
    let isThere = end == offset && velocity == 0
    begin(.animating(motion, since: isThere && defersArrival ? .distantPast : began, then: arrival))
    if end != offset || pendingSettleReason != nil { setPendingSettleReason(cause ?? pendingSettleReason) }
    guard isThere else { return }
    commit(at: now)
    if !defersArrival { arrive(arrival, at: now) }
  }

  /// Changes the destination of the motion under way. The motion continues as a spring with the same
  /// velocity.
  mutating func steerOn(to end: Double) {
    let (start, velocity) = presentMotion(at: lastFrame)
    let motion = along(from: start, to: end) {
      Spring(from: $0, to: $1, velocity: velocity, duration: Self.scrollDuration)
    }
    begin(activity.replacing(motion, since: handOverTime(at: lastFrame)))
  }

  /// Scrolls by `steps` items or pages. During another scroll the steps count from its destination.
  ///
  /// The current motion becomes a spring, without a jump in velocity. So the steps of a held key or a wheel
  /// join into one motion.
  mutating func step(by steps: Int, at now: Timestamp?) {
    let (start, velocity) = presentMotion(at: now)
    var target: Double
    var destination = activity.motion?.end
    if case .animating(let motion, _, _) = activity, var end = motion.end {
      if ring.wraps, !ring.isEmpty {
        // On a ring the offset may have wrapped since the motion began.
        let elapsed = motionTime(at: lastFrame)
        end -= ((motion.offset(at: elapsed) - offset) / Double(ring.count)).rounded() * Double(ring.count)
      }
      destination = end
      target = snapPoints.stop(steps, near: end)
    } else {
      target = snapPoints.stop(steps, near: start)
    }
    if !ring.wraps { target = bounds.resting(target) }
    target = Self.onItem(target)
    guard destination != target, target != offset || isAnimating else { return }
    let behind = velocity == 0 ? 0 : abs(target - start) / Double(snapPoints.pageLength)
    let motion = along(from: start, to: target) { start, end in
      stepSpring(from: start, to: end, velocity: velocity, behind: behind)
    }
    let began = handOverTime(at: now)
    if isDragging { endActivity() }
    note(.willBeginScrollingAnimation)
    begin(.animating(motion, since: began, then: .rest), for: .user)
  }

  /// The limits of the natural frequency of a step's spring, in radians per second. With the lower limit a
  /// single step takes 0.4 seconds.
  private static let stepFrequencies = 26.0...48.0
  /// The natural frequency for each step that is still to go, in radians per second. At 30 steps per second
  /// the carousel stays at most two steps behind.
  private static let catchUpFrequency = 24.0
  /// The highest natural frequency, in radians per second. It is needed to stop a fast motion at a near item.
  private static let highestFrequency = 400.0

  /// Returns the spring for a step. Its positions are places along the track.
  ///
  /// - Parameter behind: The number of steps that are still to go.
  private func stepSpring(from start: Double, to end: Double, velocity: Double, behind: Double) -> Spring {
    let range = Self.stepFrequencies
    var frequency = min(max(Self.catchUpFrequency * behind, range.lowerBound), range.upperBound)
    // With a lower frequency the spring would overshoot its end.
    if velocity * (end - start) > 0 { frequency = max(frequency, velocity / (end - start)) }
    return Spring(
      from: start, to: end, velocity: velocity, frequency: min(frequency, Self.highestFrequency))
  }

  /// Returns the time since the start of the animated scroll under way, at `time`, in seconds.
  private func motionTime(at time: Timestamp?) -> Double {
    guard case .animating(_, let since?, _) = activity, let time else { return 0 }
    return time - since
  }

  /// Returns the number of turns by which the motion's offset is ahead of the carousel's. The carousel's
  /// offset wraps; the offset of the motion does not.
  func turnsOfMotion(on ring: ItemRing) -> Double {
    guard let motion = activity.motion, let began = activity.since else { return 0 }
    let shown = max(lastFrame ?? began, began)
    return ((motion.offset(at: shown - began) - offset) / Double(ring.count)).rounded()
  }

  /// Returns the start time of a motion that replaces the current motion; `nil` means the next frame.
  func handOverTime(at now: Timestamp?) -> Timestamp? {
    guard activity.motion != nil, let shown = lastFrame ?? activity.since else { return now }
    return max(now ?? shown, shown)
  }

  /// Returns the motion between two offsets. `make` returns the same motion in places along the track.
  private func along(
    from start: Double, to end: Double, _ make: (_ start: Double, _ end: Double) -> any Motion
  ) -> any Motion {
    guard let track = trackInForce else { return make(start, end) }
    return TrackMotion(
      from: start, to: end, along: track, make(track.place(at: start), track.place(at: end)))
  }
}
