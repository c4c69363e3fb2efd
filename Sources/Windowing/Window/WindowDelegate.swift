public import Wayland

/// What a window asks and tells. Everything but drawing has a default that does nothing.
@MainActor
public protocol WindowDelegate: AnyObject {
  /// Draws the next frame into `buffer` and returns what differs from the last one.
  ///
  /// `buffer.age` says how old its content is: with age 1 only what changes now needs drawing, with age 2 what the
  /// last frame changed, too, and with age 0 everything. Call `window.invalidate()` in here to get another frame.
  func window(_ window: Window, draw buffer: inout DrawableBuffer, for frame: FrameInfo) -> Damage

  /// The size or the scale is another; `draw` follows.
  func windowDidResize(_ window: Window)
  /// `window.state` or `window.isDecorated` is another.
  func windowStateDidChange(_ window: Window)
  /// The window is on other screens; see `window.outputs`.
  func windowOutputsDidChange(_ window: Window)
  /// The user asks to close the window. It stays open until `window.close()` is called.
  func windowShouldClose(_ window: Window)
  /// The compositor is gone, or will not serve us.
  func window(_ window: Window, didFail error: ConnectionError)

  func window(_ window: Window, pointer event: PointerEvent)
  func window(_ window: Window, touch event: TouchEvent)
  func window(_ window: Window, key event: KeyEvent)
  /// The keyboard came or went: keys are no longer held when it went.
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
