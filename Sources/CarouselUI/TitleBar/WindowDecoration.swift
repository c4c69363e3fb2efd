internal import Controls
internal import Desktop
internal import Drawing
internal import Geometry
internal import Input
internal import Views
internal import Windowing

/// Draws the title bar, the shadow and the borders of a window if the compositor draws none, and handles their
/// events.
@MainActor
final class WindowDecoration: InputHandler {
  /// The width of the area around a window in which a press begins to resize the window, in points.
  static let resizeMargin = 10.0

  private unowned let owner: CarouselWindow
  private var window: Window { owner.window }
  private var frameView: WindowFrameView { owner.frameView }
  /// For each pointer and pen over the resize margin, the edge or corner.
  private var hoveredEdges: [Int: ResizeEdge] = [:]

  init(of owner: CarouselWindow) {
    self.owner = owner
    owner.frameView.title = { [weak window = owner.window] in window?.title }
    owner.window.onTitleChange = { [weak self] in self?.titleDidChange() }
  }

  private func titleDidChange() {
    frameView.titleBar?.title = window.title
    frameView.accessibilityChanged(.label)
  }

  /// Whether the window should have its own title bar if the compositor draws none.
  private var isWanted: Bool {
    if case .toplevel = window.role { owner.showsTitleBar } else { false }
  }

  /// Reserves space for the decoration if the compositor draws none.
  func updateBorders() {
    guard case .toplevel = window.role else { return }
    window.requestedSizesExcludeFrame = true
    let height = TitleBarView.height(with: frameView.effectiveTheme)
    window.borders =
      isWanted
      ? WindowBorders(
        shadow: EdgeInsets(WindowShadowView.margin), frame: EdgeInsets(top: height),
        resizeMargin: Self.resizeMargin, cornerRadius: WindowShadowView.cornerRadius) : .none
  }

  /// Updates the decoration to the current state of the window.
  func update() {
    guard case .toplevel = window.role else { return }
    let rectangles = window.rectangles
    let isActive = window.state.contains(.activated)
    let hasShadow = isWanted && rectangles.surface != rectangles.geometry
    frameView.setShadow(groundColor: hasShadow ? owner.backgroundColor : nil, isActive: isActive)
    guard isWanted, rectangles.content != rectangles.geometry else {
      frameView.titleBar = nil
      frameView.lowerCornerRadius = 0
      return
    }
    let bar = frameView.titleBar ?? makeTitleBar()
    bar.title = window.title
    bar.isActive = isActive
    bar.isMaximized = window.state.contains(.maximized)
    let tiled: WindowState = [.maximized, .tiledTop, .tiledLeft, .tiledRight, .tiledBottom]
    bar.isRounded = window.state.isDisjoint(with: tiled)
    frameView.lowerCornerRadius = bar.isRounded && hasShadow ? WindowShadowView.cornerRadius : 0
    let buttons = owner.appearance?.settings.titleBarButtons.value ?? .standard
    bar.leadingItems = items(buttons.leading)
    bar.trailingItems = items(buttons.trailing)
    frameView.titleBar = bar
  }

  private func items(_ buttons: [TitleBarButtons.Button]) -> [TitleBarView.Item] {
    buttons.compactMap { button in
      switch button {
      case .minimize: window.capabilities.contains(.minimize) ? .minimize : nil
      case .maximize: window.capabilities.contains(.maximize) ? .maximize : nil
      case .close: .close
      case .menu: window.capabilities.contains(.windowMenu) ? .menu : nil
      case .spacer: .spacer
      case .appMenu, .icon: nil
      }
    }
  }

  private func makeTitleBar() -> TitleBarView {
    let bar = TitleBarView()
    bar.onItem = { [weak self, weak bar] item in
      switch item {
      case .minimize: self?.window.minimize()
      case .maximize: self?.toggleMaximized()
      case .close: self?.owner.requestClose()
      case .menu: self?.showMenu(below: bar?.button(.menu))
      case .spacer: break
      }
    }
    bar.onDrag = { [weak self] in self?.window.beginMove() }
    bar.onDoubleClick = { [weak self] in self?.doubleClicked() }
    bar.onMenu = { [weak self, weak bar] point in
      guard let self, let bar, let place = bar.convert(point, to: nil) else { return }
      window.showWindowMenu(at: place)
    }
    return bar
  }

  private func showMenu(below button: View?) {
    guard let button, let rect = owner.tree.windowRect(of: button.bounds, in: button) else { return }
    window.showWindowMenu(at: Point(x: rect.minX, y: rect.maxY))
  }

  private func toggleMaximized() {
    guard window.capabilities.contains(.maximize) else { return }
    window.setMaximized(!window.state.contains(.maximized))
  }

  private func doubleClicked() {
    switch owner.appearance?.settings.titleBarDoubleClick.value ?? .toggleMaximize {
    case .toggleMaximize, .toggleMaximizeHorizontally, .toggleMaximizeVertically: toggleMaximized()
    case .minimize: window.minimize()
    case .menu: showMenu(below: frameView.titleBar)
    case .toggleShade, .lower, .none: break
    }
  }

  // MARK: Borders

  /// Returns the shape of a pointer or pen on the resize margin; `nil` elsewhere.
  func cursor(ofPointer id: Int) -> CursorShape? { hoveredEdges[id]?.cursor }

  /// A pointer on the resize margin is over no view.
  func pointer(_ id: Int, movedTo point: Point?) -> Bool {
    hoveredEdges[id] = point.flatMap {
      owner.tree.isTracking(pointer: id) ? nil : window.rectangles.resizeEdge(at: $0)
    }
    return hoveredEdges[id] != nil
  }

  /// Begins to resize the window if a contact begins on the resize margin. A press that closes a popup does not arrive here.
  func handle(_ event: InputEvent) -> Bool {
    let (point, isPrimary): (InputPoint, Bool)
    switch event {
    case .pointer(.pressed(let button?), let input): (point, isPrimary) = (input, button == .primary)
    case .touch(.began, let input), .pen(.began, let input): (point, isPrimary) = (input, true)
    default: return false
    }
    guard let edge = window.rectangles.resizeEdge(at: point.position) else { return false }
    if isPrimary { window.beginResize(edge) }
    return true
  }
}

extension ResizeEdge {
  /// The shape of the pointer over this edge or corner of the window.
  fileprivate var cursor: CursorShape {
    switch self {
    case .top: .resizeTop
    case .bottom: .resizeBottom
    case .left: .resizeLeft
    case .topLeft: .resizeTopLeft
    case .bottomLeft: .resizeBottomLeft
    case .right: .resizeRight
    case .topRight: .resizeTopRight
    case .bottomRight: .resizeBottomRight
    }
  }
}
