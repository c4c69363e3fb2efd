/// The position and the motion of a carousel, from which the priorities of its pictures follow.
package struct Travel: Hashable, Sendable {
  /// The index of the item in the middle.
  package let current: Int
  /// The number of items.
  package let count: Int
  /// Whether the first item follows the last.
  package let wraps: Bool
  /// The speed in items per second; negative toward lower indexes.
  package let velocity: Double
  /// The index of the item where the motion ends. `nil` if the index is unknown or still changes, for example
  /// while a key is held.
  package let destination: Int?
  /// The signed distances from the current item to the first and to the last visible item, in items.
  private let reach: Reach

  private struct Reach: Hashable {
    var behind = 0
    var ahead = 0
  }

  /// Creates the position and the motion of a carousel.
  ///
  /// - Parameters:
  ///   - current: The index of the item in the middle, clamped to the valid indexes.
  ///   - visible: The indexes of the visible items, in any order. Invalid indexes are ignored.
  ///   - count: The number of items.
  ///   - wraps: Whether the first item follows the last.
  ///   - velocity: The speed in items per second, negative toward lower indexes. NaN counts as 0.
  ///   - destination: The index of the item where the motion ends; `nil` if it is unknown or still changes.
  package init(
    current: Int, visible: [Int], count: Int, wraps: Bool = false, velocity: Double = 0,
    destination: Int? = nil
  ) {
    self.count = max(0, count)
    self.current = min(max(0, current), max(0, self.count - 1))
    self.wraps = wraps
    self.velocity = velocity.isNaN ? 0 : velocity
    self.destination = destination.flatMap { (0..<max(0, count)).contains($0) ? $0 : nil }
    var reach = Reach()
    for index in visible where (0..<self.count).contains(index) {
      let distance = Self.distance(from: self.current, to: index, count: self.count, wraps: wraps)
      reach.behind = min(reach.behind, distance)
      reach.ahead = max(reach.ahead, distance)
    }
    self.reach = reach
  }

  /// The speed at and above which full pictures are not decoded, in items per second.
  ///
  /// Decoding 24 megapixels takes about 80 ms. A picture that moves faster has left the screen before it is
  /// decoded.
  package static let fastSpeed = 8.0

  /// Whether the carousel is so fast that only previews are loaded, except for the ``destination``.
  package var isFast: Bool { abs(velocity) >= Self.fastSpeed }

  /// Returns the priority of an item. The destination comes first and then, unless the carousel is fast, the
  /// current item. The visible items follow by distance, then the items ahead, then the items behind.
  package func priority(of index: Int) -> LoadPriority {
    let distance = Self.distance(from: current, to: index, count: count, wraps: wraps)
    if let destination, index == destination { return .current }
    if distance == 0 { return isFast ? .visible : .current }
    if distance >= reach.behind, distance <= reach.ahead {
      return LoadPriority(.visible, distance: Int(distance.magnitude))
    }
    let isAhead = (distance > 0) == (velocity >= 0)
    return LoadPriority(isAhead ? .ahead : .behind, distance: Int(distance.magnitude))
  }

  /// Returns the indexes of hidden items that may be next: `ahead` items in the direction of travel and
  /// `behind` items in the opposite direction, the nearest first.
  package func neighbors(ahead: Int, behind: Int) -> [Int] {
    let direction = velocity < 0 ? -1 : 1
    let (front, back) = direction > 0 ? (reach.ahead, -reach.behind) : (-reach.behind, reach.ahead)
    var result: [Int] = []
    for step in 0..<max(0, max(ahead, behind)) {
      if step < ahead { append(direction * (front + 1 + step), to: &result) }
      if step < behind { append(-direction * (back + 1 + step), to: &result) }
    }
    return result
  }

  private func append(_ distance: Int, to result: inout [Int]) {
    let index = current + distance
    if wraps {
      // Without this limit an item more than half a ring away would be added from both sides.
      guard count > 0, Int(distance.magnitude) <= count / 2 else { return }
      let wrapped = (index % count + count) % count
      if !result.contains(wrapped) { result.append(wrapped) }
    } else if (0..<count).contains(index) {
      result.append(index)
    }
  }

  /// Returns the shortest signed distance between two items.
  private static func distance(from start: Int, to end: Int, count: Int, wraps: Bool) -> Int {
    let (straight, overflow) = end.subtractingReportingOverflow(start)
    guard !overflow, straight != .min else { return end < start ? -.max : .max }
    guard wraps, count > 0 else { return straight }
    let forward = (straight % count + count) % count
    return forward <= count / 2 ? forward : forward - count
  }
}
