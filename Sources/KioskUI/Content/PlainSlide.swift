internal import CarouselUI
internal import PhotoBrowserUI
@_spi(Subclassing) internal import Views

/// A plain gradient with views in its middle, one below another: a QR code, a text, or nothing while there is nothing else to show.
final class PlainSlide: View, SlideView {
  var onReady: (() -> Void)?
  private let content: [View]

  /// The side of a QR code, as a part of the shorter side of the slide.
  private static let codeSide = 0.55
  /// The distance between two views and the margin at the sides, as a part of the shorter side of the slide.
  private static let gap = 0.04

  init(size: Size, _ content: [View] = []) {
    self.content = content
    super.init(size: size)
    isLayered = true
    isUserInteractionEnabled = false
    accessibilityElementsHidden = content.isEmpty
    for view in content { addSubview(view) }
  }

  func fit(_ size: Size) {
    self.size = size
    setNeedsLayout()
    setNeedsDisplay()
  }

  override func layoutSubviews() {
    let short = min(size.width, size.height)
    let gap = (short * Self.gap).rounded()
    let sizes = content.map { view in
      if view is QRCodeView { return Size(width: short, height: short) * Self.codeSide }
      return view.sizeThatFits(Size(width: max(size.width - 2 * gap, 0), height: size.height / 3))
    }
    let height = sizes.reduce(gap * Double(max(content.count - 1, 0))) { $0 + $1.height }
    var y = ((size.height - height) / 2).rounded()
    for (view, own) in zip(content, sizes) {
      view.frame = Rect(
        x: ((size.width - own.width) / 2).rounded(), y: y, width: own.width, height: own.height)
      y += own.height + gap
    }
  }

  override var isOpaque: Bool { true }

  override func makePainter() -> Painter? {
    let bounds = Rect(origin: .zero, size: size)
    return {
      $0.fill(bounds, with: .vertical(in: bounds, colors: [Color(hex: 0x2B3A4A), Color(hex: 0x101820)]))
    }
  }

  override func didPaint(version: Int, byteCount: Int) {
    let due = onReady
    onReady = nil
    due?()
  }
}
