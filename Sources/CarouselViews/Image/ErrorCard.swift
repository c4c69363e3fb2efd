import Drawing
import Geometry

/// The error tile of an ``ImageView``: a dark card with a warning icon and a message.
struct ErrorCard {
  let message: String

  private static let top = Color(hex: 0x34383F)
  private static let bottom = Color(hex: 0x25282D)
  private static let iconColor = Color(hex: 0xE3A857)
  private static let text = TextStyle(size: 13, color: Color(hex: 0xD5D8DD), alignment: .center)
  private static let gap = 12.0  // points between icon and message
  private static let margin = 16.0  // points

  /// Draws the card.
  ///
  /// - Parameter bottomInset: The height that a caption covers at the bottom of the frame, in points.
  func draw(in canvas: Canvas, frame: Rect, bottomInset: Double, cornerRadius: Double) {
    let card = Path.roundedRect(frame, radius: cornerRadius)
    canvas.fill(card, with: .vertical(in: frame, colors: [ErrorCard.top, ErrorCard.bottom]))
    canvas.strokeBorder(frame, radius: cornerRadius, with: Color(white: 1, alpha: 0.06), width: 1)

    let free = Rect(
      x: frame.minX, y: frame.minY, width: frame.size.width, height: max(frame.size.height - bottomInset, 0)
    ).inset(by: ErrorCard.margin)
    guard !free.isEmpty else { return }
    let side = min(max(min(free.size.width, free.size.height) * 0.24, 20), 52, free.size.height)
    let room = Size(width: free.size.width, height: free.size.height - side - ErrorCard.gap)
    let layout = TextLayout(balanced: message, style: ErrorCard.text, fitting: room)
    let isTextShown = !message.isEmpty && layout.size.height <= room.height
    let height = side + (isTextShown ? ErrorCard.gap + layout.size.height : 0)
    let y = free.center.y - height / 2
    WarningIcon(center: Point(x: free.center.x, y: y + side / 2), height: side)
      .draw(in: canvas, color: ErrorCard.iconColor)
    guard isTextShown else { return }
    let left = free.center.x - (layout.width ?? 0) / 2
    canvas.draw(layout, at: Point(x: left, y: y + side + ErrorCard.gap))
  }
}

/// A triangle with rounded corners and an exclamation mark.
struct WarningIcon {
  let center: Point
  /// In points. The width is 1.1 times the height.
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
