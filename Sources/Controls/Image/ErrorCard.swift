import Drawing
internal import Geometry
internal import Views

/// The error tile of an ``ImageView``: a dark card with a warning icon and a message.
final class ErrorCard: View {
  private nonisolated static let top = Color(hex: 0x34383F)
  private nonisolated static let bottom = Color(hex: 0x25282D)
  private nonisolated static let iconColor = Color(hex: 0xE3A857)
  private nonisolated static let text = TextStyle(size: 13, color: Color(hex: 0xD5D8DD), alignment: .center)
  private nonisolated static let gap = 12.0  // points between icon and message
  private nonisolated static let margin = 16.0  // points

  /// The texts for below the icon. The first one that fits is shown.
  var messages: [String] = [] { didSet { if messages != oldValue { setNeedsLayout() } } }

  private let icon = PaintedIcon { canvas, size in WarningIcon.draw(in: canvas, size: size, color: iconColor)
  }
  private let label = LabelView("", style: text)
  private let stack = StackView(.vertical, spacing: gap, alignment: .center)

  init() {
    super.init()
    isUserInteractionEnabled = false
    borderWidth = 1
    borderColor = Color(white: 1, alpha: 0.06)
    label.padding = 0
    label.balancesLines = true
    stack.distribution = .center
    stack.addSubview(icon)
    stack.addSubview(label)
    addSubview(stack)
  }

  override func layoutSubviews() {
    let free = bounds.inset(by: insets).inset(by: Self.margin)
    stack.isHidden = free.isEmpty
    guard !free.isEmpty else { return }
    let side = min(max(min(free.size.width, free.size.height) * 0.24, 20), 52, free.size.height)
    icon.preferredSize = Size(width: side * WarningIcon.aspectRatio, height: side)
    let room = Size(width: free.size.width, height: max(free.size.height - side - Self.gap, 0))
    label.isHidden = !messages.contains { show($0, in: room) }
    stack.frame = free
  }

  /// Returns whether the text fits.
  private func show(_ message: String, in room: Size) -> Bool {
    label.text = message
    let text = label.sizeThatFits(room)
    label.preferredSize = Size(width: room.width, height: text.height)
    return !message.isEmpty && text.width <= room.width && text.height <= room.height
  }

  override func makePainter() -> Painter? {
    let (frame, radius) = (Rect(origin: .zero, size: size), cornerRadius)
    return { canvas in
      canvas.fill(
        .roundedRect(frame, radius: radius), with: .vertical(in: frame, colors: [Self.top, Self.bottom]))
    }
  }
}

/// A view that shows an icon.
final class PaintedIcon: View {
  private let painter: @Sendable (Canvas, Size) -> Void

  init(_ painter: @escaping @Sendable (Canvas, Size) -> Void) {
    self.painter = painter
    super.init()
    isUserInteractionEnabled = false
  }

  override func makePainter() -> Painter? {
    let (size, painter) = (size, painter)
    return { painter($0, size) }
  }
}

/// A triangle with rounded corners and an exclamation mark.
enum WarningIcon {
  /// The width of the icon, if its height is 1.
  static let aspectRatio = 1.1

  static func draw(in canvas: Canvas, size: Size, color: Color) {
    let (width, height) = (size.width, size.height)
    let line = max(height / 13, 1.5)
    func at(_ x: Double, _ y: Double) -> Point { Point(x: (x + 0.5) * width, y: (y + 0.5) * height) }
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
