extension Scroller {
  /// How long a finger may rest before a release counts as standing still, in seconds; longer revives a stale flick.
  static let velocityMemory = 0.150

  /// A finger comes down: a motion ends, and whoever listens hears of its end.
  package mutating func touchDown() {
    switch activity {
    case .animating:
      activity = .held(stoppedMotion: true)
      unrest = .user
      events.append(.didEndScrollingAnimation)
    case .decelerating:
      activity = .held(stoppedMotion: true)
      unrest = .user
      events.append(.didEndDecelerating)
    case .autoscrolling:
      guard settings.autoscrollHeedsTouch else { return }
      activity = .held(stoppedMotion: false)
      unrest = .user
    case .idle:
      activity = .held(stoppedMotion: false)
    case .held, .dragging: break
    }
  }

  /// A finger that has not moved is lifted: what it stopped aligns.
  package mutating func release(at now: Timestamp) {
    guard case .held(let stoppedMotion) = activity else { return }
    activity = .idle
    if stoppedMotion, alignsAtRest { align(at: now) }
    resumeAutoscroll(at: now)
  }

  /// A finger begins to drag, `translation` points along the axis from where it came down; another motion ends, and a
  /// drag under way goes on from there.
  package mutating func beginDrag(translation: Double) {
    guard !ring.isEmpty else { return }
    if !isDragging {
      endActivity()
      events.append(.willBeginDragging)
    }
    activity = .dragging(.init(translation: translation, lastChange: nil))
    unrest = .user
  }

  /// The finger has moved.
  ///
  /// - Parameters:
  ///   - translation: How far along the axis in all, in points.
  ///   - speed: How fast, in points per second.
  ///   - itemWidth: The distance between neighbours, in points; with 0 nothing moves.
  package mutating func drag(translation: Double, speed: Double, itemWidth: Double, at now: Timestamp) {
    guard case .dragging(var drag) = activity else { return }
    var factor = 1.0
    if !ring.wraps && settings.allowsOvershoot {
      let overshoot = abs(offset - stops.offset(offset))
      factor = 1 - min(overshoot, settings.bounceDistance) / settings.bounceDistance
    }
    if itemWidth > 0 {
      velocity = (-speed * factor * settings.scrollSpeed / itemWidth).finite(or: 0)
      let moved =
        (translation - (drag.translation ?? translation)) * factor * settings.offsetMultiplier / itemWidth
      let wanted = self.offset(offset, movedBy: -moved.finite(or: 0))
      offset = drag.page?.move(from: offset, to: wanted) ?? wanted
    }
    (drag.translation, drag.lastChange) = (translation, now)
    activity = .dragging(drag)
    settle(at: now)
  }

  /// The finger lets go: the carousel glides on, goes to an item, or stays.
  package mutating func endDrag(at now: Timestamp) {
    guard case .dragging(let drag) = activity else { return }
    let isFresh = drag.lastChange.map { now - $0 <= Self.velocityMemory } ?? false
    if !isFresh { velocity = 0 }
    activity = .idle
    lastReleaseWasSlow = true
    if Landing.glides(velocity: velocity, rate: settings.decelerationRate) {
      lastReleaseWasSlow = false
      if let motion = Landing.motion(
        from: offset, velocity: velocity, stops: stops, track: trackInForce, settings: settings)
      {
        activity = .decelerating(motion, since: now)
      }
    }
    events.append(.didEndDragging(willDecelerate: isDecelerating))
    if isDecelerating {
      events.append(.willBeginDecelerating)
      return
    }
    if alignsAtRest {
      let (stops, nearest) = (stops, stops.nearest(to: offset))
      if abs(offset - nearest) >= offsetMargin,
        Landing.steps(velocity: velocity, from: offset, nearest: nearest)
      {
        let target = Landing.step(velocity: velocity, from: offset, stops: stops)
        scroll(to: target, duration: Self.scrollDuration, for: .user, at: now)
      } else {
        alignAudibly(at: now)
      }
    }
    resumeAutoscroll(at: now)
  }

  /// The carousel scrolls along the other axis from now on: a drag goes on from where it is.
  mutating func turnAxis() {
    guard case .dragging(var drag) = activity else { return }
    velocity = 0
    (drag.translation, drag.lastChange) = (nil, nil)
    activity = .dragging(drag)
  }

  /// The finger lets go without leave to glide: its gesture was taken away.
  mutating func dropVelocity() { velocity = 0 }
}
