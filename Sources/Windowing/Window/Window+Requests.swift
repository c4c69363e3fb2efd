public import Geometry

/// Requests of a title bar that the program draws.
extension Window {
  /// Requests or leaves full screen. Sets ``wantsFullscreen``.
  ///
  /// Wayland: `xdg_toplevel.set_fullscreen`, `xdg_toplevel.unset_fullscreen`.
  public func setFullscreen(_ isOn: Bool) { wantsFullscreen = isOn }

  /// Maximizes or restores the window. Sets ``wantsMaximized``.
  ///
  /// Wayland: `xdg_toplevel.set_maximized`, `xdg_toplevel.unset_maximized`.
  public func setMaximized(_ isOn: Bool) { wantsMaximized = isOn }

  /// Minimizes the window. The protocol does not report when the user restores it.
  ///
  /// Wayland: `xdg_toplevel.set_minimized`.
  public func minimize() { toplevel?.minimize() }

  /// Opens the compositor's menu with window operations. `capabilities` states whether the compositor has one.
  ///
  /// The request uses the last press. It has no effect before the first press.
  ///
  /// - Parameter point: The position of the menu, in points from the surface's top left corner, as in events.
  ///
  /// Wayland: `xdg_toplevel.show_window_menu`.
  public func showWindowMenu(at point: Point) {
    guard let press = system.lastPress else { return }
    let origin = rectangles.geometry.origin
    toplevel?.showWindowMenu(press, at: Point(x: point.x - origin.x, y: point.y - origin.y))
  }

  /// Starts an interactive move with the last press. Call it when a press on the title bar is handled.
  ///
  /// It has no effect before the first press.
  ///
  /// Wayland: `xdg_toplevel.move`.
  public func beginMove() {
    guard let press = system.lastPress else { return }
    toplevel?.beginMove(press)
  }

  /// Starts an interactive resize with the last press. Call it when a press on the window's border is handled.
  ///
  /// It has no effect before the first press.
  ///
  /// - Parameter edge: The side or corner that follows the pointer.
  ///
  /// Wayland: `xdg_toplevel.resize`.
  public func beginResize(_ edge: ResizeEdge) {
    guard let press = system.lastPress else { return }
    toplevel?.beginResize(press, edge)
  }
}
