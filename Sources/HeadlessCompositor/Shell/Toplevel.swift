/// A toplevel: a window of a client.
///
/// Wayland: `xdg_toplevel`.
@MainActor public final class Toplevel {
  private let resource: Resource<XdgToplevelResource>
  private let xdgSurface: XdgSurface
  private weak var compositor: Compositor?
  var decoration: Resource<ZxdgToplevelDecorationV1Resource>?

  /// The surface; nil only if the client destroyed it before the toplevel.
  public private(set) weak var surface: Surface?
  /// The title, empty until set.
  ///
  /// Wayland: `xdg_toplevel.set_title`.
  public private(set) var title = ""
  /// The application's id, empty until set.
  ///
  /// Wayland: `xdg_toplevel.set_app_id`.
  public private(set) var appID = ""
  /// Whether the toplevel is mapped: it has content.
  public var isMapped: Bool { xdgSurface.isMapped }
  /// Whether the client has activated the toplevel by a token before it was mapped.
  var activatesWhenMapped = false
  /// Whether the toplevel is fullscreen.
  public private(set) var isFullscreen = false
  /// Whether the toplevel is maximized.
  public private(set) var isMaximized = false
  /// Whether the toplevel is minimized. Its surfaces get no frame callbacks then.
  public private(set) var isMinimized = false
  /// Whether the toplevel is activated.
  public var isActivated: Bool { compositor?.activeToplevel === self }
  /// Whether an interactive resize is in progress.
  public private(set) var isResizing = false
  /// The client's minimum size, in logical pixels; 0 is no limit.
  ///
  /// Wayland: `xdg_toplevel.set_min_size`.
  public private(set) var minimumSize: (width: Int, height: Int) = (0, 0)
  /// The client's maximum size, in logical pixels; 0 is no limit.
  ///
  /// Wayland: `xdg_toplevel.set_max_size`.
  public private(set) var maximumSize: (width: Int, height: Int) = (0, 0)
  /// The size of the last configure, in logical pixels; 0 × 0 lets the client choose.
  ///
  /// Wayland: `xdg_toplevel.configure`.
  public private(set) var configuredSize: (width: Int, height: Int) = (0, 0)
  /// The number of configures sent.
  public private(set) var configureCount = 0
  /// The number of interactive moves that the client has requested.
  ///
  /// Wayland: `xdg_toplevel.move`.
  public private(set) var moveRequestCount = 0
  /// The edge of the last interactive resize that the client has requested, a value of xdg_toplevel.resize_edge.
  ///
  /// Wayland: `xdg_toplevel.resize`.
  public private(set) var lastResizeEdge: UInt32?
  /// The position of the window geometry's top left corner on the output, in logical pixels.
  public var position: (x: Int, y: Int) = (0, 0)
  /// Whether the decoration is server-side; nil while the client has no decoration object.
  ///
  /// Wayland: `zxdg_toplevel_decoration_v1.mode`.
  public internal(set) var isDecoratedByCompositor: Bool?

  /// The size before the toplevel became fullscreen or maximized.
  private var floatingSize: (width: Int, height: Int)?
  private var pendingMinimum: (width: Int, height: Int)?
  private var pendingMaximum: (width: Int, height: Int)?

  init(
    _ resource: Resource<XdgToplevelResource>, xdgSurface: XdgSurface, surface: Surface,
    compositor: Compositor
  ) {
    self.resource = resource
    self.xdgSurface = xdgSurface
    self.surface = surface
    self.compositor = compositor
    compositor.toplevelList.append(self)
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onDestroy = { [unowned self] in destroyed() }
  }

  /// The size of the window geometry, which excludes shadows, in logical pixels.
  public var size: (width: Int, height: Int) { (xdgSurface.geometry.width, xdgSurface.geometry.height) }

  /// The top left corner of the window geometry, in surface coordinates.
  ///
  /// Wayland: `xdg_surface.set_window_geometry`.
  public var geometryOrigin: (x: Int, y: Int) { (xdgSurface.geometry.x, xdgSurface.geometry.y) }

  /// Whether a configure is not acknowledged yet.
  ///
  /// Wayland: `xdg_surface.ack_configure`.
  public var isConfigurePending: Bool { !xdgSurface.unacknowledgedSerials.isEmpty }

  // MARK: User actions

  /// Sends a configure with a size, in logical pixels, as when the user drags an edge.
  ///
  /// Wayland: `xdg_toplevel.configure`.
  public func resize(width: Int, height: Int) {
    configuredSize = (width, height)
    sendConfigure()
  }

  /// Begins or ends an interactive resize.
  ///
  /// Wayland: `xdg_toplevel.state.resizing`.
  public func setResizing(_ resizing: Bool) {
    isResizing = resizing
    sendConfigure()
  }

  /// Makes the toplevel fullscreen, or restores its floating size.
  ///
  /// Wayland: `xdg_toplevel.state.fullscreen`.
  public func setFullscreen(_ fullscreen: Bool) {
    saveFloatingSize()
    isFullscreen = fullscreen
    updateConfiguredSize()
    sendConfigure()
  }

  /// Maximizes the toplevel, or restores its floating size.
  ///
  /// Wayland: `xdg_toplevel.state.maximized`.
  public func setMaximized(_ maximized: Bool) {
    saveFloatingSize()
    isMaximized = maximized
    updateConfiguredSize()
    sendConfigure()
  }

  /// Raises and activates the toplevel, gives it the keyboard focus, and restores it if it is minimized.
  ///
  /// Wayland: `xdg_toplevel.state.activated`, `wl_keyboard.enter`.
  public func activate() {
    guard let compositor, let surface else { return }
    isMinimized = false
    compositor.raise(self)
    compositor.seat.keyboard.focus(surface)
    setActivated(true)
    surface.updateOutputMembership()
    compositor.flush()
  }

  /// Minimizes and deactivates the toplevel; `activate()` restores it.
  public func minimize() {
    isMinimized = true
    surface?.updateOutputMembership()
    if let surface { compositor?.seat.removeReferences(to: surface) }
    setActivated(false)
  }

  /// Asks the client to close the toplevel, as the close button of its decoration does.
  ///
  /// Wayland: `xdg_toplevel.close`.
  public func close() {
    resource.wire?.sendClose()
    compositor?.flush()
  }

  /// Sends the current state again, as some compositors do.
  public func repeatConfigure() { sendConfigure() }

  // MARK: Configure

  /// Changes the activated state and sends configures to this toplevel and the one activated before.
  func setActivated(_ activated: Bool) {
    guard let compositor, isActivated != activated else { return }
    let previous = compositor.activeToplevel
    compositor.activeToplevel = activated ? self : nil
    if activated { previous?.sendConfigure() }
    sendConfigure()
  }

  /// Sends the first configure, with the bounds and the capabilities of the window manager.
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

  /// Sends a configure with the output's new size if the toplevel has the output's size.
  func outputChanged() {
    guard isFullscreen || isMaximized || compositor?.configuration.windowSize == .output else { return }
    configuredSize = compositor?.output.logicalSize ?? configuredSize
    sendConfigure()
  }

  /// Sends the size and the states with a new serial; no effect before the initial commit.
  func sendConfigure() {
    guard xdgSurface.hasInitialCommit else { return }
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
    xdgSurface.configure()
    compositor?.flush()
  }

  private static func bytes(_ words: [UInt32]) -> [UInt8] { words.withUnsafeBytes { Array($0) } }

  private func saveFloatingSize() {
    if !isFullscreen && !isMaximized && isMapped { floatingSize = size }
  }

  /// Sets the size of the next configure by the fullscreen and maximized states.
  private func updateConfiguredSize() {
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

  // MARK: Life cycle

  /// Applies the pending size limits after a commit with content.
  func committed() {
    minimumSize = pendingMinimum ?? minimumSize
    maximumSize = pendingMaximum ?? maximumSize
    pendingMinimum = nil
    pendingMaximum = nil
    let isContradictory =
      (maximumSize.width > 0 && minimumSize.width > maximumSize.width)
      || (maximumSize.height > 0 && minimumSize.height > maximumSize.height)
    if isContradictory {
      resource.postError(
        XdgToplevelResource.Error.invalidSize, "the minimum size is larger than the maximum size")
    }
  }

  /// Activates the toplevel, if configured, and calls `Compositor.onMap`.
  func mapped() {
    guard let compositor else { return }
    if compositor.configuration.activatesNewWindows || activatesWhenMapped { activate() }
    activatesWhenMapped = false
    compositor.requestFocusUpdate(.pointer)
    compositor.onMap?(self)
  }

  /// Resets the states and activates the next toplevel.
  func unmapped() {
    if isActivated { compositor?.activeToplevel = nil }
    isFullscreen = false
    isMaximized = false
    isMinimized = false
    configuredSize = (0, 0)
    compositor?.requestFocusUpdate(.keyboard)
  }

  private func destroyed() {
    let compositor = compositor
    compositor?.toplevelList.remove(self)
    xdgSurface.roleObjectDestroyed()
    // On disconnection libwayland destroys objects in any order; only a request of a connected client is an error.
    if let decoration, compositor?.client(decoration.clientHandle) != nil {
      decoration.postError(
        ZxdgToplevelDecorationV1Resource.Error.orphaned,
        "the toplevel was destroyed before its decoration object")
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
      // Valid are 0 to 10 without 3 and 7: none, the four edges and the four corners.
      guard edges.rawValue <= 10, edges.rawValue != 3, edges.rawValue != 7 else {
        resource.postError(
          XdgToplevelResource.Error.invalidResizeEdge, "\(edges.rawValue) is not an xdg_toplevel.resize_edge")
        return
      }
      lastResizeEdge = edges.rawValue
    case .setMaxSize(let width, let height):
      if isValidLimit(width, height) { pendingMaximum = (Int(width), Int(height)) }
    case .setMinSize(let width, let height):
      if isValidLimit(width, height) { pendingMinimum = (Int(width), Int(height)) }
    case .setMaximized: setMaximized(true)
    case .unsetMaximized: setMaximized(false)
    case .setFullscreen: setFullscreen(true)
    case .unsetFullscreen: setFullscreen(false)
    case .setMinimized: minimize()
    }
  }

  /// Returns whether a size limit is not negative; posts a protocol error if it is.
  private func isValidLimit(_ width: Int32, _ height: Int32) -> Bool {
    if width >= 0 && height >= 0 { return true }
    resource.postError(
      XdgToplevelResource.Error.invalidSize, "the size limit \(width) × \(height) is negative")
    return false
  }
}
