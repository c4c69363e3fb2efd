internal import Geometry

/// Wheels and touchpads.
extension Carousel {
  /// Takes note of a wheel: one notch is one item, forwards if positive; fractions add up.
  ///
  /// It has no effect while a contact is down, or with ``isScrollEnabled`` off.
  public func wheel(notches: Double, time: Timestamp) {
    let time = known(time)
    guard isScrollEnabled, notches.isFinite, contacts.drag == nil else { return }
    touchpadScrollEnded(time: time)
    let steps = contacts.wheel.add(notches, at: time)
    guard steps != 0 else { return }
    timed(time) { $0.step(by: steps, at: time) }
  }

  /// Takes note of two fingers that scroll on a touchpad: the carousel follows like under a finger.
  ///
  /// Where pages are scrolled, one gesture goes on by one page at most, whatever the distance. It has no effect while a
  /// contact is down, or with ``isScrollEnabled`` off.
  ///
  /// - Parameter points: How far since the last time, along the axis; forwards if positive. Whether that is where the
  ///   fingers go or the other way is the compositor's setting.
  public func touchpadScroll(by points: Double, time: Timestamp) {
    let time = known(time)
    guard isScrollEnabled, points.isFinite, contacts.drag == nil else { return }
    if contacts.touchpad == nil {
      contacts.touchpad = 0
      if autoplay.pauses.contains(.touch) { autoplay.forgetRest() }
      timed(time) { $0.beginTouchpadDrag(at: time) }
    }
    // Who was told of its beginning may have ended it.
    guard var travelled = contacts.touchpad else { return }
    travelled += points
    contacts.touchpad = travelled
    panChanged(translation: scrollAxis.forward * -travelled, velocity: .zero, at: time)
  }

  /// Takes note that the fingers have left the touchpad: the carousel settles on an item.
  ///
  /// A contact or a wheel's notch ends the gesture, too: not every compositor tells.
  public func touchpadScrollEnded(time: Timestamp) {
    let time = known(time)
    guard contacts.touchpad != nil else { return }
    contacts.touchpad = nil
    timed(time) { $0.endTouchpadDrag(itemWidth: itemWidth, at: time) }
  }
}
