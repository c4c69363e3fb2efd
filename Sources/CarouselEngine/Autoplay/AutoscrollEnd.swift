/// What a row that moves by itself does at its end; one that wraps has none.
///
/// Beyond iCarousel; Swiper: `stopOnLastSlide`, `rewind`.
public enum AutoscrollEnd: Hashable, Sendable {
  /// It stays there.
  case stop
  /// It goes back to the other end in 0.4 seconds, and begins anew.
  case rewind
  /// It goes back the way it came, to and fro.
  case turnRound
}
