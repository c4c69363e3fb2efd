internal import Geometry

/// Scrolls the content while a drag is near its upper or lower side, as a value.
struct EdgeScroll: Sendable {
  /// The time of the last frame in which the content scrolled.
  private var last: Timestamp?

  private static let zone = 48.0  // points
  private static let mostSpeed = 1500.0  // points per second, at the side and beyond

  /// Returns the velocity at a height in a view, in points per second; 0 in the middle.
  static func velocity(at y: Double, height: Double) -> Double {
    let zone = min(zone, height / 3)
    guard zone > 0, y.isFinite else { return 0 }
    if y < zone { return -mostSpeed * min((zone - y) / zone, 1) }
    if y > height - zone { return mostSpeed * min((y - height + zone) / zone, 1) }
    return 0
  }

  /// Returns the distance by which the content scrolls until `now`, in points.
  mutating func distance(until now: Timestamp, y: Double, height: Double) -> Double {
    let velocity = Self.velocity(at: y, height: height)
    defer { last = velocity == 0 ? nil : now }
    let longest = 0.1  // seconds; after a pause, the content does not jump
    return velocity * min(last.map { now - $0 } ?? 0, longest)
  }
}
