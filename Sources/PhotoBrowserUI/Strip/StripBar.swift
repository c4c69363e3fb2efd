internal import CarouselUI

/// The view around the strip of thumbnails. Its background has the color of the lower edge of the carousel.
final class StripBar: ThemedView {
  private let strip: PhotoStrip
  private static let insets = EdgeInsets(vertical: 6)

  init(_ strip: PhotoStrip) {
    self.strip = strip
    super.init()
    addSubview(strip)
  }

  override func sizeThatFits(_ size: Size) -> Size {
    let inner = strip.sizeThatFits(size)
    return Size(width: inner.width, height: inner.height + Self.insets.total.height)
  }

  override func layoutSubviews() { strip.frame = bounds.inset(by: Self.insets) }

  override func makePainter() -> Painter? {
    let color = BrowserLayout.backdropColors(effectiveTheme)[1]
    return { $0.fill(with: color) }
  }
}
