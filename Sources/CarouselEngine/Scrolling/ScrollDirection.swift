/// Which way round a ring to scroll; in a row there is only one way.
///
/// Beyond iCarousel; Embla: `scrollTo(index, jump, direction)`.
public enum ScrollDirection: Hashable, CaseIterable, Sendable {
  /// The shorter way, as without a direction.
  case shortest
  /// The way on which the offset grows.
  case forward
  /// The way on which the offset shrinks.
  case backward
}
