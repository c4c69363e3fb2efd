internal import Geometry

/// A card of a stack that is not at its position, because it is held, returns or leaves.
struct MovingCard: Sendable {
  /// The reason why the card is not at its position.
  enum Phase: Sendable {
    /// A finger holds the card, or the delegate is being asked whether it may be dismissed.
    case held(Hold)
    /// The card returns, leaves or fades out.
    case moving(any CardMotion, since: Moment)
  }

  /// A held card. Displacements are in points, velocities in points per second.
  struct Hold: Sendable {
    /// The displacement when the card was taken.
    let start: Point
    /// The distance that the finger had moved when the card was taken.
    let startTranslation: Point
    var displacement: Point
    var velocity = Point.zero
    /// The time of the finger's last move; before the first move, a time before all others.
    var lastMove = Timestamp.distantPast
    /// Whether a finger holds the card. If not, the program is dismissing it.
    var isByFinger: Bool

    /// Returns the velocity at `time`. It is zero if the finger has rested since its last move.
    func freshVelocity(at time: Timestamp) -> Point {
      time - lastMove <= Scroller.velocityMemory ? velocity : .zero
    }
  }

  let id: Int
  /// The index of the card's item; `nil` if the item was removed.
  var index: Int?
  var phase: Phase
  /// The point of the card that the finger holds, relative to the card's center, in points. The card turns
  /// about this point.
  let grip: Point
  /// The depth in the stack at which the card was taken, in cards.
  var heldDepth: Double
  let measure: SwipeMeasure

  /// The limits of displacements in points, and of velocities in points per second.
  static let (farthest, fastest) = (1e6, 1e5)

  /// Whether the card stays on the stack, because it is held or returns.
  var isStaying: Bool { if case .moving(let motion, _) = phase { motion is CardReturn } else { true } }

  var isReturning: Bool { if case .moving(is CardReturn, _) = phase { true } else { false } }
  var isLeaving: Bool { if case .moving(is CardFlight, _) = phase { true } else { false } }

  /// Whether the card moves without a finger.
  var isMoving: Bool { if case .held = phase { false } else { true } }

  /// Returns the displacement from the card's position at `now`, in points.
  func displacement(at now: Timestamp) -> Point {
    switch phase {
    case .held(let hold): hold.displacement
    case .moving(let motion, let since): motion.displacement(at: Self.time(since: since, at: now))
    }
  }

  /// Returns the velocity at `now`, in points per second.
  func velocity(at now: Timestamp) -> Point {
    switch phase {
    case .held(let hold): hold.velocity
    case .moving(let motion, let since): motion.velocity(at: Self.time(since: since, at: now))
    }
  }

  /// Returns how far the card has moved toward a dismissal at `now`, in `0...1`, and the direction.
  func progress(at now: Timestamp) -> (value: Double, direction: SwipeDirection?) {
    var direction: SwipeDirection?
    if case .moving(let flight as CardFlight, _) = phase { direction = flight.direction }
    return measure.progress(of: displacement(at: now), or: direction ?? lastDirection)
  }

  /// The direction in which the card was last dismissed, if an undo brought it back; otherwise `nil`.
  var lastDirection: SwipeDirection?

  /// Returns the factor in `0...1` by which ``heldDepth`` is multiplied to get the drawn depth.
  func depthShare(at now: Timestamp) -> Double {
    guard case .moving(let way as CardReturn, let since) = phase else { return 1 }
    return way.depthShare(at: Self.time(since: since, at: now))
  }

  /// Returns whether the motion is over at `now`.
  func isOver(at now: Timestamp) -> Bool {
    guard case .moving(let motion, let since) = phase else { return false }
    return motion.isOver(at: Self.time(since: since, at: now))
  }

  /// Starts the motion at `now` if it has not started.
  mutating func start(at now: Timestamp) {
    guard case .moving(let motion, var since) = phase else { return }
    since.begin(at: now)
    phase = .moving(motion, since: since)
  }

  private static func time(since start: Moment, at now: Timestamp) -> Double {
    max(0, start.elapsed(at: now))
  }
}
