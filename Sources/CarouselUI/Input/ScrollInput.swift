internal import CarouselEngine
internal import Geometry
internal import Windowing

/// Turns scroll events of wheels and touchpads into steps and drags of a carousel.
///
/// A wheel of either axis steps from item to item, as most mice have only one. A touchpad scroll drags the carousel by
/// the axis it began along, until the fingers are lifted.
///
/// Wayland: `wl_pointer.axis`.
@MainActor
struct ScrollInput {
  /// The pane and axis of the current touchpad scroll.
  private var gesture: (pane: CarouselPane, axis: Axis)?

  /// Handles a scroll event over `pane`.
  mutating func handle(_ scroll: Scroll, over pane: CarouselPane?, time: Timestamp) {
    switch scroll.source {
    case .wheel, .wheelTilt: step(scroll, over: pane, time: time)
    case .finger, .continuous: drag(scroll, over: pane, time: time)
    }
  }

  /// Ends the touchpad scroll. Called when the pointer is pressed or leaves the window, since a stop event may never
  /// come.
  mutating func endScroll(time: Timestamp) {
    gesture?.pane.carousel.touchpadScrollEnded(time: time)
    gesture = nil
  }

  /// Ends the touchpad scroll if it belongs to `pane`.
  mutating func endScroll(in pane: CarouselPane, time: Timestamp) {
    if gesture?.pane === pane { endScroll(time: time) }
  }

  private func step(_ scroll: Scroll, over pane: CarouselPane?, time: Timestamp) {
    guard let carousel = pane?.carousel else { return }
    let notches =
      (scroll.vertical?.notches ?? 0) * carousel.forwardSign(along: .vertical)
      + (scroll.horizontal?.notches ?? 0) * carousel.forwardSign(along: .horizontal)
    if notches != 0 { carousel.wheel(notches: notches, time: time) }
  }

  private mutating func drag(_ scroll: Scroll, over pane: CarouselPane?, time: Timestamp) {
    let (x, y) = (scroll.horizontal?.distance ?? 0, scroll.vertical?.distance ?? 0)
    if gesture == nil, let pane, x != 0 || y != 0 {
      gesture = (pane, abs(x) > abs(y) ? .horizontal : .vertical)
    }
    guard let gesture else { return }
    let carousel = gesture.pane.carousel
    let distance = (gesture.axis == .horizontal ? x : y) * carousel.forwardSign(along: gesture.axis)
    if distance != 0 { carousel.touchpadScroll(by: distance, time: time) }
    let motion = gesture.axis == .horizontal ? scroll.horizontal : scroll.vertical
    if motion?.isStop == true { endScroll(time: time) }
  }
}

extension Carousel {
  /// Returns −1 if the forward direction points left or up along `axis`, otherwise 1.
  func forwardSign(along axis: Axis) -> Double {
    // 0.5 is below sin 45°, so a diagonal has a sign along both axes.
    axis.along(forwardDirection) < -0.5 ? -1 : 1
  }
}
