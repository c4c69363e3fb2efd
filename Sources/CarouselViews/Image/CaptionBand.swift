import Drawing
import Geometry

/// A caption laid out in the width of its image.
struct CaptionBand {
  private static let margin = Size(width: 14, height: 10)  // points, from the image's edges to the text
  private static let fade = 30.0  // points above the band in which the shade fades in

  private let layout: TextLayout

  init(_ caption: String, style: TextStyle, width: Double) {
    layout = TextLayout(caption, style: style, width: max(width - 2 * CaptionBand.margin.width, 0))
  }

  /// The height of the text with its margins, in points.
  var height: Double { layout.size.height + 2 * CaptionBand.margin.height }

  /// Draws the text without a shade, in a band below `top`.
  func draw(in canvas: Canvas, at top: Double) {
    canvas.draw(layout, at: Point(x: CaptionBand.margin.width, y: top + CaptionBand.margin.height))
  }

  /// Draws the text at the bottom of `frame`; if shaded, on a gradient that keeps white text legible on a white image.
  func draw(in canvas: Canvas, atBottomOf frame: Rect, isShaded: Bool) {
    let top = frame.maxY - height
    if isShaded { drawShade(in: canvas, frame: frame, top: top) }
    let origin = Point(x: frame.minX + CaptionBand.margin.width, y: top + CaptionBand.margin.height)
    canvas.drawSilhouette(of: layout, at: origin + Point(x: 0, y: 1), color: Color(white: 0, alpha: 0.4))
    canvas.draw(layout, at: origin)
  }

  private func drawShade(in canvas: Canvas, frame: Rect, top: Double) {
    let shade = Rect(
      x: frame.minX, y: top - CaptionBand.fade, width: frame.size.width, height: height + CaptionBand.fade)
    // White text on a white image under black at 0.54 has a contrast of 4.6 to 1; WCAG requires 4.5.
    let textTop = (CaptionBand.fade + CaptionBand.margin.height) / shade.size.height
    canvas.fill(
      shade,
      with: Gradient(
        .linear(start: shade.origin, end: Point(x: shade.minX, y: shade.maxY)),
        stops: [
          .init(0, Color(white: 0, alpha: 0)),
          .init(textTop * 0.35, Color(white: 0, alpha: 0.12)),
          .init(textTop * 0.7, Color(white: 0, alpha: 0.36)),
          .init(textTop, Color(white: 0, alpha: 0.54)),
          .init(1, Color(white: 0, alpha: 0.7)),
        ]))
  }
}
