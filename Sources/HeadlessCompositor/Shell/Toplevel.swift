/// A window of a client.
///
/// Wayland: `xdg_toplevel`.
@MainActor public final class Toplevel {
  private let resource: Resource<XdgToplevelResource>
  private let shell: XdgSurface
  private weak var compositor: Compositor?
  var decoration: Resource<ZxdgToplevelDecorationV1Resource>?

  /// Its surface; nil only when the client destroyed it before the window.
  public private(set) weak var surface: Surface?
  /// The title, empty until set.
  ///
  /// Wayland: `xdg_toplevel.set_title`.
  public private(set) var title = ""
  /// The application's name, empty until set.
  ///
  /// Wayland: `xdg_toplevel.set_app_id`.
  public private(set) var appID = ""
  /// Whether it has content.
  public var isMapped: Bool { shell.isMapped }
  /// Whether it covers the output.
  public private(set) var isFullscreen = false
  /// Whether it is maximised.
  public private(set) var isMaximized = false
  /// Whether it has been put away. Its surface gets no frames then.
  public private(set) var isMinimized = false
  /// Whether it is drawn as the focused one.
  public var isActivated: Bool { compositor?.activeToplevel === self }
  /// Whether it has been told that the user is resizing it.
  public private(set) var isResizing = false
  /// The smallest size it wants, in units of length; 0 for no limit.
  ///
  /// Wayland: `xdg_toplevel.set_min_size`.
  public private(set) var minimumSize: (width: Int, height: Int) = (0, 0)
  /// The largest size it wants, in units of length; 0 for no limit.
  ///
  /// Wayland: `xdg_toplevel.set_max_size`.
  public private(set) var maximumSize: (width: Int, height: Int) = (0, 0)
  /// The size it was last told, in units of length; 0 × 0 when it may choose.
  ///
  /// Wayland: `xdg_toplevel.configure`.
  public private(set) var configuredSize: (width: Int, height: Int) = (0, 0)
  /// How often it was told a size and states.
  public private(set) var configureCount = 0
  /// How often the client asked to let the user move it.
  public private(set) var moveRequestCount = 0
  /// The edges the client last asked to let the user resize it by, as in xdg_toplevel.resize_edge.
  public private(set) var lastResizeEdge: UInt32?
  /// Where its top left corner is, in units of length.
  public var position: (x: Int, y: Int) = (0, 0)
  /// Whether the frame is drawn by the compositor; nil while the client has not asked.
  ///
  /// Wayland: `zxdg_toplevel_decoration_v1.mode`.
  public internal(set) var isDecoratedByCompositor: Bool?

  private var floatingSize: (width: Int, height: Int)?
  private var pendingMinimum: (width: Int, height: Int)?
  private var pendingMaximum: (width: Int, height: Int)?

  init(_ resource: Resource<XdgToplevelResource>, shell: XdgSurface, surface: Surface, compositor: Compositor)
  {
    self.resource = resource
    self.shell = shell
    self.surface = surface
    self.compositor = compositor
    compositor.toplevelList.append(self)
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onVanish = { [unowned self] in vanished() }
  }

  /// The size of the window without shadows, in units of length.
  public var size: (width: Int, height: Int) { (shell.geometry.width, shell.geometry.height) }

  /// Where the window begins within its surface, in units of length.
  ///
  /// Wayland: `xdg_surface.set_window_geometry`.
  public var geometryOrigin: (x: Int, y: Int) { (shell.geometry.x, shell.geometry.y) }

  /// Whether it has been told something that it has not acknowledged.
  ///
  /// Wayland: `xdg_surface.ack_configure`.
  public var isConfigurePending: Bool { !shell.openSerials.isEmpty }

  // MARK: What the user does

  /// Suggests a size, in units of length, as when the user drags an edge.
  ///
  /// Wayland: `xdg_toplevel.configure`.
  public func resize(width: Int, height: Int) {
    configuredSize = (width, height)
    sendConfigure()
  }

  /// Tells it that the user begins or ends resizing.
  ///
  /// Wayland: `xdg_toplevel.state.resizing`.
  public func setResizing(_ resizing: Bool) {
    isResizing = resizing
    sendConfigure()
  }

  /// Makes it cover the output, or ends that.
  ///
  /// Wayland: `xdg_toplevel.state.fullscreen`.
  public func setFullscreen(_ fullscreen: Bool) {
    rememberFloatingSize()
    isFullscreen = fullscreen
    applyStateSize()
    sendConfigure()
  }

  /// Maximises it, or ends that.
  ///
  /// Wayland: `xdg_toplevel.state.maximized`.
  public func setMaximized(_ maximized: Bool) {
    rememberFloatingSize()
    isMaximized = maximized
    applyStateSize()
    sendConfigure()
  }

  /// Gives it the focus, in front of all others; one that was put away comes back.
  ///
  /// Wayland: `xdg_toplevel.state.activated`, `wl_keyboard.enter`.
  public func activate() {
    guard let compositor, let surface else { return }
    isMinimized = false
    compositor.raise(self)
    compositor.seat.keyboard.focus(surface)
    setActivated(true)
    surface.announceOutput()
    compositor.flush()
  }

  /// Puts it away.
  public func minimize() {
    isMinimized = true
    surface?.announceOutput()
    if let surface { compositor?.seat.forget(surface) }
    setActivated(false)
  }

  /// Asks it to close, as the button in its frame does.
  ///
  /// Wayland: `xdg_toplevel.close`.
  public func close() {
    resource.wire?.sendClose()
    compositor?.flush()
  }

  /// Tells it again what it knows, as some compositors do.
  public func repeatConfigure() { sendConfigure() }

  // MARK: Configure

  func setActivated(_ activated: Bool) {
    guard let compositor, isActivated != activated else { return }
    let previous = compositor.activeToplevel
    compositor.activeToplevel = activated ? self : nil
    if activated { previous?.sendConfigure() }
    sendConfigure()
  }

  func sendInitialConfigure() {
    if let compositor {
      switch compositor.configuration.windowSize {
      case .chosenByClient: break
      case .fixed(let width, let height): if configuredSize == (0, 0) { configuredSize = (width, height) }
      case .output: if configuredSize == (0, 0) { configuredSize = compositor.output.logicalSize }
      }
      if isFullscreen || isMaximized { configuredSize = compositor.output.logicalSize }
      let bounds = compositor.output.logicalSize
      resource.wire?.sendConfigureBounds(
        width: Int32(clamping: bounds.width), height: Int32(clamping: bounds.height))
    }
    typealias Capability = XdgToplevelResource.WmCapabilities
    let capabilities = [Capability.maximize, .fullscreen, .minimize].map(\.rawValue)
    resource.wire?.sendWmCapabilities(capabilities: Self.bytes(capabilities))
    sendConfigure()
  }

  func outputChanged() {
    guard isFullscreen || isMaximized || compositor?.configuration.windowSize == .output else { return }
    configuredSize = compositor?.output.logicalSize ?? configuredSize
    sendConfigure()
  }

  func sendConfigure() {
    guard shell.hasInitialCommit else { return }
    typealias State = XdgToplevelResource.State
    var states: [UInt32] = []
    if isMaximized { states.append(State.maximized.rawValue) }
    if isFullscreen { states.append(State.fullscreen.rawValue) }
    if isResizing { states.append(State.resizing.rawValue) }
    if isActivated { states.append(State.activated.rawValue) }
    configureCount += 1
    resource.wire?.sendConfigure(
      width: Int32(clamping: configuredSize.width), height: Int32(clamping: configuredSize.height),
      states: Self.bytes(states))
    shell.configure()
    compositor?.flush()
  }

  private static func bytes(_ words: [UInt32]) -> [UInt8] { words.withUnsafeBytes { Array($0) } }

  private func rememberFloatingSize() {
    if !isFullscreen && !isMaximized && isMapped { floatingSize = size }
  }

  private func applyStateSize() {
    guard let compositor else { return }
    if isFullscreen || isMaximized {
      configuredSize = compositor.output.logicalSize
      position = (0, 0)
    } else if compositor.configuration.windowSize == .output {
      configuredSize = compositor.output.logicalSize
    } else {
      configuredSize = floatingSize ?? (0, 0)
    }
  }

  // MARK: Life

  func committed() {
    minimumSize = pendingMinimum ?? minimumSize
    maximumSize = pendingMaximum ?? maximumSize
    pendingMinimum = nil
    pendingMaximum = nil
    let isContradictory =
      (maximumSize.width > 0 && minimumSize.width > maximumSize.width)
      || (maximumSize.height > 0 && minimumSize.height > maximumSize.height)
    if isContradictory {
      resource.post(XdgToplevelResource.Error.invalidSize, "the smallest size is larger than the largest")
    }
  }

  func mapped() {
    guard let compositor else { return }
    if compositor.configuration.activatesNewWindows { activate() }
    compositor.findFocus(.pointer)
    compositor.onMap?(self)
  }

  func unmapped() {
    if isActivated { compositor?.activeToplevel = nil }
    isFullscreen = false
    isMaximized = false
    isMinimized = false
    configuredSize = (0, 0)
    compositor?.findFocus(.keyboard)
  }

  private func vanished() {
    let compositor = compositor
    compositor?.toplevelList.remove(self)
    shell.roleObjectVanished()
    // At the end of a connection objects go in any order; that is nobody's mistake.
    if let decoration, compositor?.client(decoration.clientHandle) != nil {
      decoration.post(
        ZxdgToplevelDecorationV1Resource.Error.orphaned, "the window was destroyed before its decoration")
    }
  }

  // MARK: Requests

  private func handle(_ request: XdgToplevelResource.Request) {
    switch request {
    case .destroy: resource.destroy()
    case .setParent: break
    case .setTitle(let title): self.title = title
    case .setAppId(let name): appID = name
    case .showWindowMenu: break
    case .move: moveRequestCount += 1
    case .resize(_, _, let edges):
      // 0 to 10: none, the four edges and the four corners; 3 and 7 are no corner.
      guard edges.rawValue <= 10, edges.rawValue != 3, edges.rawValue != 7 else {
        resource.post(XdgToplevelResource.Error.invalidResizeEdge, "there is no edge \(edges.rawValue)")
        return
      }
      lastResizeEdge = edges.rawValue
    case .setMaxSize(let width, let height):
      if isSize(width, height) { pendingMaximum = (Int(width), Int(height)) }
    case .setMinSize(let width, let height):
      if isSize(width, height) { pendingMinimum = (Int(width), Int(height)) }
    case .setMaximized: setMaximized(true)
    case .unsetMaximized: setMaximized(false)
    case .setFullscreen: setFullscreen(true)
    case .unsetFullscreen: setFullscreen(false)
    case .setMinimized: minimize()
    }
  }

  private func isSize(_ width: Int32, _ height: Int32) -> Bool {
    if width >= 0 && height >= 0 { return true }
    resource.post(XdgToplevelResource.Error.invalidSize, "\(width) × \(height) is no size")
    return false
  }
}
