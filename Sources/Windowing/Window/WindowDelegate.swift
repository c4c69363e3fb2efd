public import Wayland

/// What a window asks and tells. Everything but drawing has a default that does nothing.
@MainActor
public protocol WindowDelegate: AnyObject {
  /// Draws the next frame into `buffer` and returns what differs from the last one.
  ///
  /// `buffer.age` says how old its content is: with age 1 only what changes now needs drawing, with age 2 what the
  /// last frame changed, too, and with age 0 everything. With `.nothing` the frame is not committed, and a buffer that
  /// nobody drew into keeps its age. Call `window.invalidate()` in here to get another frame.
  ///
  /// Wayland: `wl_surface.attach`, `wl_surface.damage_buffer`, `wl_surface.commit`.
  func window(_ window: Window, draw buffer: inout DrawableBuffer, for frame: FrameInfo) -> Damage

  /// The size or the scale is another; `draw` follows.
  ///
  /// Wayland: `xdg_toplevel.configure`, `wp_fractional_scale_v1.preferred_scale`.
  func windowDidResize(_ window: Window)
  /// `window.state` or `window.isDecorated` is another.
  ///
  /// Wayland: `xdg_toplevel.configure`, `zxdg_toplevel_decoration_v1.configure`.
  func windowStateDidChange(_ window: Window)
  /// The window is on other screens; see `window.outputs`.
  ///
  /// Wayland: `wl_surface.enter`, `wl_surface.leave`.
  func windowOutputsDidChange(_ window: Window)
  /// The user asks to close the window. It stays open until `window.close()` is called.
  ///
  /// Wayland: `xdg_toplevel.close`.
  func windowShouldClose(_ window: Window)
  /// The compositor is gone, or will not serve us; the window is closed already. It is the last call.
  ///
  /// Wayland: `wl_display.error`.
  func window(_ window: Window, didFail error: ConnectionError)

  /// The pointer entered, moved, left, pressed, let go or scrolled.
  ///
  /// What belongs together, such as the two axes of one scroll, arrives as one event.
  ///
  /// Wayland: `wl_pointer`.
  func window(_ window: Window, pointer event: PointerEvent)
  /// A finger came down, moved, was lifted or was taken away; each finger is told by itself.
  ///
  /// Wayland: `wl_touch`.
  func window(_ window: Window, touch event: TouchEvent)
  /// A key went down, repeats or went up while the window has the keyboard.
  ///
  /// Wayland: `wl_keyboard.key`.
  func window(_ window: Window, key event: KeyEvent)
  /// The keyboard came or went: keys are no longer held when it went.
  ///
  /// Wayland: `wl_keyboard.enter`, `wl_keyboard.leave`.
  func window(_ window: Window, hasKeyboard: Bool)
}

extension WindowDelegate {
  public func windowDidResize(_ window: Window) {}
  public func windowStateDidChange(_ window: Window) {}
  public func windowOutputsDidChange(_ window: Window) {}
  public func windowShouldClose(_ window: Window) {}
  public func window(_ window: Window, didFail error: ConnectionError) {}
  public func window(_ window: Window, pointer event: PointerEvent) {}
  public func window(_ window: Window, touch event: TouchEvent) {}
  public func window(_ window: Window, key event: KeyEvent) {}
  public func window(_ window: Window, hasKeyboard: Bool) {}
}
