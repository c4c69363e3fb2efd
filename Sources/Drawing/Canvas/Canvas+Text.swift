import CCairo
import CPango
public import Geometry

extension Canvas {
  /// Where a text stands in a rectangle that is higher than it.
  public enum VerticalAlignment: Hashable, Sendable, CaseIterable {
    case top, middle, bottom
  }

  /// Draws a laid-out text with its top left corner at `origin`, in the colour of its style or in `color`.
  /// Pango: `pango_cairo_show_layout`.
  public func draw(_ text: TextLayout, at origin: Point, color: Color? = nil) {
    guard origin.x.isFinite && origin.y.isFinite else { return }
    cairo_new_path(context)
    cairo_move_to(context, origin.x, origin.y)
    setSource(color ?? text.style.color)
    text.withLayout { pango_cairo_show_layout(context, $0) }
    cairo_new_path(context)
  }

  /// Draws the silhouette of a text in one colour, emoji too; a pixel or so below the text it serves as its shadow.
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

  /// Lays out a text in the width of `rect` and draws it; what is too high hangs over.
  ///
  /// - Returns: Where the lines stand, in points.
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
