/// Wheels and touchpads.
extension Carousel {
  /// Handles a wheel: one notch is one item, forwards if positive; fractions add up.
  ///
  /// It has no effect while a contact is down, or with ``isScrollEnabled`` off.
  public func wheel(notches: Double, time: Timestamp) {
    apply(.wheel(notches: notches), at: known(time))
  }

  /// Handles two fingers that scroll on a touchpad: the carousel follows like under a finger.
  ///
  /// Where pages are scrolled, one gesture goes on by one page at most, whatever the distance. It has no effect while a
  /// contact is down, or with ``isScrollEnabled`` off.
  ///
  /// - Parameter points: How far since the last time, along the axis; forwards if positive. Whether that is where the
  ///   fingers go or the other way is the compositor's setting.
  public func touchpadScroll(by points: Double, time: Timestamp) {
    apply(.touchpadScroll(by: points), at: known(time))
  }

  /// Handles the end of a touchpad gesture: the fingers have left the touchpad: the carousel settles on an item.
  ///
  /// A contact or a wheel's notch ends the gesture, too: not every compositor tells.
  public func touchpadScrollEnded(time: Timestamp) {
    apply(.touchpadScrollEnded, at: known(time))
  }
}
