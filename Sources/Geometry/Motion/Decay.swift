internal import Glibc

/// A motion that loses speed exponentially, so that in theory it never comes to rest.
///
/// UIKit: the deceleration of `UIScrollView`.
package struct Decay: ScrollMotion {
  package let start: Double
  /// The velocity at the beginning, in items per second.
  private let velocity: Double
  /// The time in which the velocity falls to 1/e of its value, in seconds.
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

  /// Returns the time after which the motion has covered `distance`, in seconds; `nil` if it never covers it.
  package func time(toCover distance: Double) -> Double? {
    guard velocity * distance > 0 else { return distance == 0 ? 0 : nil }
    guard timeConstant.isFinite else { return distance / velocity }
    let part = distance / (velocity * timeConstant)
    return part < 1 ? -timeConstant * log1p(-part) : nil
  }

  /// Returns the time constant of a flick, in seconds. A flick of *v* items per second glides by *v* times
  /// this constant.
  ///
  /// At rate 0.95 it is a third of a second, so that a flick glides as far as with the deceleration of iCarousel.
  ///
  /// - Parameter rate: In `0...1`. A larger rate glides further; 1 never stops.
  package static func timeConstant(rate: Double) -> Double { rate < 1 ? 1 / (60 * (1 - rate)) : .infinity }
}
