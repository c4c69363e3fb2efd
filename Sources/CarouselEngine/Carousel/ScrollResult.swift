/// The result of a scroll that a task has waited for.
///
/// Beyond iCarousel.
public enum ScrollResult: Hashable, Sendable {
  /// The scroll has reached its destination.
  case arrived
  /// Something else moved or stopped the carousel before: a touch, a key or a wheel (`user`), another scroll
  /// or a new offset (`program`), autoscroll or autoplay (`autoscroll`), or a change of content
  /// (`dataChange`).
  ///
  /// After a change of content the scroll itself may continue, but indexes have another meaning.
  case interrupted(by: SettleReason)
  /// There was nothing to scroll: the carousel has no item, or the offset was NaN.
  case ignored
  /// The task that waited was canceled. The scroll itself continues.
  case cancelled
  /// The carousel was deallocated before.
  case carouselEnded
}
