public import Wayland

/// Draws a window and receives its events. All methods except `window(_:draw:for:)` have a default.
@MainActor
public protocol WindowDelegate: AnyObject {
  /// Draws the next frame into `buffer` and returns the part that differs from the last frame.
  ///
  /// `buffer.age` states how many frames ago the buffer was drawn. With age 1, draw only the changes of this frame.
  /// With age 2, also draw the changes of the last frame. With age 0, draw everything. A frame that returns `.nothing`
  /// is not committed unless `frame.isReshaped`; its buffer keeps its age if the pixels were not accessed. To animate,
  /// call `window.invalidate()` in this method.
  ///
  /// Wayland: `wl_surface.attach`, `wl_surface.damage_buffer`, `wl_surface.commit`.
  func window(_ window: Window, draw buffer: inout DrawableBuffer, for frame: FrameInfo) -> Damage

  /// The window's size, rectangles or scale changed. A frame follows.
  ///
  /// Wayland: `xdg_toplevel.configure`, `wp_fractional_scale_v1.preferred_scale`.
  func windowDidResize(_ window: Window)
  /// `window.state`, `window.isSuspended`, `window.isDecorated`, `window.capabilities` or `window.popupPosition`
  /// changed.
  ///
  /// Wayland: `xdg_toplevel.configure`, `xdg_popup.configure`, `xdg_toplevel.wm_capabilities`,
  /// `zxdg_toplevel_decoration_v1.configure`.
  func windowStateDidChange(_ window: Window)
  /// `window.outputs` changed.
  ///
  /// Wayland: `wl_surface.enter`, `wl_surface.leave`.
  func windowOutputsDidChange(_ window: Window)
  /// The user asked to close the window. It stays open until `window.close()` is called.
  ///
  /// Wayland: `xdg_toplevel.close`.
  func windowShouldClose(_ window: Window)
  /// The compositor dismissed a popup, for example after a press outside it, or a layer surface. A layer surface is
  /// dismissed when its screen is removed, if `window.waitsForScreen` is false. The window is closed.
  /// `windowDidClose(_:)` follows.
  ///
  /// Wayland: `xdg_popup.popup_done`, `zwlr_layer_surface_v1.closed`.
  func windowDidDismiss(_ window: Window)
  /// The window was closed because the connection failed, or because memory for its next frame could not be reserved.
  /// If memory is missing, other windows stay open. `windowDidClose(_:)` follows. A delegate without this method leaves
  /// the error to `Application.run()`.
  ///
  /// Wayland: `wl_display.error`.
  func window(_ window: Window, didFail error: ConnectionError)
  /// The window was closed: by `window.close()`, by the compositor, or because of an error. This is the last call. It is
  /// missing only if the window was released without a call of `close()`.
  ///
  /// AppKit: `windowWillClose:`. GTK: `GtkWidget::destroy`.
  func windowDidClose(_ window: Window)
  /// The system is low on memory. Release what can be made again. The call is made between two frames, and at most once a
  /// second.
  ///
  /// `WindowSystem.start()` detects it, unless the kernel is older than Linux 6.4 or does not permit it. A program with the
  /// capability CAP_SYS_RESOURCE needs Linux 5.2. Linux: `/proc/pressure/memory`. UIKit: `didReceiveMemoryWarning`.
  func windowDidReceiveMemoryWarning(_ window: Window)

  /// The pointer entered, left, moved or scrolled, or a button was pressed or released.
  ///
  /// The two axes of one scroll arrive as one event.
  ///
  /// Wayland: `wl_pointer`.
  func window(_ window: Window, pointer event: PointerEvent)
  /// A finger touched the window, moved or was lifted, or its touch was canceled. Each finger has its own events.
  ///
  /// Wayland: `wl_touch`.
  func window(_ window: Window, touch event: TouchEvent)
  /// Several fingers swipe, pinch or rest on a touchpad.
  ///
  /// Wayland: `zwp_pointer_gestures_v1`.
  func window(_ window: Window, gesture event: GestureEvent)
  /// A pen or another tool of a tablet moved over the window, touched the tablet or left. Tools send no pointer events.
  ///
  /// Wayland: `zwp_tablet_tool_v2`.
  func window(_ window: Window, tablet event: TabletEvent)
  /// A key was pressed, repeated or released while the window has keyboard focus.
  ///
  /// Wayland: `wl_keyboard.key`.
  func window(_ window: Window, key event: KeyEvent)
  /// The window got or lost keyboard focus. When it loses focus, all keys count as released.
  ///
  /// Wayland: `wl_keyboard.enter`, `wl_keyboard.leave`.
  func window(_ window: Window, hasKeyboard: Bool)
}

/// The default implementations, which do nothing.
extension WindowDelegate {
  public func windowDidResize(_ window: Window) {}
  public func windowStateDidChange(_ window: Window) {}
  public func windowOutputsDidChange(_ window: Window) {}
  public func windowShouldClose(_ window: Window) {}
  public func windowDidDismiss(_ window: Window) {}
  public func window(_ window: Window, didFail error: ConnectionError) {
    window.system.application?.unhandled(error)
  }
  public func windowDidClose(_ window: Window) {}
  public func windowDidReceiveMemoryWarning(_ window: Window) {}
  public func window(_ window: Window, pointer event: PointerEvent) {}
  public func window(_ window: Window, touch event: TouchEvent) {}
  public func window(_ window: Window, gesture event: GestureEvent) {}
  public func window(_ window: Window, tablet event: TabletEvent) {}
  public func window(_ window: Window, key event: KeyEvent) {}
  public func window(_ window: Window, hasKeyboard: Bool) {}
}
