import CarouselEngine
import TestSupport
import Testing

/// Tests of the drawn order while an item is lifted.
struct ItemArrangementTests {
  /// Returns the drawn order after `steps` steps. In each step the item lifted from index `from` passes one
  /// sibling.
  private func passing(_ from: Int, by steps: Int, count: Int) -> [Int] {
    var slots = Array(0..<count)
    var place = from
    for _ in 0..<abs(steps) {
      let next = (place + steps.signum() + count) % count
      slots.swapAt(place, next)
      place = next
    }
    return slots
  }

  @Test(
    "On a ring a lifted item passes one sibling with each step, and no other sibling moves", .proves("D025"))
  func ring() {
    for count in 2...7 {
      let ring = ItemRow(count: count, wraps: true)
      for from in 0..<count {
        for steps in -3 * count...3 * count {
          let arrangement = ItemArrangement(lifting: from, to: from + steps, on: ring)
          let expected = passing(from, by: steps, count: count)
          for item in 0..<count {
            let slot = ring.index(arrangement.index(ofItem: item) - arrangement.turns)
            #expect(expected[slot] == item, "\(count) items, \(from) by \(steps)")
          }
          #expect(arrangement.slot(on: ring) == from + steps)
          #expect((0..<count).contains(arrangement.to))
          if steps == 0 { #expect(arrangement.turns == 0) }
          let turns = arrangement.turnsOfReturn(on: ring)
          let stays = (0..<count).count { $0 != from && expected[ring.index($0 - turns)] == $0 }
          #expect(2 * stays >= count - 1)
        }
      }
    }
  }

  @Test("On a strip the slot of the lifted item is its index, clamped to the existing items", .proves("D025"))
  func strip() {
    let ring = ItemRow(count: 5, wraps: false)
    for from in 0..<5 {
      for slot in -3...8 {
        let arrangement = ItemArrangement(lifting: from, to: slot, on: ring)
        #expect(arrangement == ItemArrangement(from: from, to: min(max(slot, 0), 4), turns: 0))
        #expect(arrangement.slot(on: ring) == arrangement.to)
        for item in 0..<5 { #expect(arrangement.item(at: arrangement.index(ofItem: item)) == item) }
      }
    }
  }

  @Test(
    "After edits of content, the gap for the lifted item is still between the same siblings", .proves("D025"))
  func following() {
    var edits = ContentEdits(count: 8)
    edits.append(.insert(0, isAnimated: false))
    edits.append(.remove(4, isAnimated: false))
    // Item 1 is lifted and held over the gap between items 5 and 6. After the edits these items still have
    // the indexes 5 and 6.
    let after = ItemArrangement(from: 1, to: 5, turns: 0).following(edits)
    #expect(after == ItemArrangement(from: 2, to: 5, turns: 0))
    edits.append(.remove(2, isAnimated: false))
    #expect(ItemArrangement(from: 1, to: 5, turns: 0).following(edits) == nil)
    // The gap is at the end of the strip, and a neighbor of the gap is removed.
    var removal = ContentEdits(count: 3)
    removal.append(.remove(2, isAnimated: true))
    #expect(ItemArrangement(from: 0, to: 2, turns: 0).following(removal)?.to == 1)
    #expect(ItemArrangement(from: 0, to: 1, turns: 0).following(removal)?.to == 1)
  }
}
