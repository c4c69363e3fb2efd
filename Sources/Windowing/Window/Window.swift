public import Geometry
import Wayland

/// A window on the user's desktop.
///
/// It opens when the compositor has announced its globals. It closes with `close()` or when the last reference to it is
/// released. It draws only after `invalidate()` or a change of its size or scale.
///
/// Wayland: `xdg_toplevel`.
@MainActor
public final class Window {
  /// Draws the window and receives its events.
  public weak var delegate: (any WindowDelegate)?
  /// Receives drags over the window; nil rejects them.
  ///
  /// Wayland: `wl_data_device.enter`.
  public weak var dropTarget: (any DropTarget)?
  /// The text field that is being edited; nil if there is none.
  ///
  /// Wayland: `zwp_text_input_v3`.
  public internal(set) weak var textInput: TextInputSession?

  /// The state of the window in the compositor. A requested state is in effect only when it is contained here.
  ///
  /// Wayland: `xdg_toplevel.configure`.
  public internal(set) var state: WindowState = []
  /// Whether the compositor draws the title bar and borders.
  ///
  /// Wayland: `zxdg_toplevel_decoration_v1.configure`.
  public private(set) var isDecorated = false
  /// Whether the window was closed, by `close()` or because the connection failed.
  public private(set) var isClosed = false

  let system: WindowSystem
  private var sizing: WindowSizing
  private(set) var role: ToplevelRole?
  private var surface: DrawingSurface?
  /// The size and scale that the delegate was last notified of.
  private var notified: (size: Size, scale: Double)?
  private var idleInhibitor: ZwpIdleInhibitorV1?

  /// Creates a window. It appears while the connection is served.
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
    sizing = WindowSizing(wanted: size)
    system.add(self)
  }

  isolated deinit { close() }

  // MARK: Appearance

  /// In points, whole numbers in `1...16384`; the requested size until the first configure.
  ///
  /// Wayland: `xdg_toplevel.configure`.
  public var size: Size { sizing.size }

  /// Buffer pixels per point, possibly fractional; 1 until the window opens.
  ///
  /// Wayland: `wp_fractional_scale_v1.preferred_scale`, else `wl_output.scale`.
  public var scale: Double { surface?.scale ?? 1 }

  /// The screens that the window is on; empty until it is shown.
  ///
  /// Wayland: `wl_surface.enter`, `wl_surface.leave`.
  public var outputs: [Output] { surface?.outputs ?? [] }

  /// The text for the title bar and the task list. At most 2048 bytes of UTF-8 are sent.
  ///
  /// Wayland: `xdg_toplevel.set_title`.
  public var title: String { didSet { if title != oldValue { role?.setTitle(title) } } }

  /// The name of the desktop file, without `.desktop`.
  ///
  /// Wayland: `xdg_toplevel.set_app_id`.
  public let appID: String

  /// The smallest useful size in points; `.zero` for no limit.
  ///
  /// Wayland: `xdg_toplevel.set_min_size`.
  public var minimumSize = Size.zero { didSet { role?.setMinimumSize(minimumSize) } }

  /// Whether all pixels are opaque. The compositor then does not draw the content behind the window.
  ///
  /// Wayland: `wl_surface.set_opaque_region`.
  public var isOpaque = true {
    didSet {
      surface?.isOpaque = isOpaque
      invalidate()
    }
  }

  /// The pointer's shape over the window.
  ///
  /// Wayland: `wp_cursor_shape_device_v1.set_shape`, else `wl_pointer.set_cursor`.
  public var cursor = CursorShape.arrow {
    didSet { for seat in system.seats where cursor != oldValue { seat.cursorChanged(in: self) } }
  }

  /// Whether the screen stays on while the window is visible.
  ///
  /// Wayland: `zwp_idle_inhibit_manager_v1`.
  public var inhibitsIdle = false { didSet { applyIdleInhibition() } }

  // MARK: Frames

  /// Requests a frame because the content changed.
  ///
  /// Several calls are coalesced: the delegate draws once, when the compositor asks for the next frame.
  ///
  /// Wayland: `wl_surface.frame`.
  public func invalidate() { surface?.invalidate() }

  /// Whether no frame is needed, being drawn or waiting for its callback.
  ///
  /// Wayland: `wl_surface.frame`.
  public var isAtRest: Bool { surface?.isAtRest ?? true }

  /// The number of committed frames.
  ///
  /// Wayland: `wl_surface.commit`.
  public var frameCount: Int { surface?.commitCount ?? 0 }

  /// The shared memory of all buffers, in bytes.
  package var bufferMemory: Int { surface?.bufferMemory ?? 0 }

  /// Called after each frame that was drawn, before requests are flushed. `isCommitted` tells whether its buffer was
  /// committed.
  ///
  /// Wayland: `wl_surface.commit`.
  package var onFrameEnd: ((_ isCommitted: Bool) -> Void)?

  func drawIfDue() { surface?.drawIfDue() }

  // MARK: Size and state

  /// Sets the size of the floating window, in points.
  ///
  /// While the window is maximized, tiled or full screen, its size does not change. The new size is used when the window
  /// floats again.
  ///
  /// - Parameter wanted: Rounded to whole points and clamped to `1...16384`.
  public func resize(to wanted: Size) {
    let before = size
    sizing.request(wanted, isFixed: state.fixesSize)
    guard size != before, surface?.hasContent == true else { return }
    surface?.size = size
    surface?.configured()
  }

  /// Whether full screen is requested; `state` tells whether it is in effect.
  ///
  /// Wayland: `xdg_toplevel.set_fullscreen`.
  public var wantsFullscreen = false {
    // Sent even if the value is the same: the user may have left full screen.
    didSet { role?.setFullscreen(wantsFullscreen) }
  }

  /// Whether maximizing is requested; `state` tells whether it is in effect.
  ///
  /// Wayland: `xdg_toplevel.set_maximized`.
  public var wantsMaximized = false {
    didSet { role?.setMaximized(wantsMaximized) }
  }

  /// Closes the window permanently. The delegate is not called afterwards. A second call has no effect.
  ///
  /// Wayland: `xdg_toplevel.destroy`.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    delegate = nil
    dropTarget = nil
    textInput?.end()
    system.remove(self)
    for seat in system.seats { seat.windowDidClose(self) }
    idleInhibitor?.destroy()
    role?.close()
    surface?.close()
    role = nil
    surface = nil
  }

  // MARK: For the window system

  /// The protocol object; nil while the window is not open.
  var wlSurface: WlSurface? { surface?.surface }

  func owns(_ object: WlSurface) -> Bool { surface?.surface === object }

  func outputScalesChanged() { surface?.outputScalesChanged() }

  func outputRemoved(_ output: Output) { surface?.outputRemoved(output) }

  func connectionDidFail(_ error: ConnectionError) {
    let delegate = delegate
    close()
    delegate?.window(self, didFail: error)
  }

  func open(_ globals: WindowSystem.Globals) {
    let surface = DrawingSurface(
      on: system, globals: globals, size: size,
      callbacks: .init(
        prepare: { [weak self] in self?.notifyResize() },
        draw: { [weak self] buffer, frame in
          guard let self, let delegate else { return .everything }
          return delegate.window(self, draw: &buffer, for: frame)
        },
        willCommit: { [weak self] in self?.role?.ackConfigure() },
        frameEnded: { [weak self] in self?.onFrameEnd?($0) },
        scaleChanged: { [weak self] in
          guard let self else { return }
          for seat in system.seats { seat.cursorChanged(in: self) }
        },
        outputsChanged: { [weak self] in
          guard let self else { return }
          delegate?.windowOutputsDidChange(self)
        }))
    surface.isOpaque = isOpaque
    self.surface = surface
    let role = ToplevelRole(
      of: surface.surface, globals: globals,
      callbacks: .init(
        configured: { [weak self] in self?.configure($0) },
        bounds: { [weak self] in self?.sizing.setBounds(width: $0, height: $1) },
        decorationChanged: { [weak self] in self?.decorationDidChange($0) },
        closeRequested: { [weak self] in
          guard let self else { return }
          delegate?.windowShouldClose(self)
        }))
    self.role = role
    role.setTitle(title)
    role.setAppID(appID)
    role.setMinimumSize(minimumSize)
    if wantsMaximized { role.setMaximized(true) }
    if wantsFullscreen { role.setFullscreen(true) }
    applyIdleInhibition()
    system.activateAtStart(self)
    // The first commit has no buffer and requests the first configure.
    surface.surface.commit()
  }

  private func configure(_ configure: ToplevelRole.Configure) {
    guard let surface else { return }
    let isFirst = !surface.hasContent
    sizing.configure(
      width: configure.width, height: configure.height, isFixed: configure.state.fixesSize, isFirst: isFirst)
    let hasNewState = state != configure.state
    state = configure.state
    surface.size = size
    surface.isResizing = state.contains(.resizing)
    if !surface.isDrawnAtSize {
      // Compare with the drawn size: a former configure may have set this size without a frame since.
      surface.configured()
    } else {
      // The size is the same: acknowledge with a commit without a buffer.
      role?.ackConfigure()
      surface.surface.commit()
    }
    if hasNewState { delegate?.windowStateDidChange(self) }
  }

  private func decorationDidChange(_ isDecorated: Bool) {
    guard isDecorated != self.isDecorated else { return }
    self.isDecorated = isDecorated
    delegate?.windowStateDidChange(self)
  }

  private func notifyResize() {
    guard notified?.size != size || notified?.scale != scale else { return }
    notified = (size, scale)
    delegate?.windowDidResize(self)
  }

  private func applyIdleInhibition() {
    guard let surface, let manager = system.globals?.idleInhibit else { return }
    if inhibitsIdle {
      idleInhibitor = idleInhibitor ?? manager.createInhibitor(surface: surface.surface)
    } else {
      idleInhibitor?.destroy()
      idleInhibitor = nil
    }
  }
}
