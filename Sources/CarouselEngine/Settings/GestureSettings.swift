/// The settings of gestures.
package struct GestureSettings: Equatable, Sendable {
  package var centerItemWhenSelected = true
  package var isScrollEnabled = true
  package var ignorePerpendicularSwipes = true
  /// Whether long presses and double taps are detected without a delegate, because an event stream exists.
  package var isObserved = false
}
