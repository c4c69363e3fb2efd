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
  public weak var dropTarget: (any WindowDropTarget)?
  /// The text field that is being edited; nil if there is none.
  ///
  /// Wayland: `zwp_text_input_v3`.
  public internal(set) weak var textInput: TextInputSession?

  /// Whether the window was closed, by `close()` or because the connection failed.
  public private(set) var isClosed = false

  /// Whether this is a toplevel window, a popup or a layer surface.
  public var role: WindowRole { shellRole.kind }
  /// The popups of this window that are not closed, oldest first.
  public var popups: [Window] { childPopups.all }

  package let system: WindowSystem
  private let ownRole: WindowRoleObject
  private var shape: WindowShape
  private var childPopups = ChildPopups()
  private var keyboards = KeyboardPresence()
  private var surface: DrawingSurface?
  /// The rectangles and the scale of the last `windowDidResize(_:)` call.
  private var lastResize: (rectangles: WindowRectangles, scale: Double)?
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
    self.appID = appID
    ownRole = .toplevel(ToplevelRole(title: title, appID: appID))
    shape = WindowShape(wanted: size)
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
    appID = parent.appID
    ownRole = .popup(PopupRole(of: parent, at: placement, grabs: grabs))
    shape = WindowShape(wanted: placement.size)
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
    appID = namespace
    ownRole = .layer(LayerRole(placement, on: output, namespace: namespace))
    shape = WindowShape(wanted: placement.size)
    system.add(self)
  }

  isolated deinit { close(delegate: nil) }

  // MARK: Appearance

  /// The size of the window geometry in points, whole numbers in `1...16384`; the requested size until the first
  /// configure. Without ``borders`` it is the size of the surface.
  ///
  /// Wayland: `xdg_toplevel.configure`.
  public var size: Size { shape.sizing.size }

  /// The largest suitable size of a floating window in points, such as the screen's size without panels; nil if
  /// unknown.
  ///
  /// Wayland: `xdg_toplevel.configure_bounds`.
  public var bounds: Size? { shape.sizing.bounds }

  /// The surface, the window geometry, the content and the input region. Positions of events are in the same coordinates.
  public var rectangles: WindowRectangles { shape.rectangles(in: situation) }

  private var situation: WindowShape.Situation {
    WindowShape.Situation(state: state, hasBorders: !isDecorated && layer?.isOnLayer != true)
  }

  /// The shadow, title bar and borders that the program draws around its content. They are in effect while
  /// ``isDecorated`` is false. A change redraws the window.
  ///
  /// Wayland: `xdg_surface.set_window_geometry`.
  public var borders: WindowBorders {
    get { shape.borders }
    set {
      guard newValue != shape.borders else { return }
      shape.borders = newValue
      updateFrame()
    }
  }

  /// Whether requested sizes and ``minimumSize`` exclude the frame of ``borders``; by default false. If true, the
  /// window is larger by the frame while ``isDecorated`` is false.
  public var requestedSizesExcludeFrame: Bool {
    get { shape.requestedSizesExcludeFrame }
    set {
      guard newValue != shape.requestedSizesExcludeFrame else { return }
      shape.requestedSizesExcludeFrame = newValue
      updateFrame()
    }
  }

  private func updateFrame() {
    _ = shape.updateFrame(in: situation, isFixed: state.fixesSize)
    if let limits = toplevel?.sizeLimits, limits != (.zero, .zero) {
      sendSizeLimits()
      surface?.commitState()
    }
    updateRectangles()
  }

  /// The areas that accept input, in points from the surface's top left corner; nil for ``WindowRectangles/input``.
  /// Input outside these areas goes to the window below; with an empty array, all input does. A change redraws the
  /// window.
  ///
  /// Wayland: `wl_surface.set_input_region`.
  public var inputRegion: [Rect]? {
    get { shape.inputRegion }
    set {
      guard newValue != shape.inputRegion else { return }
      shape.inputRegion = newValue
      updateRectangles()
    }
  }

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

  /// The name of the desktop file, without `.desktop`.
  ///
  /// Wayland: `xdg_toplevel.set_app_id`.
  public let appID: String

  /// Whether all pixels of the content are opaque. The compositor then need not draw what is behind the content.
  ///
  /// Wayland: `wl_surface.set_opaque_region`.
  public var isOpaque = true {
    didSet {
      guard isOpaque != oldValue else { return }
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

  /// The longest wait of a frame for its callback, in seconds; nil, the default, for an unlimited one. Only a window that is always
  /// visible may have a limit.
  package var frameWaitLimit: Double? { didSet { surface?.callbackLimit = frameWaitLimit } }

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
    if let popup {
      var placement = popup.placement
      placement.size = wanted
      if popup.reposition(to: placement), isOpen { return }
      popup.placement = placement
    }
    if let layer {
      var placement = layer.placement
      placement.size = wanted
      updateLayer(placement)
      if layer.isOnLayer { return }
    }
    let before = size
    shape.sizing.request(sizeWithoutLayer ?? wanted, isFixed: state.fixesSize)
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
    surface.regions = shape.regions(of: rectangles)
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
    if let toplevel {
      for window in system.liveWindows { window.toplevel?.parentWillClose(toplevel) }
    }
    dropTarget = nil
    textInput?.end()
    system.remove(self)
    delegate = nil
    for seat in system.seats { seat.windowDidClose(self) }
    idleInhibition.end()
    shellRole.close()
    surface?.close()
    surface = nil
  }

  // MARK: For the window system

  /// The role of the window.
  var shellRole: any ShellRole { ownRole.shell }
  /// See ``WindowRoleObject/toplevel``.
  var toplevel: ToplevelRole? { ownRole.toplevel }
  var popup: PopupRole? { ownRole.popup }
  var layer: LayerRole? { ownRole.layer }

  /// Sends the size limits if they have changed. They take effect with the next commit.
  func sendSizeLimits() {
    guard let toplevel else { return }
    let limits = toplevel.sizeLimits
    toplevel.sendSizeLimits(shape.sizing.framedLimits(minimum: limits.minimum, maximum: limits.maximum))
  }

  /// Commits requests of the role without a frame.
  func commitRoleState() { surface?.commitState() }

  /// The size of the ordinary window that replaces a layer surface; nil for any other window.
  private var sizeWithoutLayer: Size? { layer?.replacementSize(within: bounds, on: system.outputs) }

  /// Whether the window has a surface.
  var isOpen: Bool { surface != nil }

  /// Whether the window has drawn a frame on the current connection.
  var hasContent: Bool { surface?.hasContent ?? false }

  /// Whether the window was closed by the compositor, not by the program or the user.
  private(set) var wasDismissed = false
  /// Called after the compositor has closed the window, before the delegate is notified.
  var onDismissal: (() -> Void)?

  /// Ends the contacts in the window, and closes it and its child popups, because the compositor has dismissed it.
  func dismiss() {
    for seat in system.seats { seat.surfaceWillClose(of: self) }
    if !isClosed { wasDismissed = true }
    close(
      delegate: delegate, closingPopup: { $0.dismiss() },
      notifying: {
        self.onDismissal?()
        $0?.windowDidDismiss(self)
      })
  }

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
  var hadFocus: Bool { toplevel?.requests.lost?.contains(.activated) ?? false }

  func keyboardEntered(_ seat: SeatID) {
    if keyboards.entered(seat) { delegate?.window(self, hasKeyboard: true) }
  }

  func keyboardLeft(_ seat: SeatID) {
    if keyboards.left(seat) { delegate?.window(self, hasKeyboard: false) }
  }

  /// Releases the objects of a lost connection. `open(_:)` restores the window.
  func disconnect() {
    guard let surface else { return }
    // A popup with a grab cannot be restored: the new connection has had no press.
    if isGrabbing { return dismiss() }
    // If the connection is lost again before the window was restored, keep the state from before the first loss.
    toplevel?.connectionLost(hasContent: surface.hasContent)
    idleInhibition.end()
    shellRole.close()
    surface.close()
    self.surface = nil
    delegate?.windowStateDidChange(self)
    delegate?.windowOutputsDidChange(self)
  }

  /// - Parameter outputsAreKnown: Whether `system.outputs` is complete, so that an unlisted screen is not connected.
  ///   It is false after a reconnection, because the screens are listed after the globals.
  func open(_ globals: WindowGlobals, outputsAreKnown: Bool = false) {
    guard !isClosed, surface == nil, isParentShown else { return }
    if globals.layers != nil, let layer, !layer.screen.isRequestMet(in: system.outputs) {
      guard outputsAreKnown else {
        system.afterRoundtrip { [weak self] in
          if let self, let globals = system.globals { open(globals, outputsAreKnown: true) }
        }
        return
      }
      // Without an output, the compositor would choose one, or close the surface.
      if layer.screen.isFixed || system.outputs.isEmpty { return layer.screen.becameMissing() }
    }
    layer?.screen.opened()
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
        isSuspended: { [weak self] in self?.isSuspended ?? false },
        scaleChanged: { [weak self] in
          guard let self else { return }
          for seat in system.seats { seat.cursorChanged(in: self) }
        },
        outputsChanged: { [weak self] in
          guard let self else { return }
          layer?.screen.entered(outputs)
          delegate?.windowOutputsDidChange(self)
        },
        failed: { [weak self] in self?.fail($0) }))
    surface.isOpaque = isOpaque
    surface.acceptsTransforms = acceptsTransformedBuffers
    surface.callbackLimit = frameWaitLimit
    surface.resolution = chosenResolution
    apply(rectangles, to: surface)
    self.surface = surface
    isFirstFrame = true
    shellRole.open(
      on: surface.surface, of: self, globals,
      ShellRoleCallbacks(
        configured: { [weak self] in self?.configure($0) },
        closeRequested: { [weak self] in
          guard let self else { return }
          delegate?.windowShouldClose(self)
        },
        dismissed: { [weak self] in self?.surfaceWasDismissed() }))
    // A menu that was dismissed for a menu that opens may have closed it.
    guard self.surface === surface else { return }
    updateIdleInhibition()
    // The first commit has no buffer and requests the first configure.
    surface.surface.commit()
  }

  /// Whether the window is no popup, or its parent has content. A popup may not open before its parent.
  private var isParentShown: Bool { popup == nil || parentWindow?.hasContent == true }

  private func configure(_ configure: WindowConfigure) {
    guard let surface else { return }
    let isFirst = !surface.hasContent
    if shape.updateFrame(in: situation, isFixed: true) { sendSizeLimits() }
    shape.sizing.setBounds(width: configure.bounds.width, height: configure.bounds.height)
    // The size of the screen is not known earlier.
    if isFirst, let size = sizeWithoutLayer { shape.sizing.request(size, isFixed: true) }
    shape.sizing.configure(
      width: configure.width, height: configure.height, isFixed: state.fixesSize, isFirst: isFirst)
    apply(rectangles, to: surface)
    surface.isResizing = state.contains(.resizing)
    if configure.changesSuspension { suspensionChanged() }
    if !surface.isDrawnAtSize {
      // Compare with the drawn size: an earlier configure may have set this size without a frame since then.
      surface.configured()
    } else if !surface.isFrameDue {
      // The size is the same and no frame follows: acknowledge with a commit without a buffer.
      shellRole.ackConfigure()
      surface.surface.commit()
    }
    if configure.changesState { delegate?.windowStateDidChange(self) }
    if configure.changesSuspension { for popup in popups { popup.notifySuspension() } }
  }

  /// Sends the window geometry and acknowledges the last configure, so that both are part of the next commit.
  ///
  /// - Returns: Whether a configure was acknowledged.
  private func willCommit() -> Bool {
    if surface?.isDrawnAtSize == true { shellRole.setGeometry(rectangles) }
    return shellRole.ackConfigure()
  }

  private func frameEnded(isCommitted: Bool) {
    if isCommitted, let globals = system.globals { for popup in popups { popup.open(globals) } }
    if isCommitted, isFirstFrame {
      isFirstFrame = false
      for window in system.liveWindows where window.transientParent === self {
        window.toplevel?.sendParent()
      }
    }
    if isCommitted, let toplevel, toplevel.requests.lost != nil, let surface {
      // Compositors ignore focus requests for a window without content.
      if hadFocus { system.requestFocus(of: surface.surface) }
      toplevel.requests.restored()
    }
    onFrameEnd?(isCommitted)
  }

  /// Pauses or resumes the drawing of the window and its popups.
  private func suspensionChanged() {
    surface?.suspensionChanged()
    for popup in popups { popup.suspensionChanged() }
  }

  /// Notifies the delegates of a popup and its popups that the suspension of the window has changed.
  private func notifySuspension() {
    delegate?.windowStateDidChange(self)
    for popup in popups { popup.notifySuspension() }
  }

  private func notifyResize() {
    guard lastResize?.rectangles != rectangles || lastResize?.scale != scale else { return }
    lastResize = (rectangles, scale)
    delegate?.windowDidResize(self)
    for window in popups { window.popup?.parentWasResized() }
  }
}
