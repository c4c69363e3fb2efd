/// The number of pixels of a window that a frame damaged and drew.
public struct FrameExtent: Hashable, Sendable {
  /// The number of all pixels of the window.
  public var pixels = 0
  /// The number of pixels that may have changed; 0 if the frame was not committed. The damage sent to the
  /// compositor may be larger, because it consists of only a few rectangles.
  ///
  /// Wayland: `wl_surface.damage_buffer`.
  public var damaged = 0
  /// The number of pixels that were drawn: pixels that this frame damaged, and pixels that other frames have
  /// damaged since the buffer was last drawn.
  public var drawn = 0
}
