import Geometry
import Testing

struct ItemMatchingTests {
  @Test("Equal items are matched by their order, and each item has its old and its new index")
  func indexes() {
    let matching = ItemMatching(from: ["a", "b", "b", "c", "d"], to: ["a", "x", "b", "d", "b", "b"])
    #expect((0..<5).map { matching.newIndex(of: $0) } == [0, 2, 4, nil, 3])
    #expect((0..<6).map { matching.oldIndex(of: $0) } == [0, nil, 1, 4, 2, nil])
    #expect(matching.stayingItems.map(\.newIndex) == [0, 2, 4, 3])
    #expect(matching.newIndex(nearestTo: 3) == 3 && matching.newIndex(nearestTo: 7) == nil)
  }

  @Test("Items at the common ends are matched without a table")
  func ends() {
    let matching = ItemMatching(from: Array(0..<1000), to: Array(0..<500) + [-1] + Array(500..<1000))
    #expect(matching.oldMiddle.isEmpty && matching.newMiddle == 500..<501)
    #expect(
      matching.newIndex(of: 999) == 1000 && matching.oldIndex(of: 501) == 500
        && matching.oldIndex(of: 500) == nil)
  }
}
