import CarouselUI

/// A raised surface in the colors of the theme, which contains one view.
final class Card: ThemedView {
  /// The view inside the card.
  let content: View

  init(_ content: View, size: Size = .zero, insets: Insets = Insets(20)) {
    self.content = content
    super.init(size: size)
    self.insets = insets
    cornerRadius = 14
    addSubview(content)
    if size == .zero { sizeToFit() }
  }

  override func sizeThatFits(_ size: Size) -> Size {
    let inner = content.fittingSize(
      in: Size(width: size.width - insets.total.width, height: size.height - insets.total.height))
    return Size(width: inner.width + insets.total.width, height: inner.height + insets.total.height)
  }

  override func layoutSubviews() { content.frame = bounds.inset(by: insets) }

  override func makePainter() -> Painter? {
    let (colors, frame, radius) = (effectiveTheme.colors, Rect(origin: .zero, size: size), cornerRadius)
    return { canvas in
      canvas.fill(.roundedRect(frame, radius: radius), with: colors.popover)
      canvas.strokeBorder(frame, radius: radius, with: colors.shade(0.12), width: 1)
    }
  }
}
