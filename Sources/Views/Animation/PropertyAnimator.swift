internal import Geometry

/// The views of a tree whose properties move.
@MainActor
final class PropertyAnimator: FrameMotion {
  /// The views with motions, in the order in which their motions began.
  private(set) var views: [View] = [] {
    didSet {
      if views.isEmpty != oldValue.isEmpty { Self.moving.removeAll { $0 === self } }
      if oldValue.isEmpty, !views.isEmpty { Self.moving.append(self) }
    }
  }
  /// The animators with motions.
  private(set) static var moving: [PropertyAnimator] = []
  /// The time of the last frame; `nil` before the first one.
  private(set) var lastFrame: Timestamp?
  /// Whether the motions of a frame are advanced.
  private var isAdvancing = false
  /// Whether no more frames follow. New animations then end at once.
  private(set) var hasEnded = false

  var isMoving: Bool { !views.isEmpty }

  /// Adds the motion of a property. The former motion of the property ends early.
  ///
  /// - Returns: The call of the completion that is due.
  func begin(_ motion: PropertyMotion, of view: View) -> (() -> Void)? {
    motion.animation.motionBegan()
    // During a frame, a view without motions may still be among the views.
    let isListed = !view.motions.isEmpty || isAdvancing && views.contains { $0 === view }
    let due = view.removeMotion(of: motion.target.property)?.animation.motionEnded(isEarly: true)
    if !isListed { views.append(view) }
    view.motions.append(motion)
    return due
  }

  func advance(to now: Timestamp) {
    lastFrame = now
    guard !views.isEmpty else { return }
    var due: [() -> Void] = []
    isAdvancing = true
    for view in views { view.advanceMotions(to: now, &due) }
    isAdvancing = false
    removeIdleViews()
    AnimationTransaction.deliver(due)
  }

  func follow() {}

  /// Ends the motions of an animation at their targets.
  func finish(_ animation: RunningAnimation) {
    end(isEarly: false, views) { $0.animation === animation }
  }

  /// Ends the motion of a property where it is, because the property was set without an animation. Returns the call of the
  /// completion that is due.
  ///
  /// - Parameter isEarly: Whether this interrupts the animation.
  func cancel(_ property: AnimatedProperty, of view: View, isEarly: Bool) -> (() -> Void)? {
    guard let motion = view.removeMotion(of: property) else { return nil }
    if !isAdvancing, view.motions.isEmpty { removeIdleViews() }
    return motion.animation.motionEnded(isEarly: isEarly)
  }

  func viewsDidLeave() {
    if !views.isEmpty { end(isEarly: true, views.filter { $0.tree?.animator !== self }) }
  }

  func end() {
    hasEnded = true
    end(isEarly: true, views)
  }

  private func end(
    isEarly: Bool, _ ended: [View], where isEnded: (PropertyMotion) -> Bool = { _ in true }
  ) {
    var due: [() -> Void] = []
    for view in ended {
      for motion in view.motions.filter(isEnded) {
        guard let motion = view.removeMotion(of: motion.target.property) else { continue }
        // While the closure of an animation runs, the property has its target already, or a newer value.
        if !AnimationTransaction.isRecording { AnimationTransaction.write(motion.target, to: view) }
        if let call = motion.animation.motionEnded(isEarly: isEarly) { due.append(call) }
      }
    }
    if !isAdvancing { removeIdleViews() }
    AnimationTransaction.deliver(due)
  }

  private func removeIdleViews() {
    for view in views where view.motions.isEmpty {
      // The view may no longer need pixels of its own.
      view.layerMapDidChange()
      view.requestFrame()
    }
    views.removeAll { $0.motions.isEmpty }
  }
}

extension View {
  /// Removes the motion of a property; returns `nil` if the property does not move.
  fileprivate func removeMotion(of property: AnimatedProperty) -> PropertyMotion? {
    motions.firstIndex { $0.target.property == property }.map { motions.remove(at: $0) }
  }

  /// Moves the properties to their values at `now`. Setting a property may begin or end other motions.
  fileprivate func advanceMotions(to now: Timestamp, _ due: inout [() -> Void]) {
    for property in AnimatedProperty.allCases {
      guard let place = motions.firstIndex(where: { $0.target.property == property }) else { continue }
      guard motions[place].advance(to: now) else {
        AnimationTransaction.write(motions[place].value(at: now), to: self)
        continue
      }
      let motion = motions.remove(at: place)
      AnimationTransaction.write(motion.target, to: self)
      if let call = motion.animation.motionEnded(isEarly: false) { due.append(call) }
    }
  }

  /// Whether the place of the view in its superview moves.
  var movesInSuperview: Bool {
    motions.contains { $0.target.property == .frame || $0.target.property == .transform }
  }

  /// Whether the origin of the bounds moves, and all subviews with it.
  var movesScrollOrigin: Bool { motions.contains { $0.target.property == .scrollOrigin } }

  /// Whether the view already moves to a frame, so that a container that sets this frame does not end the motion.
  func moves(to frame: Rect) -> Bool {
    !motions.isEmpty && AnimationTransaction.isIdle && motions.contains { $0.target == .frame(frame) }
  }
}
