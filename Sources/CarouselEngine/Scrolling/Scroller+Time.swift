/// Changes of the offset with time.
extension Scroller {
  /// Advances the motion to `now`.
  ///
  /// iCarousel: `step`.
  package mutating func advance(to now: Timestamp) {
    let wasMoving = isMoving
    lastFrame = now
    defer { if !isMoving && !wasMoving { lastFrame = nil } }
    if activity.motion != nil { turnCovers { $0.wake() } }
    switch activity {
    case .animating(let motion, let since, let arrival):
      let start = since ?? now
      update(.animating(motion, since: start, then: arrival))
      let isOver = motion.isOver(at: now - start)
      let target = target(of: motion, at: now - start, isOver: isOver)
      let (isPastEnd, velocity) = (geometry.isPastEnd(target), velocity)
      turnCovers { $0.advanceWhileAligning(to: now, isPastEnd: isPastEnd, velocity: velocity) }
      move(to: target, at: now)
      if isOver { arrive(arrival, at: now) }
    case .decelerating(let motion, let since):
      let isOver = motion.isOver(at: now - since)
      move(to: target(of: motion, at: now - since, isOver: isOver), at: now)
      if isOver { endDeceleration(at: now) }
    case .autoscrolling(let motion, let since):
      autoscroll(motion, since: since ?? now, at: now)
    case .idle, .held, .dragging:
      let velocity = velocity
      var hasTurned = false
      turnCovers { hasTurned = $0.advance(to: now, velocity: velocity) }
      if hasTurned { move(to: offset, at: now) }
    }
  }

  /// Returns the offset of `motion` after `time` seconds. At the end of a motion to an item, returns exactly
  /// this item.
  private func target(of motion: any ScrollMotion, at time: Double, isOver: Bool) -> Double {
    let end = isOver ? motion.end : nil
    return onItem(ring.isEmpty ? -1 : end ?? motion.offset(at: time))
  }

  private mutating func endDeceleration(at now: Timestamp) {
    begin(.idle)
    if alignsAtRest {
      snapWithNotification(at: now)
    } else {
      let distance = offset.rounded() - offset
      turnCovers { $0.rest(distance, at: now) }
    }
    resumeAutoscroll(at: now)
  }

  /// Whether a motion with a destination is under way.
  var isOnItsWay: Bool { isAnimating || isDecelerating }

  /// Moves without animation to the end of the current motion, and then to the ends of the motions that
  /// follow it.
  mutating func arriveAtOnce(at now: Timestamp?) {
    // A snap may follow a fling, and another snap may follow if the strip has become shorter.
    for _ in 0..<4 {
      switch activity {
      case .animating(let motion, _, let arrival):
        move(to: motion.end ?? offset, at: now)
        arrive(arrival, at: now)
      case .decelerating(let motion, let since):
        move(to: motion.end ?? offset, at: now)
        endDeceleration(at: now ?? since)
      case .idle, .held, .dragging, .autoscrolling: break
      }
    }
    turnCovers { $0.finish() }
  }

  /// The time at which the motion under way ends if nothing stops it; `nil` if it is not known.
  var arrivalTime: Timestamp? {
    switch activity {
    case .animating(let motion, let since?, _): motion.duration.map { since + $0 }
    case .decelerating(let motion, let since): motion.duration.map { since + $0 }
    case .animating, .autoscrolling, .idle, .held, .dragging: nil
    }
  }
}
