/// A number that changes from the center to the sides: sampled at whole items, even between them.
///
/// Even between whole items is what lets items that grow and shrink touch each other all the while.
package struct Ramp: Hashable, Sendable {
  package var center: Double
  package var sides: Double
  /// How far from the center the number of the sides is reached, in items: 1…100.
  package var range: Double

  package init(center: Double, sides: Double, range: Double) {
    self.center = center
    self.sides = sides
    self.range = range.within(1...100, or: 1)
  }

  /// Returns the number of the item that is `steps` whole items from the center.
  package func sample(_ steps: Double) -> Double { center + (sides - center) * min(steps / range, 1) }

  /// Returns the number `offset` items from the center.
  package func value(at offset: Double) -> Double {
    let distance = abs(offset)
    guard distance < range + 1 else { return sides }
    let steps = distance.rounded(.down)
    let (here, next) = (sample(steps), sample(steps + 1))
    return here + (next - here) * (distance - steps)
  }
}
