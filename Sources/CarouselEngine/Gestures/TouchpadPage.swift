/// The page on which a touchpad gesture with paging began. One gesture scrolls by one page at most, at any
/// distance.
///
/// Offsets are in items, and on a ring may be beyond the seam.
struct TouchpadPage: Sendable {
  /// The smallest travel that scrolls to the next page, in points: more than fingers tremble, less than the
  /// shortest swipe.
  static let threshold = 24.0

  /// The offset where the gesture began.
  private(set) var start: Double
  /// The page where the gesture began, or the destination of the motion it stopped.
  private(set) var page: Double
  private(set) var previous: Double
  private(set) var next: Double
  /// The current offset of the gesture.
  private(set) var offset: Double

  /// - Parameter target: The offset of the carousel, or the destination of its motion.
  init(from offset: Double, target: Double, snapPoints: SnapPoints, bounds: ScrollBounds) {
    start = offset
    self.offset = offset
    page = snapPoints.stop(0, near: target)
    // A carousel with ends limits both pages to the offsets that a drag can reach.
    let (before, after) = (snapPoints.stop(-1, near: page), snapPoints.stop(1, near: page))
    previous = min(bounds.rest == nil ? before : bounds.reachable(before), offset)
    next = max(bounds.rest == nil ? after : bounds.reachable(after), offset)
  }

  /// Adds `shift` items to all offsets, because items before them were inserted or removed.
  mutating func shift(by shift: Double) {
    (start, page, previous, next, offset) = (
      start + shift, page + shift, previous + shift, next + shift, offset + shift
    )
  }

  /// Moves from one offset to another, limited by the neighboring pages; returns the new offset.
  mutating func move(from old: Double, to new: Double) -> Double {
    let reached = min(max(offset + new - old, previous), next)
    defer { offset = reached }
    return old + reached - offset
  }

  /// Returns the page to scroll to from the current offset.
  ///
  /// - Parameters:
  ///   - threshold: The smallest travel that counts, in items.
  ///   - flick: The signed velocity of a flick; 0 if the fingers have stopped.
  func target(threshold: Double, flick: Double = 0) -> Double {
    let travel = offset - start
    // A flick back toward the page where the gesture began ends there.
    if flick * travel < 0 { return page }
    guard abs(travel) >= min(threshold, (next - previous) / 4) else { return page }
    return travel > 0 ? next : previous
  }
}
