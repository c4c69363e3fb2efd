internal import Geometry

/// The motion of today's touchscreens: see ``MotionStyle/fluid``.
public struct FluidPhysics: ScrollPhysics {
  /// Creates the rules, which have no settings.
  public init() {}

  public func drag(_ move: DragMove) -> ScrollState {
    let geometry = move.geometry
    let perPoint = -geometry.offsetMultiplier / move.itemWidth
    let moved = (move.distance * perPoint).finite(or: 0)
    let offset = geometry.bounds.pulled(move.offset) { geometry.offset($0, movedBy: moved) }
    let velocity = (move.speed * perPoint).finite(or: 0)
    return ScrollState(
      offset: offset, velocity: velocity * geometry.bounds.pullFactor(at: offset, velocity: velocity))
  }

  public func release(_ release: DragRelease) -> ReleaseMotion {
    let fluid = FluidRelease(release)
    let motion = if let page = release.page { fluid.motion(to: page) } else { fluid.motion }
    guard let motion else { return .rest }
    return fluid.isFlick ? .decelerate(motion) : .scroll(motion)
  }

  public func scroll(from start: ScrollState, to end: Double, duration: Double, in geometry: ScrollGeometry)
    -> any ScrollMotion
  {
    geometry.along(from: start.offset, to: end) {
      Spring(from: $0(start.offset), to: $0(end), velocity: start.velocity, duration: duration)
    }
  }
}
