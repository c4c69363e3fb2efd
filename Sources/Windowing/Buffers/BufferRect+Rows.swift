extension BufferRect {
  /// Returns rectangles that hold all of `changed`, and that a compositor takes over in less time.
  ///
  /// A compositor that copies pixels goes through them row by row. Memory hands over one row after the other
  /// as fast as it can, but makes the reader wait at the beginning of every piece of one. So two rectangles
  /// side by side become one unless that more than doubles them, and one that is at least half as wide as the
  /// buffer becomes whole rows.
  ///
  /// Wayland: `wl_surface.damage_buffer`, which may name more than what changed.
  package static func cheapToRead(_ changed: [BufferRect], bufferWidth: Int32) -> [BufferRect] {
    var result: [BufferRect] = []
    for rect in changed {
      var rect = rect.widened(in: bufferWidth)
      while let beside = result.firstIndex(where: { rect.isWorthJoining($0) }) {
        rect = rect.union(result.remove(at: beside)).widened(in: bufferWidth)
      }
      result.append(rect)
    }
    return result
  }

  private var area: Int { Int(width) * Int(height) }

  private func isWorthJoining(_ other: BufferRect) -> Bool {
    let sharesRows = y < other.y + other.height && other.y < y + height
    return sharesRows && union(other).area <= 2 * (area + other.area)
  }

  private func union(_ other: BufferRect) -> BufferRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return BufferRect(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  private func widened(in bufferWidth: Int32) -> BufferRect {
    width >= bufferWidth - width ? BufferRect(x: 0, y: y, width: bufferWidth, height: height) : self
  }
}
