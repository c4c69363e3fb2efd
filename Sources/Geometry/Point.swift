/// A place in a plane, or the way from one place to another: x grows to the right, y grows downwards.
///
/// Core Graphics: `CGPoint`.
@frozen
public struct Point: Hashable, Codable, Sendable {
  public var x: Double
  public var y: Double

  /// The origin.
  public static let zero = Point(x: 0, y: 0)

  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  @inlinable public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
  @inlinable public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
  @inlinable public static func * (a: Point, factor: Double) -> Point {
    Point(x: a.x * factor, y: a.y * factor)
  }

  /// Returns the distance to `other`, in the unit of the coordinates.
  public func distance(to other: Point) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }
}
