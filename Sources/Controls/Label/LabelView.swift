public import Drawing
public import Geometry
public import Views

/// A text, vertically centered on a colored card with optional rounded corners.
///
/// If the text is higher than the card, it is truncated with an ellipsis. Without a style, the text has the font, the
/// text scale and the colors of the theme. On a card without a style, the text is black or white.
///
/// Events pass through it to the views behind: `isUserInteractionEnabled` is `false` by default.
///
/// UIKit: `UILabel`.
public final class LabelView: ThemedView {
  /// The text of the label.
  public var text: String {
    didSet { if text != oldValue { contentDidChange() } }
  }
  /// The font, color and alignment of the text; by default those of the theme, centered, at 20 points.
  public var style: TextStyle {
    get { chosenStyle ?? themedStyle }
    set {
      guard newValue != chosenStyle else { return }
      chosenStyle = newValue
      contentDidChange()
    }
  }
  private var chosenStyle: TextStyle?
  private var styleChange: ((inout TextStyle) -> Void)?

  /// Changes parts of the theme's style; the other parts follow the theme.
  package func changeStyle(_ change: @escaping (inout TextStyle) -> Void) {
    styleChange = change
    contentDidChange()
  }
  /// The color of the card; clear for a text without a card.
  public var background: Color {
    didSet { if background != oldValue { setNeedsDisplay() } }
  }
  /// The distance from each side of the card to the text, in points.
  public var padding = 12.0 {
    didSet { if padding != oldValue { contentDidChange() } }
  }

  /// Whether the lines of a wrapped text have about the same length; by default `false`.
  ///
  /// CSS: `text-wrap: balance`.
  public var balancesLines = false {
    didSet { if balancesLines != oldValue { setNeedsDisplay() } }
  }

  /// Creates a label of `size` points.
  ///
  /// - Parameter style: The font, color and alignment; `nil`, the default, for those of the theme.
  public init(
    _ text: String, size: Size = .zero, style: TextStyle? = nil, background: Color = .clear
  ) {
    self.text = text
    chosenStyle = style
    self.background = background
    super.init(size: size)
    isUserInteractionEnabled = false
  }

  private var themedStyle: TextStyle {
    let theme = effectiveTheme
    var style = theme.textStyle()
    style.size *= Self.fontSize / theme.metrics.fontSize
    style.alignment = .center
    let ground = [background, backgroundColor ?? .clear].first { $0.alpha >= 0.5 }
    if let ground { style.color = theme.colors.foreground(on: ground) }
    styleChange?(&style)
    return style
  }

  private static let fontSize = 20.0  // points

  public override var semantics: Semantics { text.isEmpty ? Semantics() : Semantics(.label, label: text) }

  private func contentDidChange() {
    accessibilityChanged(.label)
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
    let (inner, isBalanced) = (card.inset(by: padding), balancesLines)
    return { canvas in
      canvas.fill(.roundedRect(card, radius: radius), with: background)
      guard !inner.isEmpty else { return }
      canvas.saved {
        canvas.clip(to: card, radius: radius)
        let layout =
          isBalanced
          ? TextLayout(balanced: text, style: style, fitting: inner.size)
          : TextLayout(text, style: style, fitting: inner.size)
        // A balanced text is narrower than the label, so it is centered as a whole.
        let left = isBalanced ? inner.center.x - (layout.width ?? inner.size.width) / 2 : inner.minX
        canvas.draw(layout, at: Point(x: left, y: inner.center.y - layout.size.height / 2))
      }
    }
  }
}
