import CCairo
public import Geometry

extension Canvas {
  /// Fills the current clip with a color.
  ///
  /// cairo: `cairo_paint`.
  public func fill(with color: Color) {
    setSource(color)
    cairo_paint(context)
  }

  /// Fills the current clip with a gradient.
  ///
  /// cairo: `cairo_paint`.
  public func fill(with gradient: Gradient) {
    withSource(gradient) { cairo_paint(context) }
  }

  /// Fills a rectangle with a color.
  public func fill(_ rect: Rect, with color: Color) { fill(.rect(rect), with: color) }

  /// Fills a rectangle with a gradient.
  public func fill(_ rect: Rect, with gradient: Gradient) { fill(.rect(rect), with: gradient) }

  /// Fills the inside of `path`. Open subpaths are closed.
  ///
  /// cairo: `cairo_fill`.
  public func fill(_ path: Path, with color: Color) {
    guard trace(path) else { return }
    setSource(color)
    cairo_fill(context)
  }

  /// Fills the inside of `path`. Open subpaths are closed.
  ///
  /// cairo: `cairo_fill`.
  public func fill(_ path: Path, with gradient: Gradient) {
    guard trace(path) else { return }
    withSource(gradient) { cairo_fill(context) }
  }

  /// Draws a line of `width` points along `path`, with round caps and joins.
  ///
  /// cairo: `cairo_stroke`.
  public func stroke(_ path: Path, with color: Color, width: Double) {
    guard width > 0, width.isFinite, trace(path) else { return }
    setSource(color)
    cairo_set_line_width(context, width)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_stroke(context)
  }

  /// Draws a border of `width` points along the inside of `rect`.
  ///
  /// - Parameters:
  ///   - rect: The outer edge of the border.
  ///   - radius: The corner radius of `rect`, in points.
  ///   - color: The color of the border.
  ///   - width: The width of the border, in points. If the borders of opposite sides touch, all of `rect` is
  ///     filled.
  public func strokeBorder(_ rect: Rect, radius: Double = 0, with color: Color, width: Double) {
    let middle = rect.inset(by: width / 2)
    guard !middle.isEmpty else { return fill(.roundedRect(rect, radius: radius), with: color) }
    stroke(.roundedRect(middle, radius: max(radius - width / 2, 0)), with: color, width: width)
  }

  /// Makes all pixels inside the current clip transparent.
  ///
  /// cairo: `CAIRO_OPERATOR_CLEAR`.
  public func erase() {
    cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
    cairo_paint(context)
    cairo_set_operator(context, CAIRO_OPERATOR_OVER)
  }

  func setSource(_ color: Color) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }

  private func withSource(_ gradient: Gradient, _ draw: () -> Void) {
    let pattern: OpaquePointer?
    switch gradient.shape {
    case .linear(let start, let end):
      guard start.isFinite && end.isFinite else { return cairo_new_path(context) }
      pattern = cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
    case .radial(let center, let radius):
      guard center.isFinite && radius.isFinite else { return cairo_new_path(context) }
      pattern = cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, max(radius, 0))
    }
    for stop in gradient.stops {
      let color = stop.color
      cairo_pattern_add_color_stop_rgba(
        pattern, stop.position, color.red, color.green, color.blue, color.alpha)
    }
    cairo_set_source(context, pattern)
    cairo_pattern_destroy(pattern)
    draw()
  }

  /// Sets cairo's current path. Returns `false` if the path is empty or a coordinate is not finite.
  func trace(_ path: Path) -> Bool {
    cairo_new_path(context)
    for element in path.elements {
      guard element.isFinite else {
        cairo_new_path(context)
        return false
      }
      switch element {
      case .move(let point): cairo_move_to(context, point.x, point.y)
      case .line(let point): cairo_line_to(context, point.x, point.y)
      case .curve(let point, let control1, let control2):
        cairo_curve_to(context, control1.x, control1.y, control2.x, control2.y, point.x, point.y)
      case .arc(let center, let radius, let start, let end):
        cairo_arc(context, center.x, center.y, radius, start, end)
      case .close: cairo_close_path(context)
      }
    }
    return !path.elements.isEmpty
  }
}

extension Path.Element {
  fileprivate var isFinite: Bool {
    switch self {
    case .move(let point), .line(let point): point.isFinite
    case .curve(let point, let control1, let control2):
      point.isFinite && control1.isFinite && control2.isFinite
    case .arc(let center, let radius, let start, let end):
      center.isFinite && radius.isFinite && start.isFinite && end.isFinite
    case .close: true
    }
  }
}

extension Point {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}
