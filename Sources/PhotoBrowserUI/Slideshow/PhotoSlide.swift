internal import CarouselUI
@_spi(Subclassing) internal import Views

/// A photo on a dark page, or a photo that covers the page and moves.
final class PhotoSlide: View, SlideView {
  var onReady: (() -> Void)?
  private let image: Image
  /// The size of the image, in pixels.
  private let pixels: Size
  private let motion: KenBurns?
  private var page: Size
  private let scale: Double
  private let background: Color

  /// Creates a slide.
  ///
  /// - Parameters:
  ///   - image: The photo, decoded for the page.
  ///   - name: The name of the photo.
  ///   - box: The page.
  ///   - motion: The movement of the photo; `nil` shows the whole photo.
  init(_ image: Image, name: String, on box: PhotoBox, background: Color, motion: KenBurns?) {
    (self.image, self.motion, page, scale, self.background) = (image, motion, box.size, box.scale, background)
    pixels = Size(width: Double(image.width), height: Double(image.height))
    super.init(size: box.size)
    isLayered = true
    isUserInteractionEnabled = false
    accessibilityRole = .image
    accessibilityLabel = name
    layOut()
  }

  var moves: Bool { motion != nil }

  func move(to progress: Double) {
    self.progress = progress
    layOut()
  }
  private var progress = 0.0

  func fit(_ size: Size) {
    page = size
    layOut()
    setNeedsDisplay()
  }

  /// The photo has its own size and is moved by its transform, so that it is not painted again.
  private func layOut() {
    guard let motion else {
      frame = Rect(origin: .zero, size: page)
      return
    }
    let place = motion.frame(at: progress, of: pixels, on: page)
    let own = KenBurns.size(of: pixels, on: page)
    if size != own { size = own }
    let factor = place.size.width / max(own.width, 1)
    transform = .scale(x: factor, y: factor)
    frame.origin = Point(
      x: place.center.x - own.width / 2, y: place.center.y - own.height / 2)
  }

  override var isOpaque: Bool { true }

  override func makePainter() -> Painter? {
    let (image, bounds, background, isWhole) = (
      image, Rect(origin: .zero, size: size), background, motion == nil
    )
    let fitting = PhotoBox(size: size, scale: scale).size(of: pixels)
    return { canvas in
      canvas.fill(bounds, with: background)
      guard isWhole else { return canvas.draw(image, in: bounds) }
      // A whole number of pixels on each side, so that the photo is not drawn between the pixels.
      let corner = Point(
        x: (bounds.size.width - fitting.width) / 2, y: (bounds.size.height - fitting.height) / 2)
      canvas.draw(
        image, in: Rect(origin: canvas.snapped(Rect(origin: corner, size: fitting)).origin, size: fitting))
    }
  }

  override func didPaint(version: Int, byteCount: Int) {
    let due = onReady
    onReady = nil
    due?()
  }
}
