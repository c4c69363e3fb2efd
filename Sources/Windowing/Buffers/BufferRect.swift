package import Geometry

/// A rectangle of whole pixels in a buffer.
///
/// Wayland: `wl_surface.damage_buffer`.
package struct BufferRect: Hashable, Sendable {
  /// In pixels from the buffer's top left corner.
  package var x, y, width, height: Int32

  /// Creates a rectangle without checking that it lies in a buffer.
  package init(x: Int32, y: Int32, width: Int32, height: Int32) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Creates the smallest rectangle that contains all buffer pixels that `rect` touches; nil if it touches none.
  ///
  /// If a side of `rect` is NaN, the corresponding side of the buffer is used.
  package init?(covering rect: Rect, width bufferWidth: Int, height bufferHeight: Int) {
    let left = max(0, rect.minX.rounded(.down))
    let top = max(0, rect.minY.rounded(.down))
    let right = min(Double(bufferWidth), rect.maxX.rounded(.up))
    let bottom = min(Double(bufferHeight), rect.maxY.rounded(.up))
    guard right > left, bottom > top else { return nil }
    x = Int32(left)
    y = Int32(top)
    width = Int32(right - left)
    height = Int32(bottom - top)
  }
}
