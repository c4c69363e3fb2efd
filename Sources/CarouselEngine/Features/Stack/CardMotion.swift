internal import Geometry

/// The flight of a dismissed card. It begins with the velocity of the release and accelerates until the card
/// has left.
struct CardFlight: Sendable {
  /// The direction of the dismissal.
  let direction: SwipeDirection
  /// The displacement at the release, in points.
  private let start: Point
  /// The velocity with which the flight begins, in points per second: that of the release, but limited against
  /// ``direction``.
  private let velocity: Point
  private let acceleration: Point
  /// The time until the card has left, in seconds.
  let duration: Double

  /// The duration of a flight that begins at rest in the center, in seconds.
  private static let longest = 0.35

  /// Creates a flight.
  ///
  /// - Parameter exit: The distance in `direction` at which the card has left, in points.
  init(from start: Point, velocity: Point, toward direction: SwipeDirection, exit: Double) {
    (self.start, self.direction) = (start, direction)
    let acceleration = 2 * exit / (Self.longest * Self.longest)
    self.acceleration = direction.vector * acceleration
    // A faster card would fly backward for seconds. With this speed it turns after half of `longest`.
    let speed = max(direction.component(of: velocity), -exit / Self.longest)
    self.velocity = velocity + direction.vector * (speed - direction.component(of: velocity))
    let way = exit - direction.component(of: start)
    duration =
      way > 0 ? ((speed * speed + 2 * acceleration * way).squareRoot() - speed) / acceleration : 0
  }

  /// Returns the displacement `time` seconds after the release, in points.
  func displacement(at time: Double) -> Point {
    let time = min(time, duration)
    return start + velocity * time + acceleration * (0.5 * time * time)
  }

  /// Returns the velocity `time` seconds after the release, in points per second; 0 after the card has left.
  func velocity(at time: Double) -> Point { time < duration ? velocity + acceleration * time : .zero }

  /// The displacement at the end of the flight, in points.
  var end: Point { displacement(at: duration) }
}

/// The motion of a card back to its position: a critically damped spring in both dimensions.
struct CardReturn: Sendable {
  private let x, y: Spring
  /// The motion, from 1 to 0, of the factor by which the depth at which the card was taken is multiplied.
  private let depth: Spring

  /// The natural frequency of the springs, in radians per second. A card returns in about half a second.
  static let frequency = 20.0
  /// The length that is the unit of the springs, in points. With this unit the springs end within a twentieth
  /// of a point.
  private static let unit = 100.0

  /// Creates the motion back from a displacement in points, with an initial velocity in points per second.
  init(from start: Point, velocity: Point) {
    func spring(_ start: Double, _ velocity: Double) -> Spring {
      Spring(from: start / Self.unit, to: 0, velocity: velocity / Self.unit, frequency: Self.frequency)
    }
    (x, y) = (spring(start.x, velocity.x), spring(start.y, velocity.y))
    depth = Spring(from: 1, to: 0, velocity: 0, frequency: Self.frequency)
  }

  func displacement(at time: Double) -> Point {
    Point(x: x.offset(at: time), y: y.offset(at: time)) * Self.unit
  }

  func velocity(at time: Double) -> Point {
    Point(x: x.velocity(at: time), y: y.velocity(at: time)) * Self.unit
  }

  /// Returns the factor by which the depth at which the card was taken is multiplied, in `0...1`.
  func depthShare(at time: Double) -> Double { depth.offset(at: time) }

  func isOver(at time: Double) -> Bool {
    x.isOver(at: time) && y.isOver(at: time) && depth.isOver(at: time)
  }
}

/// A difference, measured in cards, that a critically damped spring decreases to 0.
struct DecayingCorrection: Sendable {
  private var motion: (spring: Spring, since: Moment)?

  var isOver: Bool { motion == nil }

  /// Returns the remaining difference at `now`, in cards.
  func value(at now: Timestamp) -> Double {
    motion.map { $0.spring.offset(at: $0.since.elapsed(at: now)) } ?? 0
  }

  /// Adds `difference` cards. The velocity of the spring stays the same.
  mutating func add(_ difference: Double, at moment: Moment) {
    guard difference != 0, difference.isFinite else { return }
    let now = moment.time
    let velocity = motion.map { $0.spring.velocity(at: $0.since.elapsed(at: now)) } ?? 0
    let spring = Spring(
      from: value(at: now) + difference, to: 0, velocity: velocity, frequency: CardReturn.frequency)
    motion = (spring, moment)
  }

  /// Starts the motion if it has not started, and ends it when the remaining difference is 0.
  mutating func advance(to now: Timestamp) {
    motion?.since.begin(at: now)
    if let (spring, since) = motion, spring.isOver(at: since.elapsed(at: now)) { motion = nil }
  }
}

extension Point {
  /// This point with each coordinate clamped to ±`maximum`; 0 for NaN.
  func clamped(to maximum: Double) -> Point {
    Point(
      x: min(max(x.finite(or: 0), -maximum), maximum), y: min(max(y.finite(or: 0), -maximum), maximum))
  }
}
