/// Which items are near enough to the centre to be loaded.
package struct VisibleRange: Hashable, Sendable {
  /// The leftmost index; below 0 are placeholders, or on a ring the last items.
  package var first: Int
  /// How many there are.
  package var count: Int

  /// Creates the range round the current item.
  ///
  /// - Parameters:
  ///   - current: The item in the centre.
  ///   - count: How many items to load, placeholders included.
  ///   - placeholders: How many placeholders are shown, half of them on each side.
  package init(around current: Int, count: Int, ring: ItemRing, placeholders: Int) {
    self.count = count
    first = current - count / 2
    if !ring.wraps {
      let leftmost = -((placeholders + 1) / 2)
      let rightmost = ring.count - 1 + placeholders / 2
      first = max(leftmost, min(rightmost - count + 1, first))
    }
  }

  /// Returns how many items of `pitch` points it takes to fill `length` points, with one more at each end.
  ///
  /// - Parameter fallback: The answer where the pitch is no help: zero, negative or smaller than a point.
  static func filling(_ length: Double, pitch: Double, fallback: Int) -> Int {
    let count = (length / pitch).rounded(.up)
    guard pitch > 0, count.isFinite, count <= max(length, Double(fallback)) else { return fallback }
    return Int(count) + 2
  }
}
