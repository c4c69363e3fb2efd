public import Geometry

/// An outline of lines and curves, in points; any number of closed or open parts.
public struct Path: Hashable, Sendable {
  enum Element: Hashable, Sendable {
    case move(Point)
    case line(Point)
    case curve(to: Point, control1: Point, control2: Point)
    case arc(center: Point, radius: Double, start: Double, end: Double)
    case close
  }

  private(set) var elements: [Element] = []

  /// An empty path.
  public init() {}

  public static func rect(_ rect: Rect) -> Path {
    var path = Path()
    path.addRect(rect)
    return path
  }

  /// A rectangle with round corners; a radius above half of the shorter side is reduced to it.
  public static func roundedRect(_ rect: Rect, radius: Double) -> Path {
    var path = Path()
    path.addRoundedRect(rect, radius: radius)
    return path
  }

  public static func circle(center: Point, radius: Double) -> Path {
    var path = Path()
    path.move(to: Point(x: center.x + radius, y: center.y))
    path.addArc(center: center, radius: radius, from: 0, to: 2 * .pi)
    path.close()
    return path
  }

  /// Starts a new part at `point`.
  public mutating func move(to point: Point) { elements.append(.move(point)) }

  public mutating func line(to point: Point) { elements.append(.line(point)) }

  /// Adds a cubic Bézier curve.
  public mutating func curve(to point: Point, control1: Point, control2: Point) {
    elements.append(.curve(to: point, control1: control1, control2: control2))
  }

  /// Adds a part of a circle, clockwise on screen, joined to the path by a line.
  ///
  /// - Parameters:
  ///   - start: In radians; 0 points right, π/2 points down.
  ///   - end: In radians.
  public mutating func addArc(center: Point, radius: Double, from start: Double, to end: Double) {
    elements.append(.arc(center: center, radius: radius, start: start, end: end))
  }

  /// Closes the current part with a line to its start.
  public mutating func close() { elements.append(.close) }

  public mutating func addRect(_ rect: Rect) {
    move(to: rect.origin)
    line(to: Point(x: rect.maxX, y: rect.minY))
    line(to: Point(x: rect.maxX, y: rect.maxY))
    line(to: Point(x: rect.minX, y: rect.maxY))
    close()
  }

  /// Adds a rectangle with round corners; a radius above half of the shorter side is reduced to it.
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
