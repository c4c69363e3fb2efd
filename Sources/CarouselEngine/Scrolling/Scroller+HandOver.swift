internal import Geometry

/// Motions that begin with the offset and the velocity of the motion that they replace.
extension Scroller {
  /// The motion under way, and the seconds after its start at which it was last shown; `nil` if it has not begun.
  private var shown: (motion: any ScrollMotion, elapsed: Double, time: Timestamp)? {
    guard case (let motion, .at(let began))? = activity.travel else { return nil }
    let time = max(lastFrame, began)
    return (motion, time - began, time)
  }

  /// Returns the start of a motion that replaces the current motion.
  func handOver(at now: Moment) -> Moment { shown.map { .at(max(now.time, $0.time)) } ?? now }

  /// Returns the offset and the velocity of the current motion at `now`, which may be between two frames.
  ///
  /// A pause without frames does not count.
  package func presentMotion(at now: Moment) -> ScrollState {
    if case .dragging(let drag) = activity, traits.contains(.joinsMotions) {
      return ScrollState(offset: offset, velocity: freshVelocity(of: drag, at: now.time))
    }
    guard let (motion, shown, time) = shown else { return ScrollState(offset: offset, velocity: 0) }
    let elapsed = shown + min(max(now.time - time, 0), Self.longestFrame)
    let moved = motion.offset(at: elapsed) - motion.offset(at: shown)
    let present =
      moved == 0 ? offset : isAutoscrolling ? geometry.offset(offset, movedBy: moved) : offset + moved
    return ScrollState(offset: present, velocity: motion.velocity(at: elapsed))
  }

  /// Returns the state from which a scroll by the program begins. Without joined motions it begins at the
  /// offset of the last frame with velocity 0.
  func startOfScroll(at now: Moment) -> ScrollState {
    traits.contains(.joinsMotions) ? presentMotion(at: now) : ScrollState(offset: offset, velocity: 0)
  }

  /// Changes the destination of the motion under way.
  mutating func redirect(to end: Double) {
    let now = handOver(at: .at(lastFrame))
    let motion = physics.scroll(
      from: startOfScroll(at: now), to: end, duration: Self.scrollDuration, in: geometry)
    update(activity.replacing(motion, since: now))
  }

  /// Scrolls by `steps` items or pages. During another scroll the steps count from its destination, and the
  /// scroll continues to the new destination.
  ///
  /// The current motion continues without a jump in velocity. So the steps of a held key or a wheel join into
  /// one motion.
  mutating func step(by steps: Int, at now: Moment) {
    let (present, destination) = (presentMotion(at: now), destination)
    let start = isAnimating ? destination ?? present.offset : present.offset
    let target = onItem(geometry.attainable(stops.stop(steps, near: start)))
    guard destination != target, target != offset || isAnimating else { return }
    let motion = physics.step(from: present, to: target, in: geometry)
    let scroll = ScrollActivity.animating(motion, since: handOver(at: now), then: .rest)
    if isAnimating { update(scroll) } else { begin(scroll) }
    settleReason = .user
  }

  /// The end of the motion under way, on a ring in the turn of the carousel's offset; `nil` if it never ends.
  var destination: Double? {
    guard let end = activity.motion?.end else { return nil }
    return row.wraps && !row.isEmpty ? end - turnsOfMotion(on: row) * Double(row.count) : end
  }

  /// Returns the number of turns by which the motion's offset is ahead of the carousel's. The carousel's
  /// offset wraps; the offset of the motion does not.
  func turnsOfMotion(on row: ItemRow) -> Double {
    guard let (motion, elapsed, _) = shown else { return 0 }
    return ((motion.offset(at: elapsed) - offset) / Double(row.count)).rounded()
  }
}
