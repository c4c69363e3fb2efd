/// Which effect is being delivered, and whether the next rest may be notified.
struct Delivery: Sendable {
  private enum Phase: Sendable {
    case idle
    case delivering
    case notifyingRest
  }

  private var phase = Phase.idle
  /// Whether the next rest is notified with the next frame, because the notification of another one has caused it.
  private(set) var defersRest = false

  /// Whether an effect is being delivered.
  var isUnderWay: Bool { if case .idle = phase { false } else { true } }

  /// An effect is to be delivered; `nil` if there is none.
  mutating func begin(_ effect: CarouselEffect?) {
    switch effect {
    case nil: phase = .idle
    case .didSettle: phase = .notifyingRest
    default: phase = .delivering
    }
  }

  /// An effect has been delivered.
  ///
  /// - Parameter hasRest: Whether the carousel has come to another rest meanwhile.
  mutating func end(hasRest: Bool = false) {
    if case .notifyingRest = phase, hasRest { defersRest = true }
    phase = .idle
  }

  /// Rests may be notified again.
  mutating func beginFrame() { defersRest = false }
}
