public import Input

/// The cursor over a window.
extension Window {
  /// The shape of the cursor over the window.
  ///
  /// Wayland: `wp_cursor_shape_device_v1.set_shape`, else `wl_pointer.set_cursor`.
  public var cursor: CursorShape {
    get { cursorSettings.shape }
    set { cursorSettings.shape = newValue }
  }

  /// Sets the shape of one pointer or tablet tool over the window, which replaces ``cursor``; nil removes
  /// it. Each seat has its own pointer.
  ///
  /// - Parameter pointer: `PointerEvent.contactID` or `TabletEvent.contactID`.
  public func setCursor(_ shape: CursorShape?, ofPointer pointer: Int) {
    if cursorSettings.pointerShapes[pointer] != shape { cursorSettings.pointerShapes[pointer] = shape }
  }

  /// The idle time of the pointer after which its cursor is hidden, in seconds; nil if idleness does not hide it.
  ///
  /// If set, the cursor is also hidden when the pointer enters the window. It appears when the pointer moves or
  /// scrolls or a button is pressed. It is not hidden while a button is pressed.
  ///
  /// Wayland: `wl_pointer.set_cursor` without a surface.
  public var cursorHidingDelay: Double? {
    get { cursorSettings.hiding.idleDelay }
    set { cursorSettings.hiding.idleDelay = newValue }
  }

  /// Whether a touch hides the cursor of the same seat. The next input of the pointer shows the cursor again.
  ///
  /// If set, the cursor is also hidden when the pointer enters the window.
  ///
  /// Wayland: `wl_pointer.set_cursor` without a surface.
  public var hidesCursorWhileTouching: Bool {
    get { cursorSettings.hiding.isHiddenByTouch }
    set { cursorSettings.hiding.isHiddenByTouch = newValue }
  }
}
