import Geometry
import Wayland

/// The protocol object that windows and popups have in common. It handles configure events and the window geometry.
///
/// Wayland: `xdg_surface`.
@MainActor
final class ShellSurface {
  let object: XdgSurface
  /// Called at the end of each configure sequence.
  var onConfigure: (() -> Void)?
  /// The serial of the last configure; nil once it is acknowledged.
  private(set) var serial: UInt32?
  /// The window geometry that was sent last; nil while the geometry is the whole surface.
  private var geometry: Rect?

  init(of surface: WlSurface, in shell: XdgWmBase) {
    object = shell.getXdgSurface(surface: surface)
    object.onEvent = { [weak self] event in
      guard let self, case .configure(let serial) = event else { return }
      self.serial = serial
      onConfigure?()
    }
  }

  /// Acknowledges the last configure, unless it is acknowledged already. The next commit must have the configured
  /// size.
  ///
  /// - Returns: Whether a configure was acknowledged.
  ///
  /// Wayland: `xdg_surface.ack_configure`.
  func ackConfigure() -> Bool {
    guard let serial else { return false }
    object.ackConfigure(serial: serial)
    self.serial = nil
    return true
  }

  /// Sends the window geometry if it has changed. It takes effect with the next commit.
  ///
  /// Wayland: `xdg_surface.set_window_geometry`.
  func setGeometry(_ rectangles: WindowRectangles) {
    let rect = rectangles.geometry
    guard geometry != rect, geometry != nil || rect != rectangles.surface else { return }
    geometry = rect
    object.setWindowGeometry(
      x: Int32(rect.minX), y: Int32(rect.minY), width: Int32(rect.size.width), height: Int32(rect.size.height)
    )
  }

  func close() { object.destroy() }
}
