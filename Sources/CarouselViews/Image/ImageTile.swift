import Drawing
import Geometry

/// What an ``ImageView`` shows, as a value that any thread may paint.
struct ImageTile: Sendable {
  enum Content: Sendable {
    case picture(Image)
    case placeholder
    case failure(String)
  }

  var content: Content
  var caption: String
  var contentMode: ContentMode
  var captionPlacement: ImageView.CaptionPlacement
  var captionStyle: TextStyle
  var placeholderColor: Color
  var backgroundColor: Color
  var cornerRadius: Double

  /// - Parameter picture: Whether the picture is opaque; `nil` while there is none.
  func isOpaque(with picture: Bool?) -> Bool {
    if cornerRadius > 0 { return false }
    if backgroundColor.alpha >= 1 { return true }
    if !caption.isEmpty && captionPlacement == .under { return false }
    if let picture { return picture && (contentMode == .fill || contentMode == .stretch) }
    return if case .failure = content { true } else { placeholderColor.alpha >= 1 }
  }

  func draw(in canvas: Canvas, size: Size) {
    let bounds = Rect(origin: .zero, size: size)
    if backgroundColor.alpha > 0 {
      canvas.fill(.roundedRect(bounds, radius: cornerRadius), with: backgroundColor)
    }
    guard !caption.isEmpty else { return drawContent(in: canvas, frame: bounds, foot: 0) }
    switch captionPlacement {
    case .over:
      let frame = contentFrame(in: canvas, bounds: bounds)
      let band = CaptionBand(caption, style: captionStyle, width: frame.size.width)
      canvas.saved {
        canvas.clip(to: frame, radius: cornerRadius)
        drawContent(in: canvas, frame: bounds, foot: band.height)
        band.draw(in: canvas, atFootOf: frame, isShaded: isBright)
      }
    case .under:
      let band = CaptionBand(caption, style: captionStyle, width: size.width)
      let height = max(size.height - band.height, 0)
      let frame = canvas.snapped(Rect(x: 0, y: 0, width: size.width, height: height))
      drawContent(in: canvas, frame: frame, foot: 0)
      band.draw(in: canvas, at: frame.maxY)
    }
  }

  /// The part of the view that the picture covers, or the tile that stands for it.
  private func contentFrame(in canvas: Canvas, bounds: Rect) -> Rect {
    guard case .picture(let image) = content else { return bounds }
    return canvas.visibleFrame(of: image, in: bounds, mode: contentMode)
  }

  /// Whether white text might not be legible on the content as it is.
  private var isBright: Bool {
    switch content {
    case .picture: true  // it may be anywhere
    case .placeholder: placeholderColor.luma > 0.35
    case .failure: false
    }
  }

  /// - Parameter foot: How much of the frame's foot the caption takes, in points.
  private func drawContent(in canvas: Canvas, frame: Rect, foot: Double) {
    switch content {
    case .picture(let image):
      canvas.draw(image, in: frame, mode: contentMode, cornerRadius: cornerRadius)
    case .placeholder:
      PlaceholderTile(color: placeholderColor).draw(in: canvas, frame: frame, cornerRadius: cornerRadius)
    case .failure(let sentence):
      ErrorTile(sentence: sentence).draw(in: canvas, frame: frame, foot: foot, cornerRadius: cornerRadius)
    }
  }
}
