/// Motions that begin with the offset and the velocity of the motion that they replace.
extension Scroller {
  /// The time at which the motion under way was last shown; `nil` if it has not begun, or if there is none.
  private var shownTime: Timestamp? { activity.since.map { max(lastFrame ?? $0, $0) } }

  /// Returns the start time of a motion that replaces the current motion; `nil` means the next frame.
  func handOverTime(at now: Timestamp?) -> Timestamp? { shownTime.map { max(now ?? $0, $0) } ?? now }

  /// Returns the offset and the velocity of the current motion at `now`, which may be between two frames.
  ///
  /// A pause without frames does not count.
  package func presentMotion(at now: Timestamp?) -> ScrollState {
    if case .dragging(let drag) = activity, traits.contains(.joinsMotions) {
      return ScrollState(offset: offset, velocity: freshVelocity(of: drag, at: now))
    }
    guard let motion = activity.motion, let began = activity.since, let shown = shownTime else {
      return ScrollState(offset: offset, velocity: 0)
    }
    let elapsed = shown - began + min(max((now ?? shown) - shown, 0), Self.longestFrame)
    let moved = motion.offset(at: elapsed) - motion.offset(at: shown - began)
    let present =
      moved == 0 ? offset : isAutoscrolling ? geometry.offset(offset, movedBy: moved) : offset + moved
    return ScrollState(offset: present, velocity: motion.velocity(at: elapsed))
  }

  /// Returns the state from which a scroll by the program begins. Without joined motions it begins at the
  /// offset of the last frame with velocity 0.
  func startOfScroll(at now: Timestamp?) -> ScrollState {
    traits.contains(.joinsMotions) ? presentMotion(at: now) : ScrollState(offset: offset, velocity: 0)
  }

  /// Returns the start time of a scroll by the program; `nil` means the next frame.
  func startTimeOfScroll(at now: Timestamp?) -> Timestamp? {
    traits.contains(.joinsMotions) ? handOverTime(at: now) : now
  }

  /// Changes the destination of the motion under way.
  mutating func redirect(to end: Double) {
    let motion = physics.scroll(
      from: startOfScroll(at: lastFrame), to: end, duration: Self.scrollDuration, in: geometry)
    update(activity.replacing(motion, since: startTimeOfScroll(at: lastFrame)))
  }

  /// Scrolls by `steps` items or pages. During another scroll the steps count from its destination, and the
  /// scroll continues to the new destination.
  ///
  /// The current motion continues without a jump in velocity. So the steps of a held key or a wheel join into
  /// one motion.
  mutating func step(by steps: Int, at now: Timestamp?) {
    let (present, destination) = (presentMotion(at: now), destination)
    let start = isAnimating ? destination ?? present.offset : present.offset
    let target = onItem(geometry.attainable(stops.stop(steps, near: start)))
    guard destination != target, target != offset || isAnimating else { return }
    let motion = physics.step(from: present, to: target, in: geometry)
    let scroll = ScrollActivity.animating(motion, since: handOverTime(at: now), then: .rest)
    if isAnimating { update(scroll) } else { begin(scroll) }
    settleReason = .user
  }

  /// The end of the motion under way, on a ring in the turn of the carousel's offset; `nil` if it never ends.
  var destination: Double? {
    guard let end = activity.motion?.end else { return nil }
    return ring.wraps && !ring.isEmpty ? end - turnsOfMotion(on: ring) * Double(ring.count) : end
  }

  /// Returns the number of turns by which the motion's offset is ahead of the carousel's. The carousel's
  /// offset wraps; the offset of the motion does not.
  func turnsOfMotion(on ring: ItemRing) -> Double {
    guard let motion = activity.motion, let began = activity.since, let shown = shownTime else { return 0 }
    return ((motion.offset(at: shown - began) - offset) / Double(ring.count)).rounded()
  }
}
