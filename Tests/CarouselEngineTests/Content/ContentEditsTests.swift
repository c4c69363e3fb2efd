import CarouselEngine
import TestSupport
import Testing

/// Tests of the maps between old and new indexes.
struct ContentEditsTests {
  @Test(
    "`ContentEdits` maps old indexes to new indexes and back in the same way as the same edits of an array",
    .proves("D014"))
  func likeAnArray() {
    var random = SplitMix(seed: 4)
    func below(_ limit: Int) -> Int { Int(random.next() % UInt64(max(1, limit))) }
    for _ in 1...500 {
      let count = below(8)
      var edits = ContentEdits(count: count)
      var array: [Int?] = Array(0..<count)
      for _ in 0..<below(7) {
        switch below(3) {
        case 0:
          let place = below(array.count + 1)
          array.insert(nil, at: place)
          edits.append(.insert(place, isAnimated: false))
        case 1 where !array.isEmpty:
          let place = below(array.count)
          array.remove(at: place)
          edits.append(.remove(place, isAnimated: true))
        case _ where !array.isEmpty:
          let (from, to) = (below(array.count), below(array.count))
          array.insert(array.remove(at: from), at: to)
          edits.append(.move(from: from, to: to, isAnimated: false))
        default: break
        }
      }
      #expect(edits.count == array.count)
      for (index, old) in array.enumerated() {
        #expect(edits.origin(ofItem: index) == old.map { .kept($0) } ?? .inserted(isAnimated: false))
      }
      for old in 0..<count {
        let place = array.firstIndex(of: old)
        #expect(edits.fate(ofItem: old) == place.map { .kept($0) } ?? .removed(isAnimated: true))
      }
    }
  }

  @Test(
    "An item that is reloaded and then moved is still marked as reloaded; an inserted item stays marked as inserted",
    .proves("D014"))
  func reload() {
    var edits = ContentEdits(count: 3)
    edits.append(.reload(2, isAnimated: true))
    edits.append(.move(from: 2, to: 0, isAnimated: false))
    edits.append(.insert(0, isAnimated: false))
    edits.append(.reload(0, isAnimated: true))
    #expect(edits.origin(ofItem: 1) == .reloaded(2, isAnimated: true))
    #expect(edits.origin(ofItem: 0) == .inserted(isAnimated: false))
    #expect(edits.isAnimated && !edits.removes && !edits.isEmpty)
  }
}
