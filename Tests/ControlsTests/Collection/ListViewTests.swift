import Controls
import Drawing
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("Lists")
@MainActor
struct ListViewTests {
  @MainActor
  private final class Source {
    var made = 0
    var reused = 0
    func row(_ index: Int, _ old: View?) -> View {
      let label = old as? LabelView ?? LabelView("")
      if old == nil { made += 1 } else { reused += 1 }
      label.text = "Row \(index)"
      return label
    }
  }

  @Test(
    "A list of 10,000 rows has views only for the visible rows and a few rows beside them", arguments: Way.all
  )
  func reuse(way: Way) {
    let stage = ControlStage(way.plane)
    let source = Source()
    let list = stage.add(
      ListView(numberOfRows: 10_000, size: Size(width: 200, height: 200)) { source.row($0, $1) }, x: 10, y: 10
    )
    // Five rows are visible. Each group has three rows.
    #expect(source.made == 6)
    for _ in 0..<10 {
      stage.drag(list, from: Point(x: 100, y: 190), to: Point(x: 100, y: 10), seconds: 0.1, as: way.kind)
      stage.drop()
      stage.advance(0.5)
    }
    stage.advance(5)
    #expect(list.contentOffset.y > 3000)
    list.contentOffset.y = 400_000
    list.contentOffset.y = 0
    list.contentOffset.y = 1e12
    #expect(list.contentOffset.y == 10_000 * 44 - 200)
    #expect(source.made < 22 && list.loadedCellCount < 22 && source.reused > 50)
    #expect((list.content(ofItem: 9_999) as? LabelView)?.text == "Row 9999")
    #expect(list.content(ofItem: 0) == nil)
  }

  @Test(
    "A tap selects a row; a drag does not, and neither does a touch that stops a motion", arguments: Way.all)
  func tap(way: Way) {
    let stage = ControlStage(way.plane)
    let source = Source()
    var selected: [Int] = []
    let list = stage.add(
      ListView(numberOfRows: 100, size: Size(width: 200, height: 200)) { source.row($0, $1) }, x: 10, y: 10)
    list.onSelect = { selected.append($0) }
    stage.tap(list, 100, 60, as: way.kind)
    #expect(selected == [1] && list.selectedIndex == 1)
    // The arrow keys continue from the selected row.
    #expect(stage.key(.up) && list.selectedIndex == 0)
    selected.removeLast()
    stage.drag(list, from: Point(x: 100, y: 150), to: Point(x: 100, y: 50), seconds: 0.1, as: way.kind)
    stage.drop()
    stage.advance(0.1)
    stage.tap(list, 100, 60, as: way.kind)
    #expect(selected == [1])
    stage.advance(1)
    stage.tap(list, 100, 60, as: way.kind)
    #expect(selected.count == 2 && selected[1] == list.indexOfItem(at: Point(x: 100, y: 60)))
  }

  @Test("After a scroll by an assistive technology has come to rest, the first press selects a row")
  func pressAfterNext() throws {
    let stage = ControlStage(.flat)
    let source = Source()
    var selected: [Int] = []
    let list = stage.add(
      ListView(numberOfRows: 30, size: Size(width: 200, height: 200)) { source.row($0, $1) }, x: 10, y: 10)
    list.onSelect = { selected.append($0) }
    for _ in 0..<10 {
      selected = []
      let next = try #require(list.semantics.actions.first { $0.name == .next })
      next.perform()
      stage.advance(2.5)
      #expect(!list.isMoving && !stage.tree.isMoving)
      stage.hover(list, 100, 60)
      stage.tap(list, 100, 60, as: .pointer(.primary))
      #expect(selected.count == 1)
    }
  }

  @Test("A tap on a control in a row operates the control and does not select the row", arguments: Way.all)
  func controls(way: Way) {
    let stage = ControlStage(way.plane)
    var toggled: [Int] = []
    var selected: [Int] = []
    let list = stage.add(
      ListView(numberOfRows: 100, size: Size(width: 200, height: 200)) { index, old in
        let toggle = old as? Toggle ?? Toggle()
        toggle.onToggle = { _ in toggled.append(index) }
        return toggle
      }, x: 10, y: 10)
    list.onSelect = { selected.append($0) }
    list.cellInsets = EdgeInsets(top: 9, left: 12, bottom: 9, right: 142)
    stage.settle()
    stage.tap(list, 30, 66, as: way.kind)
    #expect(toggled == [1] && selected == [])
    stage.tap(list, 150, 66, as: way.kind)
    #expect(toggled == [1] && selected == [1])
  }

  @Test("A pressed row highlights after 150 ms; a dragged list highlights no row")
  func highlight() throws {
    let stage = ControlStage()
    let source = Source()
    let outer = stage.add(DraggableView(size: Size(width: 300, height: 280)), x: 0, y: 0)
    let list = ListView(numberOfRows: 100, size: Size(width: 200, height: 200)) { source.row($0, $1) }
    outer.addSubview(list)
    stage.settle()
    func isMarked() throws -> Bool {
      let row = try #require(list.content(ofItem: 0)?.superview)
      return try ViewPainting.paint(row, scale: 1)[2, 2].alpha > 0
    }
    stage.press(list, 100, 10)
    stage.advance(0.1)
    #expect(try !isMarked())
    stage.advance(0.1)
    #expect(try isMarked())
    stage.move(list, 100, 40)
    #expect(try !isMarked())
    stage.lift(list, 100, 40)
    #expect(list.selectedIndex == nil && stage.timerCount <= 1)
  }

  @Test("Scrolling a list repaints only the groups of rows that come into view, not the list or the card")
  func layers() {
    let stage = ControlStage()
    stage.card.backgroundColor = .white
    let source = Source()
    let list = stage.add(
      ListView(numberOfRows: 1000, size: Size(width: 200, height: 200)) { source.row($0, $1) }, x: 10, y: 10)
    // After a while, all row views have been created.
    for _ in 0..<30 {
      list.contentOffset.y += 17
      stage.settle()
    }
    stage.advance(2)
    let versions = [stage.card, list].map(\.contentVersion)
    let shown = source.reused
    let group = list.content(ofItem: 14)?.superview?.superview
    let groupVersion = group?.contentVersion
    for _ in 0..<100 {
      list.contentOffset.y += 1
      stage.settle()
    }
    #expect([stage.card, list].map(\.contentVersion) == versions)
    #expect(group?.isLayerRoot == true && group?.contentVersion == groupVersion)
    #expect(source.reused == shown + 3)
  }

  @Test("Arrow, Home, End and Page keys select a row and scroll to it; Return activates the selected row")
  func keys() {
    let stage = ControlStage()
    let source = Source()
    var activated: [Int] = []
    let list = stage.add(
      ListView(numberOfRows: 1000, size: Size(width: 200, height: 200)) { source.row($0, $1) }, x: 10, y: 10)
    list.onActivate = { activated.append($0) }
    list.becomeFocused()
    for _ in 0..<6 { stage.key(.down) }
    #expect(list.selectedIndex == 5 && list.contentOffset.y == 64)
    stage.key(.pageDown)
    #expect(list.selectedIndex == 9)
    stage.key(.end)
    #expect(list.selectedIndex == 999 && list.content(ofItem: 999) != nil)
    #expect(!stage.key(.down))
    stage.key(.return)
    stage.key(.home)
    stage.key(.return)
    #expect(activated == [999, 0] && list.contentOffset.y == 0)
  }

  @Test("If the number of rows, the row height or makeRow changes, a list updates its rows and its selection")
  func changes() {
    let stage = ControlStage()
    let source = Source()
    let list = stage.add(
      ListView(numberOfRows: 3, size: Size(width: 200, height: 200)) { source.row($0, $1) }, x: 10, y: 10)
    list.selectedIndex = 2
    list.numberOfRows = 2
    stage.settle()
    #expect(list.selectedIndex == nil && list.content(ofItem: 2) == nil)
    list.makeRow = { _, _ in LabelView("new") }
    stage.settle()
    #expect((list.content(ofItem: 1) as? LabelView)?.text == "new")
    list.numberOfRows = -1
    list.rowHeight = .nan
    stage.settle()
    #expect(list.numberOfRows == 0 && list.rowHeight == 1)
    list.selectedIndex = 0
    #expect(list.selectedIndex == nil)
  }

  @Test("If showsSeparators is false, a list draws no lines between its rows")
  func separators() throws {
    let stage = ControlStage()
    let list = stage.add(
      ListView(numberOfRows: 3, rowHeight: 40, size: Size(width: 100, height: 120)) { _, _ in View() }, x: 0,
      y: 0)
    stage.settle()
    func line() throws -> Bool {
      let pixels = try stage.picture(scale: 1)
      return pixels.withPixels { bytes in
        bytes[39 * pixels.stride + 203] != bytes[30 * pixels.stride + 203]
      }
    }
    #expect(try line())
    list.showsSeparators = false
    stage.settle()
    #expect(try !line())
  }

  @Test(
    "Rows in groups show their own contents after a reload and after changes of the row height and the row count"
  )
  func groups() {
    let stage = ControlStage()
    var prefix = "Row"
    let list = stage.add(
      ListView(numberOfRows: 10, rowHeight: 30, size: Size(width: 200, height: 200)) { index, old in
        let label = old as? LabelView ?? LabelView("")
        label.text = "\(prefix) \(index)"
        return label
      }, x: 10, y: 10)
    func texts() -> [String?] { (0..<10).map { (list.content(ofItem: $0) as? LabelView)?.text } }
    #expect(texts() == (0..<10).map { "Row \($0)" })
    // Five rows of 30 points form one layer.
    let layer = list.content(ofItem: 0)?.superview?.superview
    #expect((0..<5).allSatisfy { list.content(ofItem: $0)?.superview?.superview === layer })
    #expect(list.content(ofItem: 5)?.superview?.superview !== layer && layer?.isLayerRoot == true)
    prefix = "Item"
    list.reloadData()
    stage.settle()
    #expect(texts() == (0..<10).map { "Item \($0)" })
    list.numberOfRows = 3
    stage.settle()
    #expect(texts() == (0..<10).map { $0 < 3 ? "Item \($0)" : nil })
    prefix = "New"
    list.numberOfRows = 4
    stage.settle()
    #expect(texts()[2...4] == ["Item 2", "New 3", nil])
    list.rowHeight = 100
    stage.settle()
    #expect(texts()[0...2] == ["New 0", "New 1", nil])
  }

  @Test("makeRow may reload the list")
  func reentrantReload() {
    let stage = ControlStage()
    var reloads = 0
    weak var list: ListView?
    let view = ListView(numberOfRows: 10, size: Size(width: 200, height: 200)) { index, _ in
      _ = list?.content(ofItem: 0)
      if reloads == 0 {
        reloads += 1
        list?.reloadData()
      }
      return LabelView("\(index), \(reloads)")
    }
    list = view
    stage.add(view, x: 10, y: 10)
    view.reloadData()
    stage.settle()
    reloads = 0
    view.reloadData()
    stage.settle()
    stage.settle()
    #expect((view.content(ofItem: 1) as? LabelView)?.text == "1, 1")
  }
}
