import CarouselEngine
import ExtraLayouts
import Testing

/// Tests of individual layouts.
@MainActor
struct ExtraLayoutTests {
  @Test(
    "The distance between two items in a row of a grid wall is a whole number of columns, also across the seam",
    arguments: [7, 10, 12], Orientation.allCases)
  func columns(count: Int, orientation: Orientation) {
    let rig = LayoutRig(Self.gridWall, items: count, wraps: true, orientation: orientation)
    for step in 0..<(4 * count) {
      rig.carousel.scrollOffset = Double(step) / 4
      let items = rig.carousel.frame().items
      for row in 0..<3 {
        let places = items.filter { $0.index % 3 == row }.map { rig.ahead($0.seenMiddle) }.sorted()
        let columns = zip(places, places.dropFirst()).map { ($1 - $0) / rig.carousel.itemWidth }
        #expect(columns.allSatisfy { $0 > 0.5 && near($0, $0.rounded()) })
      }
    }
  }

  @Test("In a pile, the seed determines the rotations, and an item keeps its rotation until it is on top")
  func turns() {
    func turns(seed: UInt64, at offset: Double) -> [Int: Double] {
      var layout = LayoutCase.extra[1]
      layout.apply = { $0.layout = Pile(seed: seed) }
      let rig = LayoutRig(layout, items: 20)
      rig.carousel.scrollOffset = offset
      let items = rig.carousel.frame().items.filter { $0.offset >= 1 }
      return Dictionary(items.map { ($0.index, $0.transform.m12) }) { $1 }
    }
    let beginning = turns(seed: 1, at: 0)
    #expect(turns(seed: 1, at: 0) == beginning && turns(seed: 2, at: 0) != beginning)
    #expect(Set(beginning.values).count == beginning.count)
    for (index, turn) in turns(seed: 1, at: 2.6) {
      if let former = beginning[index] { #expect(near(turn, former)) }
    }
  }

  @Test("The drag multiplier of a helix is the reciprocal of its spacing", arguments: [0.25, 0.5, 1, 2])
  func spacing(spacing: Double) throws {
    let rig = LayoutRig(LayoutCase.extra[0], items: 41, options: [.spacing: spacing])
    #expect(rig.carousel.offsetMultiplier == 1 / spacing)
  }

  private static let gridWall = LayoutCase.extra[2]
}
