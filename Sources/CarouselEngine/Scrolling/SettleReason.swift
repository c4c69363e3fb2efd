/// The cause of the motion of a carousel that has settled.
///
/// Beyond iCarousel.
public enum SettleReason: String, Codable, Sendable {
  /// A drag, a flick, a tap, a wheel or a key.
  case user
  /// The program scrolled, set the offset, or changed a setting that moved the carousel.
  case program
  /// Autoscroll or autoplay.
  case autoscroll
  /// Items were inserted, removed or reloaded.
  case dataChange
}
