internal import Geometry
internal import Views

/// Places the content of a scroll view at its scale, notifies it of its visible part, and shows its exact pixels at rest.
@MainActor
final class ContentPlacement {
  private unowned let view: ScrollView
  private var details = ZoomDetails()
  /// The size of the content before it was made to fit.
  private var naturalSize: Size?
  /// Whether the content has a transform of the zoom.
  private(set) var isZoomed = false

  private struct ShownPart: Hashable {
    let rect: Rect
    let scale: Double
    let isAtRest: Bool
  }
  /// The part of the content that it was last notified of.
  private var shownPart: ShownPart?

  init(of view: ScrollView) { self.view = view }

  /// Forgets the former content, which has left the scroll view.
  func contentDidChange(from old: View?) {
    details.removeAll(of: old)
    (shownPart, naturalSize) = (nil, nil)
    if isZoomed { old?.transform = .identity }
    isZoomed = false
  }

  /// Removes the exact pixels of a content that will have another size.
  func sizeWillChange() {
    details.removeAll(of: view.content)
    shownPart = nil
  }

  /// Returns the largest size with the proportions of `content` that fits the scroll view, in whole points.
  func fittingSize(of content: View) -> Size {
    let size = view.size
    var own = content.fittingSize(in: Size(width: .infinity, height: .infinity))
    // A view without a size of its own returns the one that it was given here, whose sides are rounded.
    if own == content.size, let naturalSize { own = naturalSize }
    naturalSize = own
    let factor = min(size.width / own.width, size.height / own.height)
    guard factor.isFinite, factor > 0 else { return size }
    return Size(
      width: max((own.width * factor).rounded(), 1), height: max((own.height * factor).rounded(), 1)
    )
  }

  /// Places the content at its scale.
  func place() {
    guard let content = view.content else { return }
    let core = view.core
    guard core.isZoomEnabled || core.scale != 1 else {
      if isZoomed {
        isZoomed = false
        details.removeAll(of: content)
        content.transform = .identity
      }
      content.frame = Rect(origin: .zero, size: core.contentSize)
      return
    }
    isZoomed = true
    let (scale, base, scaled, inset) = (core.scale, core.contentSize, core.scaledSize, core.inset)
    content.transform = scale == 1 ? .identity : .scale(x: scale, y: scale)
    content.frame = Rect(
      x: inset.x + (scaled.width - base.width) / 2, y: inset.y + (scaled.height - base.height) / 2,
      width: base.width, height: base.height)
    placeDetails(over: content)
  }

  private func placeDetails(over content: View) {
    let core = view.core
    details.place(over: content, at: core.inset, scale: core.scale, visible: core.visibleRect)
  }

  /// Notifies the content that it has moved, and sharpens it when it rests.
  func contentDidMove(isAtRest: Bool) {
    let shown = ShownPart(rect: view.core.visibleRect, scale: view.core.scale, isAtRest: isAtRest)
    guard shown != shownPart else { return }
    shownPart = shown
    (view.content as? any ZoomableContent)?.visibleRectDidChange(
      to: shown.rect, scale: shown.scale, isAtRest: isAtRest)
    if isAtRest { sharpenAtRest() }
  }

  // MARK: Exact pixels

  private func sharpenAtRest() { details.restDidBegin(in: view) { [weak self] in self?.contentDidRest() } }

  /// Shows the visible part at its scale, now that the content rests.
  private func contentDidRest() {
    let core = view.core
    guard let content = view.content, core.isZoomEnabled, view.sharpensContent else { return }
    let detail = details.update(
      of: content, in: view.viewport, visible: core.visibleRect, scale: core.scale
    ) { [weak self] in
      self?.pixelsDidChange()
    } painted: { [weak self] in
      self?.show($0)
    }
    placeDetails(over: content)
    // A view that draws on the main actor is painted in the next frame, and so is one for which the background has no memory.
    guard let detail else { return }
    if !detail.isPaintedInBackground { return show(detail) }
    view.startTimer(after: ZoomTiming.longestPreparation) { [weak self, weak detail] in
      if let detail { self?.show(detail) }
    }
  }

  private func show(_ detail: ZoomDetail) {
    guard let content = view.content else { return }
    details.show(detail)
    placeDetails(over: content)
  }

  /// Shows the content's own pixels until it does not change anymore.
  private func pixelsDidChange() {
    details.removeAll(of: view.content)
    sharpenAtRest()
  }
}
