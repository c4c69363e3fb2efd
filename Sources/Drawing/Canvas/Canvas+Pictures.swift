internal import CCairo
public import Geometry
internal import Glibc

extension Canvas {
  /// Returns an image of what `body` draws in `area`. It has as many pixels per point as this canvas with its
  /// current transform.
  ///
  /// - Parameters:
  ///   - area: The area in points, in the current coordinates. Its width and height in pixels are rounded up.
  ///   - body: Draws on another canvas with the same coordinates. Only the part inside `area` is kept.
  /// - Returns: `nil` if the area is empty, a side exceeds 32767 px, or there is no memory for the pixels.
  ///
  /// cairo: `cairo_push_group`.
  public func picture(of area: Rect, _ body: (Canvas) -> Void) -> Image? {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    guard !area.isEmpty, area.minX.isFinite, area.minY.isFinite,
      let width = Self.pixels(area.size.width * hypot(matrix.xx, matrix.yx)),
      let height = Self.pixels(area.size.height * hypot(matrix.xy, matrix.yy))
    else { return nil }
    return try? Image.drawn(width: width, height: height, size: area.size) { canvas in
      canvas.translate(x: -area.minX, y: -area.minY)
      body(canvas)
    }
  }

  /// Returns a length in whole pixels, rounded up. An excess of up to a millionth of a pixel is ignored as a
  /// rounding error.
  private static func pixels(_ length: Double) -> Int? {
    guard let pixels = Int(exactly: (length - 1e-6).rounded(.up)) else { return nil }
    return (1...ImageSurface.maximumSide).contains(pixels) ? pixels : nil
  }

  /// Runs `body` and multiplies the opacity of its result by the opacity of what `mask` draws. Where `mask`
  /// draws nothing, the result is invisible.
  ///
  /// cairo: `cairo_mask`.
  public func masked(by mask: (Canvas) -> Void, _ body: () -> Void) {
    cairo_push_group_with_content(context, CAIRO_CONTENT_ALPHA)
    mask(self)
    let pattern = cairo_pop_group(context)
    cairo_push_group(context)
    body()
    cairo_pop_group_to_source(context)
    cairo_mask(context, pattern)
    cairo_set_source_rgb(context, 0, 0, 0)  // releases the group's pixels
    cairo_pattern_destroy(pattern)
  }

  /// Draws the mirror image of `image` below the rectangle `rect` in which the image is drawn. The mirror image
  /// fades out downward.
  ///
  /// - Parameters:
  ///   - image: The image; it is stretched over `rect`.
  ///   - rect: The rectangle in which the image is drawn, in points.
  ///   - gap: The distance from the image to the reflection, in points.
  ///   - share: The fraction of the image's height that is reflected, measured from its bottom, in `0...1`.
  ///   - alpha: The opacity of the reflection at its top, in `0...1`.
  public func drawReflection(of image: Image, in rect: Rect, gap: Double, share: Double, alpha: Double) {
    drawReflection(of: image, at: rect, in: rect, gap: gap, share: share, alpha: alpha)
  }

  /// Draws the mirror image of a part of an image, as ``drawReflection(of:in:gap:share:alpha:)`` does of the whole image.
  ///
  /// - Parameters:
  ///   - part: The part; it is stretched over `place`.
  ///   - place: The place of the part in `rect`.
  package func drawReflection(
    of part: Image, at place: Rect, in rect: Rect, gap: Double, share: Double, alpha: Double
  ) {
    let height = rect.size.height * min(max(share, 0), 1)
    guard !rect.isEmpty, gap.isFinite, height > 0, height.isFinite, alpha > 0, alpha.isFinite else { return }
    let area = Rect(x: rect.minX, y: rect.maxY + gap, width: rect.size.width, height: height)
    let fade = Gradient(
      .linear(start: area.origin, end: Point(x: area.minX, y: area.maxY)),
      colors: [Color(white: 0, alpha: min(alpha, 1)), Color(white: 0, alpha: 0)])
    saved {
      clip(to: area)
      masked(by: { $0.fill(area, with: fade) }) {
        saved {
          translate(x: 0, y: 2 * rect.maxY + gap)
          scale(x: 1, y: -1)
          draw(part, in: place)
        }
      }
    }
  }

  /// Draws a blurred image that covers a rectangle.
  ///
  /// - Parameters:
  ///   - image: The image; it is scaled to the smallest size that covers `rect`.
  ///   - rect: The rectangle, in points. Nothing is drawn outside the rectangle.
  ///   - radius: How far a sharp edge is blurred to each of its sides, in points.
  ///   - cornerRadius: The corner radius of the rectangle, in points.
  /// - Complexity: Proportional to the number of pixels of the image, and independent of the radius.
  public func drawBlurred(_ image: Image, covering rect: Rect, radius: Double, cornerRadius: Double = 0) {
    guard radius > 0, radius.isFinite, !rect.isEmpty else {
      return draw(image, in: rect, mode: .fill, cornerRadius: cornerRadius)
    }
    let radius = min(radius, max(rect.size.width, rect.size.height) / 2)
    // The blur reads pixels outside `rect`, so a larger area is drawn. At the edge of that area the blurred
    // image fades out.
    let source = rect.inset(by: -2 * radius)
    // A blur hides detail, so 6 pixels per radius suffice.
    let detail = min(6 / radius, 512 / max(source.size.width, source.size.height))
    let size = Size(
      width: max((source.size.width * detail).rounded(.up), 1),
      height: max((source.size.height * detail).rounded(.up), 1))
    guard size.width.isFinite, size.height.isFinite,
      let surface = try? ImageSurface(width: Int(size.width), height: Int(size.height))
    else { return }
    surface.draw { $0.draw(image, in: Rect(origin: .zero, size: size), mode: .fill) }
    let reach = max(Int((radius * detail / 3).rounded()), 1)
    surface.withPixels { pixels in
      guard let base = pixels.baseAddress else { return }
      BoxBlur.blur(
        base.assumingMemoryBound(to: UInt8.self), width: surface.width, height: surface.height,
        stride: surface.stride, channels: 4, reach: reach, passes: 3)
    }
    guard let blurred = try? surface.makeImage() else { return }
    saved {
      clip(to: rect, radius: cornerRadius)
      draw(blurred, in: source, mode: .stretch)
    }
  }
}
