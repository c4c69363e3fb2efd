/// Converts notches of a wheel to steps between items.
///
/// High-resolution wheels send fractions of a notch. Fractions are added up to whole steps.
package struct WheelSteps: Sendable {
  /// The age in seconds beyond which a fraction of a notch is discarded.
  static let memory = 1.0

  private var fraction = 0.0
  private var lastTime = Timestamp.distantPast

  package init() {}

  /// Whether no notch has been added yet.
  package var isUnused: Bool { lastTime == .distantPast }

  /// Adds `notches`, forward if positive. Returns the number of whole steps by which the carousel must now
  /// scroll.
  package mutating func add(_ notches: Double, at time: Timestamp) -> Int {
    if notches * fraction < 0 || time - lastTime > Self.memory { fraction = 0 }
    lastTime = time
    fraction += min(max(notches, -1000), 1000)
    let steps = fraction.rounded(.towardZero)
    fraction -= steps
    return Int(steps)
  }
}
