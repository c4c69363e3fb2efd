import Drawing
import Geometry

/// A copy of the properties of an ``ImageView``, which any thread may paint.
struct ImageViewSnapshot: Sendable {
  enum Content: Sendable {
    case image(Image)
    case placeholder
    case failure(message: String)
  }

  var content: Content
  var caption: String
  var contentMode: ContentMode
  var captionPlacement: ImageView.CaptionPlacement
  var captionStyle: TextStyle
  var placeholderColor: Color
  var backgroundColor: Color
  var cornerRadius: Double
  var framing: ImageFraming

  /// Returns whether every pixel of the view is opaque.
  ///
  /// - Parameter isImageOpaque: `nil` without an image.
  func isOpaque(isImageOpaque: Bool?) -> Bool {
    if cornerRadius > 0 { return false }
    if backgroundColor.alpha >= 1 { return true }
    if !caption.isEmpty && captionPlacement == .under { return false }
    if let isImageOpaque {
      let coversView = contentMode == .fill || contentMode == .stretch || framing.blursFill
      return isImageOpaque && coversView && framing.isOpaque
    }
    return if case .failure = content { true } else { placeholderColor.alpha >= 1 }
  }

  func draw(in canvas: Canvas, size: Size) {
    let bounds = Rect(origin: .zero, size: size)
    guard !caption.isEmpty else { return drawContent(in: canvas, frame: bounds, bottomInset: 0) }
    switch captionPlacement {
    case .over:
      let frame = contentFrame(in: canvas, bounds: bounds)
      let band = CaptionBand(caption, style: captionStyle, width: frame.size.width)
      canvas.saved {
        canvas.clip(to: frame, radius: cornerRadius)
        drawContent(in: canvas, frame: bounds, bottomInset: band.height)
        band.draw(in: canvas, atBottomOf: frame, isShaded: isBright)
      }
    case .under:
      let band = CaptionBand(caption, style: captionStyle, width: size.width)
      let height = max(size.height - band.height, 0)
      let frame = canvas.snapped(Rect(x: 0, y: 0, width: size.width, height: height))
      drawContent(in: canvas, frame: frame, bottomInset: 0)
      band.draw(in: canvas, at: frame.maxY)
    }
  }

  /// Returns the part of the view that the image, the placeholder or the error tile covers.
  private func contentFrame(in canvas: Canvas, bounds: Rect) -> Rect {
    guard case .image(let image) = content else { return bounds }
    if framing.blursFill || framing.mat != nil { return bounds }
    return framing.visibleFrame(of: image, in: canvas, bounds: bounds, mode: contentMode)
  }

  /// Whether white text may be illegible on the content without a shade.
  private var isBright: Bool {
    switch content {
    case .image: true  // an image may be bright anywhere
    case .placeholder: placeholderColor.luma > 0.35
    case .failure: false
    }
  }

  /// Draws the image, the placeholder or the error tile.
  ///
  /// - Parameter bottomInset: The height that the caption covers at the bottom of the frame, in points.
  private func drawContent(in canvas: Canvas, frame: Rect, bottomInset: Double) {
    switch content {
    case .image(let image):
      framing.draw(image, in: canvas, frame: frame, mode: contentMode, cornerRadius: cornerRadius)
    case .placeholder:
      PlaceholderCard(color: placeholderColor).draw(in: canvas, frame: frame, cornerRadius: cornerRadius)
    case .failure(let message):
      ErrorCard(message: message).draw(
        in: canvas, frame: frame, bottomInset: bottomInset, cornerRadius: cornerRadius)
    }
  }
}
