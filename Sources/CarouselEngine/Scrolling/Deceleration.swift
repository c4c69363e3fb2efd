internal import Geometry

/// The deceleration of a flick: a motion that loses speed at a constant rate and stops at a given offset.
package struct Deceleration: ScrollMotion {
  package let start: Double
  private let distance: Double
  private let velocity: Double

  /// The tolerance, in seconds, when a time is compared with the end of the motion. It is needed because
  /// frame times have rounding errors.
  private static let margin = 0.000001

  /// Creates the motion from `start` to `end`, both in items.
  ///
  /// - Parameter velocity: The velocity at release, in items per second. It must not be 0 and must point
  ///   toward `end`.
  package init(from start: Double, to end: Double, velocity: Double) {
    self.start = start
    distance = end - start
    self.velocity = velocity
  }

  package var end: Double? { start + distance }

  /// The duration in seconds. At constant deceleration the mean speed is half of the initial speed.
  package var duration: Double? { abs(distance) / abs(0.5 * velocity) }

  package func offset(at time: Double) -> Double {
    let seconds = duration ?? 0
    guard seconds > 0 else { return start }
    let time = min(seconds, max(time, 0))
    let acceleration = -velocity / seconds
    return start + (velocity * time + 0.5 * acceleration * (time * time))
  }

  package func velocity(at time: Double) -> Double {
    let seconds = duration ?? 0
    guard seconds > 0, time < seconds else { return 0 }
    return velocity * (1 - max(time, 0) / seconds)
  }

  package func isOver(at time: Double) -> Bool {
    let seconds = duration ?? 0
    return abs(min(seconds, time) - seconds) < Self.margin
  }

  /// Returns the distance of a flick, before the carousel selects an item to stop on.
  ///
  /// At rate 0.95 and a velocity of *v* items per second the distance is *v*/3 items.
  ///
  /// - Parameters:
  ///   - velocity: The velocity at release, in items per second.
  ///   - rate: In `0...1`. A larger rate glides further; 1 never stops.
  /// - Returns: The signed distance, in items; infinite at rate 1.
  package static func distance(velocity: Double, rate: Double) -> Double {
    guard velocity != 0 else { return 0 }
    let acceleration = -velocity * 30 * (1 - rate)
    return -(velocity * velocity) / (2 * acceleration)
  }
}
