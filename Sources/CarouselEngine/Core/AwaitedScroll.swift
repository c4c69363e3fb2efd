/// The identifier of a scroll whose end is awaited.
package struct ScrollID: Codable, Hashable, Sendable {
  let number: Int
}

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

/// The scroll under way whose end is awaited, if there is one.
struct AwaitedScroll: Sendable {
  private(set) var id: ScrollID?

  var isUnderWay: Bool { id != nil }

  mutating func begin(_ newID: ScrollID) { id = newID }

  /// Ends the scroll; returns its identifier.
  mutating func end() -> ScrollID? {
    defer { id = nil }
    return id
  }
}
