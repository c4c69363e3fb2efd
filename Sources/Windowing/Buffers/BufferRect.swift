package import Geometry

/// A rectangle of whole pixels within a buffer, as the compositor is told of it.
///
/// Wayland: `wl_surface.damage_buffer`.
package struct BufferRect: Hashable, Sendable {
  package var x, y, width, height: Int32

  /// Creates a rectangle; nothing is checked.
  package init(x: Int32, y: Int32, width: Int32, height: Int32) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

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
