/// A flick that loses speed evenly until it stops at a chosen offset.
///
/// iCarousel: `startDecelerating`, `step`.
package struct Deceleration: Motion {
  package let start: Double
  private let distance: Double
  private let velocity: Double

  /// What a frame may be early, in seconds: times of frames are sums of fractions.
  private static let margin = 0.000001

  /// Creates the motion from `start` to `end`, both in items.
  ///
  /// - Parameter velocity: The speed at release, in items per second; not 0, and pointing to `end`.
  package init(from start: Double, to end: Double, velocity: Double) {
    self.start = start
    distance = end - start
    self.velocity = velocity
  }

  package var end: Double? { start + distance }

  /// How long it lasts: constant deceleration covers half the distance that constant speed would.
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

  /// Returns how far a flick glides before item boundaries are considered.
  ///
  /// At rate 0.95 it glides a third of an item for each item per second.
  ///
  /// - Parameters:
  ///   - velocity: The speed at release, in items per second; its sign is the direction.
  ///   - rate: In `0...1`; closer to 1 glides further, 1 forever.
  /// - Returns: A signed distance, in items; infinite at rate 1.
  ///
  /// iCarousel: `decelerationDistance`.
  package static func distance(velocity: Double, rate: Double) -> Double {
    guard velocity != 0 else { return 0 }
    let acceleration = -velocity * 30 * (1 - rate)
    return -(velocity * velocity) / (2 * acceleration)
  }
}
