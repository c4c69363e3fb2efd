internal import CarouselDescription
internal import CarouselUI
internal import PhotoBrowserUI
@_spi(Subclassing) internal import Views

/// A page of described views, in the middle of the screen.
final class PageSlide: View, SlideView {
  var onReady: (() -> Void)?
  /// The path of its file.
  let path: String
  private let page: View
  /// The size of the page, in points; `nil` to fill the screen.
  private let ownSize: Size?

  init(_ description: LoadedDescription, from path: String, size: Size) {
    (page, ownSize, self.path) = (description.view, description.size, path)
    super.init(size: size)
    isLayered = true
    accessibilityLabel = description.title ?? "Page"
    addSubview(page)
  }

  func fit(_ size: Size) {
    self.size = size
    setNeedsLayout()
  }

  /// A page with a size of its own is enlarged to fit the screen.
  override func layoutSubviews() {
    guard let ownSize, !ownSize.isEmpty, !size.isEmpty else {
      page.frame = bounds
      return
    }
    let scale = min(size.width / ownSize.width, size.height / ownSize.height)
    page.size = ownSize
    page.transform = .scale(x: scale, y: scale)
    page.frame.origin = Point(
      x: ((size.width - ownSize.width) / 2).rounded(), y: ((size.height - ownSize.height) / 2).rounded())
  }

  override var isOpaque: Bool { true }

  override func makePainter() -> Painter? {
    let (bounds, color) = (Rect(origin: .zero, size: size), effectiveTheme.colors.window)
    return { $0.fill(bounds, with: color) }
  }

  override func didPaint(version: Int, byteCount: Int) {
    let due = onReady
    onReady = nil
    due?()
  }
}
