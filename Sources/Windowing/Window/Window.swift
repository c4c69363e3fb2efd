public import Geometry
import Wayland

/// A window on the user's desktop.
///
/// It opens as soon as the compositor answers, and closes with `close()` or when nobody holds it any more. It
/// draws only when something changed: `invalidate()`, another size, another scale.
///
/// Wayland: `xdg_toplevel`.
@MainActor
public final class Window {
  /// Who draws and listens.
  public weak var delegate: (any WindowDelegate)?

  /// How the compositor shows the window; what was asked for counts only once it is in here.
  ///
  /// Wayland: `xdg_toplevel.configure`.
  public internal(set) var state: WindowState = []
  /// Whether the compositor draws a title bar or a frame around it.
  ///
  /// Wayland: `zxdg_toplevel_decoration_v1.configure`.
  public private(set) var isDecorated = false
  /// Whether it was closed, by us or by the compositor's end.
  public private(set) var isClosed = false

  let system: WindowSystem
  private var sizing: WindowSizing
  private(set) var role: ToplevelRole?
  private var surface: DrawingSurface?
  private var told: (size: Size, scale: Double)?
  private var idleInhibitor: ZwpIdleInhibitorV1?

  /// Prepares a window; it appears when the loop runs.
  ///
  /// - Parameters:
  ///   - size: In points; the compositor may decide otherwise.
  ///   - title: What a title bar or a task list shows.
  ///   - appID: The name of the desktop file, without `.desktop`.
  public init(in system: WindowSystem, size: Size, title: String, appID: String) {
    self.system = system
    self.title = title
    self.appID = appID
    sizing = WindowSizing(wanted: size)
    system.add(self)
  }

  isolated deinit { close() }

  // MARK: Looks

  /// In points, whole numbers in `1...16384`; what was wanted until the compositor has answered.
  ///
  /// Wayland: `xdg_toplevel.configure`.
  public var size: Size { sizing.size }

  /// Buffer pixels for each point; may be fractional, and is 1 until the window opens.
  ///
  /// Wayland: `wp_fractional_scale_v1.preferred_scale`, else `wl_output.scale`.
  public var scale: Double { surface?.scale ?? 1 }

  /// The screens it is on; empty until it is shown.
  ///
  /// Wayland: `wl_surface.enter`, `wl_surface.leave`.
  public var outputs: [Output] { surface?.outputs ?? [] }

  /// What a title bar or a task list shows.
  ///
  /// Wayland: `xdg_toplevel.set_title`.
  public var title: String { didSet { if title != oldValue { role?.setTitle(title) } } }

  /// The name of the desktop file, without `.desktop`.
  ///
  /// Wayland: `xdg_toplevel.set_app_id`.
  public let appID: String

  /// The smallest useful size in points; `.zero` for none.
  ///
  /// Wayland: `xdg_toplevel.set_min_size`.
  public var minimumSize = Size.zero { didSet { role?.setMinimumSize(minimumSize) } }

  /// Whether no pixel is translucent, so that the compositor need not draw what is behind.
  ///
  /// Wayland: `wl_surface.set_opaque_region`.
  public var isOpaque = true {
    didSet {
      surface?.isOpaque = isOpaque
      invalidate()
    }
  }

  /// What the pointer looks like over the window.
  ///
  /// Wayland: `wp_cursor_shape_device_v1.set_shape`, else `wl_pointer.set_cursor`.
  public var cursor = CursorShape.arrow {
    didSet { for seat in system.seats where cursor != oldValue { seat.cursorChanged(in: self) } }
  }

  /// Whether the screen stays on while the window is seen.
  ///
  /// Wayland: `zwp_idle_inhibit_manager_v1`.
  public var inhibitsIdle = false { didSet { applyIdleInhibition() } }

  // MARK: Frames

  /// Asks for a frame: the content changed.
  ///
  /// However often it is called, the delegate draws once, and not before the compositor wants a frame.
  ///
  /// Wayland: `wl_surface.frame`.
  public func invalidate() { surface?.invalidate() }

  /// Whether nothing is under way: no frame wanted, no callback requested.
  ///
  /// Wayland: `wl_surface.frame`.
  public var isAtRest: Bool { surface?.isAtRest ?? true }

  /// Frames committed so far.
  ///
  /// Wayland: `wl_surface.commit`.
  public var frameCount: Int { surface?.commitCount ?? 0 }

  /// Bytes of shared memory for buffers.
  package var bufferMemory: Int { surface?.bufferMemory ?? 0 }

  /// Called after each frame that was drawn, with whether its picture was committed; before it is sent.
  ///
  /// Wayland: `wl_surface.commit`.
  package var onFrameEnd: ((_ isCommitted: Bool) -> Void)?

  func drawIfDue() { surface?.drawIfDue() }

  // MARK: Size and state

  /// Asks for another size, in points, for while the window floats.
  ///
  /// Without effect on the screen while the compositor decides; it is remembered for afterwards.
  public func resize(to wanted: Size) {
    let before = size
    sizing.request(wanted, isFixed: state.fixesSize)
    guard size != before, surface?.hasContent == true else { return }
    surface?.size = size
    surface?.configured()
  }

  /// Whether it should fill the screen; the compositor's answer is in `state`.
  ///
  /// Wayland: `xdg_toplevel.set_fullscreen`.
  public var wantsFullscreen = false {
    // Also when it was wanted before: the user may have left it meanwhile.
    didSet { role?.setFullscreen(wantsFullscreen) }
  }

  /// Whether it should fill the work area; the compositor's answer is in `state`.
  ///
  /// Wayland: `xdg_toplevel.set_maximized`.
  public var wantsMaximized = false {
    didSet { role?.setMaximized(wantsMaximized) }
  }

  /// Closes the window for good; the delegate is not called any more. Calling it again has no effect.
  ///
  /// Wayland: `xdg_toplevel.destroy`.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    delegate = nil
    system.remove(self)
    for seat in system.seats { seat.forget(self) }
    idleInhibitor?.destroy()
    role?.close()
    surface?.close()
    role = nil
    surface = nil
  }

  // MARK: For the window system

  func owns(_ object: WlSurface) -> Bool { surface?.surface === object }

  func outputScalesChanged() { surface?.outputScalesChanged() }

  func outputRemoved(_ output: Output) { surface?.outputRemoved(output) }

  func lost(_ error: ConnectionError) {
    let delegate = delegate
    close()
    delegate?.window(self, didFail: error)
  }

  func open(_ globals: WindowSystem.Globals) {
    let surface = DrawingSurface(
      on: system, globals: globals, size: size,
      content: .init(
        prepare: { [weak self] in self?.tellSize() },
        draw: { [weak self] buffer, frame in
          guard let self, let delegate else { return .everything }
          return delegate.window(self, draw: &buffer, for: frame)
        },
        willCommit: { [weak self] in self?.role?.acknowledge() },
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
      events: .init(
        configured: { [weak self] in self?.configure($0) },
        bounds: { [weak self] in self?.sizing.setBounds(width: $0, height: $1) },
        decorated: { [weak self] in self?.decorated($0) },
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
    system.activate(surface.surface)
    // The first commit has no buffer: it asks for the first configure.
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
    if !surface.showsItsSize {
      // Also when another configure has told the size just before and it is not drawn yet.
      surface.configured()
    } else {
      // Nothing to draw: the answer is a commit without a buffer.
      role?.acknowledge()
      surface.surface.commit()
    }
    if hasNewState { delegate?.windowStateDidChange(self) }
  }

  private func decorated(_ isDecorated: Bool) {
    guard isDecorated != self.isDecorated else { return }
    self.isDecorated = isDecorated
    delegate?.windowStateDidChange(self)
  }

  private func tellSize() {
    guard told?.size != size || told?.scale != scale else { return }
    told = (size, scale)
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
