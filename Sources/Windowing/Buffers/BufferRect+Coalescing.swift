extension BufferRect {
  /// Returns fewer or wider rectangles that cover `changed`, so that the compositor can copy them faster.
  ///
  /// A compositor copies damage row by row. Contiguous memory is copied at full speed, but each separate part of a row
  /// adds a delay. Therefore two rectangles with common rows are merged if the area of their union is at most 2 × the
  /// sum of their areas. A rectangle that is at least half as wide as the buffer is widened to whole rows.
  ///
  /// - Parameters:
  ///   - changed: The damage, in pixels.
  ///   - bufferWidth: The buffer's width, in pixels.
  ///
  /// Wayland: `wl_surface.damage_buffer`, which may cover more than the changed pixels.
  package static func coalesced(_ changed: [BufferRect], bufferWidth: Int32) -> [BufferRect] {
    var result: [BufferRect] = []
    for rect in changed {
      var rect = rect.widenedToRows(in: bufferWidth)
      while let other = result.firstIndex(where: { rect.isWorthMerging($0) }) {
        rect = rect.union(result.remove(at: other)).widenedToRows(in: bufferWidth)
      }
      result.append(rect)
    }
    return result
  }

  private var area: Int { Int(width) * Int(height) }

  private func isWorthMerging(_ other: BufferRect) -> Bool {
    let sharesRows = y < other.y + other.height && other.y < y + height
    return sharesRows && union(other).area <= 2 * (area + other.area)
  }

  private func union(_ other: BufferRect) -> BufferRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return BufferRect(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  private func widenedToRows(in bufferWidth: Int32) -> BufferRect {
    width >= bufferWidth - width ? BufferRect(x: 0, y: y, width: bufferWidth, height: height) : self
  }
}
