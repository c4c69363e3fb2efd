package import Geometry

/// The velocity at which a carousel scrolls while a lifted item is held near an edge of the bounds.
package struct EdgeScrolling: Sendable {
  /// The distance from an edge within which the carousel scrolls, in points. In a short view it is a quarter
  /// of the view's length.
  package static let zone = 64.0
  /// The speed when the item is at the edge, in lengths of the view per second.
  private static let fullSpeed = 1.5
  /// The limits of this speed, in items per second.
  private static let speeds = 2.0...12.0

  private let axis: ScrollAxis
  private let bounds: Size
  private let speed: Double

  /// - Parameters:
  ///   - bounds: The size of the carousel, in points.
  ///   - itemWidth: The distance between the centers of neighbors, in points.
  package init(bounds: Size, axis: ScrollAxis, itemWidth: Double) {
    (self.bounds, self.axis) = (bounds, axis)
    let speed = abs(axis.extent(of: bounds)) * Self.fullSpeed / max(itemWidth, 1)
    self.speed = min(max(speed.finite(or: 0), Self.speeds.lowerBound), Self.speeds.upperBound)
  }

  /// Returns the velocity for an item held at `point`, in items per second. It is positive toward later
  /// items, and 0 if the point is not near an edge.
  package func velocity(at point: Point) -> Double {
    let (forward, backward) = (axis.forward, axis.forward * -1)
    return speed
      * (pressure(at: distance(from: point, along: forward))
        - pressure(at: distance(from: point, along: backward)))
  }

  /// Returns the fraction of the full speed at a distance from an edge, in `0...1`.
  private func pressure(at distance: Double) -> Double {
    let zone = min(Self.zone, abs(axis.extent(of: bounds)) / 4)
    guard zone > 0 else { return 0 }
    let depth = min(max(1 - distance / zone, 0), 1)
    return depth * depth
  }

  /// Returns the distance from `point` to the edge of the bounds in a direction, in points. It is negative if
  /// the point is outside.
  private func distance(from point: Point, along direction: Point) -> Double {
    func distance(_ coordinate: Double, _ length: Double, _ part: Double) -> Double {
      part == 0 ? .infinity : (part > 0 ? length - coordinate : coordinate) / abs(part)
    }
    return min(distance(point.x, bounds.width, direction.x), distance(point.y, bounds.height, direction.y))
  }
}
