/// Motions that begin with the offset and the velocity of the motion that they replace.
extension Scroller {
  /// The state from which another motion continues.
  package struct Present {
    package var offset: Double
    /// The velocity in nominal pitches per second.
    package var velocity: Double
    /// The time at which the other motion begins; `nil` means the next frame.
    var time: Timestamp?
  }

  /// Returns the state of the current motion at `now`, which may be between two frames.
  ///
  /// A pause without frames does not count.
  package func presentMotion(at now: Timestamp?) -> Present {
    if isFluid, case .dragging(let drag) = activity {
      return Present(offset: offset, velocity: freshVelocity(of: drag, at: now), time: now)
    }
    guard let motion = activity.motion else { return Present(offset: offset, velocity: 0, time: now) }
    guard let began = activity.since else {
      return Present(offset: offset, velocity: 0, time: lastFrame.map { max(now ?? $0, $0) } ?? now)
    }
    let shown = max(lastFrame ?? began, began)
    let time = max(now ?? shown, shown)
    let elapsed = shown - began + min(time - shown, Self.longestFrame)
    let (from, to) = (motion.offset(at: shown - began), motion.offset(at: elapsed))
    let present =
      to == from ? offset : isAutoscrolling ? geometry.offset(offset, movedBy: to - from) : offset + to - from
    return Present(offset: present, velocity: motion.velocity(at: elapsed), time: time)
  }

  /// Returns the state from which a scroll by the program begins. In classic style it begins at the offset of
  /// the last frame with velocity 0.
  func startOfScroll(at now: Timestamp?) -> Present {
    isFluid ? presentMotion(at: now) : Present(offset: offset, velocity: 0, time: now)
  }

  /// Returns the velocity of a drag in fluid style; 0 if the finger has rested since its last move.
  func freshVelocity(of drag: ScrollActivity.Drag, at now: Timestamp?) -> Double {
    let isFresh = drag.lastChange.map { (now ?? $0) - $0 <= Self.fluidVelocityMemory } ?? false
    return isFresh ? velocity : 0
  }

  /// Returns the motion of a scroll by the program to `end` in `duration` seconds.
  func scrollMotion(from present: Present, to end: Double, duration: Double) -> any Motion {
    geometry.along(from: present.offset, to: end) { place in
      let (start, end) = (place(present.offset), place(end))
      guard isFluid else { return EaseInOut(from: start, to: end, duration: duration) }
      return Spring(from: start, to: end, velocity: present.velocity, duration: duration)
    }
  }

  /// Changes the destination of the motion under way.
  mutating func redirect(to end: Double) {
    let present = startOfScroll(at: lastFrame)
    let motion = scrollMotion(from: present, to: end, duration: Self.scrollDuration)
    update(activity.replacing(motion, since: present.time))
  }

  /// Scrolls by `steps` items or pages. During another scroll the steps count from its destination, and the
  /// scroll continues to the new destination.
  ///
  /// The current motion becomes a spring, without a jump in velocity. So the steps of a held key or a wheel
  /// join into one motion.
  mutating func step(by steps: Int, at now: Timestamp?) {
    let (present, destination) = (presentMotion(at: now), destination)
    var target = stops.stop(steps, near: isAnimating ? destination ?? present.offset : present.offset)
    if !ring.wraps { target = bounds.resting(target) }
    target = onItem(target)
    guard destination != target, target != offset || isAnimating else { return }
    let behind = present.velocity == 0 ? 0 : abs(target - present.offset) / Double(stops.pageLength)
    let motion = geometry.along(from: present.offset, to: target) { place in
      stepSpring(
        from: place(present.offset), to: place(target), velocity: present.velocity, behind: behind)
    }
    let scroll = ScrollActivity.animating(motion, since: present.time, then: .rest)
    if isAnimating { update(scroll) } else { begin(scroll) }
    settleReason = .user
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

  /// The end of the motion under way, on a ring in the turn of the carousel's offset; `nil` if it never ends.
  var destination: Double? {
    guard let end = activity.motion?.end else { return nil }
    return ring.wraps && !ring.isEmpty ? end - turnsOfMotion(on: ring) * Double(ring.count) : end
  }

  /// Returns the number of turns by which the motion's offset is ahead of the carousel's. The carousel's
  /// offset wraps; the offset of the motion does not.
  func turnsOfMotion(on ring: ItemRing) -> Double {
    guard let motion = activity.motion, let began = activity.since else { return 0 }
    let shown = max(lastFrame ?? began, began)
    return ((motion.offset(at: shown - began) - offset) / Double(ring.count)).rounded()
  }
}
