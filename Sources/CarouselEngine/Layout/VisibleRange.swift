/// Which items are near enough to the center to be loaded.
package struct VisibleRange: Hashable, Sendable {
  /// The leftmost index; below 0 are placeholders, or on a ring the last items.
  package var first: Int
  /// How many there are.
  package var count: Int

  /// Creates the range round the current item.
  ///
  /// - Parameters:
  ///   - current: The item in the center.
  ///   - count: How many items to load, placeholders included.
  ///   - placeholders: How many placeholders are shown, half of them on each side.
  ///   - alignment: Where in the view the current item stands.
  package init(
    around current: Int, count: Int, ring: ItemRing, placeholders: Int,
    from alignment: SnapAlignment = .center
  ) {
    self.count = count
    // One more than is seen, for it may be coming in.
    let beyond = min(1, count / 2)
    first =
      switch alignment {
      case .start: current - beyond
      case .center: current - count / 2
      case .end: current - (count - 1 - beyond)
      }
    if !ring.wraps {
      let leftmost = -((placeholders + 1) / 2)
      let rightmost = ring.count - 1 + placeholders / 2
      first = max(leftmost, min(rightmost - count + 1, first))
    }
  }

  /// Returns the indexes of the items in the range, left to right.
  func indexes(on ring: ItemRing) -> [Int] {
    (first..<(first + count)).map { ring.wraps ? ring.index($0) : $0 }
  }

  /// Creates the range of the items whose middles are within `reach` nominal pitches of the center, and one or two more
  /// at each end.
  ///
  /// - Parameters:
  ///   - shift: How far from the middle of the view the center is, in nominal pitches.
  ///   - most: The most items to load.
  ///   - placeholders: How many placeholders are shown, half of them on each side.
  ///
  /// - Complexity: O(log *n*) in the number of items.
  package init(
    within reach: Double, of offset: Double, on track: ItemTrack, shift: Double = 0, most: Int,
    placeholders: Int
  ) {
    let ring = track.ring
    let center = track.place(at: offset) - shift
    func bound(_ place: Double, _ rule: FloatingPointRoundingRule) -> Int {
      Int(within: track.offset(at: place).rounded(rule))
    }
    var first = bound(center - reach, .down) - 1
    var last = bound(center + reach, .up) + 1
    if !ring.wraps {
      first = max(first, -((placeholders + 1) / 2))
      last = min(last, ring.count - 1 + placeholders / 2)
    }
    let most = max(0, ring.wraps ? min(most, ring.count) : most)
    if last - first + 1 > most {
      let current = Int(within: offset.rounded())
      first = max(first, min(last - most + 1, current - most / 2))
      last = first + most - 1
    }
    self.first = first
    count = max(0, last - first + 1)
  }

  /// Returns how many items of `pitch` points it takes to fill `length` points, with one more at each end.
  ///
  /// - Parameter fallback: The answer where the pitch is no help: zero, negative or smaller than a point.
  static func filling(_ length: Double, pitch: Double, fallback: Int) -> Int {
    let count = (length / pitch).rounded(.up)
    guard pitch > 0, count.isFinite, count <= max(length, Double(fallback)) else { return fallback }
    return Int(within: count) + 2
  }
}
