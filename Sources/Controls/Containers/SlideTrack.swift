internal import Geometry

/// How far a part has slid into its place, as a value: 0 is outside, 1 is in its place. It follows a drag, and otherwise a spring
/// moves it to one of both ends.
struct SlideTrack {
  private enum Activity {
    case resting
    /// Follows a drag since this position.
    case dragged(from: Double)
    /// Moves since the time `since`; `nil` until the first frame.
    case moving(Spring, since: Timestamp?)
  }
  private var activity = Activity.resting
  private(set) var position: Double
  /// The end at which the part rests, or to which it moves.
  private(set) var target: Double
  /// The time of the last frame.
  private var now: Timestamp?

  /// The natural frequency of the spring, in radians per second. The motion takes about 0.35 s.
  private static let frequency = 20.0
  /// How long a released part continues at its velocity before the nearer end is chosen, in seconds.
  private static let projection = 0.25

  /// Creates a part that rests.
  init(isIn: Bool) {
    position = isIn ? 1 : 0
    target = position
  }

  var isMoving: Bool { if case .moving = activity { true } else { false } }
  var isDragged: Bool { if case .dragged = activity { true } else { false } }

  /// Moves the part in or out.
  ///
  /// - Parameters:
  ///   - animated: Whether it moves with a spring. The spring keeps the velocity of the present motion.
  ///   - velocity: The velocity after a drag, in positions per second.
  mutating func move(in isIn: Bool, animated: Bool, velocity: Double? = nil) {
    target = isIn ? 1 : 0
    guard animated, position != target else {
      position = target
      activity = .resting
      return
    }
    var speed = velocity ?? 0
    if velocity == nil, case .moving(let spring, let since?) = activity, let now {
      speed = spring.velocity(at: now - since)
    }
    if !speed.isFinite { speed = 0 }
    activity = .moving(
      Spring(from: position, to: target, velocity: speed, frequency: Self.frequency), since: nil)
  }

  mutating func beginDrag() { activity = .dragged(from: position) }

  /// Moves the part by a distance since the beginning of the drag, in positions.
  mutating func drag(by distance: Double) {
    guard case .dragged(let start) = activity, distance.isFinite else { return }
    position = min(max(start + distance, 0), 1)
  }

  /// Ends the drag. The part moves to the end that is nearer after a short time at this velocity, in positions per second.
  mutating func release(velocity: Double, animated: Bool) {
    guard isDragged else { return }
    let velocity = velocity.isFinite ? min(max(velocity, -20), 20) : 0
    move(in: position + velocity * Self.projection >= 0.5, animated: animated, velocity: velocity)
  }

  /// Advances a motion. Returns whether the part still moves.
  mutating func advance(to now: Timestamp) -> Bool {
    self.now = now
    guard case .moving(let spring, let since) = activity else { return false }
    let start = since ?? now
    let time = now - start
    position = min(max(spring.offset(at: time), 0), 1)
    guard let duration = spring.duration, time < duration else {
      position = target
      activity = .resting
      return false
    }
    activity = .moving(spring, since: start)
    return true
  }
}
