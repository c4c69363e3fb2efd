/// Where items of different scales stand, so that the gaps between them stay as the layout has them.
///
/// A layout places items of one size at 0, 1, 2 …; of scaled ones each stands half of both sizes from its neighbor. Between whole
/// items places change evenly, as scales do, so neighbors touch in motion as they do at rest.
package struct ItemSpread: Sendable {
  /// The places of the items 0, 1, 2 … from the center.
  private var places = [0.0]
  /// The scale of all items further out.
  private var outerScale = 1.0
  /// The narrowest step from one item to the next.
  private var narrowestStep = 1.0

  /// The gap between neighbors that is not scaled, in item widths.
  package var gap = 0.0
  /// How many items it is round to the far side of a ring, where both sides must meet; `nil` on a row.
  package var halfRing: Double? { didSet { fitRing() } }
  private var ringFactor = 1.0

  /// Whether items stand where the layout would have them.
  package var isNone: Bool { places.count == 1 && outerScale == 1 }

  /// Works out where items stand whose scales are the product of `ramps`.
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

  /// Returns the offset to give the layout for the item `offset` items from the center.
  package func place(at offset: Double) -> Double {
    guard !isNone else { return offset }
    let place = (scaled(abs(offset)) + gap * abs(offset)) / (1 + gap) * ringFactor
    return offset < 0 ? -place : place
  }

  /// Returns the position to give the layout for the item at `position`.
  ///
  /// Where items have different widths it comes near: they are spread as items of one width would be.
  package func position(for position: ItemPosition) -> ItemPosition {
    guard !isNone, position.offset != 0 else { return position }
    var spread = position
    spread.place *= place(at: position.offset) / position.offset
    return spread
  }

  /// The least distance between neighbors, in what it is without scales; no more than 1.
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
