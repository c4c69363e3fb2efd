/// An event for the delegate; events are delivered in the order in which they happened.
package enum ScrollEvent: Hashable, Sendable {
  case willBeginScrollingAnimation
  case didEndScrollingAnimation
  case didScroll
  /// The current item changed, passing `steps` neighbors (its sign is the direction).
  case currentItemIndexDidChange(from: Int, steps: Int)
  case willBeginDragging
  case didEndDragging(willDecelerate: Bool)
  case willBeginDecelerating
  case didEndDecelerating
}
