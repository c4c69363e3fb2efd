/// Turns the notches of a wheel into steps from item to item.
///
/// Fine wheels send fractions of a notch; they add up.
package struct WheelSteps: Sendable {
  /// After this long a rest of a notch is forgotten, in seconds.
  static let memory = 1.0

  private var rest = 0.0
  private var lastTime: Timestamp?

  package init() {}

  /// Takes `notches` more, forwards if positive, and returns the whole steps that are due.
  package mutating func add(_ notches: Double, at time: Timestamp) -> Int {
    if notches * rest < 0 || lastTime.map({ time - $0 > Self.memory }) ?? false { rest = 0 }
    lastTime = time
    rest += min(max(notches, -1000), 1000)
    let steps = rest.rounded(.towardZero)
    rest -= steps
    return Int(steps)
  }
}
