public import Geometry

/// A smooth passage between colours, along a line or outwards from a point.
public struct Gradient: Hashable, Sendable {
  /// A colour at a place along the gradient.
  public struct Stop: Hashable, Sendable {
    /// 0 at the start, 1 at the end.
    public var position: Double
    public var color: Color

    public init(_ position: Double, _ color: Color) {
      self.position = position
      self.color = color
    }
  }

  /// Where the colours run.
  public enum Shape: Hashable, Sendable {
    /// From `start` to `end`; beyond them the outer colours go on.
    case linear(start: Point, end: Point)
    /// From `center` to the circle of `radius` points; outside it the last colour goes on.
    case radial(center: Point, radius: Double)
  }

  public var shape: Shape
  public var stops: [Stop]

  public init(_ shape: Shape, stops: [Stop]) {
    self.shape = shape
    self.stops = stops
  }

  /// A gradient whose colours are evenly spaced.
  public init(_ shape: Shape, colors: [Color]) {
    let last = Double(max(colors.count - 1, 1))
    self.init(shape, stops: colors.enumerated().map { Stop(Double($0.offset) / last, $0.element) })
  }

  /// A gradient from the top of `rect` to its bottom.
  public static func vertical(in rect: Rect, colors: [Color]) -> Gradient {
    Gradient(
      .linear(start: rect.origin, end: Point(x: rect.minX, y: rect.maxY)), colors: colors)
  }
}
