/// Wheels and touchpads.
extension Carousel {
  /// Handles a wheel. One notch scrolls by one item, forward if positive; fractions of notches add up.
  ///
  /// It has no effect while a contact is down, or if ``isScrollEnabled`` is `false`.
  public func wheel(notches: Double, time: Timestamp) {
    apply(.wheel(notches: notches), at: known(time))
  }

  /// Handles two fingers that scroll on a touchpad: the carousel follows as in a drag.
  ///
  /// With ``isPagingEnabled``, one gesture scrolls by one page at most, at any distance of the fingers. The
  /// method has no effect while a contact is down, or if ``isScrollEnabled`` is `false`.
  ///
  /// - Parameter points: The distance since the last event, along the axis; forward if positive. The
  ///   compositor's setting for natural scrolling determines the direction.
  public func touchpadScroll(by points: Double, time: Timestamp) {
    apply(.touchpadScroll(by: points), at: known(time))
  }

  /// Handles the end of a touchpad gesture, when the fingers have left the touchpad: the carousel settles on
  /// an item.
  ///
  /// A contact or a notch of a wheel also ends the gesture, because not every compositor reports its end.
  public func touchpadScrollEnded(time: Timestamp) {
    apply(.touchpadScrollEnded, at: known(time))
  }
}
