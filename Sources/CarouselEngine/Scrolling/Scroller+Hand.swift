/// What a finger or a pressed pointer does to the offset.
extension Scroller {
  /// How long a finger may rest before a release counts as standing still, in seconds; longer revives a stale fling.
  static let velocityMemory = 0.150

  /// A finger comes down: a motion ends, and its end is notified.
  package mutating func touchDown() {
    switch activity {
    case .animating, .decelerating:
      endActivity()
      begin(.held(stoppedMotion: true), for: .user)
      turnCovers { $0.stop() }
    case .autoscrolling:
      guard autoscroll.heedsTouch else { return }
      begin(.held(stoppedMotion: false), for: .user)
      turnCovers { $0.stop() }
    case .idle:
      begin(.held(stoppedMotion: false))
    case .held, .dragging: break
    }
  }

  /// A finger that has not moved is lifted: what it stopped aligns.
  package mutating func release(at now: Timestamp) {
    guard case .held(let stoppedMotion) = activity else { return }
    begin(.idle)
    if stoppedMotion, alignsAtRest { align(at: now) }
    resumeAutoscroll(at: now)
  }

  /// A finger is lifted that only stopped a motion, or that tapped something to scroll to.
  mutating func liftForTap(
    thenAlign aligns: Bool = false, thenScrollTo target: Double? = nil, at now: Timestamp
  ) {
    if case .held = activity { begin(.idle) }
    if aligns { align(at: now) }
    if let target { scroll(to: target, duration: Self.scrollDuration, for: .user, at: now) }
    resumeAutoscroll(at: now)
  }

  /// A finger begins to drag, `translation` points along the axis from where it came down; another motion ends, and a
  /// drag under way goes on from there.
  package mutating func beginDrag(translation: Double) {
    guard !ring.isEmpty else {
      if case .held = activity { begin(.idle) }
      return
    }
    if !isDragging {
      endActivity()
      note(.willBeginDragging)
    }
    begin(.dragging(.init(translation: translation, lastChange: nil)), for: .user)
    turnCovers { $0.resume() }
  }

  /// The finger has moved.
  ///
  /// - Parameters:
  ///   - translation: How far along the axis in all, in points.
  ///   - speed: How fast, in points per second.
  ///   - itemWidth: The distance between neighbors, in points; with 0 nothing moves.
  package mutating func drag(translation: Double, speed: Double, itemWidth: Double, at now: Timestamp) {
    guard case .dragging(var drag) = activity else { return }
    if itemWidth > 0 {
      let factor = bounds.dragFactor(at: offset)
      setVelocity((-speed * factor * settings.scrollSpeed / itemWidth).finite(or: 0))
      let moved =
        (translation - (drag.translation ?? translation)) * factor * offsetMultiplier / itemWidth
      let wanted = offset(offset, movedBy: -moved.finite(or: 0))
      place(at: drag.page?.move(from: offset, to: wanted) ?? wanted)
    }
    (drag.translation, drag.lastChange) = (translation, now)
    begin(.dragging(drag))
    commit(at: now)
  }

  /// The finger lets go: the carousel glides on, goes to an item, or stays.
  package mutating func endDrag(at now: Timestamp) {
    guard case .dragging(let drag) = activity else { return }
    let isFresh = drag.lastChange.map { now - $0 <= Self.velocityMemory } ?? false
    if !isFresh { setVelocity(0) }
    let glides = FlingTarget.glides(velocity: velocity, rate: settings.decelerationRate)
    turnCovers { $0.release(wasSlow: !glides) }
    let motion =
      glides
      ? FlingTarget.motion(
        from: offset, velocity: velocity, snapPoints: snapPoints, track: trackInForce, settings: settings)
      : nil
    begin(motion.map { .decelerating($0, since: now) } ?? .idle)
    note(.didEndDragging(willDecelerate: isDecelerating))
    if isDecelerating { return note(.willBeginDecelerating) }
    if alignsAtRest {
      let (snapPoints, nearest) = (snapPoints, snapPoints.nearest(to: offset))
      if abs(offset - nearest) >= offsetMargin,
        FlingTarget.steps(velocity: velocity, from: offset, nearest: nearest)
      {
        let target = FlingTarget.step(velocity: velocity, from: offset, snapPoints: snapPoints)
        scroll(to: target, duration: Self.scrollDuration, for: .user, at: now)
      } else {
        snapWithNotification(at: now)
      }
    }
    resumeAutoscroll(at: now)
  }

  /// The axis has turned: a drag goes on from where it is.
  mutating func turnAxis() {
    guard case .dragging(var drag) = activity else { return }
    setVelocity(0)
    (drag.translation, drag.lastChange) = (nil, nil)
    begin(.dragging(drag))
  }
}
