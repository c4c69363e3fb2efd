package import Geometry

/// Changes of the offset with time.
extension Scroller {
  /// Advances the motion to `now`.
  package mutating func advance(to now: Timestamp) {
    let wasMoving = isMoving
    lastFrame = now
    defer { if !isMoving && !wasMoving { lastFrame = .start } }
    if activity.motion != nil { turnCovers { $0.wake() } }
    switch activity {
    case .animating(let motion, var since, _), .decelerating(let motion, var since):
      since.begin(at: now)
      update(activity.replacing(motion, since: since))
      let isOver = motion.isOver(at: since.elapsed(at: now))
      let target = target(of: motion, at: since.elapsed(at: now), isOver: isOver)
      if isAnimating {
        let (isPastEnd, velocity) = (geometry.isPastEnd(target), velocity)
        turnCovers { $0.advanceWhileAligning(to: now, isPastEnd: isPastEnd, velocity: velocity) }
      }
      move(to: target, at: .at(now))
      if isOver { endMotion(at: .at(now)) }
    case .autoscrolling(let motion, let since):
      autoscroll(motion, since: since, at: now)
    case .idle, .held, .dragging:
      let velocity = velocity
      var hasTurned = false
      turnCovers { hasTurned = $0.advance(to: now, velocity: velocity) }
      if hasTurned { move(to: offset, at: .at(now)) }
    }
  }

  /// Returns the offset of `motion` after `time` seconds. At the end of a motion to an item, returns exactly
  /// this item.
  private func target(of motion: any ScrollMotion, at time: Double, isOver: Bool) -> Double {
    guard !row.isEmpty else { return -1 }
    return isOver ? end(of: motion) ?? onItem(motion.offset(at: time)) : onItem(motion.offset(at: time))
  }

  /// Returns the offset where `motion` ends; `nil` if it never ends.
  private func end(of motion: any ScrollMotion) -> Double? {
    // The end of a motion over thousands of items has larger rounding errors.
    motion.end.map { onItem($0, within: offsetMargin) }
  }

  /// Ends a scroll or a deceleration that has reached its end.
  private mutating func endMotion(at now: Moment) {
    if case .animating(_, _, let arrival) = activity { return arrive(arrival, at: now) }
    begin(.idle)
    if alignsAtRest {
      snapWithNotification(at: .at(now.time))
    } else {
      let distance = offset.rounded() - offset
      turnCovers { $0.settle(distance, at: now.time) }
    }
    resumeAutoscroll(at: .at(now.time))
  }

  /// Whether a motion with a destination is under way.
  var isOnItsWay: Bool { isAnimating || isDecelerating }

  /// Moves without animation to the end of the current motion, and then to the ends of the motions that
  /// follow it. A motion that never ends stops at the current offset.
  mutating func arriveAtOnce(at now: Moment) {
    // A snap may follow a fling, and another snap may follow if the strip has become shorter.
    for _ in 0..<4 where isOnItsWay {
      move(to: activity.motion.flatMap { end(of: $0) } ?? offset, at: now)
      endMotion(at: now)
    }
    turnCovers { $0.finish() }
  }

  /// The time at which the motion under way ends if nothing stops it; `never` if it is not known.
  var arrivalTime: Timestamp {
    guard case (let motion, .at(let began))? = activity.travel else { return .never }
    return began + (motion.duration ?? .infinity)
  }
}
