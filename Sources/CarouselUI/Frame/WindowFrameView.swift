internal import CarouselViews
internal import Geometry

/// The view at the top of a window: the content, and what the window itself shows around and above it.
final class WindowFrameView: ContainerView {
  /// The view that the program shows.
  var content: View {
    didSet {
      guard content !== oldValue else { return }
      if oldValue.superview === self { oldValue.removeFromSuperview() }
      insertSubview(content, at: 0)
      setNeedsLayout()
    }
  }
  /// The place of the content in the window's surface.
  var contentFrame = Rect.zero { didSet { if contentFrame != oldValue { setNeedsLayout() } } }
  /// The views that cover the content, such as an alert, the topmost last.
  private(set) var overlays: [View] = []

  init(_ content: View) {
    self.content = content
    super.init()
    addSubview(content)
  }

  /// Shows a view above the content, with the same frame.
  func addOverlay(_ view: View) {
    overlays.append(view)
    addSubview(view)
    setNeedsLayout()
  }

  func removeOverlay(_ view: View) {
    overlays.removeAll { $0 === view }
    view.removeFromSuperview()
  }

  override func layoutSubviews() {
    if content.superview === self { content.frame = contentFrame }
    for view in overlays { view.frame = contentFrame }
  }
}
