/// The kind of a window: toplevel window, popup or layer surface.
public enum WindowRole: Hashable, Sendable {
  /// A window on the user's desktop.
  ///
  /// Wayland: `xdg_toplevel`.
  case toplevel
  /// A menu or a tooltip of another window.
  ///
  /// Wayland: `xdg_popup`.
  case popup(PopupPlacement)
  /// A panel, a wallpaper, an overlay or a kiosk.
  ///
  /// Wayland: `zwlr_layer_surface_v1`.
  case layer(LayerPlacement)
}
