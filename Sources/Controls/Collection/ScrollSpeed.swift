internal import Geometry

/// The speed of scrolling content, as a value.
struct ScrollSpeed: Sendable {
  private var tracker = VelocityTracker()

  /// Adds an offset at a time.
  mutating func add(_ offset: Double, at time: Timestamp) { tracker.add(Point(x: 0, y: offset), at: time) }

  /// Whether the content moves so fast that its items can hardly be recognized.
  ///
  /// - Parameter height: The height of the visible part, in points.
  func isFast(at time: Timestamp, height: Double) -> Bool {
    let least = 1000.0  // points per second
    return abs(tracker.recentVelocity(at: time).y) >= max(2 * height, least)
  }
}
