/// A toplevel window of a client.
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
  /// Whether the toplevel is mapped, that is, whether it has content.
  public var isMapped: Bool { xdgSurface.isMapped }
  /// Whether the toplevel is activated when it is mapped, because a client has used an activation token for it before.
  var activatesWhenMapped = false
  /// Whether the toplevel is fullscreen.
  public private(set) var isFullscreen = false
  /// Whether the toplevel is maximized.
  public private(set) var isMaximized = false
  /// Whether the toplevel is minimized. The surfaces of a minimized toplevel get no frame callbacks.
  public private(set) var isMinimized = false
  /// Whether the toplevel is activated.
  public var isActivated: Bool { compositor?.activeToplevel === self }
  /// Whether the toplevel is suspended: the client was notified that it is not visible, and its surfaces get no frame
  /// callbacks.
  ///
  /// Wayland: `xdg_toplevel.state.suspended`.
  public private(set) var isSuspended = false
  /// Whether the surfaces of the toplevel get no frame callbacks, as if another window covered it. The client is not notified.
  ///
  /// Wayland: `wl_surface.frame`.
  public var holdsFrameCallbacks = false
  /// Whether configures wait until this is `false` again. Then the client gets one with the state of that time, as from a compositor
  /// that is busy.
  ///
  /// Wayland: `xdg_surface.configure`.
  public var holdsConfigures = false {
    didSet { if !holdsConfigures, isConfigureHeld { sendConfigure() } }
  }
  private var isConfigureHeld = false
  /// The sides on which the toplevel is tiled.
  ///
  /// Wayland: `xdg_toplevel.state.tiled_left`.
  public private(set) var tiledEdges: TiledEdges = []
  /// The capabilities that were sent to the client last.
  ///
  /// Wayland: `xdg_toplevel.wm_capabilities`.
  public private(set) var capabilities: ShellCapabilities = [.maximize, .fullscreen, .minimize]
  /// Whether an interactive resize is in progress.
  public private(set) var isResizing = false
  /// The toplevel above which the client wants this one to be shown, such as the window of a dialog; nil for none.
  ///
  /// Wayland: `xdg_toplevel.set_parent`.
  public private(set) weak var parent: Toplevel?
  /// The client's minimum size, in logical pixels; 0 is no limit.
  ///
  /// Wayland: `xdg_toplevel.set_min_size`.
  public var minimumSize: (width: Int, height: Int) { limits.minimum }
  /// The client's maximum size, in logical pixels; 0 is no limit.
  ///
  /// Wayland: `xdg_toplevel.set_max_size`.
  public var maximumSize: (width: Int, height: Int) { limits.maximum }
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
  /// The seat and the serial of the last move request. The seat is nil if it was removed.
  ///
  /// Wayland: `xdg_toplevel.move`.
  public private(set) var lastMoveRequest: (seat: Seat?, serial: UInt32)?
  /// The edge of the last interactive resize that the client has requested, a value of xdg_toplevel.resize_edge.
  ///
  /// Wayland: `xdg_toplevel.resize`.
  public private(set) var lastResizeEdge: UInt32?
  /// The position at which the client last requested the window menu, relative to the window geometry.
  ///
  /// Wayland: `xdg_toplevel.show_window_menu`.
  public private(set) var lastMenuPosition: (x: Int, y: Int)?
  /// The position of the window geometry's top left corner among all outputs, in logical pixels.
  public var position: (x: Int, y: Int) = (0, 0) {
    didSet {
      guard position != oldValue else { return }
      surface?.updateOutputMembership()
      xdgSurface.updateChildPopups()
      compositor?.flush()
    }
  }
  /// Whether the decoration is server-side; nil while the client has no decoration object.
  ///
  /// Wayland: `zxdg_toplevel_decoration_v1.mode`.
  public internal(set) var isDecoratedByCompositor: Bool?

  /// The size before the toplevel became fullscreen or maximized.
  private var floatingSize: (width: Int, height: Int)?
  /// The bounds that the test set with `setBounds(width:height:)`; nil for the size of the output.
  private var bounds: (width: Int, height: Int)?
  /// The position before the toplevel became fullscreen or maximized.
  private var floatingPosition: (x: Int, y: Int)?
  /// The output that the client or the test chose for full screen.
  private weak var fullscreenOutput: Output?
  /// The output that the toplevel was on before its output was removed.
  private weak var formerOutput: Output?
  private var limits = SizeLimits()

  init(
    _ resource: Resource<XdgToplevelResource>, xdgSurface: XdgSurface, surface: Surface,
    compositor: Compositor
  ) {
    self.resource = resource
    self.xdgSurface = xdgSurface
    self.surface = surface
    self.compositor = compositor
    position = compositor.mainOutput.position
    compositor.toplevelList.append(self)
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onDestroy = { [unowned self] in destroyed() }
  }

  /// The size of the window geometry, in logical pixels. It excludes shadows.
  public var size: (width: Int, height: Int) { (xdgSurface.geometry.width, xdgSurface.geometry.height) }

  /// The top left corner of the window geometry, in surface coordinates.
  ///
  /// Wayland: `xdg_surface.set_window_geometry`.
  public var geometryOrigin: (x: Int, y: Int) { (xdgSurface.geometry.x, xdgSurface.geometry.y) }

  /// Whether the client has not acknowledged a configure yet.
  ///
  /// Wayland: `xdg_surface.ack_configure`.
  public var isConfigurePending: Bool { !xdgSurface.unacknowledgedSerials.isEmpty }

  // MARK: User actions

  /// Sends a configure with a size, in logical pixels, as a compositor does when the user drags an edge.
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

  /// Makes the toplevel fullscreen, or restores its floating size and position.
  ///
  /// - Parameters:
  ///   - fullscreen: Whether the toplevel fills an output.
  ///   - output: The output to fill. If it is nil or was removed, the toplevel fills the output that it is on.
  ///
  /// Wayland: `xdg_toplevel.state.fullscreen`.
  public func setFullscreen(_ fullscreen: Bool, on output: Output? = nil) {
    saveFloatingSize()
    isFullscreen = fullscreen
    fullscreenOutput = fullscreen ? output : nil
    updateConfiguredSize()
    sendConfigure()
  }

  /// Maximizes the toplevel, or restores its floating size and position.
  ///
  /// Wayland: `xdg_toplevel.state.maximized`.
  public func setMaximized(_ maximized: Bool) {
    saveFloatingSize()
    isMaximized = maximized
    updateConfiguredSize()
    sendConfigure()
  }

  /// Tiles the toplevel, or restores its floating size if `edges` is empty.
  ///
  /// - Parameters:
  ///   - edges: The sides that are adjacent to another window or to the edge of the output.
  ///   - width: The width to configure, in logical pixels.
  ///   - height: The height to configure, in logical pixels.
  ///
  /// Wayland: `xdg_toplevel.state.tiled_left`.
  public func setTiled(_ edges: TiledEdges, width: Int = 0, height: Int = 0) {
    saveFloatingSize()
    tiledEdges = edges
    updateConfiguredSize()
    if !edges.isEmpty { configuredSize = (width, height) }
    sendConfigure()
  }

  /// Notifies the client that the toplevel is not visible, or that it is visible again. Only a client that has bound
  /// version 6 of xdg_wm_base receives the state. Frame callbacks stop for every client.
  ///
  /// Wayland: `xdg_toplevel.state.suspended`.
  public func setSuspended(_ suspended: Bool) {
    isSuspended = suspended
    sendConfigure()
  }

  /// Sends the largest suitable size, in logical pixels; 0 × 0 means unknown.
  ///
  /// Wayland: `xdg_toplevel.configure_bounds`.
  public func setBounds(width: Int, height: Int) {
    bounds = (width, height)
    guard xdgSurface.hasInitialCommit else { return }
    sendBounds()
    sendConfigure()
  }

  /// Sends the operations that the compositor offers.
  ///
  /// Wayland: `xdg_toplevel.wm_capabilities`.
  public func setCapabilities(_ capabilities: ShellCapabilities) {
    self.capabilities = capabilities
    guard xdgSurface.hasInitialCommit else { return }
    sendCapabilities()
    sendConfigure()
  }

  /// Raises and activates the toplevel, gives it the keyboard focus, and restores it if it is minimized.
  ///
  /// Wayland: `xdg_toplevel.state.activated`, `wl_keyboard.enter`.
  public func activate() { activate(by: nil) }

  /// Activates the toplevel like `activate()`, but gives it the keyboard focus of one seat only; nil means all seats.
  func activate(by seat: Seat?) {
    guard let compositor, let surface else { return }
    isMinimized = false
    compositor.pressedLayer = nil
    compositor.raise(self)
    let owner = compositor.keyboardTarget(surface)
    for seat in seat.map({ [$0] }) ?? compositor.seats { seat.keyboard.focus(owner) }
    setActivated(true)
    surface.updateOutputMembership()
    compositor.flush()
  }

  /// The output that the toplevel fills, otherwise the output with its largest part. Nil after the compositor was
  /// deallocated.
  public var output: Output? { compositor.map { output(in: $0) } }

  private func output(in compositor: Compositor) -> Output {
    if isFullscreen, let fullscreenOutput, !fullscreenOutput.isRemoved { return fullscreenOutput }
    if let formerOutput { return formerOutput }
    return compositor.outputs(under: rect(at: position)).first ?? compositor.mainOutput
  }

  private func rect(at position: (x: Int, y: Int)) -> IntegerRect {
    IntegerRect(x: position.x, y: position.y, width: max(1, size.width), height: max(1, size.height))
  }

  /// Moves the toplevel to another output, to the same position relative to that output's top left corner. If the
  /// toplevel would not overlap the new output there, it moves to the corner itself. A fullscreen or maximized toplevel
  /// fills the new output.
  ///
  /// Wayland: `wl_surface.enter`, `wl_surface.leave`, `xdg_toplevel.configure`.
  public func move(to output: Output) {
    guard let compositor else { return }
    let former = self.output(in: compositor).position
    let shift = (x: output.position.x - former.x, y: output.position.y - former.y)
    formerOutput = nil
    if isFullscreen { fullscreenOutput = output }
    if let floating = floatingPosition { floatingPosition = (floating.x + shift.x, floating.y + shift.y) }
    if fillsOutput {
      fill(output)
      sendConfigure()
    } else {
      let wanted = (x: position.x + shift.x, y: position.y + shift.y)
      position =
        compositor.outputs(under: rect(at: wanted)).contains { $0 === output } ? wanted : output.position
    }
    compositor.flush()
  }

  /// Stores the current output for `move(to:)`, because the output will be removed.
  func rememberOutput() { formerOutput = output }

  /// Whether the toplevel fills its output.
  private var fillsOutput: Bool {
    isFullscreen || isMaximized || compositor?.configuration.windowSize == .output
  }

  /// Minimizes and deactivates the toplevel; `activate()` restores it.
  public func minimize() {
    isMinimized = true
    compositor?.toplevelsChanged()
    surface?.updateOutputMembership()
    if let surface { compositor?.removeInput(to: surface) }
    setActivated(false)
  }

  /// Asks the client to close the toplevel, as the close button of its decoration does.
  ///
  /// Wayland: `xdg_toplevel.close`.
  public func close() {
    resource.wire?.sendClose()
    compositor?.flush()
  }

  /// Sends a configure with the unchanged state, as some compositors do.
  public func repeatConfigure() { sendConfigure() }

  // MARK: Configure

  /// Changes the activated state, and sends configures to this toplevel and to the previously activated one.
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
      let available = output(in: compositor).logicalSize
      switch compositor.configuration.windowSize {
      case .chosenByClient: break
      case .fixed(let width, let height): if configuredSize == (0, 0) { configuredSize = (width, height) }
      case .output: if configuredSize == (0, 0) { configuredSize = available }
      }
      if isFullscreen || isMaximized { fill(output(in: compositor)) }
    }
    sendBounds()
    sendCapabilities()
    sendConfigure()
  }

  private func sendBounds() {
    let workArea = output?.workArea.map { (width: $0.width, height: $0.height) }
    guard let bounds = bounds ?? workArea ?? output?.logicalSize else { return }
    resource.wire?.sendConfigureBounds(
      width: Int32(clamping: bounds.width), height: Int32(clamping: bounds.height))
  }

  private func sendCapabilities() {
    resource.wire?.sendWmCapabilities(capabilities: Self.bytes(capabilities.numbers))
  }

  /// If the toplevel fills the output, sends a configure with the output's new size.
  func outputChanged() {
    xdgSurface.updateChildPopups()
    guard fillsOutput, let compositor else { return }
    fill(output(in: compositor))
    sendConfigure()
  }

  /// Sends the size and the states with a new serial. No effect before the initial commit.
  func sendConfigure() {
    guard xdgSurface.hasInitialCommit else { return }
    isConfigureHeld = holdsConfigures
    guard !holdsConfigures else { return }
    typealias State = XdgToplevelResource.State
    var states: [UInt32] = []
    if isMaximized { states.append(State.maximized.rawValue) }
    if isFullscreen { states.append(State.fullscreen.rawValue) }
    if isResizing { states.append(State.resizing.rawValue) }
    if isActivated { states.append(State.activated.rawValue) }
    if resource.version >= 2 { states += tiledEdges.states }
    if isSuspended && resource.version >= 6 { states.append(State.suspended.rawValue) }
    configureCount += 1
    resource.wire?.sendConfigure(
      width: Int32(clamping: configuredSize.width), height: Int32(clamping: configuredSize.height),
      states: Self.bytes(states))
    xdgSurface.configure()
    compositor?.toplevelsChanged()
    compositor?.flush()
  }

  private static func bytes(_ words: [UInt32]) -> [UInt8] { words.withUnsafeBytes { Array($0) } }

  private func saveFloatingSize() {
    guard !isFullscreen, !isMaximized, tiledEdges.isEmpty, isMapped else { return }
    floatingSize = size
    floatingPosition = position
  }

  /// Sets the position and size. A maximized toplevel fills the work area: the output without the exclusive zones of
  /// layer surfaces. Any other toplevel fills the whole output.
  private func fill(_ output: Output) {
    let size = output.logicalSize
    var area = IntegerRect(x: output.position.x, y: output.position.y, width: size.width, height: size.height)
    if isMaximized, !isFullscreen, let workArea = output.workArea { area = workArea }
    configuredSize = (area.width, area.height)
    position = (area.x, area.y)
  }

  /// Computes the size of the next configure from the fullscreen and maximized states.
  private func updateConfiguredSize() {
    guard let compositor else { return }
    if fillsOutput {
      fill(output(in: compositor))
    } else {
      configuredSize = floatingSize ?? (0, 0)
      position = floatingPosition ?? position
    }
  }

  // MARK: Life cycle

  /// Whether a commit applies new size limits.
  var hasPendingLimits: Bool { limits.isPending }

  /// Applies the pending size limits after a commit with content.
  func committed() {
    if !limits.commit() {
      resource.postError(
        XdgToplevelResource.Error.invalidSize, "the minimum size is larger than the maximum size")
    }
  }

  /// Activates the toplevel if the configuration or the client's token requests it, and calls `Compositor.onMap`.
  func mapped() {
    guard let compositor else { return }
    if compositor.configuration.activatesNewWindows || activatesWhenMapped { activate() }
    activatesWhenMapped = false
    compositor.requestFocusUpdate(.pointer)
    compositor.toplevelsChanged()
    compositor.onMap?(self)
  }

  /// Resets the states, and activates the next toplevel if this one was activated.
  func unmapped() {
    if isActivated { compositor?.activeToplevel = nil }
    isFullscreen = false
    isMaximized = false
    isMinimized = false
    isSuspended = false
    tiledEdges = []
    configuredSize = (0, 0)
    compositor?.requestFocusUpdate(.keyboard)
    compositor?.toplevelsChanged()
  }

  private func destroyed() {
    let compositor = compositor
    compositor?.toplevelList.remove(self)
    xdgSurface.roleObjectDestroyed()
    // On disconnection libwayland destroys objects in any order, so the order is an error only while the client is
    // connected.
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
    case .setParent(let parent):
      self.parent = parent?.model(as: Toplevel.self)
      compositor?.toplevelsChanged()
    case .setTitle(let title):
      self.title = title
      compositor?.toplevelsChanged()
    case .setAppId(let name):
      appID = name
      compositor?.toplevelsChanged()
    case .showWindowMenu(_, _, let x, let y): lastMenuPosition = (Int(x), Int(y))
    case .move(let seat, let serial):
      moveRequestCount += 1
      lastMoveRequest = (seat.model(as: Seat.self), serial)
    case .resize(_, _, let edges):
      // Valid values are 0 (no edge), 1, 2, 4 and 8 (the four edges), and 5, 6, 9 and 10 (the four corners).
      guard edges.rawValue <= 10, edges.rawValue != 3, edges.rawValue != 7 else {
        resource.postError(
          XdgToplevelResource.Error.invalidResizeEdge, "\(edges.rawValue) is not an xdg_toplevel.resize_edge")
        return
      }
      lastResizeEdge = edges.rawValue
    case .setMaxSize(let width, let height):
      if !limits.setMaximum(width: width, height: height) { rejectLimit(width, height) }
    case .setMinSize(let width, let height):
      if !limits.setMinimum(width: width, height: height) { rejectLimit(width, height) }
    case .setMaximized: setMaximized(true)
    case .unsetMaximized: setMaximized(false)
    case .setFullscreen(let output): setFullscreen(true, on: output?.model(as: Output.self))
    case .unsetFullscreen: setFullscreen(false)
    case .setMinimized: minimize()
    }
  }

  private func rejectLimit(_ width: Int32, _ height: Int32) {
    resource.postError(
      XdgToplevelResource.Error.invalidSize, "the size limit \(width) × \(height) is negative")
  }
}
