/// How much of a window one frame touched.
public struct FrameExtent: Hashable, Sendable {
  /// The window's pixels.
  public var pixels = 0
  /// Those that may look different now; 0 when the frame was not committed. The compositor may be told of more, where
  /// that is less work for it.
  ///
  /// Wayland: `wl_surface.damage_buffer`.
  public var damaged = 0
  /// Those that were drawn: what changed now, and what changed since the buffer was last drawn into.
  public var drawn = 0
}
