import Drawing
import Geometry

/// The placeholder of an ``ImageView``: a card in a gradient of one color with a faint picture icon.
struct PlaceholderCard {
  let color: Color

  func draw(in canvas: Canvas, frame: Rect, cornerRadius: Double) {
    let card = Path.roundedRect(frame, radius: cornerRadius)
    let light = color.mixed(with: .white, amount: 0.10).withAlpha(color.alpha)
    let dark = color.mixed(with: .black, amount: 0.22).withAlpha(color.alpha)
    canvas.fill(
      card,
      with: Gradient(
        .linear(start: frame.origin, end: Point(x: frame.minX + frame.size.width * 0.35, y: frame.maxY)),
        colors: [light, color, dark]))
    let ink = color.luma > 0.6 ? Color.black : Color.white
    PictureIcon(center: frame.center, height: min(min(frame.size.width, frame.size.height) * 0.22, 64))
      .draw(in: canvas, color: ink.withAlpha(0.16))
  }
}

/// An icon of a framed picture with two hills and a sun.
struct PictureIcon {
  let center: Point
  /// In points. The width is 4/3 of the height.
  let height: Double

  func draw(in canvas: Canvas, color: Color) {
    guard height >= 8 else { return }
    let width = height * 4 / 3
    let line = max(height / 16, 1)
    let frame = Rect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
    func at(_ x: Double, _ y: Double) -> Point {
      Point(x: frame.minX + x * width, y: frame.minY + y * height)
    }
    var hills = Path()
    hills.move(to: at(0.10, 0.78))
    hills.line(to: at(0.34, 0.46))
    hills.line(to: at(0.52, 0.68))
    hills.line(to: at(0.68, 0.52))
    hills.line(to: at(0.90, 0.78))
    // Drawn as a group, so that overlapping strokes do not add up.
    canvas.faded(to: color.alpha) {
      let opaque = color.withAlpha(1)
      canvas.strokeBorder(frame, radius: height / 7, with: opaque, width: line)
      canvas.stroke(hills, with: opaque, width: line)
      canvas.fill(.circle(center: at(0.70, 0.30), radius: height * 0.085), with: opaque)
    }
  }
}
