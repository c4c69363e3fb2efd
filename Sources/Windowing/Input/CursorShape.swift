/// The shape of the pointer. The raw value is the CSS name that cursor themes use.
///
/// Wayland: `wp_cursor_shape_device_v1.shape`.
public enum CursorShape: String, CaseIterable, Sendable {
  /// The default arrow.
  case arrow = "default"
  /// A pointing hand: something can be clicked.
  case hand = "pointer"
  /// An open hand: something can be dragged.
  case grab
  /// A closed hand: something is being dragged.
  case grabbing
  /// An I-beam: text can be selected.
  case text
  /// The program is busy and does not accept input.
  case wait
  /// The program is busy but accepts input.
  case progress
  /// A cross, for selecting a position.
  case crosshair
  /// Something is being moved.
  case move
  /// The action is not allowed here.
  case notAllowed = "not-allowed"
  /// The window's side or corner can be dragged; likewise the other seven.
  case resizeTop = "n-resize"
  case resizeBottom = "s-resize"
  case resizeLeft = "w-resize"
  case resizeRight = "e-resize"
  case resizeTopLeft = "nw-resize"
  case resizeTopRight = "ne-resize"
  case resizeBottomLeft = "sw-resize"
  case resizeBottomRight = "se-resize"
  /// No cursor, for touchscreens and full-screen content.
  case hidden
}
