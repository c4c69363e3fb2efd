public import Drawing
internal import Geometry

/// A closure that replaces the painting of a view. It receives a picture of the view, and draws in the view's
/// points at the same resolution. It may run on any thread.
public typealias ViewFilter = @Sendable (_ picture: Image, _ canvas: Canvas) -> Void

/// The effects of a view, as a value that can be painted on any thread.
package struct ViewEffects: Sendable {
  var shadowColor = Color.black
  var shadowOpacity = 0.0
  var shadowOffset = Size(width: 0, height: -3)
  var shadowRadius = 3.0
  var borderWidth = 0.0
  var borderColor = Color.black
  var mask: ViewMask?
  var filter: ViewFilter?
  var reflection: Reflection?
  /// The stored picture of a reflection that does not follow changes of its view.
  var still: StillReflection?

  private static let mostShadow = 200.0  // points; a larger shadow would need too much memory
  private static let mostGap = 500.0  // points

  /// Returns `value` clamped to `least...most`; `least` for NaN.
  private static func clamp(_ value: Double, _ least: Double, _ most: Double) -> Double {
    value > least ? min(value, most) : least
  }

  private var hasShadow: Bool { shadowOpacity > 0 && shadowColor.alpha > 0 }
  private var hasBorder: Bool { borderWidth > 0 && borderColor.alpha > 0 }
  private var hasReflection: Bool { reflection.map { $0.scale > 0 && $0.alpha > 0 } ?? false }

  private var shadow: (color: Color, offset: Point, radius: Double) {
    let (color, most) = (shadowColor, Self.mostShadow)
    return (
      color.withAlpha(color.alpha * Self.clamp(shadowOpacity, 0, 1)),
      Point(
        x: Self.clamp(shadowOffset.width, -most, most), y: Self.clamp(shadowOffset.height, -most, most)),
      Self.clamp(shadowRadius, 0, most)
    )
  }

  /// Whether the view has no effects.
  var isEmpty: Bool { !hasShadow && !hasBorder && !hasReflection && mask == nil && filter == nil }

  /// Whether each pixel depends only on the content at the same position: the view has no effects, or only a border.
  var paintsLocally: Bool { !hasShadow && !hasReflection && mask == nil && filter == nil }

  /// Whether an effect is computed from the pixels of the view and its subviews.
  ///
  /// - Parameter isFilled: Whether the view covers its rectangle. The shape of its shadow is then known without
  ///   its pixels.
  func readsPixels(isFilled: Bool) -> Bool {
    hasReflection || mask != nil || filter != nil || hasShadow && !isFilled
  }

  /// Returns how far the effects extend beyond the sides of a view of `size`, in points.
  func outsets(of size: Size) -> EdgeInsets {
    guard !size.isEmpty, size.width.isFinite, size.height.isFinite else { return .zero }
    var outsets = EdgeInsets.zero
    if hasShadow {
      let (_, offset, radius) = shadow
      outsets = EdgeInsets(
        top: max(radius - offset.y, 0), left: max(radius - offset.x, 0), bottom: max(radius + offset.y, 0),
        right: max(radius + offset.x, 0))
    }
    if hasReflection, let reflection {
      let height = size.height * Self.clamp(reflection.scale, 0, 1)
      outsets.bottom = max(outsets.bottom, Self.clamp(reflection.gap, 0, Self.mostGap) + height)
    }
    return outsets
  }

  /// The effects of a view that reflects itself and has no other effect that moves pixels; `nil` for other views. A part of
  /// such a view can be painted without the rest.
  ///
  /// - Parameter size: The size of the view.
  func mirror(of size: Size) -> ReflectionMirror? {
    guard hasReflection, let reflection, still == nil, filter == nil, !hasShadow else { return nil }
    return ReflectionMirror(
      size: size, gap: Self.clamp(reflection.gap, 0, Self.mostGap),
      height: size.height * Self.clamp(reflection.scale, 0, 1))
  }

  /// Paints a view with its effects.
  ///
  /// - Parameters:
  ///   - canvas: The canvas, in points from the view's top left corner.
  ///   - isLayer: Whether the canvas contains the pixels of this view only. If the view has a ``mirror(of:)``, only the
  ///     content inside the clip of the canvas is then painted.
  ///   - isFilled: See ``readsPixels(isFilled:)``.
  ///   - content: Paints the view and its subviews.
  func draw(
    in canvas: Canvas, size: Size, cornerRadius: Double, isFilled: Bool, isLayer: Bool,
    content: (Canvas) -> Void
  ) {
    let bounds = Rect(origin: .zero, size: size)
    let mirror = isLayer ? mirror(of: size) : nil
    let part = mirror?.part(for: canvas.clipBounds, pixel: canvas.pixelSize) ?? bounds
    guard readsPixels(isFilled: isFilled),
      let picture = picture(of: part, bounds, cornerRadius, in: canvas, content)
    else {
      if hasShadow, isFilled {
        let (color, offset, radius) = shadow
        canvas.drawShadow(
          of: .roundedRect(bounds, radius: cornerRadius), color: color, radius: radius, offset: offset)
      }
      content(canvas)
      drawBorder(bounds, cornerRadius, in: canvas)
      return
    }
    if hasReflection, let reflection {
      canvas.drawReflection(
        of: still?.picture(orStoring: picture) ?? picture, at: part, in: bounds,
        gap: Self.clamp(reflection.gap, 0, Self.mostGap), share: Self.clamp(reflection.scale, 0, 1),
        alpha: Self.clamp(reflection.alpha, 0, 1))
    }
    if hasShadow {
      let (color, offset, radius) = shadow
      canvas.drawShadow(of: picture, in: bounds, color: color, radius: radius, offset: offset)
    }
    canvas.draw(picture, in: part)
  }

  /// Returns the pixels of a part of the view with filter, border and mask applied; `nil` if there is no memory for them.
  private func picture(
    of part: Rect, _ bounds: Rect, _ cornerRadius: Double, in canvas: Canvas, _ content: (Canvas) -> Void
  ) -> Image? {
    var source: Image?
    if filter != nil {
      source = canvas.picture(of: part) { content($0) }
      if source == nil { return nil }
    }
    return canvas.picture(of: part) { canvas in
      func paint() {
        if let filter, let source {
          canvas.saved { filter(source, canvas) }
        } else {
          canvas.saved { content(canvas) }
        }
        drawBorder(bounds, cornerRadius, in: canvas)
      }
      if let mask {
        canvas.masked(by: { canvas in canvas.saved { mask.paint(canvas, bounds.size) } }, paint)
      } else {
        paint()
      }
    }
  }

  private func drawBorder(_ bounds: Rect, _ cornerRadius: Double, in canvas: Canvas) {
    guard hasBorder else { return }
    canvas.strokeBorder(
      bounds, radius: cornerRadius, with: borderColor, width: Self.clamp(borderWidth, 0, Self.mostShadow))
  }
}
