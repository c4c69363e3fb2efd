/// A steady motion that the carousel makes by itself, as far as it may do so now.
package struct Autoscroll: Equatable, Sendable {
  /// In items per second; positive is forwards.
  package var speed = 0.0
  /// What a carousel that does not wrap does at its end.
  var end = AutoscrollEnd.stop
  /// Whether a finger that lies still stops it.
  var heedsTouch = true
  /// Whether the carousel is on its way back from the end of a strip; never on a ring.
  var isReversed = false

  /// The velocity, in items per second; where the speed is 0, ±1: the direction in which autoplay goes.
  var velocity: Double {
    let speed = speed == 0 ? 1 : speed
    return isReversed ? -speed : speed
  }
}
