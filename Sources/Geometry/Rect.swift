/// A rectangle with sides parallel to the axes.
///
/// Core Graphics: `CGRect`.
public struct Rect: Hashable, Sendable {
  /// The top left corner.
  public var origin: Point
  /// The width and height. If a side is not positive, the rectangle is empty.
  public var size: Size

  /// The empty rectangle at the origin.
  public static let zero = Rect(origin: .zero, size: .zero)

  /// Creates a rectangle from its top left corner and its size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from its top left corner, width and height.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The left side.
  public var minX: Double { origin.x }
  /// The top side.
  public var minY: Double { origin.y }
  /// The right side. Points on this side are outside the rectangle.
  public var maxX: Double { origin.x + size.width }
  /// The bottom side. Points on this side are outside the rectangle.
  public var maxY: Double { origin.y + size.height }
  /// The center.
  public var center: Point { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }

  /// Whether the rectangle has no area.
  public var isEmpty: Bool { size.isEmpty }

  /// Returns whether `point` is inside. Points on the left and top sides are inside; points on the right and
  /// bottom sides are not.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Returns the intersection, or `.zero` if the rectangles do not overlap.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let width = min(maxX, other.maxX) - left
    let height = min(maxY, other.maxY) - top
    return width > 0 && height > 0 ? Rect(x: left, y: top, width: width, height: height) : .zero
  }

  /// Returns the smallest rectangle that contains both. An empty rectangle is ignored.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Returns the rectangle with every side moved inward by `distance`, or outward if it is negative.
  public func inset(by distance: Double) -> Rect {
    Rect(
      x: origin.x + distance, y: origin.y + distance, width: size.width - 2 * distance,
      height: size.height - 2 * distance)
  }
}
