internal import Geometry

/// Long presses and double taps.
extension Carousel {
  /// Tells of a long press if a finger has lain still for long enough at `now`.
  func pressLong(ifDueAt now: Timestamp) {
    guard let due = contacts.longPressTime, now >= due, let drag = contacts.drag else { return }
    contacts.mayPressLong = false
    guard let delegate, let index = itemIndex(at: drag.start) else { return }
    contacts.isUnheard = false
    delegate.carousel(self, didLongPressItemAt: index)
    if !contacts.isUnheard, contacts.drag?.id == drag.id { contacts.drag?.press() }
  }

  /// Lets the scroll go on that the second tap has stopped: the first one has set out for the item.
  func liftAfterDoubleTap(on index: Int, at time: Timestamp) {
    let centers = centerItemWhenSelected
    timed(time) {
      let hasStopped = $0.hasStoppedMotion
      let target = centers ? $0.stops.stop(showing: index) : nil
      $0.liftForTap(
        thenAlign: hasStopped && !centers, thenScrollTo: hasStopped ? target : nil, at: time)
    }
  }

  /// Returns the index of the item at `point`; placeholders are none.
  func itemIndex(at point: Point) -> Int? { index(ofItemAt: point).flatMap { isPlaceholder($0) ? nil : $0 } }
}
