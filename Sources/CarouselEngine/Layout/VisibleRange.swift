/// The range of items that are near enough to the center to be loaded.
package struct VisibleRange: Hashable, Sendable {
  /// The lowest index in the range. Indexes below 0 mean placeholders, or on a ring the last items.
  package var first: Int
  /// The number of items in the range.
  package var count: Int

  /// Creates the range around the current item.
  ///
  /// - Parameters:
  ///   - current: The item in the center.
  ///   - count: The number of items to load, placeholders included.
  ///   - placeholders: The number of placeholders that can be visible, half of them on each side.
  ///   - alignment: The position of the current item in the view.
  package init(
    around current: Int, count: Int, row: ItemRow, placeholders: Int,
    from alignment: SnapAlignment = .center
  ) {
    self.count = count
    // One item beyond the visible items is loaded, because it may be scrolling into view.
    let beyond = min(1, count / 2)
    first =
      switch alignment {
      case .start: current - beyond
      case .center: current - count / 2
      case .end: current - (count - 1 - beyond)
      }
    if !row.wraps {
      let leftmost = -((placeholders + 1) / 2)
      let rightmost = row.count - 1 + placeholders / 2
      first = max(leftmost, min(rightmost - count + 1, first))
    }
  }

  /// Returns the indexes of the items in the range, in order of position.
  func indexes(on row: ItemRow) -> [Int] {
    (first..<(first + count)).map { row.wraps ? row.index($0) : $0 }
  }

  /// Returns whether the range contains the item or placeholder `index` of `row`.
  func contains(_ index: Int, on row: ItemRow) -> Bool {
    guard row.wraps, !row.isEmpty else { return (first..<(first + count)).contains(index) }
    return row.index(index - first) < count
  }

  /// Creates the range of the items whose centers are within `reach` nominal pitches of the center, and one
  /// or two more items at each end.
  ///
  /// - Parameters:
  ///   - shift: The distance from the middle of the view to the center, in nominal pitches.
  ///   - maximum: The maximum number of items to load.
  ///   - placeholders: The number of placeholders that can be visible, half of them on each side.
  ///
  /// - Complexity: O(log *n*) in the number of items.
  package init(
    within reach: Double, of offset: Double, on track: ItemTrack, shift: Double = 0, maximum: Int,
    placeholders: Int
  ) {
    let row = track.row
    let center = track.place(at: offset) - shift
    func bound(_ place: Double, _ rule: FloatingPointRoundingRule) -> Int {
      Int(within: track.offset(at: place).rounded(rule))
    }
    var first = bound(center - reach, .down) - 1
    var last = bound(center + reach, .up) + 1
    if !row.wraps {
      first = max(first, -((placeholders + 1) / 2))
      last = min(last, row.count - 1 + placeholders / 2)
    }
    let maximum = max(0, row.wraps ? min(maximum, row.count) : maximum)
    if last - first + 1 > maximum {
      let current = Int(within: offset.rounded())
      first = max(first, min(last - maximum + 1, current - maximum / 2))
      last = first + maximum - 1
    }
    self.first = first
    count = max(0, last - first + 1)
  }

  /// Returns the number of items with a pitch of `pitch` points that fill `length` points, plus one item at
  /// each end.
  ///
  /// - Parameter fallback: The result if the pitch is 0, negative or smaller than a point.
  static func filling(_ length: Double, pitch: Double, fallback: Int) -> Int {
    let count = (length / pitch).rounded(.up)
    guard pitch > 0, count.isFinite, count <= max(length, Double(fallback)) else { return fallback }
    return Int(within: count) + 2
  }
}
