/// What a window is for the compositor.
public enum WindowRole: Hashable, Sendable {
  /// A window on the user's desktop.
  ///
  /// Wayland: `xdg_toplevel`.
  case toplevel
  /// A menu or a tooltip at a window.
  ///
  /// Wayland: `xdg_popup`.
  case popup(PopupPlacement)
}
