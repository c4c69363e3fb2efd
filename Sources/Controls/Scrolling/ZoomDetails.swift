internal import Geometry
internal import Views

/// The exact pixels of zoomed content at rest; see ``ZoomDetail``.
@MainActor
struct ZoomDetails {
  /// The detail in front of the content, and one that is being painted to replace it.
  private var shown: ZoomDetail?
  private var next: ZoomDetail?
  private var timer: (any ViewTimer)?

  /// The time from the rest of the content to the painting, in seconds, so that a new gesture does not wait for it.
  private static let restTime = 0.1
  /// The part around the visible one that is painted, too, in points.
  private static let margin = 64.0

  /// Removes the details, which show other content or another size.
  mutating func removeAll(of content: View?) {
    content?.onCopiedContentChange = nil
    timer?.cancel()
    for detail in [shown, next] { detail?.removeFromSuperview() }
    (shown, next, timer) = (nil, nil, nil)
  }

  /// Moves the details with the content.
  ///
  /// - Parameters:
  ///   - origin: The position of the content's top left corner in the viewport.
  ///   - scale: The scale of the content.
  func place(at origin: Point, scale: Double) {
    for detail in [shown, next] { detail?.place(at: origin, scale: scale) }
  }

  /// Requests a call of `update` after a short time of rest.
  mutating func restDidBegin(in view: View, _ update: @escaping @MainActor () -> Void) {
    timer?.cancel()
    timer = view.startTimer(after: Self.restTime, update)
  }

  /// Paints the visible part, unless it is already exact.
  ///
  /// - Parameters:
  ///   - visible: The visible part of the content, in its coordinates.
  ///   - inset: The position of the content's top left corner in the viewport.
  ///   - changed: Called when the content changes, so that its details are outdated.
  mutating func update(
    of content: View, in viewport: View, visible: Rect, inset: Point, scale: Double,
    changed: @escaping () -> Void, painted: @escaping (ZoomDetail) -> Void
  ) {
    timer?.cancel()
    timer = nil
    // The content's own pixels are exact at a scale of 1, and reduced at a smaller one.
    guard scale > 1, !visible.isEmpty, content.canBeCopied else { return removeAll(of: content) }
    if let newest = next ?? shown, newest.scale == scale, newest.area.covers(visible) { return }
    let margin = Self.margin / scale
    let whole = Rect(origin: .zero, size: content.size)
    let part = visible.inset(by: -margin).intersection(whole)
    let area = Rect.whole(part, at: scale)
    next?.removeFromSuperview()
    let detail = ZoomDetail(of: content, area: area, scale: scale, onPaint: painted)
    next = detail
    detail.place(at: inset, scale: scale)
    viewport.addSubview(detail)
    content.onCopiedContentChange = changed
    // A view that draws on the main actor only is painted in the next frame.
    if content.makeCopyPainter(area: area) == nil { detail.appear() }
  }

  /// Shows a detail that has been painted.
  mutating func show(_ detail: ZoomDetail) {
    guard detail === next else { return }
    shown?.removeFromSuperview()
    (shown, next) = (detail, nil)
  }
}

extension Rect {
  /// Whether the rectangle contains `other`; rounding errors are ignored.
  fileprivate func covers(_ other: Rect) -> Bool {
    let tolerance = 0.01  // points
    return other.minX >= minX - tolerance && other.minY >= minY - tolerance && other.maxX <= maxX + tolerance
      && other.maxY <= maxY + tolerance
  }

  /// Returns `rect` enlarged to whole points at a scale.
  fileprivate static func whole(_ rect: Rect, at scale: Double) -> Rect {
    let (left, top) = ((rect.minX * scale).rounded(.down), (rect.minY * scale).rounded(.down))
    let (right, bottom) = ((rect.maxX * scale).rounded(.up), (rect.maxY * scale).rounded(.up))
    return Rect(
      x: left / scale, y: top / scale, width: (right - left) / scale, height: (bottom - top) / scale)
  }
}
