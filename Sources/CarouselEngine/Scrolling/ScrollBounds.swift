/// Between which offsets a carousel stays, and what happens beyond them: the one place that decides a bound.
///
/// A carousel has ends unless it wraps. It rests inside them. With bounces, a hand can pull it beyond them by
/// `bounceDistance`, against a resistance, and a fling may overshoot as far; then it returns.
package struct ScrollBounds: Hashable, Sendable {
  /// The offsets that a carousel with ends can rest at; `nil` where there are no ends.
  package let rest: ClosedRange<Double>?
  /// How far the offset may get beyond the ends, in items; 0 without bounces.
  package let overshoot: Double
  private let ring: ItemRing

  /// - Parameters:
  ///   - snapPoints: Where the carousel may rest.
  ///   - settings: Whether it bounces, and how far.
  package init(_ snapPoints: SnapPoints, settings: ScrollSettings) {
    ring = snapPoints.ring
    rest = ring.isEmpty || ring.wraps ? nil : snapPoints.first...max(snapPoints.first, snapPoints.last)
    overshoot = settings.bounces ? settings.bounceDistance : 0
  }

  /// Returns the offset to rest at: around the ring, or the nearest end; −1 when there is no item.
  package func resting(_ offset: Double) -> Double {
    guard let rest else { return ring.offset(offset) }
    return min(max(rest.lowerBound, offset), rest.upperBound)
  }

  /// Returns whether `offset` lies beyond an end.
  package func isOutside(_ offset: Double) -> Bool { abs(offset - resting(offset)) > offsetMargin }

  /// Returns the offset that a hand, the program or a motion gets to: beyond the ends at most by ``overshoot``.
  package func reachable(_ offset: Double) -> Double {
    guard let rest, overshoot > 0 else { return resting(offset) }
    return min(max(offset, rest.lowerBound - overshoot), rest.upperBound + overshoot)
  }

  /// Returns where a fling ends that would glide to `target`; on a ring, beyond the seam.
  ///
  /// iCarousel: `startDecelerating`.
  package func flingTarget(_ target: Double) -> Double {
    guard let rest else { return ring.isEmpty ? ring.offset(target) : target }
    return max(rest.lowerBound - overshoot, min(rest.upperBound + overshoot, target))
  }

  /// Returns what of a hand's movement the carousel follows at `offset`, in `0...1`: less the further it is pulled beyond
  /// an end.
  ///
  /// iCarousel: `didPan:`. The factor applies to each event, so the overshoot depends on how many events a pull is
  /// delivered in; the recordings hold this.
  package func dragFactor(at offset: Double) -> Double {
    guard rest != nil, overshoot > 0 else { return 1 }
    return 1 - min(abs(offset - resting(offset)), overshoot) / overshoot
  }

  /// Whether there is nothing more in a direction, whose sign counts; never on a ring.
  package func isAtEnd(_ offset: Double, towards direction: Double) -> Bool {
    guard !ring.wraps else { return false }
    guard let rest else { return true }
    return direction > 0 ? offset >= rest.upperBound : offset <= rest.lowerBound
  }
}
