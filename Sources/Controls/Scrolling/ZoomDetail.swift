internal import Drawing
internal import Geometry
@_spi(Subclassing) internal import Views

/// The visible part of zoomed content with exact pixels, in place of the content, whose own pixels are enlarged.
///
/// It is transparent until it has been painted in the background.
final class ZoomDetail: View {
  /// The part of the content, in its coordinates.
  let area: Rect
  /// The scale at which the part was painted.
  let scale: Double
  private weak var content: View?
  private var onPaint: ((ZoomDetail) -> Void)?

  /// - Parameter onPaint: Called once with the detail, when its pixels are ready.
  init(of content: View, area: Rect, scale: Double, onPaint: @escaping (ZoomDetail) -> Void) {
    (self.content, self.area, self.scale, self.onPaint) = (content, area, scale, onPaint)
    super.init(size: Size(width: area.size.width * scale, height: area.size.height * scale))
    isLayered = true
    isUserInteractionEnabled = false
    alpha = 0
    isPreparedWhileTransparent = true
  }

  /// Places the detail over the content.
  ///
  /// - Parameters:
  ///   - origin: The position of the content's top left corner in the superview.
  ///   - scale: The current scale of the content.
  func place(at origin: Point, scale: Double) {
    let factor = scale / self.scale
    transform = factor == 1 ? .identity : .scale(x: factor, y: factor)
    let center = origin + area.center * scale
    frame.origin = Point(x: center.x - size.width / 2, y: center.y - size.height / 2)
  }

  override func makePainter() -> Painter? {
    guard let content else { return { _ in } }
    guard let paint = content.makeCopyPainter(area: area) else { return nil }
    let (origin, scale) = (area.origin - content.bounds.origin, scale)
    return { canvas in
      canvas.scale(x: scale, y: scale)
      canvas.translate(x: -origin.x, y: -origin.y)
      paint(canvas)
    }
  }

  override func draw(in canvas: Canvas) {
    guard let content else { return }
    let origin = area.origin - content.bounds.origin
    canvas.scale(x: scale, y: scale)
    canvas.translate(x: -origin.x, y: -origin.y)
    content.drawCopy(in: canvas, area: area)
  }

  /// Whether the pixels can be painted on another thread.
  var isPaintedInBackground: Bool { content?.makeCopyPainter(area: area) != nil }

  override func didPaint(version: Int, byteCount: Int) {
    let due = onPaint
    onPaint = nil
    due?(self)
  }
}
