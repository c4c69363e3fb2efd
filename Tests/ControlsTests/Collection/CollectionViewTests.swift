import Controls
import Drawing
import Geometry
import TestSupport
import Testing
import ViewFixtures
@_spi(Subclassing) import Views

@Suite("Collection views")
@MainActor
struct CollectionViewTests {
  // MARK: Reuse

  @Test(
    "A grid has views only for the items in sight and a few others, also with a million items",
    arguments: [100_000, 1_000_000])
  func reuse(count: Int) {
    let rig = GridStage(count)
    #expect(rig.shown.count == 12)
    for _ in 0..<10 {
      rig.stage.drag(rig.grid, from: Point(x: 100, y: 170), to: Point(x: 100, y: 10), seconds: 0.1)
      rig.stage.drop()
      rig.stage.advance(0.5)
    }
    #expect(rig.rest())
    #expect(rig.grid.contentOffset.y > 2000)
    rig.grid.contentOffset.y = 1e12
    rig.stage.settle()
    #expect(rig.grid.contentOffset.y == Double(count / 4 * 60 - 180))
    #expect(rig.shown.map(\.tile.id).sorted() == Array(count - 12..<count))
    #expect(rig.made < 60 && rig.grid.loadedCellCount < 60)
    rig.show([Int]())
    #expect(rig.rest())
    #expect(rig.shown.isEmpty && rig.grid.contentOffset.y == 0)
  }

  @Test("Scrolling repaints no cell that stays in sight, and not the grid")
  func layers() {
    let rig = GridStage(1000)
    rig.stage.card.backgroundColor = .white
    for _ in 0..<30 {
      rig.grid.contentOffset.y += 17
      rig.stage.settle()
    }
    let versions = [rig.stage.card, rig.grid].map(\.contentVersion)
    let cell = rig.grid.content(ofItem: 40)?.superview
    let version = cell?.superview?.contentVersion
    #expect(cell?.superview?.isLayerRoot == true)
    for _ in 0..<20 {
      rig.grid.contentOffset.y += 1
      rig.stage.settle()
    }
    #expect([rig.stage.card, rig.grid].map(\.contentVersion) == versions)
    #expect(cell?.superview?.contentVersion == version)
  }

  @Test(
    "Columns follow the width; a new width keeps the first visible item in sight", arguments: [false, true])
  func resize(isMirrored: Bool) throws {
    let rig = GridStage(1000)
    rig.grid.layoutDirection = isMirrored ? .rightToLeft : .leftToRight
    rig.grid.collectionLayout.columns = .minimumWidth(90)
    rig.stage.settle()
    #expect(try #require(rig.place(0)).x == (isMirrored ? 300 : 0))
    rig.grid.contentOffset.y = 60 * 50
    rig.stage.settle()
    #expect(rig.place(200)?.y == 0)
    rig.grid.size.width = 200
    rig.stage.settle()
    #expect(rig.grid.frame(ofItem: 2).minY == 60 && rig.place(200)?.y == 0)
    rig.grid.size.width = 700
    rig.stage.settle()
    let place = try #require(rig.place(200)?.y)
    #expect(place > -60 && place <= 0)
  }

  @Test("Headers are above their sections; their items continue in a new row")
  func sections() {
    let rig = GridStage(0)
    rig.show([("May", [1, 2, 3, 4, 5]), (nil, []), ("June", [6, 7])], animated: false)
    rig.stage.settle()
    #expect(rig.place(1) == Point(x: 0, y: 30) && rig.place(5) == Point(x: 0, y: 90))
    #expect(rig.place(6) == Point(x: 0, y: 180) || rig.grid.frame(ofItem: 5).minY == 180)
    let tree = rig.stage.tree.accessibilityTree().all
    #expect(tree.filter { $0.role == .heading }.map(\.name) == ["May", "June"])
    // At the first row of a section, the header comes into sight, too.
    rig.show([("May", Array(0..<40)), ("June", Array(40..<80))], animated: false)
    rig.stage.settle()
    rig.grid.scrollToItem(79, animated: false)
    rig.grid.scrollToItem(40, animated: false)
    #expect(rig.grid.contentOffset.y == 630)
  }

  // MARK: Selection

  @Test("A click selects an item, Control toggles another, Shift selects a range; a double click activates")
  func clicks() {
    let rig = GridStage(100)
    var (selected, activated, changes) = ([Int](), [Int](), 0)
    rig.grid.onSelect = { selected.append($0) }
    rig.grid.onActivate = { activated.append($0) }
    rig.grid.onSelectionChange = { changes += 1 }
    rig.click(150, 30)
    #expect(rig.selected == [1] && selected == [1])
    rig.click(250, 90, .control)
    #expect(rig.selected == [1, 6])
    rig.click(50, 150, .shift)
    #expect(rig.selected == [6, 7, 8])
    rig.click(50, 30, [.shift, .control])
    #expect(rig.selected == [0, 1, 2, 3, 4, 5, 6, 7, 8])
    rig.click(50, 30, .control)
    #expect(rig.selected == Array(1...8) && changes == 5)
    rig.stage.tap(rig.grid, 150, 90, as: .pointer(.primary))
    rig.stage.advance(0.1)
    rig.stage.tap(rig.grid, 150, 90, as: .pointer(.primary))
    #expect(rig.selected == [5] && activated == [5])
    rig.grid.activatesOnSingleClick = true
    rig.stage.advance(1)
    rig.click(350, 30)
    #expect(rig.selected == [5] && activated == [5, 3])
    rig.grid.selectedIndexes = RangeSet([3..<5, 90..<200])
    #expect(rig.grid.selectedIndexes == RangeSet([3..<5, 90..<100]))
    rig.grid.allowsMultipleSelection = false
    #expect(rig.selected == [3])
  }

  @Test("A secondary press on an item that is not selected selects it, so that its context menu is about it")
  func secondary() {
    let rig = GridStage(100)
    rig.click(150, 30)
    rig.click(250, 30, .control)
    rig.click(150, 30, as: .pointer(.secondary))
    #expect(rig.selected == [1, 2])
    rig.click(50, 90, as: .pointer(.secondary))
    #expect(rig.selected == [4])
  }

  @Test(
    "Arrow, Home, End and Page keys move the selection; Shift extends it, and Control moves only the cursor",
    arguments: [false, true])
  func keys(isMirrored: Bool) {
    let rig = GridStage(1000)
    rig.grid.layoutDirection = isMirrored ? .rightToLeft : .leftToRight
    rig.stage.settle()
    let (next, previous): (Key, Key) = isMirrored ? (.left, .right) : (.right, .left)
    var activated: [Int] = []
    rig.grid.onActivate = { activated.append($0) }
    rig.stage.key(.tab)
    #expect(rig.grid.isFocused)
    rig.stage.key(next)
    #expect(rig.selected == [0])
    rig.stage.key(next)
    rig.stage.key(.down)
    #expect(rig.selected == [5])
    #expect(rig.grid.focusOutline?.rect == Rect(x: isMirrored ? 200 : 100, y: 60, width: 100, height: 60))
    rig.stage.key(previous)
    #expect(rig.selected == [4])
    rig.stage.key(.down, .shift)
    #expect(rig.selected == [4, 5, 6, 7, 8])
    rig.stage.key(next, .control)
    rig.stage.key(next, .control)
    #expect(rig.selected == [4, 5, 6, 7, 8])
    rig.stage.key(.space)
    #expect(rig.selected == [4, 5, 6, 7, 8, 10])
    rig.stage.key(.return)
    #expect(activated == [10])
    rig.stage.key(.pageDown)
    #expect(rig.selected == [22] && rig.grid.contentOffset.y == 180)
    rig.stage.key(.end)
    #expect(rig.selected == [999] && rig.place(999)?.y == 120)
    #expect(!rig.stage.key(.down))
    rig.stage.key(.home, .shift)
    #expect(rig.selected.count == 1000 && rig.grid.contentOffset.y == 0)
    rig.stage.key(.escape)
    #expect(rig.selected.isEmpty)
    rig.stage.key(Key("a"), .control)
    #expect(rig.grid.selectedIndexes == RangeSet(0..<1000))
  }

  @Test("With one column, the horizontal arrow keys are left to the superviews, as in a list")
  func oneColumn() {
    let rig = GridStage(10)
    rig.grid.collectionLayout.columns = .count(1)
    rig.stage.settle()
    rig.grid.becomeFocused()
    #expect(rig.stage.key(.down) && rig.selected == [0])
    #expect(!rig.stage.key(.right) && rig.selected == [0])
  }

  @Test(
    "The pointer draws a rectangle that selects items; Shift adds, Control toggles, Escape restores",
    arguments: ControlStage.Plane.allCases)
  func rubberBand(plane: ControlStage.Plane) {
    let rig = GridStage(1000, plane)
    func drag(_ from: Point, _ to: Point, _ modifiers: KeyModifiers = []) {
      rig.stage.modifiers = modifiers
      rig.stage.drag(rig.grid, from: from, to: to, as: .pointer(.primary))
    }
    drag(Point(x: 150, y: 65), Point(x: 350, y: 95))
    #expect(rig.selected == [5, 6, 7] && rig.grid.contentOffset.y == 0)
    rig.stage.drop()
    drag(Point(x: 50, y: 70), Point(x: 80, y: 110), .shift)
    rig.stage.drop()
    #expect(rig.selected == [4, 5, 6, 7])
    drag(Point(x: 350, y: 110), Point(x: 150, y: 70), .control)
    #expect(rig.selected == [4] && rig.views(named: "RubberBandView").count == 1)
    rig.grid.becomeFocused()
    rig.stage.key(.escape)
    #expect(rig.selected == [4, 5, 6, 7])
    rig.stage.drop()
    rig.stage.advance(1)
    rig.stage.modifiers = []
    #expect(rig.rest() && rig.views(named: "RubberBandView").isEmpty)
  }

  @Test("A rectangle ends when several items can no longer be selected")
  func rubberBandTurnedOff() {
    let rig = GridStage(100)
    rig.stage.press(rig.grid, 20, 20, as: .pointer(.primary))
    rig.stage.move(rig.grid, 250, 100)
    #expect(rig.selected == [0, 1, 2, 4, 5, 6])
    rig.grid.allowsMultipleSelection = false
    rig.stage.move(rig.grid, 350, 100)
    rig.stage.lift(rig.grid, 350, 100)
    #expect(rig.selected.count <= 1 && rig.views(named: "RubberBandView").isEmpty)
  }

  @Test("A rectangle that is held at the lower side scrolls, and selects the items that come into sight")
  func rubberBandAtSide() {
    let rig = GridStage(1000)
    rig.stage.drag(rig.grid, from: Point(x: 20, y: 20), to: Point(x: 380, y: 178), as: .pointer(.primary))
    rig.stage.advance(1)
    #expect(rig.grid.contentOffset.y > 600)
    let last = Int((rig.grid.contentOffset.y + 178 - 1e-6) / 60) * 4 + 3
    #expect(rig.selected == Array(0...last))
    rig.stage.drop()
    #expect(rig.rest() && rig.selected == Array(0...last))
  }

  @Test(
    "A long press of a finger or a pen begins a selection; taps then toggle items, and a drag selects a range",
    arguments: [Contact.Kind.touch, .pen], ControlStage.Plane.allCases)
  func longPress(kind: Contact.Kind, plane: ControlStage.Plane) {
    let rig = GridStage(1000, plane)
    rig.stage.press(rig.grid, 150, 30, as: kind)
    rig.stage.advance(0.6)
    #expect(rig.selected == [1] && rig.grid.isSelecting)
    rig.stage.move(rig.grid, 250, 90)
    #expect(rig.selected == [1, 2, 3, 4, 5, 6] && rig.grid.contentOffset.y == 0)
    rig.stage.lift(rig.grid, 250, 90)
    rig.click(50, 30, as: kind)
    rig.click(250, 30, as: kind)
    #expect(rig.selected == [0, 1, 3, 4, 5, 6])
    // A drag without a long press scrolls.
    rig.stage.drag(rig.grid, from: Point(x: 100, y: 150), to: Point(x: 100, y: 50), as: kind)
    rig.stage.drop()
    #expect(rig.rest() && rig.grid.contentOffset.y > 50 && rig.selected == [0, 1, 3, 4, 5, 6])
    rig.grid.becomeFocused()
    rig.stage.key(.escape)
    #expect(!rig.grid.isSelecting && rig.selected.isEmpty)
  }

  // MARK: Semantics

  @Test("A grid has elements for the cells in sight: cell n of m, with its states and actions")
  func semantics() throws {
    let rig = GridStage(1_000_000)
    rig.grid.scrollToItem(500_000, animated: false)
    rig.stage.settle()
    let tree = rig.stage.tree.accessibilityTree()
    #expect(try tree.find(.grid, "Tiles").node().children.count == 12)
    let cell = try tree.find(.gridCell, "Tile 500000")
    #expect(try cell.node().position == AccessibilityPosition(index: 500_000, count: 1_000_000))
    try cell.activate()
    #expect(try cell.node().states.contains(.selected) && rig.selected == [500_000])
    try tree.find(.gridCell, "Tile 500001").perform(.custom("toggle"))
    #expect(rig.selected == [500_000, 500_001])
    rig.grid.becomeFocused()
    #expect(try !cell.node().states.contains(.focused))
    rig.grid.scrollToItem(0, animated: false)
    rig.stage.settle()
    #expect(cell.isGone)
    rig.grid.collectionLayout.columns = .count(1)
    rig.stage.settle()
    #expect(try rig.stage.tree.accessibilityTree().find(.listItem, "Tile 0").node().position?.index == 0)
  }
}
