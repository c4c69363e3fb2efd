import Controls
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

/// Closures of the application that read or change a collection view, and changes during gestures.
@Suite("Edits of a collection view from closures and during gestures")
@MainActor
struct CollectionEditTests {
  private func drag(_ rig: GridStage, _ from: (Double, Double), _ to: (Double, Double)) {
    rig.stage.press(rig.grid, from.0, from.1, as: .pointer(.primary))
    rig.stage.move(rig.grid, to.0, to.1)
  }

  // MARK: Closures

  @Test("The closure of the heights may read the grid and change its items")
  func heightClosure() {
    let rig = GridStage(0)
    let tiles = (0..<40).map { GridStage.Tile(id: $0) }
    var calls = 0
    rig.grid.setItems(
      tiles, animated: false,
      height: { [grid = rig.grid] _, _ in
        calls += 1
        _ = (grid.contentSize, grid.frame(ofItem: 3), grid.visibleIndexes)
        _ = grid.indexOfItem(at: Point(x: 5, y: 5))
        return 50 + grid.collectionLayout.spacing.height
      }, cell: { rig.cell($0, $1) })
    rig.stage.settle()
    #expect(rig.grid.frame(ofItem: 4) == Rect(x: 0, y: 50, width: 100, height: 50) && calls == 40)
    rig.grid.setItems(
      tiles, animated: false,
      height: { _, _ in
        if rig.tiles.count != 2 { rig.show([1, 2], animated: false) }
        return 70
      }, cell: { rig.cell($0, $1) })
    rig.stage.settle()
    #expect(rig.rest() && rig.grid.numberOfItems == 2 && rig.shown.count == 2)
  }

  @Test(
    "A rectangle and a selection drag go on when the closure of the selection reloads or replaces the items")
  func selectionClosure() {
    let rig = GridStage(100)
    rig.grid.onSelectionChange = { [grid = rig.grid] in grid.reloadData() }
    drag(rig, (20, 20), (150, 50))
    rig.stage.move(rig.grid, 250, 100)
    #expect(rig.selected == [0, 1, 2, 4, 5, 6])
    rig.grid.onSelectionChange = { rig.show(Array(0..<rig.tiles.count), animated: false) }
    rig.stage.move(rig.grid, 150, 100)
    rig.stage.lift(rig.grid, 150, 100)
    #expect(rig.selected == [0, 1, 4, 5])
    rig.grid.selectedIndexes = RangeSet()
    // The first change removes the items from 50 on. The press was on the item 41.
    rig.grid.contentOffset.y = 600
    rig.stage.settle()
    rig.grid.onSelectionChange = {
      if rig.tiles.count == 100 { rig.show(Array(20..<70), animated: false) }
    }
    rig.stage.press(rig.grid, 150, 30)
    rig.stage.advance(0.6)
    #expect(rig.selected == [41])
    rig.stage.move(rig.grid, 350, 30)
    #expect(rig.selected == [41, 42, 43])
    #expect(rig.grid.selectedIndexes.ranges.allSatisfy { $0.upperBound <= 50 })
    rig.stage.lift(rig.grid, 350, 30)
    #expect(rig.rest())
  }

  // MARK: Cancellation

  @Test("A rectangle or a selection drag that is canceled restores the selection", arguments: [false, true])
  func cancellation(isLost: Bool) {
    let rig = GridStage(100)
    rig.grid.selectedIndexes = RangeSet(20..<23)
    func end(_ x: Double, _ y: Double) {
      if isLost {
        rig.stage.cancel()
      } else {
        rig.stage.key(.escape)
        rig.stage.lift(rig.grid, x, y)
      }
    }
    // The grid had no focus before the drag.
    drag(rig, (20, 20), (150, 50))
    #expect(rig.selected == [0, 1])
    end(150, 50)
    #expect(rig.selected == [20, 21, 22] && rig.views(named: "RubberBandView").isEmpty)
    rig.grid.resignFocus()
    rig.stage.advance(1)
    rig.stage.press(rig.grid, 150, 30)
    rig.stage.advance(0.6)
    rig.stage.move(rig.grid, 350, 30)
    #expect(rig.selected == [1, 2, 3, 20, 21, 22])
    end(350, 30)
    #expect(rig.selected == [20, 21, 22])
    #expect(rig.rest())
  }

  // MARK: Selection

  @Test("Items that are removed during a press are not selected when it ends")
  func removalDuringPress() {
    let stage = ControlStage()
    let list = stage.add(
      ListView(numberOfRows: 10, rowHeight: 20, size: Size(width: 200, height: 200)) { $1 ?? View() }, x: 0,
      y: 0)
    list.allowsMultipleSelection = true
    stage.modifiers = .control
    stage.press(list, 100, 190)
    list.numberOfRows = 5
    stage.lift(list, 100, 190)
    #expect(list.selectedIndexes.isEmpty)
    stage.modifiers = []
  }

  @Test("Accessibility actions and keys do not select items that were removed")
  func removedItem() throws {
    let rig = GridStage(9)
    let cell = try rig.stage.tree.accessibilityTree().find(.gridCell, "Tile 8")
    rig.grid.allowsReordering = true
    rig.show(Array(0..<4), animated: false)
    _ = try? cell.perform(.custom("toggle"))
    #expect(rig.grid.selectedIndexes.isEmpty)
    rig.grid.becomeFocused()
    rig.stage.key(.down, .alt)
    #expect(rig.rest())
  }

  @Test("Without selection, a secondary press and a drag of the pointer select nothing; the drag scrolls")
  func withoutSelection() {
    let rig = GridStage(102)
    rig.grid.allowsSelection = false
    rig.click(150, 30, as: .pointer(.secondary))
    #expect(rig.grid.selectedIndexes.isEmpty)
    rig.stage.drag(rig.grid, from: Point(x: 100, y: 150), to: Point(x: 100, y: 50), as: .pointer(.primary))
    rig.stage.drop()
    #expect(rig.rest() && rig.grid.contentOffset.y > 50)
    rig.grid.allowsReordering = true
    rig.grid.contentOffset.y = 1e9
    rig.stage.settle()
    drag(rig, (350, 170), (20, 20))
    #expect(rig.grid.selectedIndexes.isEmpty)
    rig.stage.lift(rig.grid, 20, 20)
    #expect(rig.rest())
  }

  @Test(
    "With reordering, a long press of a finger that hardly moves begins a selection", arguments: [0.3, 3])
  func longPress(distance: Double) {
    let rig = GridStage(100)
    rig.grid.allowsReordering = true
    rig.stage.press(rig.grid, 150, 30)
    rig.stage.advance(0.6)
    rig.stage.move(rig.grid, 150 + distance, 30)
    rig.stage.lift(rig.grid, 150 + distance, 30)
    #expect(rig.selected == [1] && rig.grid.isSelecting)
    #expect(rig.rest())
  }

  // MARK: Places

  @Test("A new arrangement keeps the first visible item in sight, also if frames are read before the layout")
  func anchor() {
    let rig = GridStage(1000)
    rig.grid.contentOffset.y = 60 * 50
    rig.stage.settle()
    rig.grid.collectionLayout.columns = .count(2)
    _ = rig.grid.visibleIndexes
    rig.stage.settle()
    #expect(rig.place(200)?.y == 0)
    rig.grid.collectionLayout.columns = .minimumWidth(90)
    rig.stage.settle()
    #expect(rig.grid.visibleIndexes.first == 200)
    rig.grid.size.width = 200
    _ = rig.stage.tree.accessibilityTree()
    _ = rig.grid.contentSize
    rig.stage.settle()
    #expect(rig.place(200)?.y == 0)
    // An offset that is set after the new arrangement has precedence.
    rig.grid.collectionLayout.columns = .count(4)
    _ = rig.grid.visibleIndexes
    rig.grid.contentOffset.y = 120
    rig.stage.settle()
    #expect(rig.grid.contentOffset.y == 120)
  }

  @Test("Headers are mirrored with their items")
  func mirroredHeaders() throws {
    let rig = GridStage(0)
    rig.grid.collectionLayout.insets = EdgeInsets(top: 0, left: 40, bottom: 0, right: 8)
    rig.grid.layoutDirection = .rightToLeft
    rig.show([("May", [1, 2, 3, 4])], animated: false)
    rig.stage.settle()
    let header = try #require(rig.views(named: "ThemedLabel").first { !$0.isHidden && $0.frame.minY == 0 })
    #expect(400 - header.frame.maxX == 44 && header.frame.minX == 12)
    #expect(rig.grid.frame(ofItem: 0).maxX <= 360)
  }

  // MARK: Lists

  @Test("Numbered rows cannot be moved by the user")
  func numberedRows() {
    let stage = ControlStage()
    let list = stage.add(
      ListView(numberOfRows: 100, size: Size(width: 200, height: 200)) { $1 ?? View() }, x: 0, y: 0)
    list.allowsReordering = true
    func places() -> [Point?] { (0..<4).map { list.content(ofItem: $0)?.convert(.zero, to: list) } }
    let old = places()
    list.becomeFocused()
    list.selectedIndex = 1
    #expect(!stage.key(.down, .alt))
    stage.advance(0.1)
    #expect(places() == old && list.selectedIndex == 1)
    stage.press(list, 100, 60)
    stage.advance(0.6)
    stage.move(list, 100, 62)
    #expect(places() == old)
    stage.lift(list, 100, 62)
  }

  @Test("A list shows items with identities, follows their changes, and lets the user move them")
  func itemsOfList() {
    let stage = ControlStage()
    let list = stage.add(
      ListView(numberOfRows: 3, size: Size(width: 200, height: 200)) { $1 ?? View() }, x: 0, y: 0)
    func show(_ ids: [Int]) {
      list.setItems(ids.map { GridStage.Tile(id: $0) }) { tile, reusing in
        let view = reusing as? GridStage.TileView ?? GridStage.TileView()
        view.tile = tile
        return view
      }
      stage.settle()
    }
    func id(_ row: Int) -> Int? { (list.content(ofItem: row) as? GridStage.TileView)?.tile.id }
    show([0, 1, 2, 3, 4])
    #expect(list.numberOfRows == 5 && list.sizeThatFits(.zero).height == 220)
    list.selectedIndex = 1
    show([9, 0, 1, 2, 3, 4])
    #expect(list.selectedIndex == 2 && stage.tree.isMoving)
    stage.advance(2)
    list.allowsReordering = true
    list.becomeFocused()
    #expect(stage.key(.down, .alt))
    stage.advance(2)
    #expect((0..<4).map(id) == [9, 0, 2, 1] && list.selectedIndex == 3)
    let tops = (0..<4).map { list.content(ofItem: $0)?.superview?.convert(.zero, to: list)?.y }
    #expect(tops == [0, 44, 88, 132])
    // Numbered rows replace the items.
    list.numberOfRows = 2
    stage.settle()
    #expect(list.numberOfRows == 2 && list.numberOfItems == 2 && list.selectedIndex == nil)
    #expect(list.content(ofItem: 0) != nil && list.content(ofItem: 2) == nil)
  }

  @Test("The height of the rows is that of the layout of the list")
  func rowHeight() {
    let list = ListView(numberOfRows: 5, size: Size(width: 200, height: 200)) { $1 ?? View() }
    list.collectionLayout.itemHeight = .points(20)
    #expect(list.rowHeight == 20 && list.sizeThatFits(.zero).height == 100)
    list.rowHeight = .nan
    #expect(list.rowHeight == 1 && list.collectionLayout.itemHeight == .atLeast(1))
  }
}
