public import Geometry

/// A gradient between colors, linear or radial.
///
/// cairo: `cairo_pattern_t`.
public struct Gradient: Hashable, Sendable {
  /// A color at a position along the gradient.
  public struct Stop: Hashable, Sendable {
    /// The position: 0 is the start of the gradient, 1 its end.
    public var position: Double
    /// The color at the position.
    public var color: Color

    /// Creates a stop.
    public init(_ position: Double, _ color: Color) {
      self.position = position
      self.color = color
    }
  }

  /// The geometry of a gradient.
  public enum Shape: Hashable, Sendable {
    /// Runs from `start` to `end`. Beyond them, the first and last colors continue.
    case linear(start: Point, end: Point)
    /// Runs from `center` to the circle of `radius` points. Outside the circle, the last color continues.
    case radial(center: Point, radius: Double)
  }

  /// The geometry of the gradient.
  public var shape: Shape
  /// The colors and their positions, in ascending order of the positions.
  public var stops: [Stop]

  /// Creates a gradient from color stops.
  public init(_ shape: Shape, stops: [Stop]) {
    self.shape = shape
    self.stops = stops
  }

  /// Creates a gradient with evenly spaced colors.
  public init(_ shape: Shape, colors: [Color]) {
    let last = Double(max(colors.count - 1, 1))
    self.init(shape, stops: colors.enumerated().map { Stop(Double($0.offset) / last, $0.element) })
  }

  /// Returns a linear gradient of evenly spaced colors from the top of `rect` to its bottom.
  public static func vertical(in rect: Rect, colors: [Color]) -> Gradient {
    Gradient(
      .linear(start: rect.origin, end: Point(x: rect.minX, y: rect.maxY)), colors: colors)
  }
}
