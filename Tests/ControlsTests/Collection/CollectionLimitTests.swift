import Controls
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("Collection views with extreme lengths and counts")
@MainActor
struct CollectionLimitTests {
  @Test("The page keys move by at least one row, if a row is higher than the view")
  func pageKeys() {
    let stage = ControlStage()
    let list = stage.add(
      ListView(numberOfRows: 9, rowHeight: 100, size: Size(width: 200, height: 80)) { $1 ?? View() }, x: 0,
      y: 0)
    list.becomeFocused()
    list.selectedIndex = 0
    for row in 1..<9 { #expect(stage.key(.pageDown) && list.selectedIndex == row) }
    #expect(!stage.key(.pageDown))
    for row in (0..<8).reversed() { #expect(stage.key(.pageUp) && list.selectedIndex == row) }
    #expect(!stage.key(.pageUp))
  }

  @Test(
    "A list of Int.max rows, and a grid of as many items, can be scrolled to the end", arguments: [1, 2, 7])
  func largestCount(columns: Int) {
    let stage = ControlStage()
    let list = stage.add(
      ListView(numberOfRows: .max, size: Size(width: 200, height: 80)) { $1 ?? View() }, x: 0, y: 0)
    list.collectionLayout.columns = .count(columns)
    stage.settle()
    #expect(list.visibleIndexes.count == 2 * columns)
    list.becomeFocused()
    stage.key(.end)
    stage.settle()
    #expect(list.selectedIndex == .max - 1)
    stage.key(.home)
    stage.settle()
    #expect(list.selectedIndex == 0 && list.visibleIndexes.count == 2 * columns)
  }

  @Test("Columns have a width of at least one point, also with spacing")
  func manyColumns() {
    let rig = GridStage(2000, size: Size(width: 300, height: 180))
    rig.grid.collectionLayout.columns = .count(1000)
    rig.grid.collectionLayout.spacing = Size(width: 8, height: 8)
    rig.stage.settle()
    let frames = rig.grid.visibleIndexes.map { rig.grid.frame(ofItem: $0) }
    #expect(!frames.isEmpty && frames.allSatisfy { $0.size.width >= 1 && $0.maxX <= 300 })
  }
}
