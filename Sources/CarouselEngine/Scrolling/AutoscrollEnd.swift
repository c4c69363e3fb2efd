/// The behavior of autoscroll and autoplay at the ends of a strip; a carousel that wraps has no ends.
///
/// Beyond iCarousel; Swiper: `stopOnLastSlide`, `rewind`.
public enum AutoscrollEnd: String, Codable, Sendable {
  /// The carousel stays at the end.
  case stop
  /// The carousel scrolls back to the other end in 0.4 seconds, and autoscroll or autoplay continues from
  /// that end.
  case rewind
  /// The carousel reverses its direction at each end.
  case turnRound
}
