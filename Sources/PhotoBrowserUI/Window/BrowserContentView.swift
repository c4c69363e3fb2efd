package import CarouselUI

/// The content of the window: the pages, and the views around and in front of them.
///
/// From the top: the ``header``, the pages with the ``panel`` beside them, and the ``strip``. The pages get the size that the
/// others leave. Overlays are in front of the pages.
package final class BrowserContentView: ContainerView {
  /// The area of the pages.
  package let pageArea = ContainerView()
  /// The view at the top, with its fitting height; `nil` for none.
  package var header: View? { didSet { replace(oldValue, by: header) } }
  /// The view at the bottom, with its fitting height; `nil` for none.
  package var strip: View? { didSet { replace(oldValue, by: strip) } }
  /// The view at the right side, or on the left with a layout from right to left, with its fitting width; `nil` for none.
  package var panel: View? { didSet { replace(oldValue, by: panel) } }
  /// Called after the views were placed, to fit the pages to ``pageArea``.
  var onLayout: (() -> Void)?

  /// The place of an overlay.
  package enum Place {
    /// In the middle of the pages, with the size of the view.
    case center
    /// At the top or bottom of the pages, centered, with the size of the view.
    case top, bottom
    /// The area of the pages.
    case fill
  }

  private var overlays: [(view: View, place: Place)] = []
  /// The distance of an overlay from the edge of the pages, in points.
  private static let margin = 8.0

  package init() {
    super.init()
    addSubview(pageArea)
  }

  /// Shows a view in front of the pages and of earlier overlays. Remove it by `removeFromSuperview()`.
  package func addOverlay(_ view: View, at place: Place) {
    overlays.removeAll { $0.view.superview !== self || $0.view === view }
    addSubview(view)
    overlays.append((view, place))
    setNeedsLayout()
    layoutIfNeeded()
  }

  private func replace(_ old: View?, by new: View?) {
    guard old !== new else { return }
    old?.removeFromSuperview()
    // In front of the pages, and behind the overlays.
    if let new { insertSubview(new, at: 1) }
    setNeedsLayout()
    layoutIfNeeded()
  }

  package override func layoutSubviews() {
    var area = bounds
    if let header {
      let height = min(header.fittingSize(in: area.size).height, area.size.height)
      header.frame = Rect(x: area.minX, y: area.minY, width: area.size.width, height: height)
      area = Rect(
        x: area.minX, y: area.minY + height, width: area.size.width, height: area.size.height - height)
    }
    if let strip {
      let height = min(strip.fittingSize(in: area.size).height, area.size.height)
      area.size.height -= height
      strip.frame = Rect(x: area.minX, y: area.maxY, width: area.size.width, height: height)
    }
    if let panel {
      let width = min(panel.fittingSize(in: area.size).width, area.size.width)
      area.size.width -= width
      panel.frame = Rect(x: area.maxX, y: area.minY, width: width, height: area.size.height)
      if effectiveLayoutDirection == .rightToLeft {
        panel.frame.origin.x = area.minX
        area.origin.x += width
      }
    }
    pageArea.frame = area
    for (view, place) in overlays where view.superview === self { lay(view, place) }
    onLayout?()
  }

  private func lay(_ view: View, _ place: Place) {
    let (area, size) = (pageArea.frame, view.size)
    if place == .fill {
      view.frame = area
      return
    }
    let y =
      switch place {
      case .top: area.minY + Self.margin
      case .bottom: area.maxY - size.height - Self.margin
      case .center, .fill: area.minY + (area.size.height - size.height) / 2
      }
    view.frame.origin = Point(
      x: (area.minX + (area.size.width - size.width) / 2).rounded(), y: y.rounded())
  }
}
