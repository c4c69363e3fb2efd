/// How far apart neighbors of different widths stand: so that what is between them is the same everywhere.
///
/// With all widths nominal each step is one nominal pitch.
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

  /// What an item takes at least and at most, in nominal pitches: nothing stands on the same spot, and sums stay exact.
  static let leastRoom = 0.001
  static let mostRoom = 1e6

  /// Whether items can be placed by this rule, whatever their widths.
  var isValid: Bool {
    guard itemWidth > 0, spacing > 0, itemWidth.isFinite, spacing.isFinite else { return false }
    switch shape {
    case .line: return true
    case .tangents(let arc, let count), .rim(let arc, let count): return arc > 0 && arc.isFinite && count > 0
    }
  }

  /// Returns what an item of `width` points takes with the gap beside it, in nominal pitches.
  ///
  /// Where nominal items leave a gap, all gaps are the same; where they overlap, all overlap by the same part of
  /// their widths.
  func room(of width: Double) -> Double {
    let share =
      switch shape {
      case .line(let share): share
      case .tangents, .rim: 1.0
      }
    let wide = width / itemWidth
    let room = spacing >= share ? (share * wide + (spacing - share)) / spacing : wide
    return min(max(room, Self.leastRoom), Self.mostRoom)
  }
}
