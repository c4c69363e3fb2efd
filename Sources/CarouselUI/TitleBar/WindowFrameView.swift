internal import Drawing
internal import Geometry
@_spi(Subclassing) internal import Views
internal import Windowing

/// The root view of a window. It contains the content, the shadow and title bar around it, and overlays such as
/// alerts.
final class WindowFrameView: ContainerView {
  /// The content of the window, which the program sets.
  var content: View {
    didSet {
      guard content !== oldValue else { return }
      if oldValue.superview === clip { oldValue.removeFromSuperview() }
      clip.insertSubview(content, at: 0)
      setNeedsLayout()
    }
  }
  /// Returns the title of the window.
  var title: () -> String? = { nil }
  /// Called before each layout, to pass the rectangles of the window with ``place(_:contentFrame:)``.
  var willLayout: () -> Void = {}
  /// Clips the content to its frame, so that items of carousels do not cover the title bar and the shadow.
  private let clip = ContainerView()
  /// The frame of the content in the window's surface.
  private var contentFrame = Rect.zero
  /// The radius of the lower corners of the window, in points; 0, the default, for square corners.
  var lowerCornerRadius = 0.0 { didSet { if lowerCornerRadius != oldValue { setNeedsLayout() } } }
  /// The rectangles of the window in the last ``place(_:contentFrame:)``; `nil` before it.
  private(set) var rectangles: WindowRectangles?
  /// The rectangle of the window without its shadow, in the surface.
  private var geometry: Rect { rectangles?.geometry ?? .zero }
  /// The views in front of the content, such as an alert, the topmost last.
  private var overlays: [View] = []

  init(_ content: View) {
    self.content = content
    super.init()
    addSubview(clip)
    clip.addSubview(content)
  }

  /// Sets the frames that the next layout applies.
  ///
  /// - Parameters:
  ///   - rectangles: The rectangles of the window.
  ///   - contentFrame: The frame of the content in the surface.
  func place(_ rectangles: WindowRectangles, contentFrame: Rect) {
    frame = rectangles.surface
    self.rectangles = rectangles
    self.contentFrame = contentFrame
  }

  override func layoutSubviews() {
    willLayout()
    // The upper corners of the rounded rectangle lie behind the title bar.
    let radius = min(lowerCornerRadius, max(contentFrame.minY - geometry.minY, 0))
    let rounded = Rect(
      x: contentFrame.minX, y: contentFrame.minY - radius, width: contentFrame.size.width,
      height: contentFrame.size.height + radius)
    let inner = Rect(origin: Point(x: 0, y: radius), size: contentFrame.size)
    for view in [clip, ground] as [View?] {
      view?.frame = rounded
      view?.cornerRadius = radius
    }
    clip.clipsToBounds = contentFrame != bounds
    if content.superview === clip { content.frame = inner }
    for view in overlays { view.frame = inner }
    placeToast(in: inner)
    shadow?.frame = bounds
    shadow?.geometry = geometry
    titleBar?.frame = Rect(
      x: geometry.minX, y: geometry.minY, width: geometry.size.width,
      height: max(contentFrame.minY - geometry.minY, 0))
  }

  /// Keys reach the content also while no view has the focus.
  override var keyEntrance: View? { content }

  /// The window. Its name is the title.
  override var semantics: Semantics { Semantics(.window, label: title(), children: .subviews) }

  // MARK: Overlays

  /// Adds a view in front of the content, with the same frame. The content loses its contacts and its focus.
  func addOverlay(_ view: View) {
    overlays.append(view)
    clip.addSubview(view)
    if let toast { clip.bringSubviewToFront(toast) }
    tree?.modalView = view
    setNeedsLayout()
  }

  func removeOverlay(_ view: View) {
    overlays.removeAll { $0 === view }
    tree?.modalView = overlays.last
    view.removeFromSuperview()
  }

  // MARK: Toast

  private(set) var toast: ToastView?
  private static let toastMargin = 18.0  // points

  /// Shows a toast in front of the content, at its lower side. It replaces the present one.
  func showToast(_ toast: ToastView) {
    let old = self.toast
    self.toast = toast
    setNeedsLayout()
    guard old !== toast || toast.superview !== clip else { return toast.appear() }
    clip.addSubview(toast)
    // The state is complete before the closure of the old toast is called, which may present another one.
    if old !== toast { old?.removeFromSuperview() }
  }

  func removeToast(_ toast: ToastView) {
    if self.toast === toast { self.toast = nil }
    toast.removeFromSuperview()
  }

  private func placeToast(in area: Rect) {
    guard let toast, toast.superview === clip else { return }
    let margin = Self.toastMargin
    let room = Size(width: max(min(area.size.width - 2 * margin, 560), 0), height: area.size.height)
    let fitting = toast.fittingSize(in: room)
    toast.frame = Rect(
      x: (area.center.x - fitting.width / 2).rounded(), y: area.maxY - margin - fitting.height,
      width: fitting.width,
      height: fitting.height)
  }

  // MARK: Decoration

  /// The title bar; `nil` if the window has none.
  var titleBar: TitleBarView? {
    didSet {
      guard titleBar !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let titleBar { insertSubview(titleBar, at: (subviews.firstIndex { $0 === clip } ?? 0) + 1) }
      setNeedsLayout()
    }
  }
  /// The shadow around the window; `nil` if the window has none.
  private var shadow: WindowShadowView?
  /// The background of the content in a window with a shadow. Around it, the surface is transparent.
  private var ground: TiledView?
  private var groundColor: Color?

  /// Adds or removes the shadow and the background of the content.
  ///
  /// - Parameters:
  ///   - groundColor: The color of the background; `nil` for a window without a shadow.
  ///   - isActive: Whether the window is active. The shadow of an inactive window is paler.
  func setShadow(groundColor: Color?, isActive: Bool) {
    shadow?.alpha = isActive ? 1 : 0.6
    guard groundColor != self.groundColor else { return }
    self.groundColor = groundColor
    ground?.removeFromSuperview()
    ground = nil
    guard let groundColor else {
      shadow?.removeFromSuperview()
      shadow = nil
      return
    }
    // A tiled view paints and keeps only one tile.
    let tile = PaintedView(size: Size(width: 240, height: 240), isOpaque: groundColor.alpha == 1) { canvas in
      canvas.fill(with: groundColor)
    }
    let ground = TiledView(tile: tile)
    ground.clipsToBounds = true
    self.ground = ground
    if shadow == nil {
      let shadow = WindowShadowView()
      shadow.alpha = isActive ? 1 : 0.6
      insertSubview(shadow, at: 0)
      self.shadow = shadow
    }
    insertSubview(ground, at: 1)
    setNeedsLayout()
  }
}
