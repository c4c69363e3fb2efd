extension Scroller {
  /// Moves to where the carousel is at `now`.
  ///
  /// iCarousel: `step`.
  package mutating func advance(to now: Timestamp) {
    let wasMoving = isMoving
    lastFrame = now
    defer { if !isMoving && !wasMoving { lastFrame = nil } }
    if motion != nil { isAwake = true }
    switch activity {
    case .animating(let motion, let since, let arrival):
      let begin = since ?? now
      activity = .animating(motion, since: begin, then: arrival)
      offset = motion.offset(at: now - begin)
      // What a slow drag has set turning turns on while the carousel aligns.
      if lastReleaseWasSlow, !isPastEnd, toggle.isTurning { toggle.advance(to: now, velocity: velocity) }
      settle(at: now)
      if motion.isOver(at: now - begin) { arrive(arrival, at: now) }
    case .decelerating(let motion, let since):
      offset = motion.offset(at: now - since)
      settle(at: now)
      if motion.isOver(at: now - since) { endDeceleration(at: now) }
    case .autoscrolling(let motion, let since):
      autoscroll(motion, since: since ?? now, at: now)
    case .idle, .held, .dragging:
      guard isAwake else { return }
      guard toggle.isTurning else {
        isAwake = false
        return
      }
      toggle.advance(to: now, velocity: velocity)
      settle(at: now)
    }
  }

  mutating func endDeceleration(at now: Timestamp) {
    activity = .idle
    events.append(.didEndDecelerating)
    if settings.autoscroll == 0, settings.scrollToItemBoundary || isOutside {
      alignAudibly(at: now)
    } else {
      toggle.rest(offset.rounded() - offset, at: now)
    }
    resumeAutoscroll(at: now)
  }

  private mutating func autoscroll(_ motion: SteadyMotion, since: Timestamp, at now: Timestamp) {
    let elapsed = now - since
    let moved = motion.velocity * (elapsed > Self.shortestPause ? 0 : max(elapsed, 0))
    let target = stops.offset(offset(motion.start, movedBy: moved))
    // From here on, so that a pause does not count and a long ride does not lose digits.
    activity = .autoscrolling(SteadyMotion(from: target, velocity: motion.velocity), since: now)
    if target != offset {
      offset = target
      settle(at: now)
    } else if elapsed > 0, isAtEnd(towards: motion.velocity) {
      activity = .idle
      resumeAutoscroll(at: now)
    }
  }
}
