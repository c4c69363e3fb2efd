/// A number that changes with the distance from the center. It is sampled at whole items and interpolated
/// linearly between them.
///
/// Because of the linear interpolation, neighbors that grow and shrink during a scroll stay in contact.
package struct Ramp: Hashable, Codable, Sendable {
  package var center: Double
  package var sides: Double
  /// The distance from the center at which the value becomes `sides`, in items: 1…100.
  package var range: Double

  package init(center: Double, sides: Double, range: Double) {
    self.center = center
    self.sides = sides
    self.range = range.within(1...100, or: 1)
  }

  /// Returns the value at a distance of `steps` whole items.
  package func sample(_ steps: Double) -> Double { center + (sides - center) * min(steps / range, 1) }

  /// Returns the value at a distance of `offset` items.
  package func value(at offset: Double) -> Double {
    let distance = abs(offset)
    guard distance < range + 1 else { return sides }
    let steps = distance.rounded(.down)
    let (here, next) = (sample(steps), sample(steps + 1))
    return here + (next - here) * (distance - steps)
  }
}
