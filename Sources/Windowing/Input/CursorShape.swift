/// What the pointer looks like.
///
/// Wayland: `wp_cursor_shape_device_v1.shape`.
public enum CursorShape: String, CaseIterable, Sendable {
  case arrow = "default"
  /// A pointing hand: something can be clicked.
  case hand = "pointer"
  case grab
  case grabbing
  case text
  case wait
  case progress
  case crosshair
  case move
  case notAllowed = "not-allowed"
  case resizeTop = "n-resize"
  case resizeBottom = "s-resize"
  case resizeLeft = "w-resize"
  case resizeRight = "e-resize"
  case resizeTopLeft = "nw-resize"
  case resizeTopRight = "ne-resize"
  case resizeBottomLeft = "sw-resize"
  case resizeBottomRight = "se-resize"
  /// Nothing: for a touchscreen, or a picture that fills the screen.
  case hidden
}
