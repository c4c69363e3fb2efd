import CCairo
public import Geometry
import Glibc

extension Canvas {
  /// Draws an image in a rectangle. If the image is scaled down, its pixels are averaged.
  ///
  /// If the drawn size differs from the image's size by less than a pixel, the image is copied without scaling, so
  /// that it stays sharp.
  ///
  /// - Parameters:
  ///   - image: The image to draw.
  ///   - rect: The rectangle, in points; the image is clipped to it.
  ///   - mode: How the image is placed in `rect`.
  ///   - position: The alignment of an image whose drawn size differs from the size of `rect`. (0, 0) aligns
  ///     the top left corners, (1, 1) the bottom right corners, and (0.5, 0.5) the centers. The alignment
  ///     determines the place of a smaller image and the visible part of a larger one.
  ///   - part: The part of the image that is drawn, in fractions of the image's width and height. By default
  ///     the whole image.
  ///   - cornerRadius: The corner radius of the visible part of the image, in points.
  ///   - alpha: The opacity, in `0...1`.
  ///   - isPixelated: Whether the pixels of an enlarged image are shown as rectangles; by default they are interpolated.
  ///
  /// cairo: `cairo_set_source_surface`, `CAIRO_FILTER_NEAREST`. CSS: `image-rendering: pixelated`.
  public func draw(
    _ image: Image, in rect: Rect, mode: ContentMode = .stretch, position: Point = Point(x: 0.5, y: 0.5),
    part: Rect = .unit, cornerRadius: Double = 0, alpha: Double = 1, isPixelated: Bool = false
  ) {
    let values = [rect.minX, rect.minY, rect.maxX, rect.maxY, cornerRadius, alpha]
    guard !rect.isEmpty, alpha > 0, values.allSatisfy(\.isFinite) else { return }
    let part = part.intersection(.unit)
    guard !part.isEmpty else { return }
    let placement = placement(of: image, in: rect, mode: mode, position: position, part: part)
    let visible = placement.frame.intersection(rect)
    guard !visible.isEmpty else { return }

    let source = cairo_image_surface_create_for_data(
      image.storage.base.assumingMemoryBound(to: UInt8.self),
      image.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, Int32(image.width), Int32(image.height),
      Int32(image.stride))
    defer {
      withExtendedLifetime(image.storage) {
        cairo_surface_finish(source)
        cairo_surface_destroy(source)
      }
    }
    cairo_save(context)
    defer { cairo_restore(context) }  // also releases the source surface
    if alpha < 1 || cornerRadius > 0 {
      clip(to: visible, radius: cornerRadius)
    } else {
      _ = trace(.rect(visible))
    }
    // The frame of the whole image, of which only `part` is inside `placement.frame`.
    var frame = placement.frame
    if part != .unit {
      let whole = Size(
        width: frame.size.width / part.size.width, height: frame.size.height / part.size.height)
      frame = Rect(
        x: frame.minX - part.minX * whole.width, y: frame.minY - part.minY * whole.height, width: whole.width,
        height: whole.height)
    }
    cairo_translate(context, frame.minX, frame.minY)
    cairo_scale(context, frame.size.width / Double(image.width), frame.size.height / Double(image.height))
    cairo_set_source_surface(context, source, 0, 0)
    let pattern = cairo_get_source(context)
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)  // avoids a translucent edge
    let isCopied = placement.isExact || isPixelated
    cairo_pattern_set_filter(pattern, isCopied ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
    if alpha < 1 || cornerRadius > 0 {
      cairo_paint_with_alpha(context, min(alpha, 1))
    } else {
      cairo_fill(context)
    }
  }

  /// Returns the part of `rect` that an image covers when it is drawn in `rect` with the same arguments.
  public func visibleFrame(
    of image: Image, in rect: Rect, mode: ContentMode, position: Point = Point(x: 0.5, y: 0.5),
    part: Rect = .unit
  ) -> Rect {
    let part = part.intersection(.unit)
    guard !rect.isEmpty, !part.isEmpty else { return .zero }
    return placement(of: image, in: rect, mode: mode, position: position, part: part).frame.intersection(rect)
  }

  private func placement(
    of image: Image, in rect: Rect, mode: ContentMode, position: Point, part: Rect
  ) -> (frame: Rect, isExact: Bool) {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    let pixelsPerPoint = Size(width: hypot(matrix.xx, matrix.yx), height: hypot(matrix.xy, matrix.yy))
    let natural = Size(
      width: Double(image.width) * part.size.width / pixelsPerPoint.width,
      height: Double(image.height) * part.size.height / pixelsPerPoint.height)
    let frame = mode.placement(of: natural, in: rect, position: position)

    // If the drawn size differs from the natural size by less than a pixel, scaling would only blur the
    // image.
    let isUpright = part == .unit && matrix.xy == 0 && matrix.yx == 0 && matrix.xx > 0 && matrix.yy > 0
    let isNatural =
      abs(frame.size.width - natural.width) * matrix.xx < 1
      && abs(frame.size.height - natural.height) * matrix.yy < 1
    guard isUpright && isNatural else { return (frame, false) }
    let left = ((frame.minX * matrix.xx + matrix.x0).rounded() - matrix.x0) / matrix.xx
    let top = ((frame.minY * matrix.yy + matrix.y0).rounded() - matrix.y0) / matrix.yy
    return (Rect(x: left, y: top, width: natural.width, height: natural.height), true)
  }
}

extension Rect {
  /// The rectangle from (0, 0) to (1, 1).
  public static let unit = Rect(x: 0, y: 0, width: 1, height: 1)
}
