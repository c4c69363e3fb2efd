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
      turnToggleWhileAligning(to: now)
      settle(at: now)
      if motion.isOver(at: now - begin) { arrive(arrival, at: now) }
    case .decelerating(let motion, let since):
      offset = motion.offset(at: now - since)
      settle(at: now)
      if motion.isOver(at: now - since) { endDeceleration(at: now) }
    case .autoscrolling(let motion, let since):
      autoscroll(motion, since: since ?? now, at: now)
    case .idle, .held, .dragging:
      turnToggleOn(to: now)
    }
  }

  mutating func endDeceleration(at now: Timestamp) {
    activity = .idle
    events.append(.didEndDecelerating)
    if alignsAtRest {
      alignAudibly(at: now)
    } else {
      toggle.rest(offset.rounded() - offset, at: now)
    }
    resumeAutoscroll(at: now)
  }
}
