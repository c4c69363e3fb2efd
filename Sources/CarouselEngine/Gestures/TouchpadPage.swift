/// The page a touchpad gesture began on where pages are scrolled: whatever the distance, one gesture goes on by one at
/// most.
///
/// Offsets are in items, and on a ring may be beyond its seam.
struct TouchpadPage: Sendable {
  /// The least travel that goes on to the next page, in points: more than fingers tremble, less than the shortest swipe.
  static let threshold = 24.0

  /// Where the gesture began.
  let start: Double
  /// The page it began on, or that the carousel was on its way to.
  let page: Double
  let previous: Double
  let next: Double
  /// Where the gesture is now.
  private(set) var offset: Double

  /// - Parameter target: Where the carousel is or would have come to rest.
  init(from offset: Double, target: Double, snapPoints: SnapPoints, bounds: ScrollBounds) {
    start = offset
    self.offset = offset
    page = snapPoints.stop(0, near: target)
    // Where there are ends, not beyond what a hand can reach.
    let (before, after) = (snapPoints.stop(-1, near: page), snapPoints.stop(1, near: page))
    previous = min(bounds.rest == nil ? before : bounds.reachable(before), offset)
    next = max(bounds.rest == nil ? after : bounds.reachable(after), offset)
  }

  /// Goes from one offset to another, but not beyond the neighboring pages; returns where that ends.
  mutating func move(from old: Double, to new: Double) -> Double {
    let reached = min(max(offset + new - old, previous), next)
    defer { offset = reached }
    return old + reached - offset
  }

  /// Returns where to settle from where the gesture is.
  ///
  /// - Parameter threshold: The least travel that counts, in items.
  func target(threshold: Double) -> Double {
    let travel = offset - start
    guard abs(travel) >= min(threshold, (next - previous) / 4) else { return page }
    return travel > 0 ? next : previous
  }
}
