public import Geometry
import Wayland

/// A toplevel window, a popup (a menu or tooltip of another window) or a layer surface (such as a panel).
///
/// A window opens when the compositor has announced its globals; a popup opens after its parent's first frame. Windows
/// and popups close with `close()` or when the last reference to them is released; an ``Application`` retains its windows
/// until they close. They draw only after `invalidate()`
/// or after a change of their size or scale.
///
/// Wayland: `xdg_toplevel`, `xdg_popup`, `zwlr_layer_surface_v1`.
@MainActor
public final class Window {
  /// Draws the content and receives the window's events. The window does not retain it, but an ``Application`` does.
  public weak var delegate: (any WindowDelegate)? { didSet { system.onWindowsChange?() } }
  /// Receives drags over the window; nil rejects them.
  ///
  /// Wayland: `wl_data_device.enter`.
  public weak var dropTarget: (any DropTarget)?
  /// The text field that is being edited; nil if there is none.
  ///
  /// Wayland: `zwp_text_input_v3`.
  public internal(set) weak var textInput: TextInputSession?

  /// The state of the window, as reported by the compositor. A requested state takes effect only when the compositor
  /// reports it here.
  ///
  /// Wayland: `xdg_toplevel.configure`.
  public internal(set) var state: WindowState = []
  /// Whether the compositor reports that the window is not visible. A suspended window draws only its first frame.
  ///
  /// Wayland: `xdg_toplevel.state.suspended`.
  public var isSuspended: Bool { state.contains(.suspended) }
  /// The operations that the compositor offers for windows, such as maximizing.
  ///
  /// Wayland: `xdg_toplevel.wm_capabilities`.
  public private(set) var capabilities = WindowCapabilities.all
  /// The largest suitable size of a floating window in points, such as the screen's size without panels; nil if
  /// unknown.
  ///
  /// Wayland: `xdg_toplevel.configure_bounds`.
  public var bounds: Size? { sizing.bounds }
  /// Whether the compositor draws the title bar and borders.
  ///
  /// Wayland: `zxdg_toplevel_decoration_v1.configure`.
  public private(set) var isDecorated = false
  /// Whether the window was closed, by `close()` or because the connection failed.
  public private(set) var isClosed = false

  /// Whether this is a toplevel window, a popup or a layer surface.
  public private(set) var role: WindowRole
  /// The position of a popup, in points from the top left corner of its parent's window geometry. Nil for other
  /// windows and until the compositor has sent the position.
  ///
  /// Wayland: `xdg_popup.configure`.
  public private(set) var popupPosition: Point?
  /// The parent of a popup.
  public private(set) weak var parentWindow: Window?
  /// The popups of this window that are not closed, oldest first.
  public var popups: [Window] { childPopups.all }
  /// Whether the window is a popup that receives all input. A press outside the popup dismisses it.
  ///
  /// Wayland: `xdg_popup.grab`.
  public private(set) var isGrabbing: Bool

  let system: WindowSystem
  private var sizing: WindowSizing
  private var shellRole: (any ShellRole)?
  private var childPopups = ChildPopups()
  /// The screen of a layer surface; see Window+Layers.swift.
  var layerScreen = LayerScreen()
  /// The requested states; see Window+States.swift.
  var stateRequests = StateRequests()
  private var keyboards = KeyboardPresence()
  private var surface: DrawingSurface?
  /// The rectangles and the scale of the last `windowDidResize(_:)` call.
  private var notified: (rectangles: WindowRectangles, scale: Double)?
  private var idleInhibition = IdleInhibition()
  /// Whether the surface has drawn no frame yet.
  private var isFirstFrame = true

  /// Creates a window. It opens when the program serves the connection.
  ///
  /// - Parameters:
  ///   - system: The connection; the window retains it.
  ///   - size: The requested size in points. The compositor may choose another one.
  ///   - title: The text for the title bar and the task list.
  ///   - appID: The name of the desktop file, without `.desktop`.
  public init(in system: WindowSystem, size: Size, title: String, appID: String) {
    self.system = system
    self.title = title
    self.appID = appID
    role = .toplevel
    isGrabbing = false
    sizing = WindowSizing(wanted: size)
    system.add(self)
  }

  /// Creates a menu or a tooltip of another window. It opens after its parent's first frame.
  ///
  /// The popup closes before its parent. When the compositor dismisses the popup, the popup closes, and its
  /// delegate's `windowDidDismiss(_:)` is called.
  ///
  /// - Parameters:
  ///   - parent: A window or another popup.
  ///   - placement: The popup's size and position, in points of the parent's surface.
  ///   - grabs: Whether the popup receives all input, as a menu does. A grab requires a press: create the popup while
  ///     a press, touch or key event is handled. Without a press, or if the parent is a popup without a grab, the
  ///     popup opens without a grab. When a popup opens with a grab, all other popups with a grab are dismissed, except
  ///     its ancestors.
  ///
  /// Wayland: `xdg_popup`.
  public init(popupOf parent: Window, at placement: PopupPlacement, grabs: Bool = false) {
    system = parent.system
    title = ""
    appID = parent.appID
    role = .popup(placement)
    isGrabbing = grabs
    sizing = WindowSizing(wanted: placement.size)
    parentWindow = parent
    guard !parent.isClosed else {
      isClosed = true
      return
    }
    parent.childPopups.append(self)
    system.add(self)
  }

  /// Creates a layer surface: a panel, a wallpaper, an overlay or a kiosk.
  ///
  /// When the compositor dismisses the surface, the window closes, and its delegate's `windowDidDismiss(_:)`
  /// is called. If the surface was dismissed because its screen was removed, ``waitsForScreen`` decides
  /// whether the window closes. If the compositor offers no layers, the window is an ordinary window. It is
  /// full screen if `placement` covers the screen; otherwise a width or height of 0 becomes that of the screen.
  ///
  /// - Parameters:
  ///   - system: The connection; the window retains it.
  ///   - placement: The layer, and the size and position on the screen.
  ///   - output: The screen; nil lets the compositor choose.
  ///   - namespace: The surface's purpose, such as "panel", for the compositor's rules.
  ///
  /// Wayland: `zwlr_layer_shell_v1.get_layer_surface`.
  public init(
    in system: WindowSystem, layer placement: LayerPlacement, on output: Output? = nil, namespace: String
  ) {
    self.system = system
    title = namespace
    appID = namespace
    role = .layer(placement)
    isGrabbing = false
    sizing = WindowSizing(wanted: placement.size)
    layerScreen = LayerScreen(requesting: output)
    system.add(self)
  }

  isolated deinit { close(delegate: nil) }

  // MARK: Appearance

  /// The size of the window geometry in points, whole numbers in `1...16384`; the requested size until the first
  /// configure. Without ``borders`` it is the size of the surface.
  ///
  /// Wayland: `xdg_toplevel.configure`.
  public var size: Size { sizing.size }

  /// The surface, the window geometry, the content and the input region. Positions of events are in the same coordinates.
  public var rectangles: WindowRectangles {
    WindowRectangles(
      size: size, borders: isDecorated || layerRole != nil ? .none : borders, state: state)
  }

  /// The shadow, title bar and borders that the program draws around its content. They are in effect while
  /// ``isDecorated`` is false. A change redraws the window.
  ///
  /// Wayland: `xdg_surface.set_window_geometry`.
  public var borders = WindowBorders.none {
    didSet {
      guard borders != oldValue else { return }
      updateFrame()
      updateRectangles()
    }
  }

  /// Whether requested sizes and ``minimumSize`` exclude the frame of ``borders``; by default false. If true, the
  /// window is larger by the frame while ``isDecorated`` is false.
  public var sizesContent = false {
    didSet {
      guard sizesContent != oldValue else { return }
      updateFrame()
      updateRectangles()
    }
  }

  private func updateFrame() {
    sizing.setFrame(frameSize(in: state, isDecorated: isDecorated), isFixed: state.fixesSize)
    if minimumSize != .zero || maximumSize != .zero { sendSizeLimits() }
  }

  /// Returns the size of the program's frame if ``sizesContent`` excludes it from requested sizes, else zero.
  private func frameSize(in state: WindowState, isDecorated: Bool) -> Size {
    guard sizesContent, !isDecorated, layerRole == nil else { return .zero }
    let frame = borders.inEffect(in: state).frame
    return Size(width: frame.left + frame.right, height: frame.top + frame.bottom)
  }

  /// The areas that accept input, in points from the surface's top left corner; nil for ``WindowRectangles/input``.
  /// Input outside these areas goes to the window below; with an empty array, all input does. A change redraws the
  /// window.
  ///
  /// Wayland: `wl_surface.set_input_region`.
  public var inputRegion: [Rect]? { didSet { if inputRegion != oldValue { updateRectangles() } } }

  /// Buffer pixels per point, possibly fractional; 1 until the window opens.
  ///
  /// Wayland: `wp_fractional_scale_v1.preferred_scale`, else `wl_output.scale`.
  public var scale: Double { surface?.scale ?? 1 }

  /// Whether `WindowDelegate.window(_:draw:for:)` can draw into a transformed buffer, as `DrawableBuffer.transform`
  /// states. By default false: all buffers are upright.
  ///
  /// On a rotated screen, the compositor can show a buffer in the screen's own orientation without another copy. Sizes
  /// in points, events and damage in buffer pixels are not affected.
  ///
  /// Wayland: `wl_surface.set_buffer_transform`.
  public var acceptsTransformedBuffers = false {
    didSet { surface?.acceptsTransforms = acceptsTransformedBuffers }
  }

  /// The fraction of the full resolution at which the window is drawn, for each side; clamped to `0.1...1`. By default 1.
  ///
  /// With a smaller value the buffers are smaller, and the compositor enlarges them. So a program with a slow processor
  /// can draw an animation without delays. Sizes in points and events are not affected. Has no effect if the compositor
  /// lacks `wp_viewporter`.
  ///
  /// Wayland: `wp_viewport.set_destination`.
  public var resolution: Double {
    get { chosenResolution }
    set {
      chosenResolution = newValue.isNaN ? 1 : min(max(newValue, 0.1), 1)
      surface?.resolution = chosenResolution
    }
  }
  private var chosenResolution = 1.0

  /// The screens that the window is on. Empty until the window is visible, and while no screen is connected.
  ///
  /// Wayland: `wl_surface.enter`, `wl_surface.leave`.
  public var outputs: [Output] { surface?.outputs ?? [] }

  /// The text for the title bar and the task list. At most 2048 bytes of UTF-8 are sent.
  ///
  /// Wayland: `xdg_toplevel.set_title`.
  public var title: String {
    didSet {
      guard title != oldValue else { return }
      toplevelRole?.setTitle(title)
      onTitleChange?()
    }
  }
  /// Called after the program has changed ``title``, for a title bar that the program draws.
  package var onTitleChange: (() -> Void)?

  /// The name of the desktop file, without `.desktop`.
  ///
  /// Wayland: `xdg_toplevel.set_app_id`.
  public let appID: String

  /// The smallest useful size in points; `.zero` for no limit.
  ///
  /// Wayland: `xdg_toplevel.set_min_size`.
  public var minimumSize = Size.zero {
    didSet {
      guard minimumSize != oldValue else { return }
      sendSizeLimits()
    }
  }

  /// The largest useful size in points; `.zero` for no limit, and a width or height of 0 for no limit of this side. If it
  /// is smaller than ``minimumSize``, the minimum size applies.
  ///
  /// Wayland: `xdg_toplevel.set_max_size`.
  public var maximumSize = Size.zero { didSet { if maximumSize != oldValue { sendSizeLimits() } } }

  private func sendSizeLimits() {
    guard let role = toplevelRole else { return }
    role.setSizeLimits(sizing.framedLimits(minimum: minimumSize, maximum: maximumSize))
    surface?.commitState()
  }

  /// The window that this one belongs to, such as the window of a dialog; nil for none. The compositor keeps this window
  /// above the other one. Popups have a ``parentWindow`` instead.
  ///
  /// A window that is not open yet takes effect when it has drawn its first frame. A window that belongs to this one,
  /// directly or not, is not set.
  ///
  /// Wayland: `xdg_toplevel.set_parent`. GTK: `transient-for`. AppKit: `addChildWindow:ordered:`.
  public weak var transientParent: Window? {
    didSet {
      // No circle of parents exists before, so the loop ends.
      var ancestor = transientParent
      while let window = ancestor {
        guard window !== self else {
          transientParent = oldValue
          return
        }
        ancestor = window.transientParent
      }
      if transientParent !== oldValue { sendParent() }
    }
  }

  private func sendParent() {
    guard let role = toplevelRole else { return }
    let isShown = transientParent?.surface?.hasContent == true
    role.setParent(isShown ? transientParent?.toplevelRole : nil)
  }

  /// Whether all pixels of the content are opaque. The compositor then need not draw what is behind the content.
  ///
  /// Wayland: `wl_surface.set_opaque_region`.
  public var isOpaque = true {
    didSet {
      surface?.isOpaque = isOpaque
      invalidate()
    }
  }

  /// The cursor's shape and the rules that hide it; see Window+Cursor.swift.
  var cursorSettings = CursorSettings() {
    didSet { for seat in system.seats where cursorSettings != oldValue { seat.cursorChanged(in: self) } }
  }

  /// Whether the screen stays on while the window is visible.
  ///
  /// Wayland: `zwp_idle_inhibit_manager_v1`.
  public var inhibitsIdle = false { didSet { updateIdleInhibition() } }

  /// Begins or ends the inhibition, also when the compositor has announced the manager after the window has opened.
  func updateIdleInhibition() {
    idleInhibition.set(inhibitsIdle, of: wlSurface, manager: system.globals?.idleInhibit)
  }

  // MARK: Frames

  /// Requests a frame because the content changed.
  ///
  /// Several calls are coalesced: the delegate draws once, when the compositor asks for the next frame.
  ///
  /// Wayland: `wl_surface.frame`.
  public func invalidate() { surface?.invalidate() }

  /// Whether no frame is due, being drawn or waiting for the compositor. Also true while the window is suspended.
  ///
  /// Wayland: `wl_surface.frame`.
  public var isAtRest: Bool { surface?.isAtRest ?? true }

  /// The number of committed frames.
  ///
  /// Wayland: `wl_surface.commit`.
  public var frameCount: Int { surface?.commitCount ?? 0 }

  /// The shared memory of all buffers, in bytes.
  package var bufferMemory: Int { surface?.bufferMemory ?? 0 }

  /// Called after each frame that was drawn, before requests are flushed. `isCommitted` states whether its
  /// buffer was committed.
  ///
  /// Wayland: `wl_surface.commit`.
  package var onFrameEnd: ((_ isCommitted: Bool) -> Void)?

  func drawIfDue() { surface?.drawIfDue() }

  /// Postpones a due frame until the compositor asks for the next frame.
  func waitForFrame() { surface?.waitForFrame() }

  // MARK: Size and state

  /// Sets the size of the floating window, in points.
  ///
  /// While the window is maximized, tiled or full screen, its size does not change. The new size is used when the window
  /// floats again. A popup or a layer surface is placed again with its new size.
  ///
  /// - Parameter wanted: Rounded to whole points and clamped to `1...16384`.
  public func resize(to wanted: Size) {
    if case .popup(var placement) = role {
      placement.size = wanted
      if reposition(to: placement), isOpen { return }
      setPlacement(placement)
    }
    if case .layer(var placement) = role {
      placement.size = wanted
      updateLayer(placement)
      if layerRole != nil { return }
    }
    let before = size
    sizing.request(sizeWithoutLayer ?? wanted, isFixed: state.fixesSize)
    if size != before { updateRectangles() }
  }

  /// Passes the rectangles to the surface. If they changed, a frame is drawn without waiting for the frame callback.
  private func updateRectangles() {
    guard let surface else { return }
    apply(rectangles, to: surface)
    if surface.hasContent, !surface.isDrawnAtSize { surface.configured() }
  }

  private func apply(_ rectangles: WindowRectangles, to surface: DrawingSurface) {
    surface.size = rectangles.surface.size
    surface.regions.opaque = rectangles.content == rectangles.surface ? nil : rectangles.opaqueParts
    surface.regions.input =
      inputRegion ?? (rectangles.input == rectangles.surface ? nil : [rectangles.input])
  }

  /// Closes the window permanently. The last call of the delegate is `windowDidClose(_:)`. A second call has no effect.
  ///
  /// Wayland: `xdg_toplevel.destroy`.
  public func close() { close(delegate: delegate) }

  /// Closes the popups of the window and then the window, because the protocol requires that a popup is destroyed before
  /// its parent. Notifies the delegate: first with `notify`, then of the close.
  private func close(
    delegate: (any WindowDelegate)?, closingPopup: (Window) -> Void = { $0.close() },
    notifying notify: ((any WindowDelegate)?) -> Void = { _ in }
  ) {
    guard !isClosed else { return }
    // A closed window refuses popups that the delegates of its popups open now.
    isClosed = true
    for popup in popups.reversed() { closingPopup(popup) }
    tearDown()
    notify(delegate)
    delegate?.windowDidClose(self)
  }

  private func tearDown() {
    parentWindow?.childPopups.remove(self)
    dropTarget = nil
    textInput?.end()
    system.remove(self)
    delegate = nil
    for seat in system.seats { seat.windowDidClose(self) }
    idleInhibition.end()
    shellRole?.close()
    surface?.close()
    shellRole = nil
    surface = nil
  }

  // MARK: For the window system

  var toplevelRole: ToplevelRole? { shellRole as? ToplevelRole }

  var popupRole: PopupRole? { shellRole as? PopupRole }

  var layerRole: LayerRole? { shellRole as? LayerRole }

  /// Commits requests of the role without a frame.
  func commitRoleState() { surface?.commitState() }

  func setLayer(_ placement: LayerPlacement) { role = .layer(placement) }

  /// The size of the ordinary window that replaces a layer surface if the compositor offers no layers; nil for any other
  /// window. A side of 0, which would span the screen, becomes the side of the screen.
  private var sizeWithoutLayer: Size? {
    guard case .layer(let placement) = role, toplevelRole != nil else { return nil }
    let output = layerScreen.requested?.output(in: system) ?? system.outputs.first
    let screen = sizing.bounds ?? output?.logicalSize ?? Self.defaultSize
    let (width, height) = placement.wireSize
    return Size(
      width: width == 0 ? screen.width : Double(width), height: height == 0 ? screen.height : Double(height))
  }

  /// The size of a window that spans an unknown screen, in points.
  private static let defaultSize = Size(width: 960, height: 540)

  /// Whether the window has a surface.
  var isOpen: Bool { surface != nil }

  /// Closes the window and, before it, its child popups, because the compositor has dismissed the window.
  func dismiss() {
    close(
      delegate: delegate, closingPopup: { $0.dismiss() }, notifying: { $0?.windowDidDismiss(self) })
  }

  func setPlacement(_ placement: PopupPlacement) { role = .popup(placement) }

  /// The protocol object; nil while the window is not open.
  var wlSurface: WlSurface? { surface?.surface }

  func owns(_ object: WlSurface) -> Bool { surface?.surface === object }

  func outputsChanged(_ change: OutputChange) {
    switch change {
    case .added(let output), .changed(let output):
      surface?.outputValuesChanged()
      fullscreenOutputAppeared(output)
      returnToScreen()
    case .removed(let output): surface?.outputRemoved(output)
    }
  }

  /// Closes this window because of an error.
  func fail(_ error: ConnectionError) {
    close(
      delegate: delegate,
      notifying: { delegate in
        if let delegate {
          delegate.window(self, didFail: error)
        } else {
          system.application?.unhandled(error)
        }
      })
  }

  /// Whether the window was active when the connection was lost, and has drawn no frame since.
  var hadFocus: Bool { stateRequests.lost?.contains(.activated) ?? false }

  func keyboardEntered(_ seat: Seat.ID) {
    if keyboards.entered(seat) { delegate?.window(self, hasKeyboard: true) }
  }

  func keyboardLeft(_ seat: Seat.ID) {
    if keyboards.left(seat) { delegate?.window(self, hasKeyboard: false) }
  }

  /// Releases the objects of a lost connection. `open(_:)` restores the window.
  func disconnect() {
    guard let surface else { return }
    // A popup with a grab cannot be restored: the new connection has had no press.
    if case .popup = role, isGrabbing { return dismiss() }
    // If the connection is lost again before the window was restored, keep the state from before the first loss.
    if surface.hasContent { stateRequests.connectionLost(state) }
    idleInhibition.end()
    shellRole?.close()
    surface.close()
    shellRole = nil
    self.surface = nil
    state = []
    isDecorated = false
    delegate?.windowStateDidChange(self)
    delegate?.windowOutputsDidChange(self)
  }

  /// - Parameter outputsAreKnown: Whether `system.outputs` is complete, so that an unlisted screen is not connected.
  ///   It is false after a reconnection, because the screens are listed after the globals.
  func open(_ globals: WindowSystem.Globals, outputsAreKnown: Bool = false) {
    guard !isClosed, surface == nil, isParentShown else { return }
    if !outputsAreKnown, globals.layers != nil, let target = layerScreen.requested,
      target.output(in: system) == nil
    {
      system.afterRoundtrip { [weak self] in
        if let self, let globals = system.globals { open(globals, outputsAreKnown: true) }
      }
      return
    }
    let surface = DrawingSurface(
      on: system, globals: globals, size: rectangles.surface.size,
      callbacks: .init(
        prepare: { [weak self] in self?.notifyResize() },
        draw: { [weak self] buffer, frame in
          guard let self, let delegate else { return .everything }
          return delegate.window(self, draw: &buffer, for: frame)
        },
        willCommit: { [weak self] in self?.willCommit() ?? false },
        frameEnded: { [weak self] in self?.frameEnded(isCommitted: $0) },
        scaleChanged: { [weak self] in
          guard let self else { return }
          for seat in system.seats { seat.cursorChanged(in: self) }
        },
        outputsChanged: { [weak self] in
          guard let self else { return }
          layerScreen.entered(outputs)
          delegate?.windowOutputsDidChange(self)
        },
        failed: { [weak self] in self?.fail($0) }))
    surface.isOpaque = isOpaque
    surface.acceptsTransforms = acceptsTransformedBuffers
    surface.resolution = chosenResolution
    apply(rectangles, to: surface)
    self.surface = surface
    isFirstFrame = true
    let callbacks = ShellRoleCallbacks(
      configured: { [weak self] in self?.configure($0) },
      closeRequested: { [weak self] in
        guard let self else { return }
        delegate?.windowShouldClose(self)
      },
      dismissed: { [weak self] in self?.takenDown() })
    switch role {
    case .toplevel: openToplevel(surface, globals, callbacks)
    case .popup(let placement): openPopup(surface, globals, callbacks, placement)
    case .layer(let placement):
      if let layers = globals.layers {
        shellRole = LayerRole(
          of: surface.surface, in: layers, output: layerScreen.requested?.output(in: system)?.wire,
          placement: placement,
          namespace: appID, callbacks: callbacks)
      } else {
        if placement.coversScreen, stateRequests.lost == nil {
          stateRequests.fullscreenTarget = layerScreen.requested ?? stateRequests.fullscreenTarget
          wantsFullscreen = true
        }
        openToplevel(surface, globals, callbacks)
      }
    }
    updateIdleInhibition()
    // The first commit has no buffer and requests the first configure.
    surface.surface.commit()
  }

  /// Whether the window is no popup, or its parent has content. A popup may not open before its parent.
  private var isParentShown: Bool {
    guard case .popup = role else { return true }
    return parentWindow?.surface?.hasContent ?? false
  }

  private func openToplevel(
    _ surface: DrawingSurface, _ globals: WindowSystem.Globals, _ callbacks: ShellRoleCallbacks
  ) {
    let role = ToplevelRole(of: surface.surface, globals: globals, callbacks: callbacks)
    shellRole = role
    role.setTitle(title)
    role.setAppID(appID)
    role.setSizeLimits(sizing.framedLimits(minimum: minimumSize, maximum: maximumSize))
    sendParent()
    if stateRequests.isInitial(.maximized) { role.setMaximized(true) }
    if stateRequests.isInitial(.fullscreen) {
      role.setFullscreen(true, on: stateRequests.fullscreenTarget?.output(in: system))
    }
    system.activateAtStart(self)
  }

  private func openPopup(
    _ surface: DrawingSurface, _ globals: WindowSystem.Globals, _ callbacks: ShellRoleCallbacks,
    _ placement: PopupPlacement
  ) {
    guard let parent = parentWindow, let parentRole = parent.shellRole else { return }
    // The protocol permits a grab only if the parent is no popup, or is a popup with a grab.
    if case .popup = parent.role, !parent.isGrabbing { isGrabbing = false }
    let press = isGrabbing ? system.lastAction : nil
    isGrabbing = press != nil
    if isGrabbing { closeOtherGrabs() }
    shellRole = PopupRole(
      of: surface.surface, globals: globals, parent: parentRole.popupParent,
      geometry: parent.rectangles.geometry, placement: placement, grab: press, callbacks: callbacks)
  }

  private func configure(_ configure: WindowConfigure) {
    guard let surface else { return }
    let isFirst = !surface.hasContent
    let frame = frameSize(in: configure.state, isDecorated: configure.isDecorated)
    if frame != sizing.frame {
      sizing.setFrame(frame, isFixed: true)
      toplevelRole?.setSizeLimits(sizing.framedLimits(minimum: minimumSize, maximum: maximumSize))
    }
    sizing.setBounds(width: configure.bounds.width, height: configure.bounds.height)
    // The size of the screen is not known earlier.
    if isFirst, let size = sizeWithoutLayer { sizing.request(size, isFixed: true) }
    sizing.configure(
      width: configure.width, height: configure.height, isFixed: configure.state.fixesSize, isFirst: isFirst)
    popupPosition = configure.position
    let isNotified =
      (state, isDecorated, capabilities) != (configure.state, configure.isDecorated, configure.capabilities)
    state = configure.state
    stateRequests.answered()
    isDecorated = configure.isDecorated
    capabilities = configure.capabilities
    apply(rectangles, to: surface)
    if !surface.isDrawnAtSize { for popup in popups { popup.parentWasConfigured() } }
    surface.isResizing = state.contains(.resizing)
    surface.isSuspended = isSuspended
    for popup in popups { popup.parentSuspensionChanged(isSuspended) }
    if !surface.isDrawnAtSize {
      // Compare with the drawn size: an earlier configure may have set this size without a frame since then.
      surface.configured()
    } else if !surface.isFrameDue {
      // The size is the same and no frame follows: acknowledge with a commit without a buffer.
      shellRole?.ackConfigure()
      surface.surface.commit()
    }
    if isNotified { delegate?.windowStateDidChange(self) }
  }

  /// Sends the window geometry and acknowledges the last configure, so that both are part of the next commit.
  ///
  /// - Returns: Whether a configure was acknowledged.
  private func willCommit() -> Bool {
    if surface?.isDrawnAtSize == true { shellRole?.setGeometry(rectangles) }
    return shellRole?.ackConfigure() ?? false
  }

  private func frameEnded(isCommitted: Bool) {
    if isCommitted, let globals = system.globals { for popup in popups { popup.open(globals) } }
    if isCommitted, isFirstFrame {
      isFirstFrame = false
      for window in system.liveWindows where window.transientParent === self { window.sendParent() }
    }
    if isCommitted, stateRequests.lost != nil, let surface {
      // Compositors ignore focus requests for a window without content.
      if hadFocus { system.requestFocus(of: surface.surface) }
      stateRequests.restored()
    }
    onFrameEnd?(isCommitted)
  }

  /// Suspends or resumes a popup together with its parent.
  private func parentSuspensionChanged(_ isSuspended: Bool) {
    surface?.isSuspended = isSuspended
    for popup in popups { popup.parentSuspensionChanged(isSuspended) }
  }

  /// Passes the new size of the parent to the compositor, which then places a reactive popup again.
  private func parentWasConfigured() {
    guard case .popup(let placement) = role, placement.isReactive, let parent = parentWindow,
      let serial = parent.shellRole?.configureSerial
    else { return }
    _ = popupRole?.reposition(
      to: placement, parentGeometry: parent.rectangles.geometry, afterConfigure: serial)
  }

  private func notifyResize() {
    guard notified?.rectangles != rectangles || notified?.scale != scale else { return }
    notified = (rectangles, scale)
    delegate?.windowDidResize(self)
  }
}
