/// The state of the delivery of effects: the effect being delivered, and whether `didSettle` may be
/// delivered.
struct Delivery: Sendable {
  private enum Phase: Sendable {
    case idle
    case delivering
    case notifyingRest
  }

  private var phase = Phase.idle
  /// Whether the next `didSettle` waits for the next frame, because a callback of the last `didSettle` has
  /// caused it.
  private(set) var defersRest = false

  /// Whether an effect is being delivered.
  var isUnderWay: Bool { if case .idle = phase { false } else { true } }

  /// Begins to deliver an effect. `nil` means that there is no effect.
  mutating func begin(_ effect: CarouselEffect?) {
    switch effect {
    case nil: phase = .idle
    case .event(.didSettle): phase = .notifyingRest
    default: phase = .delivering
    }
  }

  /// Ends the delivery of an effect.
  ///
  /// - Parameter hasRest: Whether the carousel has settled again during the delivery.
  mutating func end(hasRest: Bool = false) {
    if case .notifyingRest = phase, hasRest { defersRest = true }
    phase = .idle
  }

  /// Allows `didSettle` to be delivered again.
  mutating func beginFrame() { defersRest = false }
}
