import CCairo
public import Geometry

/// Draws on an ``ImageSurface``, in points from the top left corner, x to the right and y downwards.
///
/// A canvas may be used on any thread, but on one at a time. A number that is not finite draws nothing.
/// cairo: `cairo_t`.
public final class Canvas {
  let context: OpaquePointer

  /// The extent of the whole surface, in points, before any transform.
  public let size: Size

  /// The number of pixels to a point in each direction, before any transform.
  public let scale: Size

  /// The whole surface, in points, before any transform.
  public var bounds: Rect { Rect(origin: .zero, size: size) }

  /// Takes over `context`.
  init(_ context: OpaquePointer, size: Size, scale: Size) {
    self.context = context
    self.size = size
    self.scale = scale
    cairo_scale(context, scale.width, scale.height)
  }

  deinit { cairo_destroy(context) }

  /// Whether cairo refused something; nothing is drawn from then on. cairo: `cairo_status`.
  package var failure: String? {
    let status = cairo_status(context)
    return status == CAIRO_STATUS_SUCCESS ? nil : String(cString: cairo_status_to_string(status))
  }

  // MARK: State

  /// Runs `body` and takes back what it did to transform and clip. cairo: `cairo_save`, `cairo_restore`.
  public func saved<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    cairo_save(context)
    defer { cairo_restore(context) }
    return try body()
  }

  /// Runs `body` and shows all it drew at once, faded to `alpha`. cairo: `cairo_push_group`.
  public func faded<Failure: Error>(
    to alpha: Double, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    cairo_push_group(context)
    defer {
      cairo_pop_group_to_source(context)
      cairo_paint_with_alpha(context, alpha.isFinite ? min(max(alpha, 0), 1) : 0)
      cairo_set_source_rgb(context, 0, 0, 0)  // lets go of the group's pixels
    }
    try body()
  }

  // MARK: Transform

  /// Moves the origin. cairo: `cairo_translate`.
  public func translate(x: Double, y: Double) {
    guard x.isFinite && y.isFinite else { return clipAll() }
    cairo_translate(context, x, y)
  }

  /// Scales about the origin; a factor of 0 hides what follows. cairo: `cairo_scale`.
  public func scale(x: Double, y: Double) {
    // A matrix that cannot be inverted would end all drawing, also after the state is restored.
    guard x.isNormal && y.isNormal else { return clipAll() }
    cairo_scale(context, x, y)
  }

  /// Turns clockwise on screen about the origin, in radians. cairo: `cairo_rotate`.
  public func rotate(by angle: Double) {
    guard angle.isFinite else { return clipAll() }
    cairo_rotate(context, angle)
  }

  // MARK: Clip

  /// Lets only what lies within `rect` and the current clip be drawn. cairo: `cairo_clip`.
  public func clip(to rect: Rect) { clip(to: .rect(rect)) }

  /// Lets only what lies within the round-cornered `rect` and the current clip be drawn. cairo: `cairo_clip`.
  public func clip(to rect: Rect, radius: Double) { clip(to: .roundedRect(rect, radius: radius)) }

  /// Lets only what lies within `path` and the current clip be drawn. cairo: `cairo_clip`.
  public func clip(to path: Path) {
    guard trace(path) else { return clipAll() }
    cairo_clip(context)
  }

  private func clipAll() {
    cairo_new_path(context)
    cairo_clip(context)
  }

  // MARK: Pixel grid

  /// Returns `rect` with its sides moved to the nearest pixel borders, so that it is drawn with sharp edges;
  /// as it is when the transform turns or leans.
  public func snapped(_ rect: Rect) -> Rect {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    guard matrix.xy == 0, matrix.yx == 0, matrix.xx != 0, matrix.yy != 0 else { return rect }
    func snap(_ value: Double, _ factor: Double, _ offset: Double) -> Double {
      ((value * factor + offset).rounded() - offset) / factor
    }
    let left = snap(rect.minX, matrix.xx, matrix.x0)
    let top = snap(rect.minY, matrix.yy, matrix.y0)
    return Rect(
      x: left, y: top, width: snap(rect.maxX, matrix.xx, matrix.x0) - left,
      height: snap(rect.maxY, matrix.yy, matrix.y0) - top)
  }
}
