/// Something a delegate may want to hear about, in the order it happened.
package enum ScrollEvent: Hashable, Sendable {
  case willBeginScrollingAnimation
  case didEndScrollingAnimation
  case didScroll
  /// The current item changed, by way of `steps` neighbors (its sign is the direction).
  case currentItemIndexDidChange(from: Int, steps: Int)
  case willBeginDragging
  case didEndDragging(willDecelerate: Bool)
  case willBeginDecelerating
  case didEndDecelerating
}
