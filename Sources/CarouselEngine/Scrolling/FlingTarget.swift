/// The target of a fling.
///
/// iCarousel: `startDecelerating`, `shouldDecelerate`, `shouldScroll`.
package enum FlingTarget {
  /// The smallest velocity of a flick, in items per second.
  static let leastVelocity = 2.0
  /// The smallest distance of a deceleration, in items.
  static let leastGlide = 0.1
  /// The smallest distance from an item at which a release steps to the next one, in items.
  static let leastStep = 0.1

  /// Returns whether a release at `velocity`, in items per second, decelerates.
  package static func glides(velocity: Double, rate: Double) -> Bool {
    abs(velocity) > leastVelocity && abs(Deceleration.distance(velocity: velocity, rate: rate)) > leastGlide
  }

  /// Returns whether a release that does not decelerate steps to the next item instead of snapping to the
  /// nearest.
  package static func steps(velocity: Double, from offset: Double, nearest stop: Double) -> Bool {
    abs(velocity) > leastVelocity && abs(offset - stop) > leastStep
  }

  /// Returns the target of a release that is too slow to decelerate but fast enough for a step.
  ///
  /// It is the neighbor of the nearest item in that direction, even if the nearest item itself lies ahead.
  /// With pages it is the next page.
  static func step(velocity: Double, from offset: Double, snapPoints: SnapPoints) -> Double {
    let forwards = velocity > 0
    guard snapPoints.pageLength == 1 else { return snapPoints.next(from: offset, forwards: forwards) }
    return snapPoints.stop(forwards ? 1 : -1, near: snapPoints.nearest(to: offset))
  }

  /// Returns the motion of a flick, or `nil` if it has no distance.
  ///
  /// With paging it ends one item or page past the release. With `stopAtItemBoundary` it ends on the next
  /// item beyond the natural stop. Beyond the ends of a strip it goes at most by `bounceDistance`,
  /// and then returns: `Scroller.endDeceleration(at:)` snaps to the nearest item.
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

  /// Returns the deceleration from `start` to `end`, an endless motion if `end` is infinite, or `nil` if both
  /// are the same.
  private static func glide(from start: Double, to end: Double, velocity: Double) -> (any Motion)? {
    guard end.isFinite else { return SteadyMotion(from: start, velocity: velocity) }
    return end == start ? nil : Deceleration(from: start, to: end, velocity: velocity)
  }
}
