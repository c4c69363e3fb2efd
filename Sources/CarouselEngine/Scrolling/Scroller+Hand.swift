/// The effect of a finger or a pressed pointer on the offset.
extension Scroller {
  /// The longest time from a finger's last move to its release for which the velocity is kept, in seconds; a
  /// longer one would revive a stale fling.
  static let velocityMemory = 0.150

  /// Handles a finger that comes down: it ends a motion, and the end is notified.
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

  /// Handles a finger that is lifted without having moved: a motion that it stopped ends on an item.
  package mutating func release(at now: Timestamp) {
    guard case .held(let stoppedMotion) = activity else { return }
    begin(.idle)
    if stoppedMotion, alignsAtRest { align(at: now) }
    resumeAutoscroll(at: now)
  }

  /// Handles a finger that is lifted after it stopped a motion, or after a tap that scrolls.
  mutating func liftForTap(
    thenAlign aligns: Bool = false, thenScrollTo target: Double? = nil, at now: Timestamp
  ) {
    if case .held = activity { begin(.idle) }
    if aligns { align(at: now) }
    if let target { scroll(to: target, duration: Self.scrollDuration, for: .user, at: now) }
    resumeAutoscroll(at: now)
  }

  /// Begins a drag, `translation` points along the axis from where the finger came down.
  ///
  /// It ends another motion; a drag under way continues from there.
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

  /// Handles a move of the finger.
  ///
  /// - Parameters:
  ///   - translation: The total distance along the axis, in points.
  ///   - speed: The velocity along the axis, in points per second.
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

  /// Handles the end of a drag: the carousel decelerates, scrolls to an item, or stays.
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

  /// Handles a turn of the axis: a drag continues from its current offset.
  mutating func turnAxis() {
    guard case .dragging(var drag) = activity else { return }
    setVelocity(0)
    (drag.translation, drag.lastChange) = (nil, nil)
    begin(.dragging(drag))
  }
}
