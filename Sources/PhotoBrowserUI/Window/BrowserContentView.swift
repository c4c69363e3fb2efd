package import CarouselUI

/// The content of the window: the pages, and the views around and in front of them.
///
/// From the top: the ``header``, the ``searchBar``, the pages with the ``panel`` beside them, and the ``strip``. The pages get the size
/// that the others leave. Overlays are in front of the pages.
package final class BrowserContentView: ContainerView {
  /// The area of the pages.
  package let pageArea: View
  /// The view at the top, with its fitting height; `nil` for none.
  package var header: View? { didSet { replace(oldValue, by: header) } }
  /// The view below the header, with its fitting height; `nil` for none. It is shown also in a low window, because the user types in it.
  package var searchBar: View? { didSet { replace(oldValue, by: searchBar) } }
  /// The view at the bottom, with its fitting height; `nil` for none.
  package var strip: View? { didSet { replace(oldValue, by: strip) } }
  /// The view of the panel, which fills it; `nil` for an empty panel. See ``setPanel(shown:animated:)``.
  package var panel: View? { didSet { panelHost.content = panel } }
  /// The page that is shown. It receives keys also while a view beside it, such as the panel, has the focus.
  weak var shownPage: (any BrowserPage)?
  /// Called after the views were placed, to fit the pages to ``pageArea``.
  var onLayout: (() -> Void)?
  /// Called after the panel was shown or hidden, also by a gesture of the user or another width of the window.
  var onPanelChange: ((_ isShown: Bool) -> Void)?

  /// The place of an overlay.
  package enum Place {
    /// In the middle of the pages, with the size of the view.
    case center
    /// At the top or bottom of the pages, centered, with the fitting size of the view.
    case top, bottom
    /// At the upper edge of the pages and of the panel, with their width and the fitting height of the view.
    case bar
    /// The area of the pages.
    case fill
  }

  private let split: SplitView
  private let panelHost = PanelHost()
  private var overlays: [(view: View, place: Place)] = []
  /// The distance of an overlay from the edge of the pages, in points.
  private static let margin = 12.0
  /// The height of the pages below which the strip and the header yield, in points.
  private static let leastPageHeight = 120.0

  package init() {
    let pageArea = PageArea()
    self.pageArea = pageArea
    split = SplitView(panel: panelHost, content: pageArea)
    super.init()
    split.panelEdge = .trailing
    split.panelWidth = 300
    split.setPanel(shown: false, animated: false)
    // The browser has a command of its own.
    split.stopHandling(SplitView.togglePanel)
    split.onChange = { [weak self] in if let self { onPanelChange?(split.isPanelShown) } }
    pageArea.onLayout = { [weak self] in self?.pageAreaDidChange() }
    addSubview(split)
  }

  /// Whether the panel is a sheet in front of the pages.
  var hasSheet: Bool { split.isNarrow && split.isPanelShown }

  /// Shows or hides the panel: beside the pages, or in a narrow window as a sheet in front of them.
  func setPanel(shown: Bool, animated: Bool) { split.setPanel(shown: shown, animated: animated) }

  /// Shows a view in front of the pages and of earlier overlays. Remove it by `removeFromSuperview()`.
  package func addOverlay(_ view: View, at place: Place) {
    overlays.removeAll { $0.view.superview !== self || $0.view === view }
    addSubview(view)
    overlays.append((view, place))
    // The bar can be reached in front of a page without photos, too.
    if let bar = overlays.first(where: { $0.place == .bar }) { bringSubviewToFront(bar.view) }
    setNeedsLayout()
    layoutIfNeeded()
  }

  /// Shows a message for some seconds at the bottom of the pages, above the name of the photo. It replaces the present message.
  func show(_ toast: ToastView) {
    self.toast?.removeFromSuperview()
    self.toast = toast
    toast.dismiss = { [weak toast] in toast?.removeFromSuperview() }
    addOverlay(toast, at: .bottom)
  }
  private weak var toast: ToastView?

  private func replace(_ old: View?, by new: View?) {
    guard old !== new else { return }
    old?.removeFromSuperview()
    old?.isHidden = false
    overlays.removeAll { $0.view === new }
    // In front of the pages, and behind the overlays.
    if let new { insertSubview(new, at: 1) }
    setNeedsLayout()
    layoutIfNeeded()
  }

  package override func keyPressed(_ key: KeyPress) -> Bool {
    // The page has received the key already if it contains the focus.
    let focused = tree?.focus.focusedView
    guard let shownPage, focused?.isDescendant(of: shownPage) != true else { return false }
    // Escape first leaves the text or the button that has the focus, and has its other meanings only on the page.
    if key.symbol == .escape, !key.isShortcut, let focused, focused !== self {
      if !key.isRepeat { shownPage.takeFocus() }
      return true
    }
    return shownPage.performShortcut(key)
  }

  package override func layoutSubviews() {
    var area = bounds
    let headerHeight = header?.fittingSize(in: area.size).height ?? 0
    let searchHeight = searchBar?.fittingSize(in: area.size).height ?? 0
    let stripHeight = strip?.fittingSize(in: area.size).height ?? 0
    // In a low window, the strip is hidden first, and then the header.
    let mostHeight = area.size.height - searchHeight
    let showsHeader = mostHeight - headerHeight >= Self.leastPageHeight
    header?.isHidden = !showsHeader
    strip?.isHidden = mostHeight - headerHeight - stripHeight < Self.leastPageHeight
    for (bar, height) in [(showsHeader ? header : nil, headerHeight), (searchBar, searchHeight)] {
      guard let bar else { continue }
      bar.frame = Rect(x: area.minX, y: area.minY, width: area.size.width, height: height)
      area = Rect(
        x: area.minX, y: area.minY + height, width: area.size.width, height: area.size.height - height)
    }
    if let strip, !strip.isHidden {
      let height = stripHeight
      area.size.height -= height
      strip.frame = Rect(x: area.minX, y: area.maxY, width: area.size.width, height: height)
    }
    split.frame = area
    split.layoutIfNeeded()
    pageArea.layoutIfNeeded()
    placeOverlays()
    onLayout?()
  }

  private func pageAreaDidChange() {
    placeOverlays()
    onLayout?()
  }

  /// The places of the next overlays at the top and at the bottom.
  private var (top, bottom) = (0.0, 0.0)

  /// Fits the overlays to their contents.
  func placeOverlays() {
    overlays.removeAll { $0.view.superview !== self }
    let area = Rect(
      x: split.frame.minX + pageArea.frame.minX, y: split.frame.minY, width: pageArea.size.width,
      height: pageArea.size.height)
    // The overlays at the top are below each other, and below the bar, which may appear at any time.
    (top, bottom) = (area.minY + Self.margin, area.maxY - Self.margin)
    for (view, place) in overlays where place == .bar { top += view.fittingSize(in: split.size).height }
    for (view, place) in overlays { lay(view, place, in: area) }
  }

  private func lay(_ view: View, _ place: Place, in area: Rect) {
    if place == .fill {
      view.frame = area
      return
    }
    if place == .bar {
      let height = min(view.fittingSize(in: split.size).height, split.size.height)
      view.frame = Rect(x: split.frame.minX, y: split.frame.minY, width: split.size.width, height: height)
      return
    }
    if place != .center {
      view.size = view.fittingSize(in: area.inset(by: Self.margin).size)
    }
    let size = view.size
    let y =
      switch place {
      case .top: top
      case .bottom: bottom - size.height
      case .center, .bar, .fill: area.minY + (area.size.height - size.height) / 2
      }
    view.frame.origin = Point(
      x: (area.minX + (area.size.width - size.width) / 2).rounded(), y: y.rounded())
    if place == .top, !view.isHidden { top += size.height + Self.margin }
    // Hidden ones keep their place, so that the others do not move when these appear.
    if place == .bottom { bottom -= size.height + Self.margin }
  }
}

/// The area of the pages, whose size changes also while the panel slides in.
private final class PageArea: ContainerView {
  var onLayout: (() -> Void)?

  override func layoutSubviews() { onLayout?() }
}

/// The space of the panel, which its content fills.
private final class PanelHost: ContainerView {
  var content: View? {
    didSet {
      guard content !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let content { addSubview(content) }
      setNeedsLayout()
    }
  }

  override func layoutSubviews() { content?.frame = bounds }
}
