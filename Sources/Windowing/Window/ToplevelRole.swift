import Geometry
import Wayland

/// The role that makes a surface a window: configure events, title and state requests.
///
/// Wayland: `xdg_surface` and `xdg_toplevel`.
@MainActor
final class ToplevelRole {
  /// The values of one configure sequence. Sizes are in points; 0 means that the client chooses.
  ///
  /// Wayland: `xdg_toplevel.configure`.
  struct Configure {
    var width: Int32 = 0
    var height: Int32 = 0
    var state: WindowState = []
  }

  /// The role's calls to its window.
  struct Callbacks {
    /// Called with each `xdg_surface.configure`.
    var configured: (Configure) -> Void
    /// Called with the largest suitable width and height, in points.
    var bounds: (Int32, Int32) -> Void
    /// Called with whether the compositor draws the decoration.
    var decorationChanged: (Bool) -> Void
    /// Called when the user asks to close the window.
    var closeRequested: () -> Void
  }

  private let xdgSurface: XdgSurface
  private let toplevel: XdgToplevel
  private let decoration: ZxdgToplevelDecorationV1?
  private var pending = Configure()
  private var serial: UInt32?

  init(of surface: WlSurface, globals: WindowSystem.Globals, callbacks: Callbacks) {
    xdgSurface = globals.windows.getXdgSurface(surface: surface)
    toplevel = xdgSurface.getToplevel()
    decoration = globals.decoration?.getToplevelDecoration(toplevel: toplevel)
    toplevel.onEvent = { [weak self] event in
      switch event {
      case .configure(let width, let height, let states):
        self?.pending = Configure(width: width, height: height, state: WindowState(wire: states))
      case .configureBounds(let width, let height): callbacks.bounds(width, height)
      case .close: callbacks.closeRequested()
      case .wmCapabilities: break
      }
    }
    xdgSurface.onEvent = { [weak self] event in
      guard let self, case .configure(let serial) = event else { return }
      self.serial = serial
      callbacks.configured(pending)
    }
    decoration?.onEvent = { event in
      if case .configure(let mode) = event { callbacks.decorationChanged(mode == .serverSide) }
    }
    decoration?.setMode(mode: .serverSide)
  }

  /// Acknowledges the last configure, if there is an unacknowledged one. The next commit must have the configured size.
  ///
  /// Wayland: `xdg_surface.ack_configure`.
  func ackConfigure() {
    guard let serial else { return }
    xdgSurface.ackConfigure(serial: serial)
    self.serial = nil
  }

  func setTitle(_ title: String) { toplevel.setTitle(title: title.truncatedForMessage) }
  func setAppID(_ appID: String) { toplevel.setAppId(appId: appID.truncatedForMessage) }

  func setMinimumSize(_ size: Size) {
    toplevel.setMinSize(width: Int32(wholePoints: size.width), height: Int32(wholePoints: size.height))
  }

  /// - Parameter output: Nil lets the compositor choose.
  func setFullscreen(_ isOn: Bool, on output: Output?) {
    if isOn { toplevel.setFullscreen(output: output?.wire) } else { toplevel.unsetFullscreen() }
  }

  func setMaximized(_ isOn: Bool) {
    if isOn { toplevel.setMaximized() } else { toplevel.unsetMaximized() }
  }

  func minimize() { toplevel.setMinimized() }

  func beginMove(_ press: Press) { toplevel.move(seat: press.seat, serial: press.serial) }

  func beginResize(_ press: Press, _ edge: ResizeEdge) {
    toplevel.resize(seat: press.seat, serial: press.serial, edges: .init(rawValue: edge.rawValue))
  }

  func close() {
    decoration?.destroy()
    toplevel.destroy()
    xdgSurface.destroy()
  }
}

extension Int32 {
  /// Rounds to whole points in `0...65535`; 0 for NaN.
  fileprivate init(wholePoints value: Double) {
    self = value.isNaN ? 0 : Int32(Swift.min(Swift.max(0, value.rounded()), 65_535))
  }
}

extension String {
  /// The longest prefix of whole characters with at most 2048 bytes of UTF-8: a Wayland message has at most 4096 bytes.
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
