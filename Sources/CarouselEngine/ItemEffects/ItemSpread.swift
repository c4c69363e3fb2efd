/// The positions of items of different scales, with the same gaps between them as in the layout.
///
/// A layout places items of equal size at 0, 1, 2 …; the distance of scaled neighbors is half the sum of
/// their sizes. Between whole items positions are interpolated linearly, as scales are. So neighbors touch in
/// motion as they do at rest.
package struct ItemSpread: Sendable {
  /// The positions of the items 0, 1, 2 … from the center.
  private var places = [0.0]
  /// The scale of all items beyond `places`.
  private var outerScale = 1.0
  /// The smallest distance between neighbors.
  private var narrowestStep = 1.0

  /// The gap between neighbors that is not scaled, in item widths.
  package var gap = 0.0
  /// The number of items from the center to the far side of a ring, where both sides must meet; `nil` on a
  /// strip.
  package var halfRing: Double? { didSet { fitRing() } }
  private var ringFactor = 1.0

  /// Whether all items keep the positions of the layout.
  package var isNone: Bool { places.count == 1 && outerScale == 1 }

  /// Computes the positions of items with scales that are the product of `ramps`.
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

  /// Returns the offset to pass to the layout for the item `offset` items from the center.
  package func place(at offset: Double) -> Double {
    guard !isNone else { return offset }
    let place = (scaled(abs(offset)) + gap * abs(offset)) / (1 + gap) * ringFactor
    return offset < 0 ? -place : place
  }

  /// Returns the position to pass to the layout for the item at `position`.
  ///
  /// For items of different widths this is an approximation: they are moved as items of equal width would be.
  package func position(for position: ItemPosition) -> ItemPosition {
    guard !isNone, position.offset != 0 else { return position }
    var spread = position
    spread.place *= place(at: position.offset) / position.offset
    return spread
  }

  /// The smallest distance between neighbors, relative to the distance without scales; at most 1.
  package var leastPitch: Double { min(1, (narrowestStep + gap) / (1 + gap)) }

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
