/// What had set a carousel moving that has come to rest.
///
/// Beyond iCarousel.
public enum SettleReason: Hashable, Sendable {
  /// A drag, a flick, a tap, a wheel or a key.
  case user
  /// The program scrolled, set the offset, or changed something that moved the carousel.
  case program
  /// Autoscroll, which was switched off or has arrived at an end.
  case autoscroll
  /// Items were inserted, removed or loaded anew.
  case dataChange
}
