package import Geometry

/// Tells a drag from a tap: follows one finger from where it comes down until it is lifted.
///
/// It knows distances and times, nothing of items.
package struct DragRecognizer: Sendable {
  /// What a finger has turned out to do.
  package enum Phase: Hashable, Sendable {
    /// Not decided: it has hardly moved.
    case possible
    /// It drags.
    case dragging
    /// It moves across the axis, and belongs to others until it is lifted.
    case swiping
    /// It has lain still long enough, and somebody has taken it for that.
    case pressing
    /// It moves, and nobody wants it.
    case failed
  }

  /// How far a finger must move to drag, in points: more than a hand trembles.
  package static let threshold = 8.0

  /// How long a finger must lie still for a long press, in seconds: longer than any tap.
  static let longPressDuration = 0.5

  /// Which finger or pointer is followed.
  package let id: Int
  package private(set) var phase = Phase.possible
  /// Where it came down.
  package let start: Point
  /// When it came down.
  private(set) var startTime: Timestamp
  /// Where the drag began: the carousel follows from there, so that it does not jump by the threshold.
  private var origin: Point
  private var tracker = VelocityTracker()

  /// Begins to follow the finger `id`.
  package init(id: Int, at point: Point, time: Timestamp) {
    self.id = id
    start = point
    startTime = time
    origin = point
    tracker.add(point, at: time)
  }

  /// Takes note of where the finger is.
  ///
  /// - Parameter decide: Returns what it does that has moved by this translation, in points; asked once.
  /// - Returns: Whether that has been decided just now.
  package mutating func move(to point: Point, at time: Timestamp, decide: (Point) -> Phase) -> Bool {
    tracker.add(point, at: time)
    guard phase == .possible, point.distance(to: start) >= Self.threshold else { return false }
    phase = decide(point - start)
    origin = point
    return true
  }

  /// Takes note that the finger has lain long enough to mean something by it.
  package mutating func press() { if phase == .possible { phase = .pressing } }

  /// Counts times from a clock that shows `seconds` more.
  mutating func shiftTime(by seconds: Double) {
    startTime = startTime + seconds
    tracker.shiftTime(by: seconds)
  }

  /// Returns how far the finger has moved since the drag began, in points.
  package func translation(at point: Point) -> Point { point - origin }

  /// Returns how fast the finger moves at `time`, in points per second.
  package func velocity(at time: Timestamp) -> Point { tracker.velocity(at: time) }
}
