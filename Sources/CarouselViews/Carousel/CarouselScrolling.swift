internal import CarouselEngine
internal import Controls
internal import Geometry
internal import Views

/// Converts the scrolls of wheels and touchpads into steps and drags of a carousel.
///
/// A wheel steps from item to item along any axis, because most mice have only one wheel. A touchpad scroll
/// drags the carousel until the fingers are lifted; only movement along the axis on which the scroll began
/// counts. If a superview scrolls along the axis of a scroll, and the carousel has the other axis or is at
/// its end, the superview receives the scroll.
///
/// Wayland: `wl_pointer.axis`.
@MainActor
struct CarouselScrolling {
  /// Whether a touchpad scroll drags the carousel.
  private var isDragging = false

  /// Handles a scroll over `view`. Returns whether its carousel has used it.
  mutating func handle(_ gesture: ScrollGesture, in view: CarouselView) -> Bool {
    switch gesture.phase {
    case .wheel: return step(gesture, view)
    case .moved: return drag(gesture, view)
    case .ended:
      guard isDragging else { return false }
      isDragging = false
      view.carousel.touchpadScrollEnded(time: gesture.timestamp)
      return true
    }
  }

  private func step(_ gesture: ScrollGesture, _ view: CarouselView) -> Bool {
    var notches = 0.0
    for axis in Axis.allCases {
      let part = axis.along(gesture.notches) * view.carousel.forwardSign(along: axis)
      if part.isFinite, part != 0, view.canUse(part, along: axis) { notches += part }
    }
    guard notches != 0 else { return false }
    view.carousel.wheel(notches: notches, time: gesture.timestamp)
    return true
  }

  private mutating func drag(_ gesture: ScrollGesture, _ view: CarouselView) -> Bool {
    let (x, y) = (gesture.distance.x, gesture.distance.y)
    let axis = gesture.axis ?? (abs(x) > abs(y) ? .horizontal : .vertical)
    let distance = axis.along(gesture.distance) * view.carousel.forwardSign(along: axis)
    guard distance.isFinite, isDragging || distance != 0 && view.canUse(distance, along: axis) else {
      return false
    }
    isDragging = true
    if distance != 0 { view.carousel.touchpadScroll(by: distance, time: gesture.timestamp) }
    return true
  }
}

extension CarouselView {
  /// Whether the carousel uses a scroll of `distance` along `axis`, and does not leave it to its superviews.
  fileprivate func canUse(_ distance: Double, along axis: Axis) -> Bool {
    guard carousel.isScrollEnabled, carousel.numberOfItems > 1 else { return false }
    guard hasScrollContainer(along: axis) else { return true }
    return scrolls(along: axis) && !isAtEnd(toward: distance)
  }

  private func isAtEnd(toward distance: Double) -> Bool {
    distance < 0 ? !carousel.canScrollBackward : !carousel.canScrollForward
  }
}

extension Carousel {
  /// Returns −1 if the forward direction points left or up along `axis`, otherwise 1.
  func forwardSign(along axis: Axis) -> Double {
    // 0.5 is below sin 45°, so a diagonal has a sign along both axes.
    axis.along(forwardDirection) < -0.5 ? -1 : 1
  }
}
