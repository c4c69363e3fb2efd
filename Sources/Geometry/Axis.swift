/// The direction in which a carousel scrolls.
///
/// Layouts and gestures use `along` and `across` instead of testing `isVertical`, so each formula is written
/// once.
@frozen
public enum Axis: String, Codable, Sendable, CaseIterable {
  /// The x-axis.
  case horizontal
  /// The y-axis.
  case vertical

  /// Returns the component of `point` along this axis.
  @inlinable public func along(_ point: Point) -> Double { self == .horizontal ? point.x : point.y }

  /// Returns the component of `point` perpendicular to this axis.
  @inlinable public func across(_ point: Point) -> Double { self == .horizontal ? point.y : point.x }

  /// Returns the side of `size` along this axis.
  @inlinable public func along(_ size: Size) -> Double { self == .horizontal ? size.width : size.height }

  /// Returns the side of `size` perpendicular to this axis.
  @inlinable public func across(_ size: Size) -> Double { self == .horizontal ? size.height : size.width }
}
