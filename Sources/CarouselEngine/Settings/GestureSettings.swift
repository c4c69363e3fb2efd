/// Which gestures the carousel takes, and what a tap does.
package struct GestureSettings: Equatable, Sendable {
  package var centerItemWhenSelected = true
  package var isScrollEnabled = true
  package var ignorePerpendicularSwipes = true
}
