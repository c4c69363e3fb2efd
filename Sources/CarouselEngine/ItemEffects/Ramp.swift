/// A number that changes from the center to the sides: sampled at whole items and interpolated linearly
/// between them.
///
/// Linear interpolation keeps growing and shrinking neighbors in contact during a scroll.
package struct Ramp: Hashable, Codable, Sendable {
  package var center: Double
  package var sides: Double
  /// The distance from the center at which the value reaches `sides`, in items: 1…100.
  package var range: Double

  package init(center: Double, sides: Double, range: Double) {
    self.center = center
    self.sides = sides
    self.range = range.within(1...100, or: 1)
  }

  /// Returns the value `steps` whole items from the center.
  package func sample(_ steps: Double) -> Double { center + (sides - center) * min(steps / range, 1) }

  /// Returns the value `offset` items from the center.
  package func value(at offset: Double) -> Double {
    let distance = abs(offset)
    guard distance < range + 1 else { return sides }
    let steps = distance.rounded(.down)
    let (here, next) = (sample(steps), sample(steps + 1))
    return here + (next - here) * (distance - steps)
  }
}
