internal import Drawing
internal import Geometry
internal import Views

/// The visible part of the image in an ``ImageView``, and what surrounds the image.
struct ImageFraming: Sendable {
  /// The visible part, in fractions of the image's width and height.
  var part: Rect
  var position: Point
  var blurredFillRadius: Double?
  var mat: ImageMat?

  /// Whether the image and its surroundings together cover the whole view.
  var coversView: Bool { blursFill || mat != nil }

  private var blursFill: Bool { (blurredFillRadius ?? 0) > 0 && mat == nil }

  /// Whether the surroundings of the image are opaque and the image has a visible part.
  var isOpaque: Bool {
    !part.intersection(.unit).isEmpty && mat.map { $0.color.alpha >= 1 } ?? true
  }

  func visibleFrame(of image: Image, in canvas: Canvas, bounds: Rect, mode: ContentMode) -> Rect {
    canvas.visibleFrame(of: image, in: bounds, mode: mode, position: position, part: part)
  }

  /// Draws the image with its mat, or with a blurred copy behind it.
  func draw(_ image: Image, in canvas: Canvas, frame: Rect, mode: ContentMode, cornerRadius: Double) {
    if let mat {
      return drawMatted(image, mat, in: canvas, frame: frame, mode: mode, cornerRadius: cornerRadius)
    }
    var radius = cornerRadius
    if blursFill, let blur = blurredFillRadius {
      canvas.drawBlurred(image, covering: frame, radius: blur, cornerRadius: cornerRadius)
      if visibleFrame(of: image, in: canvas, bounds: frame, mode: mode) != frame { radius = 0 }
    }
    canvas.saved {
      if radius != cornerRadius { canvas.clip(to: frame, radius: cornerRadius) }
      canvas.draw(image, in: frame, mode: mode, position: position, part: part, cornerRadius: radius)
    }
  }

  private func drawMatted(
    _ image: Image, _ mat: ImageMat, in canvas: Canvas, frame: Rect, mode: ContentMode, cornerRadius: Double
  ) {
    canvas.fill(.roundedRect(frame, radius: cornerRadius), with: mat.color)
    let opening = canvas.snapped(frame.inset(by: mat.insets))
    guard !opening.isEmpty else { return }
    let picture = canvas.snapped(visibleFrame(of: image, in: canvas, bounds: opening, mode: mode))
    guard !picture.isEmpty else { return }
    canvas.saved {
      canvas.clip(to: frame, radius: cornerRadius)
      drawBevel(around: picture, mat, in: canvas)
      // The picture is drawn in `picture` and not placed again, because rounding to pixels could leave a gap to
      // the bevel.
      canvas.draw(
        image, in: picture, mode: mode == .center ? .center : .fill, position: position, part: part)
    }
  }

  /// Draws the edge of the mat. Light comes from the top left, so the top and left sides of the edge are dark.
  private func drawBevel(around picture: Rect, _ mat: ImageMat, in canvas: Canvas) {
    let width = mat.bevelWidth
    guard width > 0, width.isFinite else { return }
    let outer = picture.inset(by: -width)
    var shaded = Path()
    shaded.move(to: Point(x: outer.minX, y: outer.maxY))
    for point in [outer.origin, Point(x: outer.maxX, y: outer.minY), picture.center] {
      shaded.line(to: point)
    }
    shaded.close()
    canvas.fill(outer, with: mat.bevelColor)
    canvas.fill(shaded, with: mat.bevelColor.mixed(with: .black, amount: 0.25))
  }
}
