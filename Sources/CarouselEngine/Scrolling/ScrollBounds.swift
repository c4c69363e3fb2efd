internal import Geometry

/// The bounds of the offset, and the behavior beyond them. All decisions about bounds are made here.
///
/// A carousel that does not wrap has ends, and rests between them. If the carousel bounces, a drag can move
/// it beyond an end by up to `bounceDistance`, against a resistance. A fling may overshoot the end by the
/// same distance. Afterwards the carousel returns to the end.
package struct ScrollBounds: Hashable, Sendable {
  /// The offsets at which a carousel with ends can rest; `nil` if there are no ends.
  package let restRange: ClosedRange<Double>?
  /// The maximum distance of the offset beyond the ends, in items; 0 if the carousel does not bounce.
  package let overshoot: Double
  private let row: ItemRow

  /// - Parameters:
  ///   - snapPoints: The offsets at which the carousel may rest.
  ///   - settings: The settings, which state whether the carousel bounces, and how far.
  package init(_ snapPoints: SnapPoints, settings: ScrollSettings) {
    row = snapPoints.row
    restRange = row.isEmpty || row.wraps ? nil : snapPoints.first...max(snapPoints.first, snapPoints.last)
    overshoot = settings.bounces ? settings.bounceDistance : 0
  }

  /// Returns the offset to rest at instead of `offset`: wrapped on a ring, clamped on a strip; −1 when there
  /// is no item.
  package func resting(_ offset: Double) -> Double {
    guard let restRange else { return row.offset(offset) }
    return min(max(restRange.lowerBound, offset), restRange.upperBound)
  }

  /// Returns whether `offset` lies beyond an end.
  package func isOutside(_ offset: Double) -> Bool { abs(offset - resting(offset)) > offsetMargin }

  /// Returns the nearest offset that a drag, the program or a motion can reach, which is at most
  /// ``overshoot`` beyond the ends.
  package func reachable(_ offset: Double) -> Double {
    guard let restRange, overshoot > 0 else { return resting(offset) }
    return min(max(offset, restRange.lowerBound - overshoot), restRange.upperBound + overshoot)
  }

  /// Returns the offset at which a fling ends if it would decelerate to `target` without bounds. On a ring
  /// the result is not wrapped.
  package func flingTarget(_ target: Double) -> Double {
    guard let restRange else { return row.isEmpty ? row.offset(target) : target }
    return max(restRange.lowerBound - overshoot, min(restRange.upperBound + overshoot, target))
  }

  /// Returns the fraction of a drag's movement that the carousel follows at `offset`, in `0...1`. The further
  /// the offset is beyond an end, the smaller the fraction.
  ///
  /// As in iCarousel, the factor applies to each event. So the distance beyond the end
  /// depends on the number of events in the drag.
  package func dragFactor(at offset: Double) -> Double {
    guard restRange != nil, overshoot > 0 else { return 1 }
    return 1 - min(abs(offset - resting(offset)), overshoot) / overshoot
  }

  /// The resistance beyond the ends; `nil` if the carousel cannot be moved beyond them.
  private var band: RubberBand? { restRange != nil && overshoot > 0 ? RubberBand(limit: overshoot) : nil }

  /// Returns the offset to which a finger moves the carousel from `offset`, against the resistance.
  ///
  /// - Parameter move: Returns its argument moved by the finger's travel, as if there were no resistance.
  func pulled(_ offset: Double, _ move: (Double) -> Double) -> Double {
    guard let band else { return resting(move(offset)) }
    let end = resting(offset)
    let pull = band.pull(forStretch: abs(offset - end))
    let free = move(offset < end ? end - pull : end + pull)
    let near = resting(free)
    let stretch = band.stretch(forPull: abs(free - near))
    return free < near ? near - stretch : near + stretch
  }

  /// Returns the fraction of a finger's velocity that the carousel has at `offset`.
  ///
  /// - Parameter velocity: The finger's signed velocity.
  func pullFactor(at offset: Double, velocity: Double) -> Double {
    guard restRange != nil, velocity != 0 else { return 1 }
    let stretch = abs(offset - resting(offset))
    return stretch > 0 || isAtEnd(offset, towards: velocity) ? band?.factor(at: stretch) ?? 0 : 1
  }

  /// Returns whether `offset` is at the last end if `direction` is positive, or at the first end if it is
  /// negative; `false` on a ring.
  package func isAtEnd(_ offset: Double, towards direction: Double) -> Bool {
    guard !row.wraps else { return false }
    guard let restRange else { return true }
    return direction > 0 ? offset >= restRange.upperBound : offset <= restRange.lowerBound
  }
}
