internal import Geometry

/// Two fingers on a scroll view.
struct ScrollPinch {
  private var first, second: (id: Int, point: Point)
  private let startDistance: Double
  /// The angle by which the fingers have turned since the beginning, in radians, clockwise.
  private(set) var rotation = 0.0
  private static let leastDistance = 1.0  // points; closer fingers would make the factor infinite

  init(_ first: Int, at firstPoint: Point, _ second: Int, at secondPoint: Point) {
    (self.first, self.second) = ((first, firstPoint), (second, secondPoint))
    startDistance = max(firstPoint.distance(to: secondPoint), Self.leastDistance)
  }

  /// The distance of the fingers, divided by their distance at the beginning.
  var factor: Double { max(first.point.distance(to: second.point), Self.leastDistance) / startDistance }

  /// The point between the fingers.
  var center: Point { (first.point + second.point) * 0.5 }

  func contains(_ id: Int) -> Bool { first.id == id || second.id == id }

  mutating func move(_ id: Int, to point: Point) {
    let old = (second.point - first.point).angle
    defer {
      // Fingers at the same place have no direction.
      if first.point.distance(to: second.point) > Self.leastDistance {
        let change = (second.point - first.point).angle - old
        rotation += change - (change / (2 * .pi)).rounded() * 2 * .pi
      }
    }
    if first.id == id { first.point = point } else if second.id == id { second.point = point }
  }

  func other(than id: Int) -> (id: Int, point: Point) { first.id == id ? second : first }
}
