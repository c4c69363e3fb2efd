internal import Geometry

/// Measures how far a card was swiped, and decides whether a release dismisses it.
struct SwipeMeasure: Sendable {
  /// The size of the card, in points.
  let size: Size
  /// The distance that dismisses the card, as a fraction of its extent in the direction.
  let distanceThreshold: Double
  /// The directions in which a finger may dismiss the card.
  let directions: Set<SwipeDirection>

  /// The minimum distance that dismisses a card, in points. It prevents a division by 0.
  private static let minimumDistance = 1.0

  /// Returns the distance that dismisses the card in a direction, in points.
  func distance(toward direction: SwipeDirection) -> Double {
    let (x, y) = (direction.vector.x * size.width, direction.vector.y * size.height)
    return max(Self.minimumDistance, distanceThreshold * (x * x + y * y).squareRoot())
  }

  /// Returns the progress of a displacement, in `0...1`, and its direction. At 1 a release dismisses the
  /// card.
  ///
  /// - Parameter extra: An additional direction to measure, even if a finger may not dismiss the card in this
  ///   direction.
  func progress(
    of displacement: Point, or extra: SwipeDirection? = nil
  ) -> (value: Double, direction: SwipeDirection?) {
    var (value, nearest): (Double, SwipeDirection?) = (0, nil)
    for direction in SwipeDirection.all where direction == extra || directions.contains(direction) {
      let part = direction.component(of: displacement) / distance(toward: direction)
      if part > value { (value, nearest) = (part, direction) }
    }
    return (min(value, 1), nearest)
  }

  /// Returns the direction in which a release dismisses the card; `nil` if the card returns.
  ///
  /// A release with at least `speedThreshold` dismisses the card in the direction of the velocity, if the
  /// card is displaced from its position toward that direction. A slower release dismisses the card if its
  /// progress is 1. A fast release in the opposite direction makes the card return.
  ///
  /// - Parameters:
  ///   - velocity: In points per second.
  ///   - speedThreshold: The component of the velocity from which a release is fast, in points per second.
  func dismissal(displacement: Point, velocity: Point, speedThreshold: Double) -> SwipeDirection? {
    var (speed, fastest): (Double, SwipeDirection?) = (0, nil)
    for direction in SwipeDirection.all where directions.contains(direction) {
      let component = direction.component(of: velocity)
      guard component >= speedThreshold, direction.component(of: displacement) > 0 else { continue }
      if component > speed { (speed, fastest) = (component, direction) }
    }
    if let fastest { return fastest }
    let progress = progress(of: displacement)
    guard progress.value >= 1, let direction = progress.direction else { return nil }
    return direction.component(of: velocity) > -speedThreshold ? direction : nil
  }
}
