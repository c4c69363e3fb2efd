internal import Geometry

/// Decides where a fling stops.
package enum FlingTarget {
  /// The smallest velocity of a flick, in items per second.
  static let minimumVelocity = 2.0
  /// The smallest distance for which a release decelerates, in items.
  static let minimumGlide = 0.1
  /// The smallest distance from the nearest item for which a release steps to the next item, in items.
  static let minimumStep = 0.1

  /// Returns whether the carousel decelerates after a release at `velocity`, in items per second.
  package static func glides(velocity: Double, rate: Double) -> Bool {
    let distance = abs(Deceleration.distance(velocity: velocity, rate: rate))
    return abs(velocity) > minimumVelocity && distance > minimumGlide
  }

  /// Returns whether the carousel steps to the next item after a release that starts no deceleration. If
  /// `false`, the carousel snaps to the nearest item.
  package static func steps(velocity: Double, from offset: Double, nearest stop: Double) -> Bool {
    abs(velocity) > minimumVelocity && abs(offset - stop) > minimumStep
  }

  /// Returns the target of a step: a release that is too slow to decelerate but too fast to snap.
  ///
  /// The target is the neighbor of the nearest item in the direction of the velocity, even if the nearest
  /// item itself lies in that direction. With paging the target is the next page.
  static func step(velocity: Double, from offset: Double, stops: SnapPoints) -> Double {
    let forwards = velocity > 0
    guard stops.pageLength == 1 else { return stops.next(from: offset, forwards: forwards) }
    return stops.stop(forwards ? 1 : -1, near: stops.nearest(to: offset))
  }

  /// Returns the motion of a flick; `nil` if the distance is 0.
  ///
  /// With paging the motion ends on the next page in its direction. With `stopAtItemBoundary` the motion ends
  /// on the first item beyond the point where it would stop by itself. The motion goes beyond an end of a
  /// strip by at most `bounceDistance`; `Scroller.endDeceleration(at:)` then snaps back to the nearest item.
  package static func motion(
    from offset: Double, velocity: Double, in geometry: ScrollGeometry
  ) -> (any ScrollMotion)? {
    let (settings, stops, track) = (geometry.settings, geometry.stops, geometry.track)
    let distance = Deceleration.distance(velocity: velocity, rate: settings.decelerationRate)
    let place = track?.place(at: offset)
    var end = if let track, let place { track.offset(at: place + distance) } else { offset + distance }
    if settings.isPagingEnabled {
      end = stops.next(from: offset, forwards: distance > 0)
    } else if settings.stopAtItemBoundary {
      end = stops.next(from: end, forwards: distance > 0)
    }
    end = geometry.bounds.flingTarget(end)
    guard let track, let place else { return glide(from: offset, to: end, velocity: velocity) }
    let goal = track.place(at: end)
    return glide(from: place, to: goal, velocity: velocity).map {
      TrackMotion(start: offset, end: end.isFinite ? end : nil, places: $0, track: track)
    }
  }

  /// Returns the deceleration from `start` to `end`; an endless motion if `end` is infinite; `nil` if `start`
  /// equals `end`.
  private static func glide(from start: Double, to end: Double, velocity: Double) -> (any ScrollMotion)? {
    guard end.isFinite else { return SteadyMotion(from: start, velocity: velocity) }
    return end == start ? nil : Deceleration(from: start, to: end, velocity: velocity)
  }
}
