/// Where a fling stops.
///
/// iCarousel: `startDecelerating`, `shouldDecelerate`, `shouldScroll`.
package enum FlingTarget {
  /// The speed below which a release is no flick, in items per second.
  static let leastVelocity = 2.0
  /// The shortest glide worth the name, in items.
  static let leastGlide = 0.1
  /// How far from an item a release must be to go on to the next one, in items.
  static let leastStep = 0.1

  /// Returns whether a release at `velocity`, in items per second, glides on.
  package static func glides(velocity: Double, rate: Double) -> Bool {
    abs(velocity) > leastVelocity && abs(Deceleration.distance(velocity: velocity, rate: rate)) > leastGlide
  }

  /// Returns whether a release that does not glide goes on to the next item instead of back to the nearest.
  package static func steps(velocity: Double, from offset: Double, nearest stop: Double) -> Bool {
    abs(velocity) > leastVelocity && abs(offset - stop) > leastStep
  }

  /// Returns where a release goes that is too slow to glide but quick enough for a step.
  ///
  /// It is the neighbor of the nearest item in that direction, even if the nearest item itself lies ahead. With pages it is the
  /// next page.
  static func step(velocity: Double, from offset: Double, snapPoints: SnapPoints) -> Double {
    let forwards = velocity > 0
    guard snapPoints.pageLength == 1 else { return snapPoints.next(from: offset, forwards: forwards) }
    return snapPoints.stop(forwards ? 1 : -1, near: snapPoints.nearest(to: offset))
  }

  /// Returns how a flick goes on, or `nil` if it has nowhere to go.
  ///
  /// With paging it ends one item or page past where the hand let go; with `stopAtItemBoundary` on the next item behind
  /// the natural stop; beyond the ends of a row at most by `bounceDistance`.
  package static func motion(
    from offset: Double, velocity: Double, snapPoints: SnapPoints, track: ItemTrack? = nil,
    settings: ScrollSettings
  ) -> (any Motion)? {
    let distance = Deceleration.distance(velocity: velocity, rate: settings.decelerationRate)
    let place = track?.place(at: offset)
    var end = if let track, let place { track.offset(at: place + distance) } else { offset + distance }
    if settings.isPagingEnabled {
      end = snapPoints.next(from: offset, forwards: distance > 0)
    } else if settings.stopAtItemBoundary {
      end = snapPoints.next(from: end, forwards: distance > 0)
    }
    end = ScrollBounds(snapPoints, settings: settings).flingTarget(end)
    guard let track, let place else { return glide(from: offset, to: end, velocity: velocity) }
    let goal = track.place(at: end)
    return glide(from: place, to: goal, velocity: velocity).map {
      TrackMotion(from: offset, to: end.isFinite ? end : nil, along: track, $0)
    }
  }

  /// Returns the glide from `start` to `end`, one that never ends if that is nowhere, or `nil` if it is here.
  private static func glide(from start: Double, to end: Double, velocity: Double) -> (any Motion)? {
    guard end.isFinite else { return SteadyMotion(from: start, velocity: velocity) }
    return end == start ? nil : Deceleration(from: start, to: end, velocity: velocity)
  }
}
