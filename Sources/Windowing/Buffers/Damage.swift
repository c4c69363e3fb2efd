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

/// A rectangle of whole pixels.
package struct PixelRect: Hashable, Sendable {
  package var x, y, width, height: Int32

  /// Returns the pixels that `rect` touches inside a buffer, or nil when there are none.
  package init?(covering rect: Rect, width bufferWidth: Int, height bufferHeight: Int) {
    let left = max(0, rect.minX.rounded(.down))
    let top = max(0, rect.minY.rounded(.down))
    let right = min(Double(bufferWidth), rect.maxX.rounded(.up))
    let bottom = min(Double(bufferHeight), rect.maxY.rounded(.up))
    // A side that is no number has become the buffer's side above.
    guard right > left, bottom > top else { return nil }
    x = Int32(left)
    y = Int32(top)
    width = Int32(right - left)
    height = Int32(bottom - top)
  }
}
