/// How many pixels of a window one frame damaged and drew.
public struct FrameExtent: Hashable, Sendable {
  /// All pixels of the window.
  public var pixels = 0
  /// The pixels that may have changed; 0 if the frame was not committed. The damage sent to the compositor may be
  /// larger, as it consists of few rectangles.
  ///
  /// Wayland: `wl_surface.damage_buffer`.
  public var damaged = 0
  /// The pixels that were drawn: those damaged by this frame, and those damaged since the buffer was last drawn.
  public var drawn = 0
}
