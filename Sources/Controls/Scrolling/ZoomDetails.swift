internal import Geometry
internal import Views

/// The exact pixels of zoomed content at rest; see ``ZoomDetail``.
@MainActor
struct ZoomDetails {
  /// The detail that is shown, and one that is being painted to replace it.
  private var shown: ZoomDetail?
  private var next: ZoomDetail?
  private var timer: (any ViewTimer)?

  /// Removes the details, which show other content or another size.
  mutating func removeAll(of content: View?) {
    content?.onCopiedContentChange = nil
    content?.isReplacedByCopy = false
    timer?.cancel()
    let old = [shown, next]
    (shown, next, timer) = (nil, nil, nil)
    for detail in old { detail?.removeFromSuperview() }
  }

  /// Moves the details with the content. While a detail covers the visible part at its own scale, it replaces the content, so that
  /// a frame draws only one of them, and the enlarged pixels are not seen through translucent ones.
  ///
  /// - Parameters:
  ///   - origin: The position of the content's top left corner in the viewport.
  ///   - scale: The scale of the content.
  ///   - visible: The visible part of the content, in its coordinates.
  func place(over content: View, at origin: Point, scale: Double, visible: Rect) {
    for detail in [shown, next] { detail?.place(at: origin, scale: scale) }
    guard let shown else { return }
    let replaces = shown.scale == scale && shown.area.covers(visible)
    content.isReplacedByCopy = replaces
    shown.isHidden = !replaces
    shown.alpha = content.alpha
  }

  /// Requests a call of `update` after a short time of rest.
  mutating func restDidBegin(in view: View, _ update: @escaping @MainActor () -> Void) {
    timer?.cancel()
    timer = view.startTimer(after: ZoomTiming.restTime, update)
  }

  /// Begins to paint the visible part, unless it is already exact. Returns the new detail; `nil` if none is needed.
  ///
  /// - Parameters:
  ///   - visible: The visible part of the content, in its coordinates.
  ///   - changed: Called when the content changes, so that its details are outdated.
  ///   - painted: Called once, when the detail has been painted in the background.
  mutating func update(
    of content: View, in viewport: View, visible: Rect, scale: Double, changed: @escaping () -> Void,
    painted: @escaping (ZoomDetail) -> Void
  ) -> ZoomDetail? {
    timer?.cancel()
    timer = nil
    // The content's own pixels are exact at a scale of 1, and reduced at a smaller one.
    guard scale > 1, !visible.isEmpty, content.canBeCopied else {
      removeAll(of: content)
      return nil
    }
    if let newest = next ?? shown, newest.scale == scale, newest.area.covers(visible) { return nil }
    let part = visible.inset(by: -ZoomTiming.margin / scale).intersection(
      Rect(origin: .zero, size: content.size))
    let former = next
    let detail = ZoomDetail(of: content, area: .whole(part, at: scale), scale: scale, onPaint: painted)
    next = detail
    former?.removeFromSuperview()
    viewport.addSubview(detail)
    content.onCopiedContentChange = changed
    return detail
  }

  /// Shows a detail in place of the former one.
  mutating func show(_ detail: ZoomDetail) {
    guard detail === next else { return }
    let former = shown
    (shown, next) = (detail, nil)
    former?.removeFromSuperview()
    detail.isPreparedWhileTransparent = false
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
