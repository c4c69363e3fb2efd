public import Geometry

/// How an animated value moves to its new value: with a spring, or along a curve in a fixed time.
///
/// UIKit: `UISpringTimingParameters`, `UICubicTimingParameters`.
public struct AnimationTiming: Hashable, Sendable {
  private enum Course: Hashable {
    case spring
    case curve(TimingCurve)
  }
  private let course: Course
  /// In seconds, in `0...60`; 0 for a change without motion.
  let duration: Double
  private static let longestDuration = 60.0  // s

  private init(_ course: Course, _ duration: Double) {
    self.course = course
    // NaN becomes 0.
    self.duration = duration > 0 ? min(duration, Self.longestDuration) : 0
  }

  /// A spring of half a second.
  public static let spring = AnimationTiming.spring(duration: 0.5)

  /// A spring without a bounce. A value that is already moving keeps its velocity.
  ///
  /// - Parameter duration: The time in which the value covers 98 % of the way, in seconds, clamped to `0...60`; NaN means 0.
  ///   At 0, the value changes at once.
  ///
  /// UIKit: `animateWithSpringDuration:bounce:initialSpringVelocity:`.
  public static func spring(duration: Double) -> AnimationTiming { AnimationTiming(.spring, duration) }

  /// A constant speed.
  ///
  /// - Parameter duration: In seconds, clamped to `0...60`; NaN means 0.
  ///
  /// UIKit: `curveLinear`.
  public static func linear(duration: Double) -> AnimationTiming {
    curve(Point(x: 0, y: 0), Point(x: 1, y: 1), duration: duration)
  }

  /// A slow beginning and a slow end.
  ///
  /// - Parameter duration: In seconds, clamped to `0...60`; NaN means 0.
  ///
  /// UIKit: `curveEaseInOut`.
  public static func easeInOut(duration: Double) -> AnimationTiming {
    curve(Point(x: 0.42, y: 0), Point(x: 0.58, y: 1), duration: duration)
  }

  /// A cubic curve from (0, 0) to (1, 1): x is the part of the time, y is the part of the way.
  ///
  /// A curve begins with its own velocity, also if the value is already moving.
  ///
  /// - Parameters:
  ///   - first: The first control point. Its x is clamped to `0...1`; a coordinate that is not finite means 0.
  ///   - second: The second control point, with the same limits.
  ///   - duration: In seconds, clamped to `0...60`; NaN means 0.
  ///
  /// UIKit: `UICubicTimingParameters`. CSS: `cubic-bezier()`.
  public static func curve(_ first: Point, _ second: Point, duration: Double) -> AnimationTiming {
    AnimationTiming(.curve(TimingCurve(first, second)), duration)
  }

  /// Returns the motion of one number.
  ///
  /// - Parameters:
  ///   - velocity: The velocity at the beginning, per second.
  ///   - precision: The distance from the end below which a spring is at rest.
  package func motion(from start: Double, to end: Double, velocity: Double, precision: Double)
    -> any ScrollMotion
  {
    switch course {
    case .spring:
      // At the end of the duration, 1.4 % of the way is left.
      Spring(
        from: start, to: end, velocity: velocity, frequency: 2 * .pi / max(duration, 1e-3),
        precision: precision)
    case .curve(let curve): CurveMotion(curve, from: start, to: end, seconds: duration)
    }
  }
}

/// A cubic Bézier curve from (0, 0) to (1, 1).
struct TimingCurve: Hashable {
  private let first, second: Point

  init(_ first: Point, _ second: Point) {
    func valid(_ point: Point) -> Point {
      Point(x: point.x > 0 ? min(point.x, 1) : 0, y: point.y.isFinite ? point.y : 0)
    }
    (self.first, self.second) = (valid(first), valid(second))
  }

  /// Returns the part of the way at a part of the time, in `0...1`.
  func way(at time: Double) -> Double {
    let t = parameter(at: time)
    return Self.polynomial(first.y, second.y, t)
  }

  /// Returns the slope of the way at a part of the time.
  func slope(at time: Double) -> Double {
    let t = parameter(at: time)
    let across = Self.derivative(first.x, second.x, t)
    return across > 1e-6 ? Self.derivative(first.y, second.y, t) / across : 0
  }

  /// Returns the parameter at which the curve has the x-coordinate `x`. The x-coordinate never decreases.
  private func parameter(at x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<30 {  // halvings, to a billionth
      let middle = (low + high) / 2
      if Self.polynomial(first.x, second.x, middle) < x { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  private static func polynomial(_ a: Double, _ b: Double, _ t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * a + 3 * u * t * t * b + t * t * t
  }

  private static func derivative(_ a: Double, _ b: Double, _ t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * a + 6 * u * t * (b - a) + 3 * t * t * (1 - b)
  }
}

/// A motion along a timing curve.
private struct CurveMotion: ScrollMotion {
  let start: Double
  private let target: Double
  private let curve: TimingCurve
  private let seconds: Double

  init(_ curve: TimingCurve, from start: Double, to end: Double, seconds: Double) {
    (self.curve, self.start, target, self.seconds) = (curve, start, end, seconds)
  }

  var end: Double? { target }
  var duration: Double? { seconds }

  func offset(at time: Double) -> Double {
    guard time < seconds else { return target }
    return start + (target - start) * curve.way(at: max(time / seconds, 0))
  }

  func velocity(at time: Double) -> Double {
    guard time < seconds else { return 0 }
    return (target - start) / seconds * curve.slope(at: max(time / seconds, 0))
  }
}
