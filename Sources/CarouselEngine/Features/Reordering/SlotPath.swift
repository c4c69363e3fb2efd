package import Geometry

/// The path on the screen through the drawn middles of the slots into which a lifted item can be dropped.
///
/// The lifted item has a continuous position on this path. So the choice of a slot depends only on the way of
/// the item, and not on how often its position is sampled.
package struct SlotPath: Sendable {
  /// A slot with a visible middle.
  package struct Slot: Hashable, Sendable {
    /// The index of the slot. On a ring it continues beyond the seam between the last item and the first.
    package var index: Int
    package var center: DrawnCenter
    /// Whether the path continues from this slot to the next slot.
    package var isJoined: Bool

    package init(index: Int, center: DrawnCenter, isJoined: Bool = true) {
      (self.index, self.center, self.isJoined) = (index, center, isJoined)
    }
  }

  private let slots: [Slot]

  /// The number of points by which a slot counts as more distant for each point of depth. The value is so
  /// small that it only selects among slots that are drawn at the same point, like those at the front and the
  /// back of a ring.
  private static let depthWeight = 0.02

  /// The distance beyond the middle between two slots, in slots, by which the item must move before the other
  /// slot is chosen. A trembling hand moves less.
  package static let hysteresis = 0.1

  package init(_ slots: [Slot]) { self.slots = slots }

  /// Returns the position on the path that is nearest to `point`; `nil` if there is no slot. The position 2.5
  /// is halfway between slots 2 and 3.
  ///
  /// - Complexity: O(*n*) in the number of slots.
  package func position(nearestTo point: Point) -> Double? {
    let front = slots.map(\.center.depth).max() ?? 0
    var best: (position: Double, distance: Double)?
    func consider(_ position: Double, _ center: DrawnCenter) {
      let distance = center.point.distance(to: point) + (front - center.depth) * Self.depthWeight
      guard distance.isFinite else { return }
      if distance < best?.distance ?? .infinity { best = (position, distance) }
    }
    for (number, slot) in slots.enumerated() {
      consider(Double(slot.index), slot.center)
      guard slot.isJoined, number + 1 < slots.count, slots[number + 1].index == slot.index + 1 else {
        continue
      }
      let (start, end) = (slot.center, slots[number + 1].center)
      let way = end.point - start.point
      let (toPoint, length) = (point - start.point, way.x * way.x + way.y * way.y)
      let part = (toPoint.x * way.x + toPoint.y * way.y) / length
      guard part > 0, part < 1 else { continue }
      consider(
        Double(slot.index) + part,
        DrawnCenter(point: start.point + way * part, depth: start.depth + (end.depth - start.depth) * part))
    }
    return best?.position
  }

  /// Returns the slot for an item at `position` on the path, whose slot was `current` before.
  ///
  /// If the method is called for several positions in turn, those between two turning points of the motion do
  /// not change the final slot.
  package static func slot(at position: Double, after current: Int) -> Int {
    let reach = 0.5 + hysteresis
    let lowest = Int(within: (position - reach).rounded(.up))
    let highest = Int(within: (position + reach).rounded(.down))
    return min(max(current, lowest), highest)
  }
}
