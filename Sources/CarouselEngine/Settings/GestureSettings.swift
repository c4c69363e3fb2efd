/// The settings of gestures.
package struct GestureSettings: Equatable, Codable, Sendable {
  package var centerItemWhenSelected = true
  package var isScrollEnabled = true
  package var ignorePerpendicularSwipes = true
  /// Whether an event stream exists, so that long presses and double taps are detected even without a
  /// delegate.
  package var isObserved = false
}
