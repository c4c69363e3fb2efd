/// The resistance against a pull beyond the ends of a strip.
///
/// The stretch is a function of the pull alone, so that it does not depend on the number of events.
///
/// UIKit: the rubber band of `UIScrollView`.
package struct RubberBand: Hashable, Sendable {
  /// The part of a short pull that the carousel follows.
  static let softness = 0.55

  /// The stretch that no pull reaches, in items; more than 0.
  package let limit: Double

  /// - Parameter limit: In items; more than 0.
  package init(limit: Double) { self.limit = limit }

  /// Returns the stretch for a pull of `distance` items; 0 or more.
  package func stretch(forPull distance: Double) -> Double {
    distance.isFinite ? limit * (1 - 1 / (distance * Self.softness / limit + 1)) : limit
  }

  /// Returns the pull that stretches by `stretch` items.
  package func pull(forStretch stretch: Double) -> Double { stretch / (Self.softness * rest(at: stretch)) }

  /// Returns the fraction of a further pull that the carousel follows at `stretch`.
  package func factor(at stretch: Double) -> Double {
    let rest = rest(at: stretch)
    return Self.softness * rest * rest
  }

  /// The part of the limit that is left at `stretch`, in `0...1`; never 0, because a division by it follows.
  private func rest(at stretch: Double) -> Double { max(1 - stretch / limit, 1e-6) }
}
