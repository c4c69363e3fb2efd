/// The direction a carousel scrolls in.
///
/// Layouts and gestures ask the axis instead of testing `isVertical`, so each formula is written once.
@frozen
public enum Axis: String, Codable, Sendable, CaseIterable {
  case horizontal
  case vertical

  /// The component of `point` along this axis.
  @inlinable public func along(_ point: Point) -> Double { self == .horizontal ? point.x : point.y }

  /// The component of `point` across this axis.
  @inlinable public func across(_ point: Point) -> Double { self == .horizontal ? point.y : point.x }

  /// The side of `size` along this axis.
  @inlinable public func along(_ size: Size) -> Double { self == .horizontal ? size.width : size.height }

  /// The side of `size` across this axis.
  @inlinable public func across(_ size: Size) -> Double { self == .horizontal ? size.height : size.width }
}
