public import Drawing
public import Geometry

/// A text, vertically centered on a colored card with optional rounded corners.
///
/// Text that does not fit the height of the card is truncated with an ellipsis.
///
/// UIKit: `UILabel`.
public final class LabelView: View {
  /// The text of the label.
  public var text: String {
    didSet { if text != oldValue { setNeedsDisplay() } }
  }
  /// The font, color and alignment of the text.
  public var style: TextStyle {
    didSet { if style != oldValue { setNeedsDisplay() } }
  }
  /// The color of the card; clear for text without a card.
  public var background: Color {
    didSet { if background != oldValue { setNeedsDisplay() } }
  }
  /// The corner radius of the card, in points. A label with rounded corners is not opaque.
  public var cornerRadius = 0.0 {
    didSet { if cornerRadius != oldValue { setNeedsDisplay() } }
  }
  /// The distance from each side of the card to the text, in points.
  public var padding = 12.0 {
    didSet { if padding != oldValue { setNeedsDisplay() } }
  }

  /// Creates a label of `size` points.
  public init(
    _ text: String, size: Size, style: TextStyle = TextStyle(size: 20, color: .white, alignment: .center),
    background: Color = .clear
  ) {
    self.text = text
    self.style = style
    self.background = background
    super.init(size: size)
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
