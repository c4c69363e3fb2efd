package import Geometry

/// Changes of the offset by a finger, a pressed pointer or two fingers on a touchpad, and the motion after a drag.
extension Scroller {
  /// Handles a finger that comes down. The touch ends the current motion, and the delegate is notified of
  /// this end.
  ///
  /// In fluid style the carousel stops at its offset at `now`, which may differ from its offset in the last
  /// frame.
  package mutating func touchDown(at now: Timestamp) {
    if traits.contains(.joinsMotions), isTravelling, !isAutoscrolling || autoscroll.pausesDuringTouch {
      let present = presentMotion(at: .at(now)).offset
      if present != offset { move(to: present, at: .at(now)) }
    }
    switch activity {
    case .animating, .decelerating:
      begin(.held(stoppedMotion: true), for: .user)
      turnCovers { $0.stop() }
    case .autoscrolling:
      guard autoscroll.pausesDuringTouch else { return }
      begin(.held(stoppedMotion: false), for: .user)
      turnCovers { $0.stop() }
    case .idle:
      begin(.held(stoppedMotion: false))
    case .held, .dragging: break
    }
  }

  /// Handles a finger that is lifted without a drag. If its touch stopped a motion, the carousel snaps to an
  /// item.
  package mutating func release(at now: Timestamp) {
    guard case .held(let stoppedMotion) = activity else { return }
    begin(.idle)
    if stoppedMotion, alignsAtRest { align(at: .at(now)) }
    resumeAutoscroll(at: .at(now))
  }

  /// Handles a finger that is lifted after its touch stopped a motion, or after a tap that starts a scroll.
  mutating func releaseAfterTap(
    thenAlign aligns: Bool = false, thenScrollTo target: Double? = nil, at now: Timestamp
  ) {
    if case .held = activity { begin(.idle) }
    if aligns { align(at: .at(now)) }
    if let target { scroll(to: target, duration: Self.scrollDuration, for: .user, at: .at(now)) }
    resumeAutoscroll(at: .at(now))
  }

  /// Begins a drag. The finger has already moved by `translation` points along the axis since it came down.
  ///
  /// The drag ends any other motion. If there already is a drag, it continues from `translation`.
  package mutating func beginDrag(translation: Double) {
    guard !row.isEmpty else {
      if case .held = activity { begin(.idle) }
      return
    }
    let drag = ScrollActivity.dragging(.init(translation: translation))
    if isDragging { update(drag) } else { begin(drag, for: .user) }
    turnCovers { $0.resume() }
  }

  /// Handles a move of the finger.
  ///
  /// - Parameters:
  ///   - translation: The distance since the finger came down, along the axis, in points.
  ///   - speed: The finger's velocity along the axis, in points per second.
  ///   - itemWidth: The distance between the centers of neighbors, in points. With 0 the carousel does not
  ///     move.
  package mutating func drag(translation: Double, speed: Double, itemWidth: Double, at now: Timestamp) {
    guard case .dragging(var drag) = activity else { return }
    drag.speed = speed
    var target = offset
    if itemWidth > 0 {
      let dragged = physics.drag(
        DragMove(
          offset: offset, distance: translation - (drag.translation ?? translation), speed: speed,
          itemWidth: itemWidth, geometry: geometry))
      target = drag.page?.move(from: offset, to: dragged.offset) ?? dragged.offset
      // At the limit of the gesture's page the carousel does not follow, so its velocity is 0.
      velocity = abs(target - dragged.offset) < offsetMargin ? dragged.velocity : 0
    }
    (drag.translation, drag.lastChange) = (translation, now)
    update(.dragging(drag))
    move(to: target, at: .at(now))
  }

  /// Handles a change of the axis. A current drag continues from the current offset.
  mutating func turnAxis() {
    guard case .dragging(var drag) = activity else { return }
    velocity = 0
    (drag.translation, drag.lastChange) = (nil, .start)
    update(.dragging(drag))
  }

  // MARK: Release

  /// The longest time between a finger's last move and its release for which the velocity is kept, in
  /// seconds. After a longer time, the release is not a fling.
  static let velocityMemory = 0.150

  /// Handles the end of a drag. The carousel decelerates, scrolls to an item, or stays.
  ///
  /// - Parameter page: The offset at which the carousel must rest, if a gesture with paging selects it.
  package mutating func endDrag(on page: Double? = nil, at now: Timestamp) {
    guard case .dragging(let drag) = activity else { return }
    velocity = freshVelocity(of: drag, at: now)
    let release = DragRelease(
      offset: offset, velocity: velocity, speed: drag.speed, page: page, mustSnap: alignsAtRest,
      geometry: geometry)
    begin(release, at: .at(now))
    // At an end of a strip a fast release starts no deceleration.
    let isSlow = !FlingTarget.glides(velocity: velocity, rate: settings.decelerationRate)
    turnCovers { $0.release(wasSlow: isSlow) }
    if isIdle, page == nil, alignsAtRest { snapWithNotification(at: .at(now)) }
    resumeAutoscroll(at: .at(now))
  }

  /// Begins the motion after a release.
  mutating func begin(_ release: DragRelease, at now: Moment) {
    switch physics.release(release) {
    case .decelerate(let motion): begin(.decelerating(motion, since: now))
    case .scroll(let motion): begin(.animating(motion, since: now, then: .rest))
    case .rest: begin(.idle)
    }
  }

  /// Returns the velocity of a drag; 0 if the finger has rested since its last move.
  func freshVelocity(of drag: ScrollActivity.Drag, at now: Timestamp) -> Double {
    let memory = traits.contains(.joinsMotions) ? VelocityTracker.restingTime : Self.velocityMemory
    return now - drag.lastChange <= memory ? velocity : 0
  }

  // MARK: Touchpad

  /// Begins a touchpad gesture, which is a drag. With paging the gesture is limited to one page in each
  /// direction.
  mutating func beginTouchpadDrag(at now: Timestamp) {
    let target = destination ?? offset
    touchDown(at: now)
    beginDrag(translation: 0)
    guard settings.isPagingEnabled, !row.isEmpty, case .dragging(var drag) = activity else { return }
    drag.page = TouchpadPage(from: offset, target: target, stops: stops, bounds: bounds)
    update(.dragging(drag))
  }

  /// Ends a touchpad gesture.
  ///
  /// - Parameter itemWidth: The distance between the centers of neighbors, in points.
  mutating func endTouchpadDrag(itemWidth: Double, at now: Timestamp) {
    guard case .dragging(let drag) = activity, let page = drag.page else { return endDrag(at: now) }
    let threshold = TouchpadPage.threshold * abs(geometry.offsetMultiplier) / max(itemWidth, 1)
    let flick = abs(drag.speed) >= TouchpadPage.minimumFlickSpeed ? freshVelocity(of: drag, at: now) : 0
    // The program may have set the offset during the gesture, or items may have been removed.
    let target = offset + page.target(threshold: threshold, flick: flick) - page.offset
    endDrag(on: geometry.attainable(stops.stop(0, near: onItem(target))), at: now)
  }
}
