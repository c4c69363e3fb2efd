/// An event for the delegate. Events are delivered in the order in which they happened.
package enum ScrollEvent: Hashable, Sendable {
  case willBeginScrollingAnimation
  case didEndScrollingAnimation
  case didScroll
  /// The current item changed by `steps` items; the sign of `steps` is the direction.
  case currentItemIndexDidChange(from: Int, steps: Int)
  case willBeginDragging
  case didEndDragging(willDecelerate: Bool)
  case willBeginDecelerating
  case didEndDecelerating
}
