/// A rectangle with sides parallel to the axes.
///
/// Core Graphics: `CGRect`.
public struct Rect: Hashable, Sendable {
  /// The top left corner.
  public var origin: Point
  /// The width and height; with a side that is not positive the rectangle is empty.
  public var size: Size

  public static let zero = Rect(origin: .zero, size: .zero)

  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  public var minX: Double { origin.x }
  public var minY: Double { origin.y }
  /// The right side, which does not belong to the rectangle.
  public var maxX: Double { origin.x + size.width }
  /// The bottom side, which does not belong to the rectangle.
  public var maxY: Double { origin.y + size.height }
  public var center: Point { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }

  /// Whether there is no area.
  public var isEmpty: Bool { size.isEmpty }

  /// Whether `point` lies inside; the left and top sides belong to the rectangle, the right and bottom ones do not.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Returns the common part, or `.zero` when there is none.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let width = min(maxX, other.maxX) - left
    let height = min(maxY, other.maxY) - top
    return width > 0 && height > 0 ? Rect(x: left, y: top, width: width, height: height) : .zero
  }

  /// Returns the smallest rectangle that holds both; an empty one adds nothing.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Returns the rectangle with every side moved inwards by `distance` (outwards when negative).
  public func inset(by distance: Double) -> Rect {
    Rect(
      x: origin.x + distance, y: origin.y + distance, width: size.width - 2 * distance,
      height: size.height - 2 * distance)
  }
}
