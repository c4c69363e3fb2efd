import CCairo
public import Geometry
import Glibc

extension Canvas {
  /// Draws the soft shadow of a filled path, without the path itself.
  ///
  /// - Parameters:
  ///   - path: The outline of the shape that casts the shadow.
  ///   - color: The color of the shadow where it is strongest, inside the shape.
  ///   - radius: The distance over which the shadow fades out, in points; 0 gives a hard edge.
  ///   - offset: The distance from the path to its shadow, in points.
  /// - Complexity: Proportional to the number of pixels in the path's bounds.
  public func drawShadow(of path: Path, color: Color, radius: Double, offset: Point = .zero) {
    guard trace(path) else { return }
    var left = 0.0
    var top = 0.0
    var right = 0.0
    var bottom = 0.0
    cairo_fill_extents(context, &left, &top, &right, &bottom)
    cairo_new_path(context)
    let shape = Rect(x: left, y: top, width: right - left, height: bottom - top)
    drawShadow(of: shape, color: color, radius: radius, offset: offset) { $0.fill(path, with: .black) }
  }

  /// Draws the soft shadow of the opaque pixels of an image, without the image itself.
  ///
  /// - Parameters:
  ///   - image: The image that casts the shadow; it is stretched over `rect`.
  ///   - rect: The rectangle in which the image is drawn, in points.
  ///   - color: The color of the shadow where it is strongest, inside the shape.
  ///   - radius: The distance over which the shadow fades out, in points; 0 gives a hard edge.
  ///   - offset: The distance from the image to its shadow, in points.
  /// - Complexity: Proportional to the number of pixels in `rect`.
  public func drawShadow(of image: Image, in rect: Rect, color: Color, radius: Double, offset: Point = .zero)
  {
    guard !rect.isEmpty else { return }
    drawShadow(of: rect, color: color, radius: radius, offset: offset) { $0.draw(image, in: rect) }
  }

  /// Draws the shadow of what `shape` paints inside `area`: its blurred opacity, in `color`.
  private func drawShadow(
    of area: Rect, color: Color, radius: Double, offset: Point, shape: (Canvas) -> Void
  ) {
    guard radius >= 0, radius.isFinite, offset.x.isFinite, offset.y.isFinite else { return }
    let bounds = area.inset(by: -radius)
    guard !bounds.isEmpty, bounds.maxX.isFinite, bounds.maxY.isFinite else { return }

    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    // A blur hides detail, so 8 pixels per radius suffice.
    let device = max(hypot(matrix.xx, matrix.yx), hypot(matrix.xy, matrix.yy))
    let detail = min(
      device, radius > 0 ? 8 / radius : device, 4096 / max(bounds.size.width, bounds.size.height))
    let width = Int((bounds.size.width * detail).rounded(.up)) + 2
    let height = Int((bounds.size.height * detail).rounded(.up)) + 2

    let mask = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height))
    defer { cairo_surface_destroy(mask) }
    let pen = Canvas(
      cairo_create(mask)!, size: bounds.size, scale: Size(width: detail, height: detail))
    pen.translate(x: 1 / detail - bounds.minX, y: 1 / detail - bounds.minY)
    shape(pen)
    cairo_surface_flush(mask)
    if let pixels = cairo_image_surface_get_data(mask) {
      // Three box blurs approximate a Gaussian. Each reaches a third of the radius.
      let reach = Int((radius * detail / 3).rounded())
      let stride = Int(cairo_image_surface_get_stride(mask))
      BoxBlur.blur(pixels, width: width, height: height, stride: stride, reach: reach, passes: 3)
      cairo_surface_mark_dirty(mask)
    }
    saved {
      setSource(color)
      cairo_translate(context, bounds.minX + offset.x, bounds.minY + offset.y)
      cairo_scale(context, 1 / detail, 1 / detail)
      cairo_mask_surface(context, mask, -1, -1)
    }
  }
}

/// A box blur: replaces each byte by the average of a sliding window, in rows and in columns.
enum BoxBlur {
  /// - Parameters:
  ///   - channels: The number of bytes of a pixel. Each of them is blurred separately.
  ///   - reach: The number of pixels averaged on each side of a pixel. The window has 2 × `reach` + 1 pixels.
  static func blur(
    _ pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int, stride: Int, channels: Int = 1,
    reach: Int,
    passes: Int
  ) {
    guard reach > 0 else { return }
    var line = [UInt8](repeating: 0, count: max(width, height))
    for _ in 0..<passes {
      for y in 0..<height {
        for channel in 0..<channels {
          blurLine(pixels + y * stride + channel, step: channels, count: width, reach: reach, copy: &line)
        }
      }
      for x in 0..<width * channels {
        blurLine(pixels + x, step: stride, count: height, reach: reach, copy: &line)
      }
    }
  }

  private static func blurLine(
    _ pixels: UnsafeMutablePointer<UInt8>, step: Int, count: Int, reach: Int, copy: inout [UInt8]
  ) {
    for index in 0..<count { copy[index] = pixels[index * step] }
    let window = 2 * reach + 1
    var sum = 0
    for index in 0..<min(reach, count) { sum += Int(copy[index]) }
    for index in 0..<count {
      if index + reach < count { sum += Int(copy[index + reach]) }
      if index - reach - 1 >= 0 { sum -= Int(copy[index - reach - 1]) }
      pixels[index * step] = UInt8((sum + window / 2) / window)
    }
  }
}
