internal import Geometry

/// The motion of one property of a view.
@MainActor
struct PropertyMotion {
  /// The value at the end.
  let target: AnimatedValue
  /// The animation that the motion belongs to.
  let animation: RunningAnimation
  private let end: SIMD8<Double>
  private let parts: [Part]
  /// The time at which the motion began; `nil` before its first frame.
  private(set) var since: Timestamp?

  private struct Part {
    let index: Int
    let motion: any ScrollMotion
  }

  /// - Parameters:
  ///   - start: The components of the value at the beginning, and how fast they change.
  ///   - since: The time of the start, if the value already moved; otherwise the motion begins with the next frame.
  init(
    from start: (value: SIMD8<Double>, velocity: SIMD8<Double>), to target: AnimatedValue,
    since: Timestamp?, _ timing: AnimationTiming, in animation: RunningAnimation
  ) {
    (self.target, self.since, self.animation) = (target, since, animation)
    let (end, precision) = (target.components(near: start.value), target.property.precision)
    self.end = end
    parts = end.indices.compactMap { index in
      guard start.value[index] != end[index] || start.velocity[index] != 0 else { return nil }
      let motion = timing.motion(
        from: start.value[index], to: end[index], velocity: start.velocity[index],
        precision: precision[index])
      return Part(index: index, motion: motion)
    }
  }

  /// The time that the motion takes, in seconds.
  var duration: Double { parts.reduce(0) { max($0, $1.motion.duration ?? 0) } }

  /// Begins the motion, unless it has begun. Returns whether the motion is over at `now`.
  mutating func advance(to now: Timestamp) -> Bool {
    let start = since ?? now
    since = start
    return parts.allSatisfy { $0.motion.isOver(at: now - start) }
  }

  /// Returns the components at `now`, and how fast they change, per second.
  func state(at now: Timestamp) -> (value: SIMD8<Double>, velocity: SIMD8<Double>) {
    let time = since.map { now - $0 } ?? 0
    var (value, velocity) = (end, SIMD8<Double>.zero)
    for part in parts {
      value[part.index] = part.motion.offset(at: time)
      velocity[part.index] = part.motion.velocity(at: time)
    }
    return (value, velocity)
  }

  /// Returns the value at `now`.
  func value(at now: Timestamp) -> AnimatedValue { target.property.value(state(at: now).value) }
}

/// An animation: the motions that one call of ``View/animate(_:_:completion:)`` has begun.
@MainActor
final class RunningAnimation {
  private var motionCount = 0
  private var isEndedEarly = false
  private var completion: ((Bool) -> Void)?
  /// End the animation if a window draws no frames.
  var timers: [any ViewTimer] = []

  init(_ completion: ((Bool) -> Void)?) { self.completion = completion }

  /// Records the beginning of a motion.
  func motionBegan() { motionCount += 1 }

  /// Records the end of a motion. Returns the call of the completion if this was the last motion.
  ///
  /// - Parameter isEarly: Whether the motion has ended before it reached its target.
  func motionEnded(isEarly: Bool) -> (() -> Void)? {
    motionCount -= 1
    if isEarly { isEndedEarly = true }
    guard motionCount == 0 else { return nil }
    for timer in timers { timer.cancel() }
    timers = []
    guard let completion else { return nil }
    self.completion = nil
    let hasArrived = !isEndedEarly
    return { completion(hasArrived) }
  }
}
