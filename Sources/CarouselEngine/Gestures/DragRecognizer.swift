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
    case failed
  }

  /// How far a finger must move to drag, in points: more than a hand trembles.
  package static let threshold = 8.0

  /// Which finger or pointer is followed.
  package let id: Int
  package private(set) var phase = Phase.possible
  private let start: Point
  /// Where the drag began: the carousel follows from there, so that it does not jump by the threshold.
  private var origin: Point
  private var tracker = VelocityTracker()

  /// Begins to follow the finger `id`.
  package init(id: Int, at point: Point, time: Timestamp) {
    self.id = id
    start = point
    origin = point
    tracker.add(point, at: time)
  }

  /// Takes note of where the finger is.
  ///
  /// - Parameter mayBegin: Whether a drag by this translation, in points, is wanted; asked once.
  /// - Returns: Whether the drag has just begun.
  package mutating func move(to point: Point, at time: Timestamp, mayBegin: (Point) -> Bool) -> Bool {
    tracker.add(point, at: time)
    guard phase == .possible, point.distance(to: start) >= Self.threshold else { return false }
    phase = mayBegin(point - start) ? .dragging : .failed
    origin = point
    return phase == .dragging
  }

  /// Returns how far the finger has moved since the drag began, in points.
  package func translation(at point: Point) -> Point { point - origin }

  /// Returns how fast the finger moves at `time`, in points per second.
  package func velocity(at time: Timestamp) -> Point { tracker.velocity(at: time) }
}
