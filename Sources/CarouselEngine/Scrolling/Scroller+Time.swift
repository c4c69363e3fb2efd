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
    case .animating(let motion, var since, let arrival):
      since.begin(at: now)
      update(.animating(motion, since: since, then: arrival))
      let isOver = motion.isOver(at: since.elapsed(at: now))
      let target = target(of: motion, at: since.elapsed(at: now), isOver: isOver)
      let (isPastEnd, velocity) = (geometry.isPastEnd(target), velocity)
      turnCovers { $0.advanceWhileAligning(to: now, isPastEnd: isPastEnd, velocity: velocity) }
      move(to: target, at: .at(now))
      if isOver { arrive(arrival, at: .at(now)) }
    case .decelerating(let motion, var since):
      since.begin(at: now)
      update(.decelerating(motion, since: since))
      let elapsed = since.elapsed(at: now)
      let isOver = motion.isOver(at: elapsed)
      move(to: target(of: motion, at: elapsed, isOver: isOver), at: .at(now))
      if isOver { endDeceleration(at: now) }
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
    guard !ring.isEmpty else { return -1 }
    return isOver ? end(of: motion) ?? onItem(motion.offset(at: time)) : onItem(motion.offset(at: time))
  }

  /// Returns the offset where `motion` ends; `nil` if it never ends.
  private func end(of motion: any ScrollMotion) -> Double? {
    // The end of a motion over thousands of items has larger rounding errors.
    motion.end.map { onItem($0, within: offsetMargin) }
  }

  private mutating func endDeceleration(at now: Timestamp) {
    begin(.idle)
    if alignsAtRest {
      snapWithNotification(at: .at(now))
    } else {
      let distance = offset.rounded() - offset
      turnCovers { $0.settle(distance, at: now) }
    }
    resumeAutoscroll(at: .at(now))
  }

  /// Whether a motion with a destination is under way.
  var isOnItsWay: Bool { isAnimating || isDecelerating }

  /// Moves without animation to the end of the current motion, and then to the ends of the motions that
  /// follow it. A motion that never ends stops at the current offset.
  mutating func arriveAtOnce(at now: Moment) {
    // A snap may follow a fling, and another snap may follow if the strip has become shorter.
    for _ in 0..<4 {
      switch activity {
      case .animating(let motion, _, let arrival):
        move(to: end(of: motion) ?? offset, at: now)
        arrive(arrival, at: now)
      case .decelerating(let motion, _):
        move(to: end(of: motion) ?? offset, at: now)
        endDeceleration(at: now.time)
      case .idle, .held, .dragging, .autoscrolling: break
      }
    }
    turnCovers { $0.finish() }
  }

  /// The time at which the motion under way ends if nothing stops it; `never` if it is not known.
  var arrivalTime: Timestamp {
    guard let motion = activity.motion, case .at(let began)? = activity.since else { return .never }
    return began + (motion.duration ?? .infinity)
  }
}
