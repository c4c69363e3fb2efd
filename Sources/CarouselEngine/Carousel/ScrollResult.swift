/// The result of a scroll that a task has waited for.
///
/// Beyond iCarousel.
public enum ScrollResult: Hashable, Sendable {
  /// The scroll has reached its destination.
  case arrived
  /// The carousel was moved or stopped before the scroll ended: by a touch, a key or a wheel (`user`), by
  /// another scroll or a new offset (`program`), by autoscroll or autoplay (`autoscroll`), or by a change of
  /// content (`dataChange`).
  ///
  /// After a change of content the scroll itself may continue, but the items have other indexes.
  case interrupted(by: SettleReason)
  /// There was nothing to scroll: the carousel has no items, or the offset was NaN.
  case ignored
  /// The waiting task was canceled. The scroll itself continues.
  case cancelled
  /// The carousel was deallocated before the scroll ended.
  case carouselEnded
}
