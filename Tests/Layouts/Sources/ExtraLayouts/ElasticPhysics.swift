public import CarouselEngine
internal import Glibc

/// Scroll physics as an application writes them: scrolls by the program swing beyond their end and back. All
/// other motions are those of ``FluidPhysics``.
public struct ElasticPhysics: ScrollPhysics {
  /// The part of the distance by which a scroll swings beyond its end, in `0..<1`.
  public var overshoot: Double

  public init(overshoot: Double = 0.2) { self.overshoot = overshoot }

  public func drag(_ move: DragMove) -> ScrollState { FluidPhysics().drag(move) }

  public func release(_ release: DragRelease) -> ReleaseMotion { FluidPhysics().release(release) }

  public func scroll(from start: ScrollState, to end: Double, duration: Double, in geometry: ScrollGeometry)
    -> any ScrollMotion
  {
    geometry.along(from: start.offset, to: end) {
      Swing(from: $0(start.offset), to: $0(end), duration: duration, overshoot: overshoot)
    }
  }
}

/// A damped oscillation about the end of a scroll.
struct Swing: ScrollMotion {
  let start: Double
  let target: Double
  let seconds: Double
  /// The damping that makes the first swing as long as requested, per half oscillation.
  private let damping: Double

  init(from start: Double, to end: Double, duration: Double, overshoot: Double) {
    (self.start, target, seconds) = (start, end, duration)
    damping = -log(max(overshoot, 1e-6))
  }

  /// The number of half oscillations.
  private static let swings = 2.5

  var end: Double? { target }
  var duration: Double? { seconds }

  func offset(at time: Double) -> Double {
    guard time < seconds else { return target }
    let turns = max(time, 0) / seconds * Self.swings
    return target + (start - target) * exp(-damping * turns) * cos(.pi * turns)
  }

  func velocity(at time: Double) -> Double {
    let step = 1e-6
    return time < seconds ? (offset(at: time + step) - offset(at: time)) / step : 0
  }
}
