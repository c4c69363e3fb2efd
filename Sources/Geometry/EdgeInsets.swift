/// Distances from the four sides of a rectangle, in points.
///
/// UIKit: `UIEdgeInsets`.
public struct EdgeInsets: Hashable, Sendable {
  /// The distance from each side; positive distances point inward.
  public var top, left, bottom, right: Double

  /// No distance.
  public static let zero = EdgeInsets(0)

  /// Creates insets with the same distance on all sides.
  public init(_ all: Double) { self.init(top: all, left: all, bottom: all, right: all) }

  /// Creates insets with one distance for the left and right sides and one for the top and bottom.
  public init(horizontal: Double, vertical: Double = 0) {
    self.init(top: vertical, left: horizontal, bottom: vertical, right: horizontal)
  }

  /// Creates insets with a distance for the top and bottom, and none for the left and right sides.
  public init(vertical: Double) { self.init(horizontal: 0, vertical: vertical) }

  /// Creates the distances of the four sides.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// The sum of the left and right distances, and of the top and bottom distances.
  public var total: Size { Size(width: left + right, height: top + bottom) }

  /// The insets with opposite signs.
  package var negated: EdgeInsets { EdgeInsets(top: -top, left: -left, bottom: -bottom, right: -right) }
}

extension Rect {
  /// Returns the rectangle with its sides moved inward; a side with a negative distance moves outward. If the distances
  /// exceed the width or height, the result has a width or height of 0.
  public func inset(by insets: EdgeInsets) -> Rect {
    Rect(
      origin: Point(x: minX + insets.left, y: minY + insets.top), size: size.inset(by: insets))
  }
}

extension Size {
  /// Returns the size without the distances of `insets`, at least 0.
  package func inset(by insets: EdgeInsets) -> Size {
    let total = insets.total
    return Size(width: max(width - total.width, 0), height: max(height - total.height, 0))
  }
}
