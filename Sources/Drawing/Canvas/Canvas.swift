import CCairo
public import Geometry

/// Draws on an ``ImageSurface``. Coordinates are in points from the top left corner; x points right and y down.
///
/// A canvas may be used on any thread, but only on one at a time. A call with a number that is not finite draws nothing.
///
/// cairo: `cairo_t`.
public final class Canvas {
  let context: OpaquePointer

  /// The size of the surface in points, without the current transform.
  public let size: Size

  /// The number of pixels per point in each direction, without the current transform.
  public let scale: Size

  /// The bounds of the surface in points, without the current transform.
  public var bounds: Rect { Rect(origin: .zero, size: size) }

  /// Creates a canvas that takes ownership of `context`.
  init(_ context: OpaquePointer, size: Size, scale: Size) {
    self.context = context
    self.size = size
    self.scale = scale
    cairo_scale(context, scale.width, scale.height)
  }

  /// Returns a canvas that draws to the same pixels with the same state, but has another ``size``. It is used to paint
  /// a view into the pixels of a larger view.
  package func resized(to size: Size) -> Canvas { Canvas(sharing: self, size: size) }

  private init(sharing canvas: Canvas, size: Size) {
    context = cairo_reference(canvas.context)
    self.size = size
    scale = canvas.scale
  }

  deinit { cairo_destroy(context) }

  /// The description of the first cairo error, or `nil`. After an error, nothing is drawn.
  ///
  /// cairo: `cairo_status`.
  package var failure: String? {
    let status = cairo_status(context)
    return status == CAIRO_STATUS_SUCCESS ? nil : String(cString: cairo_status_to_string(status))
  }

  // MARK: State

  /// Runs `body`, then restores the transform and the clip.
  ///
  /// cairo: `cairo_save`, `cairo_restore`.
  public func saved<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    cairo_save(context)
    defer { cairo_restore(context) }
    return try body()
  }

  /// Runs `body` and draws its result as one group with the opacity `alpha`, in `0...1`.
  ///
  /// cairo: `cairo_push_group`.
  public func faded<Failure: Error>(
    to alpha: Double, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    cairo_push_group(context)
    defer {
      cairo_pop_group_to_source(context)
      cairo_paint_with_alpha(context, alpha.isFinite ? min(max(alpha, 0), 1) : 0)
      cairo_set_source_rgb(context, 0, 0, 0)  // releases the group's pixels
    }
    try body()
  }

  // MARK: Transform

  /// Moves the origin by (`x`, `y`) points.
  ///
  /// cairo: `cairo_translate`.
  public func translate(x: Double, y: Double) {
    guard x.isFinite && y.isFinite else { return clipAll() }
    cairo_translate(context, x, y)
  }

  /// Scales about the origin. If a factor is 0, nothing is drawn until the state is restored.
  ///
  /// cairo: `cairo_scale`.
  public func scale(x: Double, y: Double) {
    // A matrix without an inverse puts a cairo context into an error state that remains after the state is
    // restored.
    guard x.isNormal && y.isNormal else { return clipAll() }
    cairo_scale(context, x, y)
  }

  /// Rotates clockwise on screen about the origin by `angle` radians.
  ///
  /// cairo: `cairo_rotate`.
  public func rotate(by angle: Double) {
    guard angle.isFinite else { return clipAll() }
    cairo_rotate(context, angle)
  }

  // MARK: Clip

  /// Intersects the clip with `rect`.
  ///
  /// cairo: `cairo_clip`.
  public func clip(to rect: Rect) { clip(to: .rect(rect)) }

  /// Intersects the clip with `rect`, whose corners are rounded with a radius of `radius` points.
  ///
  /// cairo: `cairo_clip`.
  public func clip(to rect: Rect, radius: Double) { clip(to: .roundedRect(rect, radius: radius)) }

  /// Intersects the clip with the inside of `path`.
  ///
  /// cairo: `cairo_clip`.
  public func clip(to path: Path) {
    guard trace(path) else { return clipAll() }
    cairo_clip(context)
  }

  /// The smallest rectangle that contains the current clip, in the current coordinates.
  ///
  /// cairo: `cairo_clip_extents`.
  public var clipBounds: Rect {
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(context, &left, &top, &right, &bottom)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The size of a pixel in the current coordinates.
  package var pixelSize: Size {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    return Size(
      width: 1 / (matrix.xx * matrix.xx + matrix.yx * matrix.yx).squareRoot(),
      height: 1 / (matrix.xy * matrix.xy + matrix.yy * matrix.yy).squareRoot())
  }

  private func clipAll() {
    cairo_new_path(context)
    cairo_clip(context)
  }

  // MARK: Pixel grid

  /// Returns `rect` with its sides moved to the nearest pixel boundaries, so that it is drawn with sharp edges.
  ///
  /// The result is `rect` itself if the current transform rotates or skews.
  public func snapped(_ rect: Rect) -> Rect {
    // Halves are rounded up, so that a part of a picture is drawn like the whole picture.
    alignedToPixels(rect, start: { ($0 + 0.5).rounded(.down) }, end: { ($0 + 0.5).rounded(.down) })
  }

  /// Returns the smallest rectangle of whole pixels that contains `rect`.
  ///
  /// The result is `rect` itself if the current transform rotates or skews.
  package func coveredPixels(_ rect: Rect) -> Rect {
    // A rectangle may extend beyond a pixel boundary by a rounding error.
    let tolerance = 1e-6  // pixels
    return alignedToPixels(
      rect, start: { ($0 + tolerance).rounded(.down) }, end: { ($0 - tolerance).rounded(.up) })
  }

  /// Returns `rect` with its sides moved.
  ///
  /// - Parameters:
  ///   - start: Returns the new position of a side with the lower coordinate, in pixels.
  ///   - end: Returns the new position of a side with the higher coordinate, in pixels.
  private func alignedToPixels(
    _ rect: Rect, start: (Double) -> Double, end: (Double) -> Double
  ) -> Rect {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    guard matrix.xy == 0, matrix.yx == 0, matrix.xx != 0, matrix.yy != 0 else { return rect }
    func range(_ least: Double, _ most: Double, _ factor: Double, _ offset: Double) -> (Double, Double) {
      let (first, last) = (least * factor + offset, most * factor + offset)
      let (low, high) = (start(min(first, last)), end(max(first, last)))
      let (a, b) = ((low - offset) / factor, (high - offset) / factor)
      return (min(a, b), max(a, b))
    }
    let (left, right) = range(rect.minX, rect.maxX, matrix.xx, matrix.x0)
    let (top, bottom) = range(rect.minY, rect.maxY, matrix.yy, matrix.y0)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
