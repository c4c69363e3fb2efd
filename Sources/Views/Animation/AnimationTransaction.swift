internal import Geometry

/// The changes that the closure of ``View/animate(_:_:completion:)`` makes.
///
/// The closure sets properties as usual, so that it can read them and lay out views. Afterwards the properties get their old
/// values back and move to the new ones.
@MainActor
final class AnimationTransaction {
  private struct Change {
    let view: View
    let old: AnimatedValue
  }
  private var changes: [Change] = []

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

  /// The time after which an animation without frames ends, beyond the time that it takes, in seconds.
  private static let patience = 1.0

  /// Runs `changes`, and begins the motions of the properties that it sets.
  static func run(_ timing: AnimationTiming, _ changes: () -> Void, completion: ((Bool) -> Void)?) {
    let transaction = AnimationTransaction()
    let outer = mode
    mode = .recording(transaction)
    changes()
    mode = .writing
    let due = transaction.begin(timing, RunningAnimation(completion))
    mode = outer
    for call in due { call() }
  }

  /// Sets a property on behalf of a motion.
  static func write(_ value: AnimatedValue, to view: View) {
    let outer = mode
    mode = .writing
    view.set(value)
    mode = outer
  }

  /// Called after a property was set.
  static func propertyDidChange(of view: View, from old: AnimatedValue) {
    switch mode {
    case .writing: break
    case .recording(let transaction): transaction.record(old, of: view)
    case .idle: if !view.motions.isEmpty { view.tree?.animator.cancel(old.property, of: view)?() }
    }
  }

  private func record(_ old: AnimatedValue, of view: View) {
    let isKnown = changes.contains { $0.view === view && $0.old.property == old.property }
    if !isKnown { changes.append(Change(view: view, old: old)) }
  }

  /// Begins the motions. Returns the calls of the completions that are due.
  private func begin(_ timing: AnimationTiming, _ animation: RunningAnimation) -> [() -> Void] {
    var due: [(() -> Void)?] = []
    var longest = 0.0
    var owner: View?
    // Counts as a motion, so that the completion is not called before all motions have begun.
    animation.motionBegan()
    for change in changes {
      let (view, old) = (change.view, change.old)
      let new = view.value(of: old.property)
      guard new != old else { continue }
      guard let animator = view.tree?.animator else { continue }
      guard timing.duration > 0, !animator.hasEnded, view.canAnimate(from: old, to: new) else {
        due.append(animator.cancel(old.property, of: view))
        continue
      }
      let running = view.motions.first { $0.target.property == old.property }
      let now = running?.since == nil ? nil : animator.lastFrame
      let start = now.flatMap { now in running?.state(at: now) } ?? (old.components, .zero)
      let motion = PropertyMotion(from: start, to: new, since: now, timing, in: animation)
      view.set(old)
      due.append(animator.begin(motion, of: view))
      view.layerMapDidChange()
      view.requestFrame()
      longest = max(longest, motion.duration)
      owner = owner ?? view
    }
    let animator = owner?.tree?.animator
    animation.timer = owner?.tree?.startTimer?(longest + Self.patience, nil) {
      [weak animator, weak animation] in
      if let animation { animator?.finish(animation) }
    }
    due.append(animation.motionEnded(isEarly: false))
    return due.compactMap { $0 }
  }
}

extension View {
  /// Whether a property moves: not to a value that is not finite, not from an empty size, and with reduced motion only the
  /// opacity.
  fileprivate func canAnimate(from old: AnimatedValue, to new: AnimatedValue) -> Bool {
    guard old.components.isFinite, new.components.isFinite else { return false }
    if case .frame(let frame) = old, frame.isEmpty { return false }
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
  /// A property has the value that is shown: during the motion, reading it returns the current value. If a later animation
  /// changes it, the property continues from this value, and with a spring from its velocity. Setting it without an animation
  /// ends its motion. A container that sets the frame to which a view already moves does not end the motion.
  ///
  /// While a view moves, it has pixels of its own, so that neither the view nor its superview is painted again. A change of the
  /// size, of the corner radius or of the layout repaints the view.
  ///
  /// Without a motion, the new values apply at once: outside of a window, at a duration of 0, for values that are not finite,
  /// and for a frame whose old size is empty. If the theme reduces motion, only the opacity moves.
  ///
  /// - Parameters:
  ///   - timing: How the values move; by default with a spring of half a second.
  ///   - changes: Sets the new values. It is called once, before the method returns.
  ///   - completion: Called once, when all motions have ended; before the method returns if nothing moves. The argument is
  ///     `false` if a motion was ended early: by another change of the property, or because the view has left the window, or the
  ///     window was closed. Then the value is the last one that was set. If the window draws no frames, the motions end by
  ///     a timer a second late.
  ///
  /// UIKit: `animateWithDuration:animations:completion:`.
  public static func animate(
    _ timing: AnimationTiming = .spring, _ changes: () -> Void, completion: ((Bool) -> Void)? = nil
  ) { AnimationTransaction.run(timing, changes, completion: completion) }
}
