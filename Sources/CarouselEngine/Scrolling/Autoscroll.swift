/// A steady motion that the carousel makes by itself.
package struct Autoscroll: Equatable, Sendable {
  /// The speed in items per second; positive is forward.
  package var speed = 0.0
  /// Whether the program has set a speed. The speed may be 0 although autoscroll is on, because it is paused.
  var isOn = false
  /// The behavior at the ends of a carousel that does not wrap.
  var end = AutoscrollEnd.stop
  /// Whether a touch stops the motion.
  var pausesDuringTouch = true
  /// Whether the motion runs backward because it has reached the end of a strip; always `false` on a ring.
  var isReversed = false

  /// The signed velocity, in items per second. If the speed is 0, the velocity is ±1 and states only the
  /// direction of autoplay.
  var velocity: Double {
    let speed = speed == 0 ? 1 : speed
    return isReversed ? -speed : speed
  }
}
