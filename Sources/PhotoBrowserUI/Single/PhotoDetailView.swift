internal import CarouselUI
@_spi(Subclassing) internal import Views

/// A part of a photo with the exact pixels for a zoom scale, in front of the photo, whose pixels are enlarged.
///
/// It is transparent until it has been painted.
final class PhotoDetailView: View {
  /// The part of the photo in the coordinates of the zoomed content.
  let area: Rect
  /// The zoom scale for which the pixels are exact.
  let scale: Double
  private let image: Image
  private let isPixelated: Bool
  private var onPaint: ((PhotoDetailView) -> Void)?

  /// Creates the view.
  ///
  /// - Parameters:
  ///   - image: The pixels of the part.
  ///   - size: The size at which the part is seen, in points: whole pixels of the screen.
  ///   - isPixelated: Whether the pixels are shown as squares.
  ///   - onPaint: Called once, when the pixels are painted.
  init(
    _ image: Image, size: Size, area: Rect, scale: Double, isPixelated: Bool,
    onPaint: @escaping (PhotoDetailView) -> Void
  ) {
    (self.image, self.area, self.scale, self.isPixelated) = (image, area, scale, isPixelated)
    self.onPaint = onPaint
    super.init(size: size)
    // The view has the size at which the part is seen. The zoom of the content enlarges it again.
    transform = .scale(x: 1 / scale, y: 1 / scale)
    frame.origin = Point(x: area.center.x - size.width / 2, y: area.center.y - size.height / 2)
    isLayered = true
    isUserInteractionEnabled = false
    alpha = 0
    isPreparedWhileTransparent = true
  }

  /// Shows the view.
  func show() {
    alpha = 1
    isPreparedWhileTransparent = false
  }

  override var isOpaque: Bool { image.isOpaque }

  override func makePainter() -> Painter? {
    let (image, bounds, isPixelated) = (image, Rect(origin: .zero, size: size), isPixelated)
    return { $0.draw(image, in: bounds, isPixelated: isPixelated) }
  }

  override func didPaint(version: Int, byteCount: Int) {
    let due = onPaint
    onPaint = nil
    due?(self)
  }
}
