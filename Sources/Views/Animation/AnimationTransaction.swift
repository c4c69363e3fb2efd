internal import Geometry

/// The changes that the closure of ``View/animate(_:_:completion:)`` makes, with those of the calls inside it.
///
/// The closure sets properties as usual, so that it can read them and lay out views. While it runs, all moving properties have
/// their targets. Afterwards all properties get the values back that are shown, and those that were set move to the new ones.
@MainActor
final class AnimationTransaction {
  private struct Key: Hashable {
    let view: ObjectIdentifier
    let property: AnimatedProperty
  }
  fileprivate struct Call {
    let timing: AnimationTiming
    let animation: RunningAnimation
    /// The longest time of the motions of each tree, in seconds.
    var durations: [(animator: PropertyAnimator, owner: View, seconds: Double)] = []
  }
  private struct Change {
    let view: View
    /// The value that is shown.
    let shown: AnimatedValue
    /// The index of the innermost call that has set the property last.
    var call: Int
  }
  private var calls: [Call] = []
  /// The indexes of the calls whose closures run, the outermost first.
  private var running: [Int] = []
  private var changes: [Change] = []
  /// For each changed property, its index in ``changes``.
  private var places: [Key: Int] = [:]
  /// The shown values of the properties that moved before.
  private var movingValues: [Key: (view: View, shown: AnimatedValue)] = [:]
  /// The completions that have become due while the closure ran.
  private var postponed: [() -> Void] = []

  private enum Mode {
    /// A property that is set has its new value at once.
    case idle
    /// The closure of an animation runs.
    case recording(AnimationTransaction)
    /// A motion sets properties.
    case writing
  }
  private static var mode = Mode.idle

  /// Whether neither the closure of an animation nor a motion sets properties.
  static var isIdle: Bool { if case .idle = mode { true } else { false } }

  /// Whether the closure of an animation sets properties. All moving properties then have their targets.
  static var isRecording: Bool { if case .recording = mode { true } else { false } }

  /// The time after which an animation without frames ends, beyond the time that it takes, in seconds.
  private static let patience = 1.0

  /// Runs `changes`, and begins the motions of the properties that it sets. A call inside the closure of another one begins its
  /// motions with the outer call.
  static func run(_ timing: AnimationTiming, _ changes: () -> Void, completion: ((Bool) -> Void)?) {
    if case .recording(let transaction) = mode {
      return transaction.record(timing, changes, RunningAnimation(completion))
    }
    let outer = mode
    let transaction = AnimationTransaction()
    mode = .writing
    transaction.showTargets()
    mode = .recording(transaction)
    transaction.record(timing, changes, RunningAnimation(completion))
    mode = .writing
    let due = transaction.begin()
    mode = outer
    deliver(transaction.postponed + due)
  }

  /// Calls completions. While the closure of an animation runs, they wait for its end: the properties that they set are not part of
  /// the animation.
  static func deliver(_ due: [() -> Void]) {
    guard !due.isEmpty else { return }
    if case .recording(let transaction) = mode {
      transaction.postponed += due
      return
    }
    let outer = mode
    mode = .idle
    for call in due { call() }
    mode = outer
  }

  /// Sets a property on behalf of a motion.
  static func write(_ value: AnimatedValue, to view: View) {
    let outer = mode
    mode = .writing
    view.set(value)
    mode = outer
  }

  /// Called after a property was set, also to the value that it had.
  static func propertyDidChange(of view: View, from old: AnimatedValue) {
    switch mode {
    case .writing: break
    case .recording(let transaction): transaction.record(old, of: view)
    case .idle:
      guard let animator = view.tree?.animator else { return }
      // The layout of a superview whose size moves sets the frame in each frame: this does not interrupt anything.
      let isEarly = old.property != .frame || !view.isInsideMovingFrame
      if let call = animator.cancel(old.property, of: view, isEarly: isEarly) { deliver([call]) }
    }
  }

  // MARK: Recording

  private func record(_ timing: AnimationTiming, _ changes: () -> Void, _ animation: RunningAnimation) {
    // Counts as a motion, so that the completion is not called before all motions have begun.
    animation.motionBegan()
    calls.append(Call(timing: timing, animation: animation))
    running.append(calls.count - 1)
    changes()
    running.removeLast()
  }

  /// Sets all moving properties to their targets.
  private func showTargets() {
    for animator in PropertyAnimator.moving {
      for view in animator.views {
        for motion in view.motions {
          let shown = view.value(of: motion.target.property)
          guard shown != motion.target else { continue }
          movingValues[Key(view: ObjectIdentifier(view), property: shown.property)] = (view, shown)
          view.set(motion.target)
        }
      }
    }
  }

  private func record(_ old: AnimatedValue, of view: View) {
    guard let call = running.last, view.value(of: old.property) != old else { return }
    let key = Key(view: ObjectIdentifier(view), property: old.property)
    if let place = places[key] {
      changes[place].call = call
      return
    }
    places[key] = changes.count
    changes.append(Change(view: view, shown: movingValues[key]?.shown ?? old, call: call))
  }

  // MARK: Beginning

  /// Begins the motions. Returns the calls of the completions that are due.
  private func begin() -> [() -> Void] {
    for (key, moving) in movingValues where places[key] == nil {
      // The motion may have ended, because its view has left the tree.
      guard moving.view.motions.contains(where: { $0.target.property == key.property }) else { continue }
      moving.view.set(moving.shown)
    }
    var due = changes.compactMap { begin($0) }
    for call in calls {
      for (animator, owner, seconds) in call.durations {
        let timer = owner.tree?.startTimer?(seconds + Self.patience, nil) {
          [weak animator, weak animation = call.animation] in
          if let animation { animator?.finish(animation) }
        }
        if let timer { call.animation.timers.append(timer) }
      }
      if let end = call.animation.motionEnded(isEarly: false) { due.append(end) }
    }
    return due
  }

  /// Begins the motion of a property. Returns the call of the completion of its former motion, if it is due.
  private func begin(_ change: Change) -> (() -> Void)? {
    let (view, shown, property) = (change.view, change.shown, change.shown.property)
    guard let animator = view.tree?.animator else { return nil }
    let (new, call) = (view.value(of: property), calls[change.call])
    guard call.timing.duration > 0, !animator.hasEnded, view.canAnimate(from: shown, to: new) else {
      return animator.cancel(property, of: view, isEarly: true)
    }
    let former = view.motions.first { $0.target.property == property }
    let since = former?.since == nil ? nil : animator.lastFrame
    let start = since.flatMap { former?.state(at: $0) } ?? (shown.components, .zero)
    guard new != shown || start.velocity != .zero else {
      return animator.cancel(property, of: view, isEarly: true)
    }
    let motion = PropertyMotion(from: start, to: new, since: since, call.timing, in: call.animation)
    view.set(shown)
    let due = animator.begin(motion, of: view)
    view.layerMapDidChange()
    view.requestFrame()
    calls[change.call].add(motion.duration, of: view, animator)
    return due
  }
}

extension AnimationTransaction.Call {
  /// Records the time of a motion.
  fileprivate mutating func add(_ seconds: Double, of view: View, _ animator: PropertyAnimator) {
    if let place = durations.firstIndex(where: { $0.animator === animator }) {
      durations[place].seconds = max(durations[place].seconds, seconds)
    } else {
      durations.append((animator, view, seconds))
    }
  }
}

extension View {
  /// Whether a superview moves whose size may change.
  fileprivate var isInsideMovingFrame: Bool {
    var view = superview
    while let next = view {
      if next.motions.contains(where: { $0.target.property == .frame }) { return true }
      view = next.superview
    }
    return false
  }

  /// Whether a property moves: not to a value that is not finite, not from a size of zero, and with reduced motion only the
  /// opacity.
  fileprivate func canAnimate(from old: AnimatedValue, to new: AnimatedValue) -> Bool {
    guard old.components.isFinite, new.components.isFinite else { return false }
    if case .frame(let frame) = old, frame.size == .zero { return false }
    return new.property == .alpha || !effectiveTheme.isMotionReduced
  }
}

extension View {
  /// Animates the changes of properties that a closure makes: ``frame``, ``size``, ``bounds``, ``transform``, ``alpha`` and
  /// ``cornerRadius`` of any views.
  ///
  ///     View.animate {
  ///       card.frame.origin.x = 200
  ///       card.alpha = 0.5
  ///     }
  ///
  /// Inside the closure, a moving property has its target. Elsewhere it has the value that is shown: during the motion, reading it
  /// returns the current value. If a later animation changes the property, it continues from this value, and with a spring from
  /// its velocity. Setting it without an animation ends its motion. A container that sets the frame to which a view already
  /// moves does not end the motion.
  ///
  /// While a view moves, it has pixels of its own, so that neither the view nor its superview is painted again. A change of the
  /// size, of the corner radius or of the layout repaints the view.
  ///
  /// Without a motion, the new values apply at once: outside of a window, at a duration of 0, for values that are not finite,
  /// and for a frame whose old size is zero. If the theme reduces motion, only the opacity moves.
  ///
  /// - Parameters:
  ///   - timing: How the values move; by default with a spring of half a second.
  ///   - changes: Sets the new values. It is called once, before the method returns.
  ///   - completion: Called once, when all motions have ended; if nothing moves, before the outermost call returns. The argument is
  ///     `false` if a motion was ended early: by another change of the property, or because the view has left the window, or the
  ///     window was closed. Then the value is the last one that was set. If the window draws no frames, the motions end by
  ///     a timer a second late.
  ///
  /// UIKit: `animateWithDuration:animations:completion:`.
  public static func animate(
    _ timing: AnimationTiming = .spring, _ changes: () -> Void, completion: ((Bool) -> Void)? = nil
  ) { AnimationTransaction.run(timing, changes, completion: completion) }
}
