internal import Glibc

/// A critically damped spring: a motion to an offset that begins with a given velocity.
///
/// If the initial velocity is more than frequency × distance, the motion overshoots its end once, by a short
/// distance.
///
/// UIKit: `UISpringTimingParameters` with a damping ratio of 1 and an initial velocity.
package struct Spring: ScrollMotion {
  package let start: Double
  private let target: Double
  /// The velocity at the beginning, in items per second.
  private let velocity: Double
  /// The natural frequency, in radians per second. The higher it is, the stiffer is the spring.
  private let frequency: Double
  private let seconds: Double

  /// The precision of a fast spring, in items: half a point for items of 1,000 points.
  package static let precision = 0.0005
  /// The precision of a slow spring, in items. With this precision the movement in each of the last frames is
  /// less than half a point.
  package static let finePrecision = 0.0001

  /// Creates the motion from `start` to `end`, both in items.
  ///
  /// - Parameters:
  ///   - velocity: The velocity at the beginning, in items per second.
  ///   - frequency: The natural frequency, in radians per second; more than 0.
  ///   - precision: The distance from the end below which the motion is over, in items.
  package init(
    from start: Double, to end: Double, velocity: Double, frequency: Double,
    precision: Double = Spring.precision
  ) {
    self.start = start
    target = end
    self.velocity = velocity
    self.frequency = frequency
    // After `time`, the remaining distance is at most (|distance| + |speed| · time) · e^(−frequency · time).
    // This bound decreases from the time `early` on.
    let distance = abs(start - end)
    let speed = abs(velocity + frequency * (start - end))
    func bound(_ time: Double) -> Double { (distance + speed * time) * exp(-frequency * time) }
    var (early, late) = (max(0, 1 / frequency - (speed > 0 ? distance / speed : 0)), 1 / frequency)
    guard bound(early) > precision else {
      seconds = early
      return
    }
    while bound(late) > precision { late *= 2 }
    for _ in 0..<40 {
      let middle = (early + late) / 2
      if bound(middle) > precision { early = middle } else { late = middle }
    }
    seconds = late
  }

  /// Creates the motion of a step from `start` to `end`, both in items.
  ///
  /// - Parameters:
  ///   - velocity: The velocity at the beginning, in items per second.
  ///   - behind: The number of steps that are still to go. At 30 steps per second the carousel stays at most
  ///     two steps behind.
  package init(from start: Double, to end: Double, velocity: Double, stepsBehind behind: Double) {
    let range = Self.stepFrequencies
    var frequency = min(max(Self.catchUpFrequency * behind, range.lowerBound), range.upperBound)
    // With a lower frequency the spring would overshoot its end.
    if velocity * (end - start) > 0 { frequency = max(frequency, velocity / (end - start)) }
    self.init(
      from: start, to: end, velocity: velocity, frequency: min(frequency, Self.highestStepFrequency))
  }

  /// The limits of the natural frequency of a step, in radians per second. With the lower limit a single step
  /// takes 0.4 seconds.
  private static let stepFrequencies = 26.0...48.0
  /// The natural frequency for each step that is still to go, in radians per second.
  private static let catchUpFrequency = 24.0
  /// The highest natural frequency of a step, in radians per second. It is needed to stop a fast motion at a
  /// near item.
  private static let highestStepFrequency = 400.0

  /// Creates the motion from `start` to `end`, both in items, that takes `duration` seconds. If such a motion
  /// would overshoot its end, the motion is shorter.
  ///
  /// - Parameters:
  ///   - velocity: The velocity at the beginning, in items per second.
  ///   - duration: In seconds; more than 0.
  package init(from start: Double, to end: Double, velocity: Double, duration: Double) {
    let least = velocity * (end - start) > 0 ? velocity / (end - start) : 0
    var frequency = max(10 / duration, Self.frequencies.lowerBound)
    // The product of frequency and duration hardly depends on the frequency, so the iteration converges fast.
    for _ in 0..<20 {
      let seconds = Spring(from: start, to: end, velocity: velocity, frequency: frequency).seconds
      guard abs(seconds - duration) > 0.0001 * duration else { break }
      frequency = min(
        max(frequency * seconds / duration, Self.frequencies.lowerBound), Self.frequencies.upperBound)
    }
    frequency = min(max(frequency, least), Self.frequencies.upperBound)
    self.init(from: start, to: end, velocity: velocity, frequency: frequency)
  }

  /// The limits of the frequency of a motion with a given duration, in radians per second.
  private static let frequencies = 0.01...10_000.0

  package var end: Double? { target }
  package var duration: Double? { seconds }

  package func offset(at time: Double) -> Double {
    let time = max(time, 0)
    guard time < seconds else { return target }
    let distance = start - target
    return target + (distance + (velocity + frequency * distance) * time) * exp(-frequency * time)
  }

  package func velocity(at time: Double) -> Double {
    let time = max(time, 0)
    guard time < seconds else { return 0 }
    let speed = velocity + frequency * (start - target)
    return (velocity - frequency * speed * time) * exp(-frequency * time)
  }
}
