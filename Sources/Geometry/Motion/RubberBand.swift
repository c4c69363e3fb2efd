/// The resistance when a strip is dragged beyond its ends.
///
/// The *pull* is the distance that the finger has moved beyond the end. The *stretch* is the distance that
/// the carousel follows. The stretch depends only on the pull, and not on the number of events.
///
/// UIKit: the rubber band of `UIScrollView`.
package struct RubberBand: Hashable, Sendable {
  /// The part of a short pull that becomes stretch.
  static let softness = 0.55

  /// The limit of the stretch, in items; more than 0. With longer pulls the stretch approaches the limit and
  /// never reaches it.
  package let limit: Double

  /// - Parameter limit: In items; more than 0.
  package init(limit: Double) { self.limit = limit }

  /// Returns the stretch for a pull of `distance` items, which is 0 or more.
  package func stretch(forPull distance: Double) -> Double {
    distance.isFinite ? limit * (1 - 1 / (distance * Self.softness / limit + 1)) : limit
  }

  /// Returns the pull that results in `stretch`, in items.
  package func pull(forStretch stretch: Double) -> Double { stretch / (Self.softness * slack(at: stretch)) }

  /// Returns the part of a further pull that becomes stretch when the stretch is already `stretch`.
  package func factor(at stretch: Double) -> Double {
    let slack = slack(at: stretch)
    return Self.softness * slack * slack
  }

  /// The part of the limit that is left at `stretch`, in `0...1`. It is never 0, because it is used as a
  /// divisor.
  private func slack(at stretch: Double) -> Double { max(1 - stretch / limit, 1e-6) }
}
