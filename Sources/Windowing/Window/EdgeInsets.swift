/// Distances from the four sides of a rectangle, in points.
public struct EdgeInsets: Hashable, Sendable {
  /// From the top side.
  public var top: Double
  /// From the left side.
  public var left: Double
  /// From the bottom side.
  public var bottom: Double
  /// From the right side.
  public var right: Double

  /// Creates insets from the four distances, in points.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Creates insets with the same distance on all sides, in points.
  public init(_ distance: Double) {
    self.init(top: distance, left: distance, bottom: distance, right: distance)
  }

  /// No distance on any side.
  public static let zero = EdgeInsets()

  /// Each distance rounded to whole points in `0...limit`; 0 for NaN.
  func wholePoints(limit: Double) -> EdgeInsets {
    func whole(_ side: Double) -> Double { side.isNaN ? 0 : min(max(0, side.rounded()), limit) }
    return EdgeInsets(top: whole(top), left: whole(left), bottom: whole(bottom), right: whole(right))
  }
}
