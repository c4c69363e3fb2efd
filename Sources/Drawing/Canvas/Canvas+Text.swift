import CCairo
import CPango
public import Geometry

extension Canvas {
  /// The vertical position of a text in a rectangle.
  public enum VerticalAlignment: Hashable, Sendable, CaseIterable {
    /// At the top of the rectangle.
    case top
    /// In the middle of the rectangle.
    case middle
    /// At the bottom of the rectangle.
    case bottom
  }

  /// Draws a text layout with its top left corner at `origin`. If `color` is `nil`, the text has the color of
  /// its style.
  ///
  /// Pango: `pango_cairo_show_layout`.
  public func draw(_ text: TextLayout, at origin: Point, color: Color? = nil) {
    guard origin.x.isFinite && origin.y.isFinite else { return }
    cairo_new_path(context)
    cairo_move_to(context, origin.x, origin.y)
    setSource(color ?? text.style.color)
    text.withLayout { pango_cairo_show_layout(context, $0) }
    cairo_new_path(context)
  }

  /// Draws the silhouette of a text in one color, including emoji. To give the text a shadow, draw the
  /// silhouette first, at a small offset from the text.
  ///
  /// cairo: `cairo_mask`.
  public func drawSilhouette(of text: TextLayout, at origin: Point, color: Color) {
    let ink = text.inkBounds.inset(by: -1)
    guard origin.x.isFinite && origin.y.isFinite, !ink.isEmpty else { return }
    saved {
      clip(to: Rect(origin: origin + ink.origin, size: ink.size))  // the group is no larger than the clip
      cairo_push_group_with_content(context, CAIRO_CONTENT_ALPHA)
      draw(text, at: origin, color: .black)
      let mask = cairo_pop_group(context)
      setSource(color)
      cairo_mask(context, mask)
      cairo_pattern_destroy(mask)
    }
  }

  /// Lays out a text in the width of `rect` and draws it. Lines that do not fit the height extend beyond `rect`.
  ///
  /// - Returns: The bounds of the lines, in points.
  @discardableResult
  public func draw(
    _ text: String, style: TextStyle, in rect: Rect, vertically alignment: VerticalAlignment = .top
  ) -> Rect {
    let layout = TextLayout(text, style: style, width: rect.size.width)
    let spare = rect.size.height - layout.size.height
    let y =
      switch alignment {
      case .top: rect.minY
      case .middle: rect.minY + spare / 2
      case .bottom: rect.maxY - layout.size.height
      }
    draw(layout, at: Point(x: rect.minX, y: y))
    return Rect(origin: Point(x: rect.minX + layout.origin.x, y: y), size: layout.size)
  }
}
