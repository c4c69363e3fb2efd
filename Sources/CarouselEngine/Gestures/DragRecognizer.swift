package import Geometry

/// Tracks one contact from the touch until it is lifted, and distinguishes a drag from a tap.
///
/// The recognizer handles only distances and times, and has no access to items.
package struct DragRecognizer: Sendable {
  /// The recognized kind of contact.
  package enum Phase: Hashable, Sendable {
    /// The contact has hardly moved, so its kind is not decided yet.
    case possible
    /// The contact drags the carousel.
    case dragging
    /// The contact moves across the axis. It does not scroll the carousel until it is lifted.
    case swiping
    /// The contact is a long press that the delegate handles.
    case pressing
    /// The contact moves, and no gesture handles it.
    case failed
  }

  /// The distance that starts a drag in fluid style if the touch has stopped a motion, in points. The
  /// distance is short, so that the drag begins early, but longer than the trembling of a finger in a double
  /// tap.
  static let takeOverThreshold = 3.0

  /// The identifier of the tracked contact.
  package let id: Int
  /// The distance that starts the drag, in points.
  private let threshold: Double
  package private(set) var phase = Phase.possible
  /// The position where the contact came down.
  package let start: Point
  /// The time when the contact came down.
  let startTime: Timestamp
  /// The last position of the contact.
  private(set) var point: Point
  /// The position where the drag began. The carousel follows the finger from this position, so that the
  /// carousel does not jump by the threshold.
  private var origin: Point
  private var tracker = VelocityTracker()

  /// Begins to track the contact `id`.
  ///
  /// - Parameter threshold: The distance that starts a drag, in points.
  package init(id: Int, at point: Point, time: Timestamp, threshold: Double = DragThreshold.distance) {
    self.id = id
    self.threshold = threshold
    start = point
    self.point = point
    startTime = time
    origin = point
    tracker.add(point, at: time)
  }

  /// Updates the position of the contact.
  ///
  /// - Parameter decide: Returns the kind of the contact for a translation in points. The closure is called
  ///   once, when the contact has moved far enough.
  /// - Returns: Whether the kind was decided in this call.
  package mutating func move(to point: Point, at time: Timestamp, decide: (Point) -> Phase) -> Bool {
    tracker.add(point, at: time)
    self.point = point
    guard phase == .possible, point.distance(to: start) >= threshold else { return false }
    phase = decide(point - start)
    origin = point
    return true
  }

  /// Marks the contact as a long press, if its kind is not decided yet.
  package mutating func press() { if phase == .possible { phase = .pressing } }

  /// Returns the distance that the contact has moved since the drag began, in points.
  package func translation(at point: Point) -> Point { point - origin }

  /// Returns the velocity of the contact at `time`, in points per second.
  ///
  /// - Parameter isRecent: Whether the velocity is the mean of the last 50 milliseconds instead of the last
  ///   150 milliseconds.
  package func velocity(at time: Timestamp, isRecent: Bool = false) -> Point {
    isRecent ? tracker.recentVelocity(at: time) : tracker.velocity(at: time)
  }
}
