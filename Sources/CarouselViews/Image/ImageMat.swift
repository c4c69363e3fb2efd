public import Drawing

/// A passe-partout: a colored border around a picture, with a beveled edge.
public struct ImageMat: Hashable, Sendable {
  /// The width of the border on each side, in points.
  public var insets: Insets
  /// The color of the border.
  public var color: Color
  /// The width of the beveled edge between border and picture, in points.
  public var bevelWidth: Double
  /// The color of the beveled edge where light falls on it: at the bottom and at the right.
  public var bevelColor: Color

  /// Creates a border; by default of white board with a thin edge.
  public init(
    _ insets: Insets = Insets(16), color: Color = Color(hex: 0xF4F1EA), bevelWidth: Double = 1.5,
    bevelColor: Color = .white
  ) {
    (self.insets, self.color) = (insets, color)
    (self.bevelWidth, self.bevelColor) = (bevelWidth, bevelColor)
  }
}
