/// The shape of the pointer over a view.
///
/// Wayland: `wp_cursor_shape_device_v1.shape`.
public enum PointerShape: Hashable, Sendable, CaseIterable {
  /// The default arrow.
  case arrow
  /// A pointing hand: something can be clicked.
  case hand
  /// An open hand: something can be dragged.
  case grab
  /// A closed hand: something is being dragged.
  case grabbing
  /// An I-beam: text can be selected.
  case text
  /// A cross, for selecting a position.
  case crosshair
  /// Something is being moved.
  case move
  /// The action is not allowed here.
  case notAllowed
  /// A boundary can be dragged to the left and right.
  case resizeHorizontally
  /// A boundary can be dragged up and down.
  case resizeVertically
}
