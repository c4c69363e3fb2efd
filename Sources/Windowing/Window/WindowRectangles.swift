public import Geometry

/// The rectangles of a window, in points from the top left corner of its surface.
///
/// They take effect together, with the commit that acknowledges the configure event.
public struct WindowRectangles: Hashable, Sendable {
  /// The whole surface, including the shadow. The frame's buffer covers it.
  ///
  /// Wayland: `wl_surface.attach`.
  public let surface: Rect
  /// The window without its shadow. The compositor places, resizes and snaps this rectangle.
  ///
  /// Wayland: `xdg_surface.set_window_geometry`.
  public let geometry: Rect
  /// The window without shadow, title bar and borders.
  public let content: Rect
  /// The parts of ``content`` beside its round corners. If the window is opaque, the compositor need not draw what is
  /// behind these parts.
  ///
  /// Wayland: `wl_surface.set_opaque_region`.
  public let opaqueParts: [Rect]
  /// The area that accepts input: the window geometry and the resize margin around it. A press outside this area, on
  /// the shadow, goes to the window below.
  ///
  /// Wayland: `wl_surface.set_input_region`.
  public let input: Rect

  /// Creates the rectangles of a window.
  ///
  /// - Parameters:
  ///   - size: The size of the window geometry, in whole points.
  ///   - borders: The shadow, title bar and borders that the program draws. Parts that a window in `state` does not have
  ///     are ignored.
  ///   - state: The state of the window, as reported by the compositor.
  public init(size: Size, borders: WindowBorders = .none, state: WindowState = []) {
    let borders = borders.inEffect(in: state)
    let (shadow, frame, margin) = (borders.shadow, borders.frame, borders.resizeMargin)
    surface = Rect(
      x: 0, y: 0, width: size.width + shadow.left + shadow.right,
      height: size.height + shadow.top + shadow.bottom)
    geometry = Rect(origin: Point(x: shadow.left, y: shadow.top), size: size)
    content = Rect(
      x: geometry.minX + min(frame.left, size.width), y: geometry.minY + min(frame.top, size.height),
      width: max(0, size.width - frame.left - frame.right),
      height: max(0, size.height - frame.top - frame.bottom))
    let radius = min(borders.cornerRadius, content.size.height, content.size.width / 2)
    opaqueParts =
      radius <= 0
      ? [content]
      : [
        Rect(
          x: content.minX, y: content.minY, width: content.size.width, height: content.size.height - radius),
        Rect(
          x: content.minX + radius, y: content.maxY - radius, width: content.size.width - 2 * radius,
          height: radius),
      ]
    let left = min(margin, shadow.left)
    let top = min(margin, shadow.top)
    input = Rect(
      x: geometry.minX - left, y: geometry.minY - top,
      width: size.width + left + min(margin, shadow.right),
      height: size.height + top + min(margin, shadow.bottom))
  }

  /// Returns the side or corner that a press at `point` resizes; nil if the press does not resize.
  ///
  /// A press resizes in the resize margin: inside ``input`` and outside ``geometry``.
  ///
  /// - Parameters:
  ///   - point: In points from the surface's top left corner.
  ///   - cornerLength: The length of a corner along each side, in points.
  public func resizeEdge(at point: Point, cornerLength: Double = 16) -> ResizeEdge? {
    guard input.contains(point), !geometry.contains(point) else { return nil }
    // A corner is returned only if both of its sides can be dragged. A tiled side has no resize margin.
    let nearLeft = point.x < geometry.minX + cornerLength && input.minX < geometry.minX
    let nearRight = point.x >= geometry.maxX - cornerLength && input.maxX > geometry.maxX
    let nearTop = point.y < geometry.minY + cornerLength && input.minY < geometry.minY
    let nearBottom = point.y >= geometry.maxY - cornerLength && input.maxY > geometry.maxY
    switch (nearLeft, nearRight, nearTop, nearBottom) {
    case (true, _, true, _): return .topLeft
    case (_, true, true, _): return .topRight
    case (true, _, _, true): return .bottomLeft
    case (_, true, _, true): return .bottomRight
    case (true, _, _, _): return .left
    case (_, true, _, _): return .right
    case (_, _, true, _): return .top
    default: return .bottom
    }
  }
}
