import Controls
import TestSupport
import Testing

@Suite("The selection of a collection, as a value")
struct CollectionSelectionTests {
  @Test("For random operations, the selection is that of a set of numbers")
  func slowTwin() {
    var random = SplitMix(seed: 4)
    for _ in 0..<200 {
      var selection = CollectionSelection()
      var (slow, anchor, cursor) = (Set<Int>(), Int?.none, Int?.none)
      let count = 40
      for _ in 0..<30 {
        let item = random.whole(0...count - 1)
        switch random.whole(0...7) {
        case 0:
          selection.select(item)
          (slow, anchor, cursor) = ([item], item, item)
        case 1:
          selection.toggle(item)
          slow.formSymmetricDifference([item])
          (anchor, cursor) = (item, item)
        case 2, 3:
          let keeps = random.once(in: 2)
          selection.extend(to: item, keeping: keeps)
          let start = anchor ?? cursor ?? item
          let range = Set(min(start, item)...max(start, item))
          slow = keeps ? slow.union(range) : range
          (anchor, cursor) = (start, item)
        case 4:
          selection.selectAll(count)
          slow = Set(0..<count)
        case 5:
          // Some items are removed, and the others are reversed.
          let removed = random.whole(2...5)
          let last = count - 1
          func newIndex(_ item: Int) -> Int? {
            item % removed == 0 ? nil : (item + 1...last + 1).count { $0 <= last && $0 % removed != 0 }
          }
          selection.remap(newIndex)
          slow = Set(slow.compactMap(newIndex))
          (anchor, cursor) = (anchor.flatMap(newIndex), cursor.flatMap(newIndex))
        case 6:
          let end = random.whole(10...count)
          selection.removeItems(from: end)
          slow = slow.filter { $0 < end }
          if let old = anchor, old >= end { anchor = nil }
          if let old = cursor, old >= end { cursor = nil }
        default:
          selection.moveCursor(to: item)
          (anchor, cursor) = (item, item)
        }
        #expect(Set(selection.indexes.ranges.flatMap { $0 }) == slow)
        #expect(selection.count == slow.count && selection.first == slow.min())
        #expect((0..<45).allSatisfy { selection.contains($0) == slow.contains($0) })
      }
    }
  }

  @Test("A million selected items are one range")
  func million() {
    var selection = CollectionSelection()
    selection.selectAll(1_000_000)
    #expect(selection.indexes.ranges.count == 1 && selection.count == 1_000_000)
    selection.toggle(500_000)
    #expect(selection.indexes.ranges.count == 2 && !selection.contains(500_000))
    selection.selectAll(0)
    #expect(selection.count == 0 && selection.first == nil)
  }
}
