internal import Glibc

/// A glide that loses speed exponentially, and comes to rest only after an infinite time.
///
/// UIKit: the deceleration of `UIScrollView`.
package struct Decay: Motion {
  package let start: Double
  /// The velocity at the beginning, in items per second.
  private let velocity: Double
  /// The time in which the velocity falls to 1/e, in seconds.
  private let timeConstant: Double

  /// - Parameter timeConstant: In seconds; more than 0.
  package init(from start: Double, velocity: Double, timeConstant: Double) {
    self.start = start
    self.velocity = velocity
    self.timeConstant = timeConstant
  }

  package var end: Double? { nil }
  package var duration: Double? { nil }

  package func offset(at time: Double) -> Double {
    guard timeConstant.isFinite else { return start + velocity * max(time, 0) }
    return start - velocity * timeConstant * expm1(-max(time, 0) / timeConstant)
  }

  package func velocity(at time: Double) -> Double { velocity * exp(-max(time, 0) / timeConstant) }

  package func isOver(at time: Double) -> Bool { false }

  /// Returns the time after which the glide has covered `distance`, in seconds; `nil` if it never does.
  package func time(toCover distance: Double) -> Double? {
    guard velocity * distance > 0 else { return distance == 0 ? 0 : nil }
    guard timeConstant.isFinite else { return distance / velocity }
    let part = distance / (velocity * timeConstant)
    return part < 1 ? -timeConstant * log1p(-part) : nil
  }

  /// Returns the time constant of a flick, in seconds: the distance of its glide for each item per second.
  ///
  /// It is a third of a second at rate 0.95, so that a glide goes as far as one of ``Deceleration``.
  ///
  /// - Parameter rate: In `0...1`; closer to 1 means further, 1 forever.
  package static func timeConstant(rate: Double) -> Double { rate < 1 ? 1 / (60 * (1 - rate)) : .infinity }
}
