import Controls
import Drawing
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("Animated changes of a collection view")
@MainActor
struct CollectionChangeTests {
  @Test(
    "Items move to their places, removed items fade out, and new ones fade in; views of items that stay are kept"
  )
  func differences() throws {
    let rig = GridStage(8)
    let views = (0..<8).map { rig.view($0) }
    let requested = rig.requested
    rig.grid.selectedIndexes = RangeSet([1..<3])
    // 1 is removed, 9 is new, and 0 moves to the end.
    rig.show([2, 3, 9, 4, 5, 6, 7, 0])
    #expect(rig.requested == requested + 1)
    rig.stage.advance(0.02)
    let start = try #require(rig.place(0))
    #expect(start.distance(to: .zero) < 20)
    #expect(rig.shown.contains { $0.tile.id == 1 })
    rig.stage.advance(0.1)
    let middle = try #require(rig.place(0))
    #expect(middle.x > 20 && middle.x < 290)
    #expect(try #require(rig.view(9)?.superview?.superview).alpha < 1)
    #expect(rig.rest())
    for (index, id) in [2, 3, 9, 4, 5, 6, 7, 0].enumerated() {
      #expect(rig.place(id) == Point(x: Double(index % 4) * 100, y: Double(index / 4) * 60))
      if id < 9 { #expect(rig.view(id) === views[id]) }
    }
    #expect(rig.shown.count == 8 && rig.selected == [2])
  }

  @Test("A changed item that stays is loaded again")
  func reload() {
    let rig = GridStage(8)
    let requested = rig.requested
    rig.show((0..<8).map { GridStage.Tile(id: $0, version: $0 == 5 ? 1 : 0) })
    rig.stage.settle()
    #expect(rig.requested == requested + 1 && rig.view(5)?.tile.version == 1)
  }

  @Test("A change during an animation continues from the places and with the velocities of the cells")
  func interruption() throws {
    let rig = GridStage(12)
    rig.show([11] + (0..<11))
    rig.stage.advance(0.1)
    let before = try #require(rig.place(11))
    rig.stage.advance(1.0 / 60)
    let step = try #require(rig.place(11)) - before
    rig.show(Array(0..<12))
    let after = try #require(rig.place(11))
    #expect(after.distance(to: before + step) < 0.01)
    rig.stage.advance(1.0 / 60)
    rig.stage.advance(1.0 / 60)
    // The cell still moves in the former direction.
    #expect(try #require(rig.place(11)).y < after.y)
    #expect(rig.rest() && rig.place(11) == Point(x: 300, y: 120))
  }

  @Test("In scrolled content, the first visible item that stays keeps its place; a motion goes on")
  func anchor() throws {
    let rig = GridStage(1000)
    rig.grid.contentOffset.y = 6000
    rig.stage.settle()
    let first = try #require(rig.place(400))
    rig.show(Array(-40..<400) + Array(401..<1000))
    #expect(rig.grid.contentOffset.y == 6600)
    // 400 is removed, so 401 is the first one in sight.
    #expect(rig.place(401)?.y == first.y)
    #expect(rig.rest())
    rig.stage.drag(rig.grid, from: Point(x: 100, y: 170), to: Point(x: 100, y: 20), seconds: 0.1)
    rig.stage.drop()
    rig.stage.advance(0.1)
    let place = rig.grid.contentOffset.y
    rig.show(Array(-80..<400) + Array(401..<1000))
    #expect(abs(rig.grid.contentOffset.y - place - 600) < 1 && rig.grid.isMoving)
    rig.stage.advance(0.1)
    #expect(rig.grid.contentOffset.y > place + 650)
    #expect(rig.rest())
  }

  @Test("With reduced motion, and outside of a window, a change is at once at its end")
  func reduced() {
    let rig = GridStage(12)
    rig.stage.card.theme = {
      var theme = Theme.light
      theme.isMotionReduced = true
      return theme
    }()
    rig.show([11, 3, 2])
    rig.stage.settle()
    #expect(rig.place(11) == .zero && rig.shown.count == 3 && !rig.stage.tree.isMoving)
    rig.grid.removeFromSuperview()
    rig.show([2, 11])
    rig.grid.layoutIfNeeded()
    #expect(rig.place(11) == Point(x: 100, y: 0))
  }

  @Test("The closure of the cells may change the items")
  func reentrant() {
    let rig = GridStage(0)
    var calls = 0
    rig.grid.setItems(Array(0..<50).map { GridStage.Tile(id: $0) }) { [rig] tile, reusing in
      calls += 1
      if calls == 3 { rig.show([7, 8], animated: false) }
      return rig.cell(tile, reusing)
    }
    rig.stage.settle()
    #expect(rig.rest() && rig.shown.map(\.tile.id).sorted() == [7, 8])
  }

  @Test("If the closure of the cells returns a view of another cell, the view is in one place only")
  func sameView() {
    let rig = GridStage(0)
    let views = (0..<3).map { _ in GridStage.TileView() }
    rig.grid.setItems((0..<30).map { GridStage.Tile(id: $0) }, animated: false) { tile, _ in
      let view = views[tile.id % 3]
      view.tile = tile
      return view
    }
    rig.stage.settle()
    for _ in 0..<10 {
      rig.grid.contentOffset.y += 40
      rig.stage.settle()
      #expect(views.allSatisfy { $0.superview != nil } && rig.shown.count <= 3)
    }
  }

  // MARK: Reordering

  @Test(
    "A drag of the pointer, or of a finger after a long press, moves an item; the others make room",
    arguments: Way.all)
  func reorder(way: Way) throws {
    let rig = GridStage(40, way.plane)
    rig.grid.allowsReordering = true
    var moves: [[Int]] = []
    rig.grid.onMove = { moves.append([$0, $1]) }
    rig.stage.press(rig.grid, 50, 30, as: way.kind)
    if way.kind == .touch { rig.stage.advance(0.6) }
    for step in 1...10 {
      rig.stage.advance(1.0 / 60)
      rig.stage.move(rig.grid, 50 + 20 * Double(step), 30 + 6 * Double(step))
    }
    rig.stage.advance(1)
    // Under the finger, at the place of 6; the others have moved up.
    let lifted = try #require(rig.place(0))
    #expect(lifted.distance(to: Point(x: 200, y: 60)) < 8)
    #expect(try #require(rig.place(6)).distance(to: Point(x: 100, y: 60)) < 1)
    #expect(moves.isEmpty && rig.grid.contentOffset.y == 0)
    rig.stage.lift(rig.grid, 250, 90)
    #expect(moves == [[0, 6]])
    #expect(rig.rest())
    let order = [1, 2, 3, 4, 5, 6, 0, 7]
    for (index, id) in order.enumerated() {
      #expect((rig.grid.content(ofItem: index) as? GridStage.TileView)?.tile.id == id)
    }
  }

  @Test("Escape, a lost touch and a removed item end the drag of an item without a move")
  func cancelReorder() {
    let rig = GridStage(40)
    rig.grid.allowsReordering = true
    var moves = 0
    rig.grid.onMove = { _, _ in moves += 1 }
    for way in 0..<3 {
      rig.stage.press(rig.grid, 50, 30)
      rig.stage.advance(0.6)
      rig.stage.move(rig.grid, 250, 90)
      rig.stage.advance(0.1)
      switch way {
      case 0: rig.stage.cancel()
      case 1:
        rig.grid.becomeFocused()
        rig.stage.key(.escape)
        rig.stage.lift(rig.grid, 250, 90)
      default:
        rig.show(Array(1..<40))
        rig.stage.lift(rig.grid, 250, 90)
      }
      #expect(rig.rest() && moves == 0)
      for id in way == 2 ? 1..<12 : 0..<12 {
        let index = way == 2 ? id - 1 : id
        #expect(rig.place(id) == Point(x: Double(index % 4) * 100, y: Double(index / 4) * 60))
      }
    }
  }

  @Test("Alt with an arrow key moves the item with the cursor; an item stays in its section")
  func keys() {
    let rig = GridStage(0)
    rig.show([("A", [0, 1, 2]), ("B", [3, 4, 5])], animated: false)
    rig.stage.settle()
    rig.grid.allowsReordering = true
    var moves: [[Int]] = []
    rig.grid.onMove = { moves.append([$0, $1]) }
    rig.grid.becomeFocused()
    rig.grid.selectedIndex = 1
    rig.stage.key(.right, .alt)
    rig.stage.key(.right, .alt)
    #expect(moves == [[1, 2]] && rig.grid.selectedIndex == 2)
    #expect((rig.grid.content(ofItem: 2) as? GridStage.TileView)?.tile.id == 1)
    #expect(rig.rest())
  }

  // MARK: Scroll label

  @Test("During a fast scroll, a label names the section in sight; it fades out at rest")
  func label() throws {
    let rig = GridStage(0)
    rig.show((0..<50).map { ("Month \($0)", Array($0 * 40..<$0 * 40 + 40)) }, animated: false)
    rig.stage.settle()
    let label = try #require(rig.label)
    #expect(label.alpha == 0)
    rig.stage.drag(rig.grid, from: Point(x: 100, y: 170), to: Point(x: 100, y: 10), seconds: 0.06)
    rig.stage.drop()
    rig.stage.advance(0.3)
    #expect(label.alpha == 1)
    for _ in 0..<200 {
      rig.stage.advance(1.0 / 60)
      let month = rig.grid.visibleIndexes[0] / 40
      if label.alpha > 0 { #expect(label.accessibilityLabel == "Month \(month)") }
    }
    #expect(rig.rest() && label.alpha == 0)
  }

  @Test("A finger drags the scroll bar of a grid; a label beside it names the section or the item in sight")
  func barLabel() throws {
    let rig = GridStage(4000)
    rig.grid.scrollLabel = { "Item \($0)" }
    let label = try #require(rig.label)
    rig.grid.contentOffset.y = 10
    rig.stage.settle()
    rig.stage.press(rig.grid, 385, 12)
    rig.stage.move(rig.grid, 385, 90)
    #expect(rig.grid.contentOffset.y > 20_000 && label.alpha == 1)
    let first = rig.grid.visibleIndexes.first ?? -1
    #expect(label.accessibilityLabel == "Item \(first)")
    rig.stage.advance(3)
    #expect(label.alpha == 1)
    rig.stage.lift(rig.grid, 385, 90)
    #expect(rig.rest() && label.alpha == 0)
  }
}
