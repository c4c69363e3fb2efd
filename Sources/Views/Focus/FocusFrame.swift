internal import Drawing
internal import Geometry

/// Paints the ring around the focused view, in layers in front of all views.
///
/// The ring is a line between two gaps. The gaps have the background color of the theme, so the line contrasts with
/// what it touches on any view. The ring consists of up to four narrow views, one per side, because pixels for a whole
/// carousel would take much memory.
///
/// WCAG 2: success criterion 1.4.11.
@MainActor
final class FocusFrame {
  private let sides = (0..<4).map { _ in FocusFrameSide() }

  /// Passes the layers of the ring of `view` to `body`.
  ///
  /// - Parameter context: The context of `view`.
  func forEachLayer(
    _ outline: FocusOutline, of view: View, _ context: LayerContext, _ body: (ViewLayer) -> Void
  ) {
    let size = outline.rect.size
    let ring = FocusRingContent(
      size: size, cornerRadius: max(0, min(outline.cornerRadius, size.width / 2, size.height / 2)),
      colors: view.effectiveTheme.colors)
    for (side, area) in zip(sides, Self.areas(of: ring)) where !area.isEmpty {
      side.show(area, of: ring)
      var inner = context
      let origin = outline.rect.origin + area.origin
      inner.map = Homography.scale(1, offset: origin).concatenated(with: context.map)
      side.forEachLayer(inner, body)
    }
  }

  /// Returns the rectangles of the sides, relative to the ring. The upper and lower sides contain the corners. A low
  /// ring has one rectangle.
  private static func areas(of ring: FocusRingContent) -> [Rect] {
    let (size, width) = (ring.size, FocusRingContent.width)
    let height = max(ring.cornerRadius, width).rounded(.up)
    let inner = size.height - 2 * height
    guard inner > 0, size.width > 2 * width else { return [Rect(origin: .zero, size: size)] }
    return [
      Rect(x: 0, y: 0, width: size.width, height: height),
      Rect(x: 0, y: size.height - height, width: size.width, height: height),
      Rect(x: 0, y: height, width: width, height: inner),
      Rect(x: size.width - width, y: height, width: width, height: inner),
    ]
  }
}

/// The size and the colors of a ring, as a value for the painter.
private struct FocusRingContent: Hashable, Sendable {
  let size: Size
  let cornerRadius: Double
  let colors: ThemeColors

  private static let gap = 1.0  // points
  private static let line = 2.0  // points
  /// The width of the line with the gaps on both sides, in points.
  static let width = line + 2 * gap

  func paint(in canvas: Canvas) {
    let rect = Rect(origin: .zero, size: size)
    canvas.strokeBorder(rect, radius: cornerRadius, with: colors.focusGap, width: Self.width)
    canvas.strokeBorder(
      rect.inset(by: Self.gap), radius: max(cornerRadius - Self.gap, 0), with: colors.focusLine,
      width: Self.line)
  }
}

/// A part of a ring.
private final class FocusFrameSide: View {
  private var area = Rect.zero
  private var ring = FocusRingContent(size: .zero, cornerRadius: 0, colors: .light)

  init() {
    super.init(size: .zero)
    isLayered = true
  }

  func show(_ area: Rect, of ring: FocusRingContent) {
    guard area != self.area || ring != self.ring else { return }
    (self.area, self.ring) = (area, ring)
    size = area.size
    setNeedsDisplay()
  }

  override func makePainter() -> Painter? {
    let (area, ring) = (area, ring)
    return { canvas in
      canvas.translate(x: -area.minX, y: -area.minY)
      ring.paint(in: canvas)
    }
  }
}

extension ThemeColors {
  /// The opaque color of the gaps beside the line of a focus ring.
  fileprivate var focusGap: Color { window.withAlpha(1) }

  /// The opaque color of the line of a focus ring: the accent color, or black or white if the accent color hardly
  /// differs from the gaps.
  fileprivate var focusLine: Color {
    let least = 3.0  // WCAG 2, success criterion 1.4.11
    let accent = accent.withAlpha(1)
    if accent.contrast(with: focusGap) >= least { return accent }
    return Color.black.contrast(with: focusGap) > Color.white.contrast(with: focusGap) ? .black : .white
  }
}
