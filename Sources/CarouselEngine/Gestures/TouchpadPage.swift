/// The page on which a touchpad gesture with paging began. The gesture can scroll by at most one page from
/// this page.
///
/// Offsets are in items. On a ring they may be beyond the seam between the last item and the first.
struct TouchpadPage: Sendable {
  /// The smallest distance of a gesture that scrolls to the next page, in points. Trembling fingers move
  /// less, and the shortest swipe moves more.
  static let threshold = 24.0

  /// The smallest speed of the fingers in a flick, in points per second.
  static let minimumFlickSpeed = FluidRelease.minimumFlickSpeed

  /// The offset where the gesture began.
  private(set) var start: Double
  /// The page at the offset where the gesture began. If the gesture stopped a motion, this is the page at the
  /// destination of the motion.
  private(set) var page: Double
  private(set) var previous: Double
  private(set) var next: Double
  /// The current offset of the gesture.
  private(set) var offset: Double

  /// - Parameter target: The destination of the motion that the gesture stopped, or the offset of the
  ///   carousel if it was at rest.
  init(from offset: Double, target: Double, stops: SnapPoints, bounds: ScrollBounds) {
    start = offset
    self.offset = offset
    page = stops.stop(0, near: target)
    // On a carousel with ends, both pages are limited to the offsets that a drag can reach.
    let (before, after) = (stops.stop(-1, near: page), stops.stop(1, near: page))
    previous = min(bounds.restRange == nil ? before : bounds.reachable(before), offset)
    next = max(bounds.restRange == nil ? after : bounds.reachable(after), offset)
  }

  /// Adds `shift` items to all offsets, because items before them were inserted or removed.
  mutating func shift(by shift: Double) {
    (start, page, previous, next, offset) = (
      start + shift, page + shift, previous + shift, next + shift, offset + shift
    )
  }

  /// Moves from offset `old` to offset `new`, limited by the neighboring pages. Returns the limited new
  /// offset.
  mutating func move(from old: Double, to new: Double) -> Double {
    let reached = min(max(offset + new - old, previous), next)
    defer { offset = reached }
    return old + reached - offset
  }

  /// Returns the page to scroll to when the gesture ends at the current offset.
  ///
  /// - Parameters:
  ///   - threshold: The smallest distance that scrolls to another page, in items.
  ///   - flick: The signed velocity of a flick; 0 if the fingers have stopped.
  func target(threshold: Double, flick: Double = 0) -> Double {
    let travel = offset - start
    // The fingers have flicked back toward the page where the gesture began, so the gesture ends on that
    // page.
    if flick * travel < 0 { return page }
    guard abs(travel) >= min(threshold, (next - previous) / 4) else { return page }
    return travel > 0 ? next : previous
  }
}
