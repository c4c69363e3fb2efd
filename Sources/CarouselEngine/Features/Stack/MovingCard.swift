internal import Geometry

/// A card of a stack that is not at its position, because it is held, returns or leaves.
struct MovingCard: Sendable {
  /// The reason why the card is not at its position.
  enum Phase: Sendable {
    /// A finger holds the card, or the delegate is being asked whether it may be dismissed.
    case held(Hold)
    case returning(CardReturn)
    case leaving(CardFlight)
    /// The card's item was removed while the card was held or returned. The card fades out at this
    /// displacement.
    case fading(Point, duration: Double)
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
  /// The start of the card's motion. It has no meaning while the card is held.
  var since = Moment.at(.start)
  /// The point of the card that the finger holds, relative to the card's center, in points. The card turns
  /// about this point.
  let grip: Point
  /// The depth in the stack at which the card was taken, in cards.
  var heldDepth: Double
  let measure: SwipeMeasure

  /// The limits of displacements in points, and of velocities in points per second.
  static let (farthest, fastest) = (1e6, 1e5)

  /// Whether the card stays on the stack, because it is held or returns.
  var isStaying: Bool {
    switch phase {
    case .held, .returning: true
    case .leaving, .fading: false
    }
  }

  /// Whether the card moves without a finger.
  var isMoving: Bool { if case .held = phase { false } else { true } }

  /// Returns the displacement from the card's position at `now`, in points.
  func displacement(at now: Timestamp) -> Point {
    switch phase {
    case .held(let hold): hold.displacement
    case .returning(let way): way.displacement(at: time(at: now))
    case .leaving(let flight): flight.displacement(at: time(at: now))
    case .fading(let displacement, _): displacement
    }
  }

  /// Returns the velocity at `now`, in points per second.
  func velocity(at now: Timestamp) -> Point {
    switch phase {
    case .held(let hold): hold.velocity
    case .returning(let way): way.velocity(at: time(at: now))
    case .leaving(let flight): flight.velocity(at: time(at: now))
    case .fading: .zero
    }
  }

  /// Returns how far the card has moved toward a dismissal at `now`, in `0...1`, and the direction.
  func progress(at now: Timestamp) -> (value: Double, direction: SwipeDirection?) {
    var direction: SwipeDirection?
    if case .leaving(let flight) = phase { direction = flight.direction }
    return measure.progress(of: displacement(at: now), or: direction ?? lastDirection)
  }

  /// The direction in which the card was last dismissed, if an undo brought it back; otherwise `nil`.
  var lastDirection: SwipeDirection?

  /// Returns the factor in `0...1` by which ``heldDepth`` is multiplied to get the drawn depth.
  func depthShare(at now: Timestamp) -> Double {
    guard case .returning(let way) = phase else { return 1 }
    return way.depthShare(at: time(at: now))
  }

  /// Returns whether the motion is over at `now`.
  func isOver(at now: Timestamp) -> Bool {
    switch phase {
    case .held: false
    case .returning(let way): way.isOver(at: time(at: now))
    case .leaving(let flight): time(at: now) > flight.duration - TimedProgress.margin
    case .fading(_, let duration): time(at: now) > duration - TimedProgress.margin
    }
  }

  /// Starts the motion at `now` if it has not started.
  mutating func start(at now: Timestamp) { since.begin(at: now) }

  /// Returns the seconds since the start of the motion.
  private func time(at now: Timestamp) -> Double { max(0, since.elapsed(at: now)) }
}
