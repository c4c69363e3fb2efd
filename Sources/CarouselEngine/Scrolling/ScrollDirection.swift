/// The direction of a scroll around a ring. On a strip the direction has no effect.
///
/// Beyond iCarousel; Embla: `scrollTo(index, jump, direction)`.
public enum ScrollDirection: String, Codable, CaseIterable, Sendable {
  /// The direction of the shorter distance. Scrolls without a direction also use it.
  case shortest
  /// The direction in which the offset increases.
  case forward
  /// The direction in which the offset decreases.
  case backward
}
