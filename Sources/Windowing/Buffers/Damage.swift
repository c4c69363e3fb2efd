public import Geometry

/// What a drawing changed since the last frame.
///
/// Wayland: `wl_surface.damage_buffer`.
public enum Damage: Sendable {
  /// The buffer looks like the last frame: nothing is committed.
  case nothing
  /// Any pixel may differ.
  case everything
  /// In buffer pixels; parts outside the buffer are ignored.
  case rects([Rect])
}
