/// A motion at constant speed that never ends: autoscroll, or a flick without deceleration.
package struct SteadyMotion: Motion {
  package let start: Double
  /// The speed, in items per second; its sign is the direction.
  package let velocity: Double

  package init(from start: Double, velocity: Double) {
    self.start = start
    self.velocity = velocity
  }

  package var end: Double? { nil }
  package var duration: Double? { nil }
  package func offset(at time: Double) -> Double { start + velocity * max(time, 0) }
  package func velocity(at time: Double) -> Double { velocity }
  package func isOver(at time: Double) -> Bool { false }
}
