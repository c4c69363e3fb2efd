/// The direction in which to scroll around a ring; on a strip it has no effect.
///
/// Beyond iCarousel; Embla: `scrollTo(index, jump, direction)`.
public enum ScrollDirection: String, Codable, CaseIterable, Sendable {
  /// The direction of the shorter distance, as without a direction.
  case shortest
  /// The direction in which the offset increases.
  case forward
  /// The direction in which the offset decreases.
  case backward
}
