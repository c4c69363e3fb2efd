import Geometry
import Wayland

/// What makes a surface a window: configure and acknowledge, title, state requests.
///
/// Wayland: `xdg_surface` and `xdg_toplevel`.
@MainActor
final class ToplevelRole {
  /// One complete configure.
  struct Configure {
    var width: Int32 = 0
    var height: Int32 = 0
    var state: WindowState = []
  }

  struct Events {
    var configured: (Configure) -> Void
    var bounds: (Int32, Int32) -> Void
    var decorated: (Bool) -> Void
    var closeRequested: () -> Void
  }

  private let xdgSurface: XdgSurface
  private let toplevel: XdgToplevel
  private let decoration: ZxdgToplevelDecorationV1?
  private var pending = Configure()
  private var serial: UInt32?

  init(of surface: WlSurface, globals: WindowSystem.Globals, events: Events) {
    xdgSurface = globals.windows.getXdgSurface(surface: surface)
    toplevel = xdgSurface.getToplevel()
    decoration = globals.decoration?.getToplevelDecoration(toplevel: toplevel)
    toplevel.onEvent = { [weak self] event in
      switch event {
      case .configure(let width, let height, let states):
        self?.pending = Configure(width: width, height: height, state: WindowState(wire: states))
      case .configureBounds(let width, let height): events.bounds(width, height)
      case .close: events.closeRequested()
      case .wmCapabilities: break
      }
    }
    xdgSurface.onEvent = { [weak self] event in
      guard let self, case .configure(let serial) = event else { return }
      self.serial = serial
      events.configured(pending)
    }
    decoration?.onEvent = { event in
      if case .configure(let mode) = event { events.decorated(mode == .serverSide) }
    }
    decoration?.setMode(mode: .serverSide)
  }

  /// Answers the last configure; the commit that follows obeys it.
  func acknowledge() {
    guard let serial else { return }
    xdgSurface.ackConfigure(serial: serial)
    self.serial = nil
  }

  func setTitle(_ title: String) { toplevel.setTitle(title: title.fittingOneMessage) }
  func setAppID(_ appID: String) { toplevel.setAppId(appId: appID.fittingOneMessage) }

  func setMinimumSize(_ size: Size) {
    toplevel.setMinSize(width: Int32(wholePoints: size.width), height: Int32(wholePoints: size.height))
  }

  func setFullscreen(_ isOn: Bool) {
    if isOn { toplevel.setFullscreen(output: nil) } else { toplevel.unsetFullscreen() }
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
  /// Whole points from a size that may be anything.
  fileprivate init(wholePoints value: Double) {
    self = value.isNaN ? 0 : Int32(Swift.min(Swift.max(0, value.rounded()), 65_535))
  }
}

extension String {
  /// Cut at a character, so that it fits the 4096 bytes of a Wayland message.
  var fittingOneMessage: String {
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
