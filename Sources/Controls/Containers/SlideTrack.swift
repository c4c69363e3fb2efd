internal import Geometry
internal import Views

/// How far a part has slid into its place, as a value: 0 is outside, 1 is in its place. It follows a drag, and otherwise moves to one
/// of both ends. Parts that cannot be dragged, and whose place is a property of a view, use ``View/animate(_:_:completion:)``.
struct SlideTrack {
  private enum Activity {
    case resting
    /// Follows a drag since this position.
    case dragged(from: Double)
    /// Moves since the time `since`; `nil` until the first frame.
    case moving(any ScrollMotion, since: Timestamp?)
  }
  private var activity = Activity.resting
  private(set) var position: Double
  /// The end at which the part rests, or to which it moves.
  private(set) var target: Double
  private let timing: AnimationTiming
  /// The time of the last frame.
  private var now: Timestamp?

  /// How long a released part continues at its velocity before the nearer end is chosen, in seconds.
  private static let projection = 0.25

  /// Creates a part that rests.
  init(isIn: Bool, timing: AnimationTiming = .slide) {
    position = isIn ? 1 : 0
    target = position
    self.timing = timing
  }

  var isMoving: Bool { if case .moving = activity { true } else { false } }
  var isDragged: Bool { if case .dragged = activity { true } else { false } }

  /// Moves the part in or out.
  ///
  /// - Parameters:
  ///   - animated: Whether it moves. A spring keeps the velocity of the present motion.
  ///   - velocity: The velocity after a drag, in positions per second.
  mutating func move(in isIn: Bool, animated: Bool, velocity: Double? = nil) {
    target = isIn ? 1 : 0
    guard animated, position != target else {
      position = target
      activity = .resting
      return
    }
    var speed = velocity ?? 0
    if velocity == nil, case .moving(let motion, let since?) = activity, let now {
      speed = motion.velocity(at: now - since)
    }
    if !speed.isFinite { speed = 0 }
    activity = .moving(
      timing.motion(from: position, to: target, velocity: speed, precision: Spring.precision), since: nil)
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
    guard case .moving(let motion, let since) = activity else { return false }
    let start = since ?? now
    let time = now - start
    position = min(max(motion.offset(at: time), 0), 1)
    guard !motion.isOver(at: time) else {
      position = target
      activity = .resting
      return false
    }
    activity = .moving(motion, since: start)
    return true
  }
}

extension AnimationTiming {
  /// The spring of parts that slide in and out. The motion takes about 0.35 s.
  static let slide = AnimationTiming.spring(duration: .pi / 10)
}
