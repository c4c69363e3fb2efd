internal import Geometry
internal import Glibc

/// A motion that approaches a constant speed and never ends: autoscroll, or a flick without deceleration.
package struct SteadyMotion: ScrollMotion {
  package let start: Double
  /// The signed velocity that the motion approaches, in items per second.
  package let velocity: Double
  /// The initial velocity minus ``velocity``, in items per second.
  private let excess: Double

  /// The time in which the excess falls to 1/e of its value, in seconds.
  private static let timeConstant = 0.15

  /// - Parameters:
  ///   - velocity: The velocity that the motion approaches, in items per second.
  ///   - initialVelocity: The velocity at the beginning, in items per second; `nil` means `velocity`.
  package init(from start: Double, velocity: Double, initialVelocity: Double? = nil) {
    self.start = start
    self.velocity = velocity
    excess = initialVelocity.map { $0 - velocity } ?? 0
  }

  package var end: Double? { nil }
  package var duration: Double? { nil }

  package func offset(at time: Double) -> Double { start + distance(at: time) }

  /// Returns the distance covered after `time` seconds, in items.
  func distance(at time: Double) -> Double {
    let steady = velocity * max(time, 0)
    guard excess != 0 else { return steady }
    return steady - excess * Self.timeConstant * expm1(-max(time, 0) / Self.timeConstant)
  }

  package func velocity(at time: Double) -> Double {
    excess == 0 ? velocity : velocity + excess * exp(-max(time, 0) / Self.timeConstant)
  }

  /// Returns the motion with `shift` items added to each offset.
  func shifted(by shift: Double) -> SteadyMotion {
    SteadyMotion(from: start + shift, velocity: velocity, initialVelocity: velocity + excess)
  }
}
