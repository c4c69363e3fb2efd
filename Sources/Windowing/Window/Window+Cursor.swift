/// The cursor over a window.
extension Window {
  /// The application's cursor over the window.
  ///
  /// Wayland: `wp_cursor_shape_device_v1.set_shape`, else `wl_pointer.set_cursor`.
  public var cursor: CursorShape {
    get { cursorSettings.shape }
    set { cursorSettings.shape = newValue }
  }

  /// A cursor that is shown in place of ``cursor`` while it is not nil, such as `.grabbing` during a drag.
  ///
  /// Wayland: `wp_cursor_shape_device_v1.set_shape`, else `wl_pointer.set_cursor`.
  public var cursorOverride: CursorShape? {
    get { cursorSettings.override }
    set { cursorSettings.override = newValue }
  }

  /// How long the pointer must be idle before its cursor is hidden, in seconds; nil shows it always.
  ///
  /// The cursor also starts hidden when the pointer enters, and appears when the pointer moves, scrolls or presses a
  /// button. It is not hidden while a button is pressed.
  ///
  /// Wayland: `wl_pointer.set_cursor` without a surface.
  public var cursorHidingDelay: Double? {
    get { cursorSettings.hiding.idleDelay }
    set { cursorSettings.hiding.idleDelay = newValue }
  }

  /// Whether a touch hides the cursor of the same seat until its pointer is used.
  ///
  /// The cursor also starts hidden when the pointer enters.
  ///
  /// Wayland: `wl_pointer.set_cursor` without a surface.
  public var hidesCursorWhileTouching: Bool {
    get { cursorSettings.hiding.isHiddenByTouch }
    set { cursorSettings.hiding.isHiddenByTouch = newValue }
  }
}
