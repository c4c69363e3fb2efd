public import Geometry

/// A path of lines and curves, in points, with any number of closed or open subpaths.
///
/// Core Graphics: `CGPath`.
public struct Path: Hashable, Sendable {
  enum Element: Hashable, Sendable {
    case move(Point)
    case line(Point)
    case curve(to: Point, control1: Point, control2: Point)
    case arc(center: Point, radius: Double, start: Double, end: Double)
    case close
  }

  private(set) var elements: [Element] = []

  /// Creates an empty path.
  public init() {}

  /// Returns a path with a rectangle.
  public static func rect(_ rect: Rect) -> Path {
    var path = Path()
    path.addRect(rect)
    return path
  }

  /// Returns a path with a rounded rectangle. The radius is at most half of the shorter side.
  public static func roundedRect(_ rect: Rect, radius: Double) -> Path {
    var path = Path()
    path.addRoundedRect(rect, radius: radius)
    return path
  }

  /// Returns a path with a circle.
  public static func circle(center: Point, radius: Double) -> Path {
    var path = Path()
    path.move(to: Point(x: center.x + radius, y: center.y))
    path.addArc(center: center, radius: radius, from: 0, to: 2 * .pi)
    path.close()
    return path
  }

  /// Starts a new subpath at `point`.
  ///
  /// cairo: `cairo_move_to`.
  public mutating func move(to point: Point) { elements.append(.move(point)) }

  /// Adds a line to `point`.
  ///
  /// cairo: `cairo_line_to`.
  public mutating func line(to point: Point) { elements.append(.line(point)) }

  /// Adds a cubic Bézier curve to `point`.
  ///
  /// cairo: `cairo_curve_to`.
  public mutating func curve(to point: Point, control1: Point, control2: Point) {
    elements.append(.curve(to: point, control1: control1, control2: control2))
  }

  /// Adds an arc of a circle, clockwise on screen. A line connects the current point to the start of the arc.
  ///
  /// - Parameters:
  ///   - center: The center of the circle.
  ///   - radius: The radius of the circle, in points.
  ///   - start: The start angle in radians; 0 points right, π/2 points down.
  ///   - end: The end angle in radians.
  ///
  /// cairo: `cairo_arc`.
  public mutating func addArc(center: Point, radius: Double, from start: Double, to end: Double) {
    elements.append(.arc(center: center, radius: radius, start: start, end: end))
  }

  /// Closes the current subpath with a line to its start.
  ///
  /// cairo: `cairo_close_path`.
  public mutating func close() { elements.append(.close) }

  /// Adds a rectangle as a closed subpath.
  public mutating func addRect(_ rect: Rect) {
    move(to: rect.origin)
    line(to: Point(x: rect.maxX, y: rect.minY))
    line(to: Point(x: rect.maxX, y: rect.maxY))
    line(to: Point(x: rect.minX, y: rect.maxY))
    close()
  }

  /// Adds a rounded rectangle as a closed subpath. The radius is at most half of the shorter side.
  public mutating func addRoundedRect(_ rect: Rect, radius: Double) {
    let radius = min(radius, rect.size.width / 2, rect.size.height / 2)
    guard radius > 0 else { return addRect(rect) }
    let inner = rect.inset(by: radius)
    move(to: Point(x: inner.minX, y: rect.minY))
    addArc(
      center: Point(x: inner.maxX, y: inner.minY), radius: radius, from: -.pi / 2, to: 0)
    addArc(center: Point(x: inner.maxX, y: inner.maxY), radius: radius, from: 0, to: .pi / 2)
    addArc(center: Point(x: inner.minX, y: inner.maxY), radius: radius, from: .pi / 2, to: .pi)
    addArc(
      center: Point(x: inner.minX, y: inner.minY), radius: radius, from: .pi, to: 1.5 * .pi)
    close()
  }
}
