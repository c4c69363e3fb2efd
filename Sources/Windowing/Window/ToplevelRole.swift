import Geometry
import Wayland

/// The role that makes a surface a window: its title, state, size limits and parent.
///
/// Wayland: `xdg_surface` and `xdg_toplevel`.
@MainActor
final class ToplevelRole: ShellRole {
  private struct Objects {
    let shell: ShellSurface
    let toplevel: XdgToplevel
    let decoration: ZxdgToplevelDecorationV1?
  }

  /// The values of one configure sequence.
  private struct Configure {
    var size = WindowConfigure()
    var state: WindowState = []
    var isDecorated = false
    var capabilities = WindowCapabilities.all
  }

  private var objects: Objects?
  private var pending = Configure()
  private let appID: String

  init(title: String, appID: String) {
    self.title = title
    self.appID = appID
  }

  var kind: WindowRole { .toplevel }

  /// Whether the window has a surface with this role.
  var isOpen: Bool { objects != nil }

  // MARK: Reported by the compositor

  /// The state in effect.
  private(set) var state: WindowState = []
  /// Whether the compositor draws the title bar and borders.
  private(set) var isDecorated = false
  private(set) var capabilities = WindowCapabilities.all

  // MARK: Set by the program

  var title: String {
    didSet {
      guard title != oldValue else { return }
      objects?.toplevel.setTitle(title: title.truncatedForMessage)
      onTitleChange?()
    }
  }
  var onTitleChange: (() -> Void)?
  /// The size limits without the frame that the program draws. ``Window/sendSizeLimits()`` sends them.
  var sizeLimits: (minimum: Size, maximum: Size) = (.zero, .zero)
  /// The window that the window of this role belongs to. ``sendParent()`` sends it.
  private(set) weak var parent: Window?
  /// The role of ``parent``. While a window is released, it is found by its role, because weak references to the window
  /// are already nil.
  private var parentRole: ToplevelRole?
  /// The requested states.
  var requests = StateRequests()

  // MARK: Opening and closing

  func open(
    on surface: WlSurface, of window: Window, _ globals: WindowGlobals, _ callbacks: ShellRoleCallbacks
  ) {
    let shell = ShellSurface(of: surface, in: globals.windows)
    let toplevel = shell.object.getToplevel()
    let decoration = globals.decoration?.getToplevelDecoration(toplevel: toplevel)
    objects = Objects(shell: shell, toplevel: toplevel, decoration: decoration)
    pending = Configure()
    toplevel.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .configure(let width, let height, let states):
        (pending.size.width, pending.size.height) = (width, height)
        pending.state = WindowState(wire: states)
      case .configureBounds(let width, let height): pending.size.bounds = (width, height)
      case .wmCapabilities(let numbers): pending.capabilities = WindowCapabilities(wire: numbers)
      case .close: callbacks.closeRequested()
      }
    }
    shell.onConfigure = { [weak self] in
      if let self { callbacks.configured(applyConfigure()) }
    }
    decoration?.onEvent = { [weak self] event in
      if case .configure(let mode) = event { self?.pending.isDecorated = mode == .serverSide }
    }
    decoration?.setMode(mode: .serverSide)
    toplevel.setTitle(title: title.truncatedForMessage)
    toplevel.setAppId(appId: appID.truncatedForMessage)
    window.sendSizeLimits()
    sendParent()
    if requests.isInitial(.maximized) { setMaximized(true) }
    if requests.isInitial(.fullscreen) {
      setFullscreen(true, on: requests.fullscreenTarget?.output(in: window.system.outputs))
    }
    window.system.activateAtStart(window)
  }

  private func applyConfigure() -> WindowConfigure {
    var size = pending.size
    size.changesSuspension = state.contains(.suspended) != pending.state.contains(.suspended)
    size.changesState =
      (state, isDecorated, capabilities) != (pending.state, pending.isDecorated, pending.capabilities)
    (state, isDecorated, capabilities) = (pending.state, pending.isDecorated, pending.capabilities)
    requests.answered()
    return size
  }

  func close() {
    guard let objects else { return }
    objects.decoration?.destroy()
    objects.toplevel.destroy()
    objects.shell.close()
    self.objects = nil
    (sentLimits, hasParent) = ((.zero, .zero), false)
  }

  /// Stores the state that is restored on the next connection.
  ///
  /// - Parameter hasContent: Whether the window has drawn a frame. If not, the state from before an earlier loss is kept.
  func connectionLost(hasContent: Bool) {
    if hasContent { requests.connectionLost(state) }
    state = []
    isDecorated = false
  }

  // MARK: Requests

  var popupParent: PopupParent? { objects.map { .shell($0.shell.object) } }
  var configureSerial: UInt32? { objects?.shell.serial }

  func ackConfigure() -> Bool { objects?.shell.ackConfigure() ?? false }

  func setGeometry(_ rectangles: WindowRectangles) { objects?.shell.setGeometry(rectangles) }

  /// The size limits that were sent last.
  private var sentLimits: (minimum: Size, maximum: Size) = (.zero, .zero)

  /// Sends the size limits that have changed. They take effect with the next commit.
  func sendSizeLimits(_ limits: (minimum: Size, maximum: Size)) {
    guard let toplevel = objects?.toplevel else { return }
    if limits.minimum != sentLimits.minimum {
      toplevel.setMinSize(
        width: Int32(wholePoints: limits.minimum.width), height: Int32(wholePoints: limits.minimum.height))
    }
    if limits.maximum != sentLimits.maximum {
      toplevel.setMaxSize(
        width: Int32(wholePoints: limits.maximum.width), height: Int32(wholePoints: limits.maximum.height))
    }
    sentLimits = limits
  }

  /// Changes the parent, and sends it.
  func setParent(_ window: Window?) {
    parent = window
    parentRole = window?.toplevel
    sendParent()
  }

  /// Replaces a parent that closes by its own parent, because the compositor does so, too. Otherwise a later request
  /// could close a circle of parents, which is a protocol error.
  func parentWillClose(_ role: ToplevelRole) {
    if parentRole === role { setParent(role.parent) }
  }

  /// Whether ``sendParent()`` has set a parent.
  private var hasParent = false

  /// Sends the parent, if it has content. Otherwise the parent is sent when it has drawn its first frame.
  func sendParent() {
    guard let toplevel = objects?.toplevel else { return }
    let shown = parent?.hasContent == true ? parent?.toplevel?.objects?.toplevel : nil
    guard shown != nil || hasParent else { return }
    hasParent = shown != nil
    toplevel.setParent(parent: shown)
  }

  /// - Parameter output: The screen; nil lets the compositor choose.
  func setFullscreen(_ isOn: Bool, on output: Output?) {
    if isOn {
      objects?.toplevel.setFullscreen(output: output?.wire)
    } else {
      objects?.toplevel.unsetFullscreen()
    }
  }

  func setMaximized(_ isOn: Bool) {
    if isOn { objects?.toplevel.setMaximized() } else { objects?.toplevel.unsetMaximized() }
  }

  func minimize() { objects?.toplevel.setMinimized() }

  /// Opens the compositor's window menu at `point`, in points of the window geometry.
  func showWindowMenu(_ press: Press, at point: Point) {
    objects?.toplevel.showWindowMenu(
      seat: press.seat, serial: press.serial, x: Int32(saturating: point.x), y: Int32(saturating: point.y))
  }

  func beginMove(_ press: Press) { objects?.toplevel.move(seat: press.seat, serial: press.serial) }

  func beginResize(_ press: Press, _ edge: ResizeEdge) {
    objects?.toplevel.resize(seat: press.seat, serial: press.serial, edges: .init(rawValue: edge.rawValue))
  }
}

extension Int32 {
  /// Rounds to whole points in `0...65535`; 0 for NaN.
  fileprivate init(wholePoints value: Double) {
    self = value.isNaN ? 0 : Int32(Swift.min(Swift.max(0, value.rounded()), 65_535))
  }
}

extension Int32 {
  /// Rounds to the nearest integer and clamps to the range of `Int32`; 0 for NaN.
  init(saturating value: Double) {
    self = value.isNaN ? 0 : Int32(Swift.min(Swift.max(-2_147_483_648, value.rounded()), 2_147_483_647))
  }
}

extension String {
  /// The longest prefix of whole characters with at most 2048 bytes of UTF-8. The limit keeps it below the 4096 bytes
  /// of a Wayland message.
  var truncatedForMessage: String {
    let limit = 2048
    guard utf8.count > limit else { return self }
    var size = 0
    return String(
      prefix { character in
        size += character.utf8.count
        return size <= limit
      })
  }
}
