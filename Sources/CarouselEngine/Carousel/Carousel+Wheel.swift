public import Geometry

/// Wheels and touchpads.
extension Carousel {
  /// Handles a wheel. One notch scrolls by one item, forward if positive; fractions of notches add up.
  ///
  /// The method has no effect while a contact is down, or if ``isScrollEnabled`` is `false`.
  public func wheel(notches: Double, time: Timestamp) {
    apply(.wheel(notches: notches), at: time)
  }

  /// Handles two fingers that scroll on a touchpad. The carousel follows the fingers as in a drag.
  ///
  /// If ``isPagingEnabled`` is `true`, one gesture scrolls by one page at most, however far the fingers move.
  /// The method has no effect while a contact is down, or if ``isScrollEnabled`` is `false`.
  ///
  /// - Parameter points: The distance since the last event, along the axis; forward if positive. The
  ///   compositor's setting for natural scrolling determines the direction.
  public func touchpadScroll(by points: Double, time: Timestamp) {
    apply(.touchpadScroll(by: points), at: time)
  }

  /// Handles the end of a touchpad gesture, when the fingers have left the touchpad. The carousel settles on
  /// an item.
  ///
  /// A contact or a notch of a wheel also ends the gesture, because not every compositor reports the end of
  /// the gesture.
  public func touchpadScrollEnded(time: Timestamp) {
    apply(.touchpadScrollEnded, at: time)
  }
}
