internal import Drawing
public import Geometry
public import Views

/// A raised surface with rounded corners in the colors of the theme, which contains one view.
///
/// The theme of the card also applies to its content, so text on the card is legible in every theme. The theme does not
/// change a `backgroundColor`, and controls and text on that color may be illegible in another theme.
///
/// libadwaita: the style class `card`.
public final class CardView: ThemedView {
  /// The view inside the card.
  public let content: View

  /// Creates a card around `content`.
  ///
  /// - Parameters:
  ///   - content: The view inside the card.
  ///   - size: In points; `.zero`, the default, for the size that suits the content.
  ///   - insets: The distances from the sides of the card to the content, in points.
  public init(_ content: View, size: Size = .zero, insets: EdgeInsets = EdgeInsets(16)) {
    self.content = content
    super.init(size: size)
    self.insets = insets
    cornerRadius = ThemeMetrics().cardRadius
    addSubview(content)
    if size == .zero { sizeToFit() }
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    let inner = content.fittingSize(in: size.inset(by: insets))
    return Size(width: inner.width + insets.total.width, height: inner.height + insets.total.height)
  }

  public override func layoutSubviews() { content.frame = bounds.inset(by: insets) }

  public override func makePainter() -> Painter? {
    let (colors, frame, radius) = (effectiveTheme.colors, Rect(origin: .zero, size: size), cornerRadius)
    return { canvas in
      canvas.fill(.roundedRect(frame, radius: radius), with: colors.popover)
      canvas.strokeBorder(frame, radius: radius, with: colors.border, width: 1)
    }
  }
}
