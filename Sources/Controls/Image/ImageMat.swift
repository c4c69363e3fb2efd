public import Drawing
public import Geometry

/// A passe-partout (mat): a colored border around a picture, with a beveled inner edge.
public struct ImageMat: Hashable, Sendable {
  /// The width of the border on each side, in points.
  public var insets: EdgeInsets
  /// The color of the border.
  public var color: Color
  /// The width of the beveled edge between border and picture, in points.
  public var bevelWidth: Double
  /// The color of the lit sides of the beveled edge, at the bottom and at the right.
  public var bevelColor: Color

  /// Creates a mat; by default of white board with a thin bevel.
  public init(
    _ insets: EdgeInsets = EdgeInsets(16), color: Color = Color(hex: 0xF4F1EA), bevelWidth: Double = 1.5,
    bevelColor: Color = .white
  ) {
    (self.insets, self.color) = (insets, color)
    (self.bevelWidth, self.bevelColor) = (bevelWidth, bevelColor)
  }
}
