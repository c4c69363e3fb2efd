/// The rule for the distances between neighbors of different widths. The gap between neighbors is the same
/// everywhere.
///
/// If all items have the nominal width, the distance between neighbors is one nominal pitch.
package struct TrackRule: Hashable, Sendable {

  package var shape: TrackShape
  /// The nominal width, in points.
  package var itemWidth: Double
  /// The nominal pitch, in nominal widths.
  package var spacing: Double

  package init(_ shape: TrackShape, itemWidth: Double, spacing: Double) {
    self.shape = shape
    self.itemWidth = itemWidth
    self.spacing = spacing
  }

  /// The smallest and the largest length of an item, in nominal pitches. With these limits no two items have
  /// the same position, and sums stay precise.
  static let minimumRoom = 0.001
  static let maximumRoom = 1e6

  /// Whether items of any width can be placed by this rule.
  var isValid: Bool {
    guard itemWidth > 0, spacing > 0, itemWidth.isFinite, spacing.isFinite else { return false }
    switch shape {
    case .line: return true
    case .tangents(let arc, let count), .rim(let arc, let count): return arc > 0 && arc.isFinite && count > 0
    }
  }

  /// Returns the length of an item of `width` points, including the gap beside it, in nominal pitches.
  ///
  /// If there are gaps between items of nominal width, all gaps are equal. If items of nominal width overlap,
  /// each item overlaps by the same fraction of its width.
  func room(of width: Double) -> Double {
    let share =
      switch shape {
      case .line(let share): share
      case .tangents, .rim: 1.0
      }
    let wide = width / itemWidth
    let room = spacing >= share ? (share * wide + (spacing - share)) / spacing : wide
    return min(max(room, Self.minimumRoom), Self.maximumRoom)
  }
}
