/// The positions of items with different scales. The gaps between items are the same as in the layout.
///
/// A layout places items of equal size at 0, 1, 2 … Here the distance between two neighbors is half the sum
/// of their scaled sizes. Between whole items, positions and scales are interpolated linearly. So neighbors
/// that touch at rest also touch in motion.
package struct ItemSpread: Sendable {
  /// The positions of the items at a distance of 0, 1, 2 … items from the center.
  private var places = [0.0]
  /// The scale of all items that are further from the center than `places` reaches.
  private var outerScale = 1.0
  /// The smallest distance between two neighbors, in item widths.
  private var narrowestStep = 1.0

  /// The gap between neighbors, in item widths. The scales of items do not change the gap.
  package var gap = 0.0
  /// The number of items from the center to the far side of a ring; `nil` on a strip. Positions are scaled so
  /// that both sides of the ring meet at the far side.
  package var halfRing: Double? { didSet { fitRing() } }
  private var ringFactor = 1.0

  /// Whether all items keep the positions of the layout.
  package var isNone: Bool { places.count == 1 && outerScale == 1 }

  /// Computes the positions of items. The scale of an item is the product of `ramps` at its distance from the
  /// center.
  package init(_ ramps: [Ramp] = []) {
    guard ramps.contains(where: { $0.center != 1 || $0.sides != 1 }) else { return }
    func scale(_ steps: Double) -> Double { min(ramps.reduce(1) { $0 * $1.sample(steps) }, 1e6) }
    let last = Int(ramps.reduce(1) { max($0, $1.range) }.rounded(.up))
    for steps in 1...last {
      places.append(places[steps - 1] + (scale(Double(steps - 1)) + scale(Double(steps))) / 2)
    }
    outerScale = scale(Double(last))
    narrowestStep = zip(places.dropFirst(), places).reduce(outerScale) { min($0, $1.0 - $1.1) }
  }

  /// Returns the offset at which the layout must place the item that is `offset` items from the center.
  package func place(at offset: Double) -> Double {
    guard !isNone else { return offset }
    let place = (scaled(abs(offset)) + gap * abs(offset)) / (1 + gap) * ringFactor
    return offset < 0 ? -place : place
  }

  /// Returns the position at which the layout must place the item at `position`.
  ///
  /// For items of different widths this is an approximation: each item is moved as if all items had the same
  /// width.
  package func position(for position: ItemPosition) -> ItemPosition {
    guard !isNone, position.offset != 0 else { return position }
    var spread = position
    spread.place *= place(at: position.offset) / position.offset
    return spread
  }

  /// The smallest distance between two neighbors divided by their distance without scales; at most 1.
  package var minimumPitch: Double { min(1, (narrowestStep + gap) / (1 + gap)) }

  private func scaled(_ distance: Double) -> Double {
    let last = places.count - 1
    guard distance < Double(last) else { return places[last] + (distance - Double(last)) * outerScale }
    let steps = Int(within: distance)
    return places[steps] + (places[steps + 1] - places[steps]) * (distance - Double(steps))
  }

  private mutating func fitRing() {
    ringFactor = 1
    guard let halfRing, halfRing > 0, !isNone else { return }
    let place = place(at: halfRing)
    if place > 0 { ringFactor = halfRing / place }
  }
}
