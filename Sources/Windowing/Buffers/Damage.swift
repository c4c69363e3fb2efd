public import Geometry

/// The part of a frame that differs from the last frame.
///
/// Wayland: `wl_surface.damage_buffer`.
public enum Damage: Sendable {
  /// The frame equals the last frame, so it is not committed.
  case nothing
  /// Any pixel may differ.
  case everything
  /// Only pixels in these rectangles differ. The rectangles are in buffer pixels; parts outside the buffer are
  /// ignored.
  case rects([Rect])
}
