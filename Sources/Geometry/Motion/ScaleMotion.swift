internal import Glibc

/// The motion of a scale, such as that of a zoom: its logarithm moves with a spring, so that each part of the motion looks
/// equally fast.
package struct ScaleMotion: Sendable {
  private let start, end: Double
  private let spring: Spring

  /// Creates the motion.
  ///
  /// - Parameters:
  ///   - start: The first scale; more than 0.
  ///   - end: The last scale; more than 0. If it equals `start`, only ``part(at:)`` moves.
  ///   - velocity: The velocity of the scale's logarithm at the beginning, per second. A velocity away from `end` counts as 0.
  ///   - frequency: The natural frequency, in radians per second; more than 0.
  package init(from start: Double, to end: Double, velocity: Double, frequency: Double) {
    (self.start, self.end) = (start, end)
    let way = log(end / start)
    // A higher velocity would overshoot the end.
    let speed = abs(way) > 1e-6 ? min(max(velocity / way, 0), frequency) : 0
    spring = Spring(from: 0, to: 1, velocity: speed, frequency: frequency, precision: Spring.finePrecision)
  }

  /// Returns the scale `time` seconds after the beginning.
  package func scale(at time: Double) -> Double { start * pow(end / start, spring.offset(at: time)) }

  /// Returns the velocity of the scale's logarithm `time` seconds after the beginning, per second.
  package func velocity(at time: Double) -> Double { spring.velocity(at: time) * log(end / start) }

  /// Returns the part of the difference between the scales that `time` seconds have covered, in `0...1`.
  package func part(at time: Double) -> Double {
    let difference = end - start
    guard abs(difference) > 1e-9 * end else { return spring.offset(at: time) }
    return (scale(at: time) - start) / difference
  }

  /// Returns whether the motion is over `time` seconds after the beginning.
  package func isOver(at time: Double) -> Bool { spring.isOver(at: time) }
}

extension RubberBand {
  /// Returns the scale that is shown if fingers pull it to `scale`, which may be outside of `range`. The band applies to the
  /// logarithm.
  package func stretchedScale(_ scale: Double, in range: ClosedRange<Double>) -> Double {
    let (least, most) = (range.lowerBound, range.upperBound)
    if scale > most { return most * exp(stretch(forPull: log(scale / most))) }
    return scale < least ? least * exp(-stretch(forPull: log(least / scale))) : scale
  }
}

extension Double {
  /// Returns the scale whose logarithm is larger by `difference`.
  package func scaled(byLogarithm difference: Double) -> Double { self * exp(difference) }
}
