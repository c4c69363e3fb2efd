/// The shape of the pointer over a window or a view. The raw value is the CSS name that cursor themes use.
///
/// UIKit: `UIPointerShape`. GTK: `gdk_cursor_new_from_name`. Wayland: `wp_cursor_shape_device_v1.shape`.
public enum CursorShape: String, CaseIterable, Sendable {
  /// The default arrow.
  case arrow = "default"
  /// A pointing hand, which indicates that something can be clicked.
  case hand = "pointer"
  /// An open hand, which indicates that something can be dragged.
  case grab
  /// A closed hand, shown while something is being dragged.
  case grabbing
  /// An I-beam, which indicates that text can be selected.
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
  /// The top side can be dragged.
  case resizeTop = "n-resize"
  /// The bottom side can be dragged.
  case resizeBottom = "s-resize"
  /// The left side can be dragged.
  case resizeLeft = "w-resize"
  /// The right side can be dragged.
  case resizeRight = "e-resize"
  /// The top left corner can be dragged.
  case resizeTopLeft = "nw-resize"
  /// The top right corner can be dragged.
  case resizeTopRight = "ne-resize"
  /// The bottom left corner can be dragged.
  case resizeBottomLeft = "sw-resize"
  /// The bottom right corner can be dragged.
  case resizeBottomRight = "se-resize"
  /// A boundary can be dragged to the left and right.
  case resizeHorizontally = "ew-resize"
  /// A boundary can be dragged up and down.
  case resizeVertically = "ns-resize"
  /// No cursor, for touchscreens and full-screen content.
  case hidden
}
