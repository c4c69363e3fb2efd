import Geometry
import Wayland

/// The role that makes a surface a window: configure events, title and state requests.
///
/// Wayland: `xdg_surface` and `xdg_toplevel`.
@MainActor
final class ToplevelRole: ShellRole {
  private let shell: ShellSurface
  private let toplevel: XdgToplevel
  private let decoration: ZxdgToplevelDecorationV1?
  private var pending = WindowConfigure()

  init(of surface: WlSurface, globals: WindowSystem.Globals, callbacks: ShellRoleCallbacks) {
    shell = ShellSurface(of: surface, in: globals.windows)
    toplevel = shell.object.getToplevel()
    decoration = globals.decoration?.getToplevelDecoration(toplevel: toplevel)
    toplevel.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .configure(let width, let height, let states):
        pending.width = width
        pending.height = height
        pending.state = WindowState(wire: states)
      case .configureBounds(let width, let height): pending.bounds = (width, height)
      case .wmCapabilities(let numbers): pending.capabilities = WindowCapabilities(wire: numbers)
      case .close: callbacks.closeRequested()
      }
    }
    shell.onConfigure = { [weak self] in
      if let self { callbacks.configured(pending) }
    }
    decoration?.onEvent = { [weak self] event in
      if case .configure(let mode) = event { self?.pending.isDecorated = mode == .serverSide }
    }
    decoration?.setMode(mode: .serverSide)
  }

  var popupParent: PopupParent { .shell(shell.object) }
  var configureSerial: UInt32? { shell.serial }

  func ackConfigure() -> Bool { shell.ackConfigure() }

  func setGeometry(_ rectangles: WindowRectangles) { shell.setGeometry(rectangles) }

  func setTitle(_ title: String) { toplevel.setTitle(title: title.truncatedForMessage) }
  func setAppID(_ appID: String) { toplevel.setAppId(appId: appID.truncatedForMessage) }

  /// The size limits that were sent last.
  private var sentLimits: (minimum: Size, maximum: Size) = (.zero, .zero)

  /// Sends the size limits that have changed. They take effect with the next commit.
  func setSizeLimits(_ limits: (minimum: Size, maximum: Size)) {
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

  /// Whether ``setParent(_:)`` has set a parent.
  private var hasParent = false

  func setParent(_ parent: ToplevelRole?) {
    guard parent != nil || hasParent else { return }
    hasParent = parent != nil
    toplevel.setParent(parent: parent?.toplevel)
  }

  /// - Parameter output: The screen; nil lets the compositor choose.
  func setFullscreen(_ isOn: Bool, on output: Output?) {
    if isOn { toplevel.setFullscreen(output: output?.wire) } else { toplevel.unsetFullscreen() }
  }

  func setMaximized(_ isOn: Bool) {
    if isOn { toplevel.setMaximized() } else { toplevel.unsetMaximized() }
  }

  func minimize() { toplevel.setMinimized() }

  /// Opens the compositor's window menu at `point`, in points of the window geometry.
  func showWindowMenu(_ press: Press, at point: Point) {
    toplevel.showWindowMenu(
      seat: press.seat, serial: press.serial, x: Int32(saturating: point.x), y: Int32(saturating: point.y))
  }

  func beginMove(_ press: Press) { toplevel.move(seat: press.seat, serial: press.serial) }

  func beginResize(_ press: Press, _ edge: ResizeEdge) {
    toplevel.resize(seat: press.seat, serial: press.serial, edges: .init(rawValue: edge.rawValue))
  }

  func close() {
    decoration?.destroy()
    toplevel.destroy()
    shell.close()
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
