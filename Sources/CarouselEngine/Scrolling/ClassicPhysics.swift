internal import Geometry

/// The motion of iCarousel 1.8.3, as recorded from this version.
public struct ClassicPhysics: ScrollPhysics {
  /// Creates the rules, which have no settings.
  public init() {}

  public var traits: ScrollTraits { [] }

  /// iCarousel: `didPan:`.
  public func drag(_ move: DragMove) -> ScrollState {
    let geometry = move.geometry
    let factor = geometry.bounds.dragFactor(at: move.offset)
    let moved = move.distance * factor * geometry.offsetMultiplier / move.itemWidth
    return ScrollState(
      offset: geometry.offset(move.offset, movedBy: -moved.finite(or: 0)),
      velocity: (-move.speed * factor * geometry.settings.scrollSpeed / move.itemWidth).finite(or: 0))
  }

  /// iCarousel: `didPan:`, `shouldDecelerate`, `shouldScroll`.
  public func release(_ release: DragRelease) -> ReleaseMotion {
    let (offset, velocity, geometry) = (release.offset, release.velocity, release.geometry)
    if let page = release.page { return page == offset ? .rest : .scroll(scroll(release, to: page)) }
    if FlingTarget.glides(velocity: velocity, rate: geometry.settings.decelerationRate),
      let motion = FlingTarget.motion(from: offset, velocity: velocity, in: geometry)
    {
      return .decelerate(motion)
    }
    let nearest = geometry.stops.nearest(to: offset)
    guard release.mustSnap, FlingTarget.steps(velocity: velocity, from: offset, nearest: nearest) else {
      return .rest
    }
    let stop = FlingTarget.step(velocity: velocity, from: offset, stops: geometry.stops)
    let end = geometry.attainable(onItem(offset + geometry.row.distance(from: offset, to: stop)))
    return .scroll(scroll(release, to: end))
  }

  private func scroll(_ release: DragRelease, to end: Double) -> any ScrollMotion {
    scroll(
      from: ScrollState(offset: release.offset, velocity: 0), to: end, duration: Scroller.scrollDuration,
      in: release.geometry)
  }

  public func scroll(from start: ScrollState, to end: Double, duration: Double, in geometry: ScrollGeometry)
    -> any ScrollMotion
  {
    geometry.along(from: start.offset, to: end) {
      EaseInOut(from: $0(start.offset), to: $0(end), duration: duration)
    }
  }
}
