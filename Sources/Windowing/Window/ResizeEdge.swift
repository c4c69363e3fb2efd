/// The side or corner that the user drags to resize a window.
///
/// Wayland: `xdg_toplevel.resize_edge`.
public enum ResizeEdge: UInt32, CaseIterable, Sendable {
  /// The top side.
  case top = 1
  /// The bottom side.
  case bottom = 2
  /// The left side.
  case left = 4
  /// The top left corner.
  case topLeft = 5
  /// The bottom left corner.
  case bottomLeft = 6
  /// The right side.
  case right = 8
  /// The top right corner.
  case topRight = 9
  /// The bottom right corner.
  case bottomRight = 10
}
