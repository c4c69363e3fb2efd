/// What a title bar of one's own asks for.
extension Window {
  /// Fills the screen, or no longer: sets ``wantsFullscreen``.
  public func setFullscreen(_ isOn: Bool) { wantsFullscreen = isOn }

  /// Fills the work area, or no longer: sets ``wantsMaximized``.
  public func setMaximized(_ isOn: Bool) { wantsMaximized = isOn }

  /// Puts the window away; whether it is, or comes back, the compositor does not tell.
  ///
  /// Wayland: `xdg_toplevel.set_minimized`.
  public func minimize() { role?.minimize() }

  /// Lets the user move the window, after a press in it: for a title bar of one's own.
  ///
  /// Without effect when nothing was pressed yet.
  ///
  /// Wayland: `xdg_toplevel.move`.
  public func beginMove() {
    guard let press = system.lastPress else { return }
    role?.beginMove(press)
  }

  /// Lets the user resize the window by `edge`, after a press in it.
  ///
  /// Without effect when nothing was pressed yet.
  ///
  /// Wayland: `xdg_toplevel.resize`.
  public func beginResize(_ edge: ResizeEdge) {
    guard let press = system.lastPress else { return }
    role?.beginResize(press, edge)
  }
}
