import Drawing
import Geometry

/// A dark card with a warning sign and a sentence, for a picture that cannot be shown.
struct ErrorTile {
  let sentence: String

  private static let top = Color(hex: 0x34383F)
  private static let bottom = Color(hex: 0x25282D)
  private static let sign = Color(hex: 0xE3A857)
  private static let text = TextStyle(size: 13, color: Color(hex: 0xD5D8DD), alignment: .center)
  private static let gap = 12.0  // points between sign and sentence
  private static let margin = 16.0  // points

  /// - Parameter foot: How much of the frame's foot is taken by a caption, in points.
  func draw(in canvas: Canvas, frame: Rect, foot: Double, cornerRadius: Double) {
    let card = Path.roundedRect(frame, radius: cornerRadius)
    canvas.fill(card, with: .vertical(in: frame, colors: [ErrorTile.top, ErrorTile.bottom]))
    canvas.strokeBorder(frame, radius: cornerRadius, with: Color(white: 1, alpha: 0.06), width: 1)

    let free = Rect(
      x: frame.minX, y: frame.minY, width: frame.size.width, height: max(frame.size.height - foot, 0)
    ).inset(by: ErrorTile.margin)
    guard !free.isEmpty else { return }
    let side = min(max(min(free.size.width, free.size.height) * 0.24, 20), 52, free.size.height)
    let room = Size(width: free.size.width, height: free.size.height - side - ErrorTile.gap)
    let layout = TextLayout(balanced: sentence, style: ErrorTile.text, fitting: room)
    let isTextShown = !sentence.isEmpty && layout.size.height <= room.height
    let height = side + (isTextShown ? ErrorTile.gap + layout.size.height : 0)
    let y = free.center.y - height / 2
    WarningSign(center: Point(x: free.center.x, y: y + side / 2), height: side)
      .draw(in: canvas, color: ErrorTile.sign)
    guard isTextShown else { return }
    let left = free.center.x - (layout.width ?? 0) / 2
    canvas.draw(layout, at: Point(x: left, y: y + side + ErrorTile.gap))
  }
}

/// A round-cornered triangle with an exclamation mark.
struct WarningSign {
  let center: Point
  /// In points; the width is a tenth more.
  let height: Double

  func draw(in canvas: Canvas, color: Color) {
    let width = height * 1.1
    let line = max(height / 13, 1.5)
    func at(_ x: Double, _ y: Double) -> Point {
      Point(x: center.x + x * width, y: center.y + y * height)
    }
    var triangle = Path()
    triangle.move(to: at(0, -0.44))
    triangle.line(to: at(0.46, 0.42))
    triangle.line(to: at(-0.46, 0.42))
    triangle.close()
    canvas.stroke(triangle, with: color, width: line)
    var bar = Path()
    bar.move(to: at(0, -0.12))
    bar.line(to: at(0, 0.12))
    canvas.stroke(bar, with: color, width: line * 1.1)
    canvas.fill(.circle(center: at(0, 0.27), radius: line * 0.68), with: color)
  }
}
