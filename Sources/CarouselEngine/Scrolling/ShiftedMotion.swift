/// Another motion, moved by a number of items, because the indexes of the items have changed.
package struct ShiftedMotion: Motion {
  private let motion: any Motion
  /// The distance, in items.
  private let shift: Double

  package init(_ motion: any Motion, by shift: Double) { (self.motion, self.shift) = (motion, shift) }

  package var start: Double { motion.start + shift }
  package var end: Double? { motion.end.map { $0 + shift } }
  package var duration: Double? { motion.duration }
  package func offset(at time: Double) -> Double { motion.offset(at: time) + shift }
  package func velocity(at time: Double) -> Double { motion.velocity(at: time) }
  package func isOver(at time: Double) -> Bool { motion.isOver(at: time) }
}

extension ScrollActivity {
  /// Returns the activity moved by a number of items.
  func moved(by shift: Double) -> ScrollActivity {
    switch self {
    case .idle, .held, .dragging: self
    case .decelerating(let motion, let since): .decelerating(ShiftedMotion(motion, by: shift), since: since)
    case .animating(let motion, let since, let arrival):
      .animating(ShiftedMotion(motion, by: shift), since: since, then: arrival)
    case .autoscrolling(let motion, let since):
      .autoscrolling(SteadyMotion(from: motion.start + shift, velocity: motion.velocity), since: since)
    }
  }
}
