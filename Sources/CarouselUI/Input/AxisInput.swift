internal import CarouselEngine
internal import Geometry
internal import Windowing

/// Turns wheels and touchpads into steps and drags of a carousel.
///
/// A wheel steps from item to item whichever way it turns: most mice have one only. Fingers on a touchpad move the carousel by the
/// axis they began along, until they are lifted.
@MainActor
struct AxisInput {
  /// The pane and axis of the touchpad gesture under way.
  private var gesture: (pane: CarouselPane, axis: Axis)?

  mutating func scrolled(_ scroll: Scroll, over pane: CarouselPane?, time: Timestamp) {
    switch scroll.source {
    case .wheel, .wheelTilt: turned(scroll, over: pane, time: time)
    case .finger, .continuous: slid(scroll, over: pane, time: time)
    }
  }

  /// The pointer left the window or was pressed: a stop may never be told.
  mutating func ended(time: Timestamp) {
    gesture?.pane.carousel.touchpadScrollEnded(time: time)
    gesture = nil
  }

  /// Ends the gesture if it is `pane`'s.
  mutating func forget(_ pane: CarouselPane, time: Timestamp) {
    if gesture?.pane === pane { ended(time: time) }
  }

  private func turned(_ scroll: Scroll, over pane: CarouselPane?, time: Timestamp) {
    guard let carousel = pane?.carousel else { return }
    let notches =
      (scroll.vertical?.notches ?? 0) * carousel.sense(of: .vertical)
      + (scroll.horizontal?.notches ?? 0) * carousel.sense(of: .horizontal)
    if notches != 0 { carousel.wheel(notches: notches, time: time) }
  }

  private mutating func slid(_ scroll: Scroll, over pane: CarouselPane?, time: Timestamp) {
    let (x, y) = (scroll.horizontal?.distance ?? 0, scroll.vertical?.distance ?? 0)
    if gesture == nil, let pane, x != 0 || y != 0 {
      gesture = (pane, abs(x) > abs(y) ? .horizontal : .vertical)
    }
    guard let gesture else { return }
    let carousel = gesture.pane.carousel
    let distance = (gesture.axis == .horizontal ? x : y) * carousel.sense(of: gesture.axis)
    if distance != 0 { carousel.touchpadScroll(by: distance, time: time) }
    let motion = gesture.axis == .horizontal ? scroll.horizontal : scroll.vertical
    if motion?.isStop == true { ended(time: time) }
  }
}
