/// The settings of gestures.
package struct GestureSettings: Equatable, Codable, Sendable {
  package var centerItemWhenSelected = true
  package var isScrollEnabled = true
  package var ignorePerpendicularSwipes = true
  package var isReorderingEnabled = false
  /// Whether long presses and double taps are detected without a delegate, because an event stream exists.
  package var isObserved = false
}
