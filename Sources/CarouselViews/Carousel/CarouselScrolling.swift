internal import CarouselEngine
internal import Geometry

/// Turns wheels and touchpad scrolls into steps and drags of a carousel.
///
/// A wheel of either axis steps from item to item, as most mice have only one. A touchpad scroll drags the carousel by
/// the axis it began along, until the fingers are lifted.
///
/// Wayland: `wl_pointer.axis`.
@MainActor
struct CarouselScrolling {
  /// The axis of the current touchpad scroll.
  private var axis: Axis?

  /// Handles a scroll over `carousel`. Returns whether the carousel has used it.
  mutating func handle(_ gesture: ScrollGesture, in carousel: Carousel) -> Bool {
    switch gesture.phase {
    case .wheel: return step(gesture, carousel)
    case .moved: return drag(gesture, carousel)
    case .ended:
      guard axis != nil else { return false }
      axis = nil
      carousel.touchpadScrollEnded(time: gesture.timestamp)
      return true
    }
  }

  private func step(_ gesture: ScrollGesture, _ carousel: Carousel) -> Bool {
    let notches =
      gesture.notches.y * carousel.forwardSign(along: .vertical)
      + gesture.notches.x * carousel.forwardSign(along: .horizontal)
    guard notches != 0 else { return false }
    carousel.wheel(notches: notches, time: gesture.timestamp)
    return true
  }

  private mutating func drag(_ gesture: ScrollGesture, _ carousel: Carousel) -> Bool {
    let (x, y) = (gesture.distance.x, gesture.distance.y)
    if axis == nil, x != 0 || y != 0 { axis = abs(x) > abs(y) ? .horizontal : .vertical }
    guard let axis else { return false }
    let distance = axis.along(gesture.distance) * carousel.forwardSign(along: axis)
    if distance != 0 { carousel.touchpadScroll(by: distance, time: gesture.timestamp) }
    return true
  }
}

extension Carousel {
  /// Returns −1 if the forward direction points left or up along `axis`, otherwise 1.
  func forwardSign(along axis: Axis) -> Double {
    // 0.5 is below sin 45°, so a diagonal has a sign along both axes.
    axis.along(forwardDirection) < -0.5 ? -1 : 1
  }
}
