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

  /// Takes the tap of a finger: the second half of a double tap if somebody listens to those, else a tap like any other.
  func tap(of finger: DragRecognizer, at point: Point, time: Timestamp) -> TapResult {
    let first = contacts.lastTap
    contacts.lastTap = nil
    if let first, let delegate, first.index < numberOfItems,
      first.isRepeated(by: itemIndex(at: point), (finger.start, finger.startTime))
    {
      contacts.isUnheard = false
      delegate.carousel(self, didDoubleTapItemAt: first.index)
      if !contacts.isUnheard {
        liftAfterDoubleTap(on: first.index, at: time)
        return .doubleTapped(first.index)
      }
    }
    // Noted before somebody who is told changes the content.
    contacts.lastTap = itemIndex(at: point).map { Tap(index: $0, point: point, time: time) }
    let result = tap(at: point, time: time)
    if case .selected = result { return result }
    contacts.lastTap = nil
    return result
  }

  /// Lets the scroll go on that the second tap has stopped: the first one has set out for the item.
  private func liftAfterDoubleTap(on index: Int, at time: Timestamp) {
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
