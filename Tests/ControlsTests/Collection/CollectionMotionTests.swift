import Controls
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("Motions of a collection view while its items change")
@MainActor
struct CollectionMotionTests {
  /// A grid of 1000 tiles that a flick moves.
  private func flicked(from offset: Double, by distance: Double = -100) -> GridStage {
    let rig = GridStage(1000)
    rig.grid.contentOffset.y = offset
    rig.stage.settle()
    let start = distance < 0 ? 170.0 : 10
    rig.stage.drag(
      rig.grid, from: Point(x: 100, y: start), to: Point(x: 100, y: start + distance), seconds: 0.1)
    rig.stage.drop()
    return rig
  }

  @Test(
    "Items that are inserted or removed above change no motion, also in the frame of the release and toward an end",
    arguments: [
      // A flick from the middle, one that reaches the lower end, and one that reaches the upper end.
      (6000, -100), (14_600, -150), (120, 150),
    ], [0, 1, 8])
  func flick(from: (offset: Double, distance: Double), frames: Int) {
    let (still, changed) = (
      flicked(from: from.offset, by: from.distance), flicked(from: from.offset, by: from.distance)
    )
    for rig in [still, changed] { for _ in 0..<frames { rig.stage.advance(1.0 / 60) } }
    #expect(still.grid.isMoving && still.grid.contentOffset == changed.grid.contentOffset)
    changed.show(Array(-80..<1000))
    // The upper end is farther away then, so that the flick toward it goes on.
    let isToStart = from.distance > 0
    var (shift, isSame) = (20.0 * 60, true)
    for _ in 0..<300 {
      for rig in [still, changed] { rig.stage.advance(1.0 / 60) }
      if isToStart, still.grid.contentOffset.y < 1 { break }
      if abs(changed.grid.contentOffset.y - still.grid.contentOffset.y - shift) > 0.6 { isSame = false }
    }
    #expect(isSame)
    #expect(changed.rest() && still.rest())
    guard !isToStart else { return }
    let removing = flicked(from: from.offset, by: from.distance)
    let other = flicked(from: from.offset, by: from.distance)
    for rig in [removing, other] { for _ in 0..<frames { rig.stage.advance(1.0 / 60) } }
    removing.show(Array(80..<1000))
    (shift, isSame) = (-20.0 * 60, true)
    for _ in 0..<300 {
      for rig in [removing, other] { rig.stage.advance(1.0 / 60) }
      if abs(removing.grid.contentOffset.y - other.grid.contentOffset.y - shift) > 0.6 { isSame = false }
    }
    #expect(isSame)
  }

  @Test("An animated scroll goes on to the moved place")
  func scroll() {
    let rig = GridStage(1000)
    rig.grid.contentOffset.y = 3000
    rig.stage.settle()
    rig.grid.setContentOffset(Point(x: 0, y: 3600), animated: true)
    rig.stage.advance(0.1)
    rig.show(Array(-40..<1000))
    #expect(rig.grid.isMoving && rig.grid.contentOffset.y > 3600)
    rig.show(Array(-80..<1000))
    #expect(rig.rest())
    #expect(rig.grid.contentOffset.y == 3600 + 20 * 60)
  }

  @Test("Headers move to their new places, new ones fade in and removed ones fade out")
  func headers() throws {
    let rig = GridStage(0, size: Size(width: 400, height: 280))
    rig.show([("A", [1, 2]), ("C", [3, 4]), ("D", [5])], animated: false)
    rig.stage.settle()
    func header(_ title: String) -> ThemedLabel? {
      rig.views(named: "ThemedLabel").compactMap { $0 as? ThemedLabel }.first {
        $0.text == title && !$0.isHidden
      }
    }
    #expect(header("C")?.frame.minY == 90 && header("D")?.frame.minY == 180)
    let view = header("C")
    rig.show([("A", [1, 2]), ("B", [6]), ("C", [3, 4])])
    #expect(header("C") === view && header("C")?.frame.minY == 90)
    rig.stage.advance(0.1)
    let (moving, new, old) = (try #require(header("C")), try #require(header("B")), try #require(header("D")))
    #expect(moving.frame.minY > 100 && moving.frame.minY < 175)
    #expect(new.alpha > 0 && new.alpha < 1 && old.alpha > 0 && old.alpha < 1)
    #expect(rig.rest())
    #expect(header("C")?.frame.minY == 180 && header("B")?.alpha == 1 && header("D") == nil)
  }

  @Test("The heights of all items are requested once, not for each place of a dragged item")
  func dragHeights() {
    let rig = GridStage(0)
    var requests = 0
    rig.grid.allowsReordering = true
    func height(_ tile: GridStage.Tile, _ width: Double) -> Double {
      requests += 1
      return 40 + Double(tile.id % 3) * 10
    }
    rig.grid.setItems((0..<200).map { GridStage.Tile(id: $0) }, animated: false, height: height) {
      rig.cell($0, $1)
    }
    rig.stage.settle()
    #expect(requests == 200)
    rig.stage.drag(rig.grid, from: Point(x: 50, y: 20), to: Point(x: 350, y: 100), as: .pointer(.primary))
    #expect(requests == 200)
    // The places are those of the present order: the rows below have moved.
    rig.stage.drop()
    rig.stage.settle()
    #expect(requests == 400)
    #expect(rig.rest())
  }

  @Test("A gripped scroll bar names the items in sight at once, beside the bar")
  func gripLabel() throws {
    let rig = GridStage(4000)
    rig.grid.scrollLabel = { "Item \($0)" }
    let label = try #require(rig.label)
    rig.grid.contentOffset.y = 10
    rig.stage.settle()
    rig.stage.press(rig.grid, 385, 12)
    rig.stage.settle()
    #expect(label.alpha == 1 && label.accessibilityLabel == "Item 0" && label.frame.minX > 200)
    rig.stage.lift(rig.grid, 385, 12)
    #expect(rig.rest())
    // The next grip is elsewhere.
    rig.grid.contentOffset.y = 30_000
    rig.stage.settle()
    #expect(label.alpha == 0)
    rig.stage.press(rig.grid, 385, 95)
    #expect(label.alpha == 1 && label.accessibilityLabel == "Item \(rig.grid.visibleIndexes[0])")
    #expect(label.frame.minY > 50)
    rig.stage.lift(rig.grid, 385, 95)
    #expect(rig.rest())
  }
}

@Suite("The cursor and the reuse of cells in a collection view")
@MainActor
struct CollectionCursorTests {
  @Test("After the application selects items, keys start from the first of them")
  func selectedByApplication() {
    let rig = GridStage(40)
    rig.click(50, 30)
    rig.grid.selectedIndexes = RangeSet([10..<12])
    rig.stage.key(.down)
    #expect(rig.selected == [14])
    rig.click(50, 30)
    rig.grid.selectedIndexes = RangeSet([10..<11])
    rig.stage.key(.right, .shift)
    #expect(rig.selected == [10, 11])
  }

  @Test("After the item with the cursor is removed, the cursor is at its neighbor")
  func removedCursor() {
    let rig = GridStage(40)
    rig.click(50, 90)
    #expect(rig.selected == [4])
    rig.show(Array(0..<4) + Array(5..<40), animated: false)
    #expect(rig.selected == [] && rig.grid.cursorIndex == 4)
    rig.stage.key(.right)
    #expect(rig.selected == [6])
    rig.show([0, 1, 2], animated: false)
    #expect(rig.grid.cursorIndex == 2)
    rig.show([Int](), animated: false)
    #expect(rig.grid.cursorIndex == nil)
  }

  @Test("After a list loses its last rows, the cursor is at the last row")
  func shorterList() {
    let stage = ControlStage()
    let list = stage.add(
      ListView(numberOfRows: 10, rowHeight: 30, size: Size(width: 200, height: 280)) { index, _ in
        ThemedLabel("\(index)")
      }, x: 10, y: 10)
    stage.tap(list, 50, 255)
    #expect(list.selectedIndex == 8)
    list.numberOfRows = 5
    #expect(list.selectedIndex == nil && list.cursorIndex == 4)
  }

  @Test("A movement of the cursor alone is reported to assistive technologies")
  func cursorEvent() {
    let rig = GridStage(40)
    rig.click(50, 30)
    var events: [AccessibilityEvent] = []
    rig.stage.tree.accessibility.onEvents = { events += $0 }
    rig.stage.settle()
    events = []
    rig.stage.key(.right, .control)
    rig.stage.settle()
    #expect(rig.selected == [0])
    #expect(
      events.contains {
        if case .changed(.state, let element) = $0 { element.view === rig.grid } else { false }
      })
    rig.stage.tree.accessibility.onEvents = nil
  }

  @Test("The application begins a selection by taps")
  func selectButton() {
    let rig = GridStage(40)
    rig.grid.isSelecting = true
    rig.click(50, 30, as: .touch)
    rig.click(150, 30, as: .touch)
    #expect(rig.selected == [0, 1])
    rig.click(50, 30, as: .touch)
    rig.click(150, 30, as: .touch)
    #expect(rig.selected == [] && !rig.grid.isSelecting)
  }

  @Test("If a click activates an item, so does the action of assistive technologies")
  func activation() throws {
    let rig = GridStage(40)
    var log: [Int] = []
    rig.grid.activatesOnSingleClick = true
    rig.grid.onActivate = { log.append($0) }
    try rig.stage.tree.accessibilityTree().find(.gridCell, "Tile 3").activate()
    #expect(log == [3] && rig.selected == [])
  }

  @Test("A cell that shows another item after a change of the numbers discards its pixels")
  func staleCell() throws {
    let rig = GridStage(40)
    rig.grid.contentOffset.y = 30
    rig.stage.settle()
    rig.grid.contentOffset.y = 0
    rig.stage.settle()
    // The spare cells have shown the items 12 to 15, which are in the fourth row.
    rig.show(Array(100..<104) + Array(0..<40), animated: false)
    let reuses = Dictionary(
      uniqueKeysWithValues: rig.views(named: "CollectionCellGroup").map {
        ($0.layer.reuseCount, ObjectIdentifier($0))
      }
      .map { ($0.1, $0.0) })
    rig.grid.contentOffset.y = 30
    rig.stage.settle()
    for id in 8..<12 {
      let group = try #require(rig.view(id)?.superview?.superview)
      #expect(group.layer.reuseCount > (reuses[ObjectIdentifier(group)] ?? .max))
    }
  }

  @Test("Views of items that leave the visible part, or are removed, are reported")
  func endOfDisplay() {
    let rig = GridStage(40)
    var ended: [Int] = []
    rig.grid.onEndDisplaying = { if let tile = $0 as? GridStage.TileView { ended.append(tile.tile.id) } }
    rig.grid.contentOffset.y = 120
    #expect(ended.sorted() == Array(0..<8))
    ended = []
    rig.show(Array(0..<9) + Array(10..<40), animated: true)
    #expect(ended == [9])
    #expect(rig.rest())
    #expect(ended == [9])
    ended = []
    rig.grid.setItems([GridStage.Tile]()) { rig.cell($0, $1) }
    #expect(ended.sorted() == rig.tiles.map(\.id).filter { (8...20).contains($0) && $0 != 9 })
  }
}
