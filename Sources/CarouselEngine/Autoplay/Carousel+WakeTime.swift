/// When a carousel at rest has something to do.
extension Carousel {
  /// When frames are wanted again although nothing moves now; `nil` means not before something else happens.
  ///
  /// Whoever shows the carousel asks after each frame and each contact, lets so much time pass and calls
  /// ``advance(to:)``: ``autoplayInterval`` is over then, or a finger has lain long enough for a long press. Later is no
  /// harm; a carousel that nobody has looked at for more than a second past the time counts anew.
  ///
  /// Beyond iCarousel.
  public var wakeTime: Timestamp? {
    guard let due = autoplay.dueTime, let press = contacts.longPressTime else {
      return autoplay.dueTime ?? contacts.longPressTime
    }
    return min(due, press)
  }
}
