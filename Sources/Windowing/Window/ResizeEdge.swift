/// The side or corner that the user drags to resize a window.
///
/// Wayland: `xdg_toplevel.resize_edge`.
public enum ResizeEdge: UInt32, CaseIterable, Sendable {
  case top = 1
  case bottom = 2
  case left = 4
  case topLeft = 5
  case bottomLeft = 6
  case right = 8
  case topRight = 9
  case bottomRight = 10
}
