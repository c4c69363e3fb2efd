public import Drawing
public import Geometry

/// A text, vertically centered on a colored card with optional rounded corners.
///
/// Text that does not fit the height of the card is truncated with an ellipsis.
///
/// Events pass through it to the views behind: `isUserInteractionEnabled` is `false` by default.
///
/// UIKit: `UILabel`.
public final class LabelView: View {
  /// The text of the label.
  public var text: String {
    didSet { if text != oldValue { contentDidChange() } }
  }
  /// The font, color and alignment of the text.
  public var style: TextStyle {
    didSet { if style != oldValue { contentDidChange() } }
  }
  /// The color of the card; clear for text without a card.
  public var background: Color {
    didSet { if background != oldValue { setNeedsDisplay() } }
  }
  /// The distance from each side of the card to the text, in points.
  public var padding = 12.0 {
    didSet { if padding != oldValue { contentDidChange() } }
  }

  /// Creates a label of `size` points.
  public init(
    _ text: String, size: Size = .zero,
    style: TextStyle = TextStyle(size: 20, color: .white, alignment: .center),
    background: Color = .clear
  ) {
    self.text = text
    self.style = style
    self.background = background
    super.init(size: size)
    isUserInteractionEnabled = false
  }

  private func contentDidChange() {
    setNeedsDisplay()
    invalidateIntrinsicContentSize()
  }

  /// Returns the size of the text with its padding.
  ///
  /// UIKit: `sizeThatFits:`.
  public override func sizeThatFits(_ size: Size) -> Size {
    let width = max(size.width - 2 * padding, 0)
    let text = TextLayout(text, style: style, width: width.isFinite ? width : nil).size
    return Size(width: text.width.rounded(.up) + 2 * padding, height: text.height.rounded(.up) + 2 * padding)
  }

  public override var isOpaque: Bool { background.alpha >= 1 && cornerRadius <= 0 }

  public override func makePainter() -> Painter? {
    let (text, style, background, radius) = (text, style, background, cornerRadius)
    let card = Rect(origin: .zero, size: size)
    let inner = card.inset(by: padding)
    return { canvas in
      canvas.fill(.roundedRect(card, radius: radius), with: background)
      guard !inner.isEmpty else { return }
      canvas.saved {
        canvas.clip(to: card, radius: radius)
        let layout = TextLayout(text, style: style, fitting: inner.size)
        canvas.draw(layout, at: Point(x: inner.minX, y: inner.center.y - layout.size.height / 2))
      }
    }
  }
}
