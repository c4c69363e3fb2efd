import Glibc
import Wayland

extension WindowSystem {
  /// Shows the compositor the token of whoever started us, so that the first window gets the focus.
  ///
  /// Wayland: `xdg_activation_v1.activate`.
  func activate(_ surface: WlSurface) {
    guard let activation = globals?.activation, let token = getenv("XDG_ACTIVATION_TOKEN") else { return }
    activation.activate(token: String(cString: token).fittingOneMessage, surface: surface)
    // It is good for one window, and not for programs that we start.
    unsetenv("XDG_ACTIVATION_TOKEN")
  }

  /// The last press on any seat.
  var lastPress: Press? {
    seats.lazy.compactMap { seat in seat.lastPress.map { Press(seat: seat.object, serial: $0) } }.last
  }
}
