import Drawing
import Geometry

/// A caption set in the width of its picture.
struct CaptionBand {
  private static let margin = Size(width: 14, height: 10)  // points, from the picture's edges to the text
  private static let fade = 30.0  // points above the text in which the shade sets in

  private let layout: TextLayout

  init(_ caption: String, style: TextStyle, width: Double) {
    layout = TextLayout(caption, style: style, width: max(width - 2 * CaptionBand.margin.width, 0))
  }

  /// From the foot of the picture to above the text, in points.
  var height: Double { layout.size.height + 2 * CaptionBand.margin.height }

  /// Draws the text alone, its band beginning at `top`.
  func draw(in canvas: Canvas, at top: Double) {
    canvas.draw(layout, at: Point(x: CaptionBand.margin.width, y: top + CaptionBand.margin.height))
  }

  /// Draws the text at the foot of `frame`, if shaded on a ground dark enough for white text on a white picture.
  func draw(in canvas: Canvas, atFootOf frame: Rect, isShaded: Bool) {
    let top = frame.maxY - height
    if isShaded { drawShade(in: canvas, frame: frame, top: top) }
    let origin = Point(x: frame.minX + CaptionBand.margin.width, y: top + CaptionBand.margin.height)
    canvas.drawSilhouette(of: layout, at: origin + Point(x: 0, y: 1), color: Color(white: 0, alpha: 0.4))
    canvas.draw(layout, at: origin)
  }

  private func drawShade(in canvas: Canvas, frame: Rect, top: Double) {
    let shade = Rect(
      x: frame.minX, y: top - CaptionBand.fade, width: frame.size.width, height: height + CaptionBand.fade)
    // Black at 0.54 under the text's top gives white on white a contrast of 4.6 to 1 (WCAG asks for 4.5).
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
