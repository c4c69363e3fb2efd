import CarouselUI
import Controls
import HeadlessCompositor
import TestSupport
import Testing
import Views

/// A grid in upright and tilted items, used with each device.
@MainActor
struct RealGridTests {
  private struct Tile: Identifiable { let id: Int }

  private func makeGrid() -> CollectionView {
    let grid = CollectionView(
      CollectionLayout(columns: .count(3), itemHeight: .points(40), spacing: .zero, insets: .zero))
    grid.setItems((0..<100_000).map(Tile.init)) { tile, old in
      let label = old as? LabelView ?? LabelView("", background: .white)
      label.text = "\(tile.id)"
      return label
    }
    return grid
  }

  @Test(
    "A grid of 100,000 cells in an item scrolls vertically without repainting the item; a tap selects a cell",
    arguments: RealControlTests.planes, Hand.allCases)
  func scroll(situation: Situation, hand: Hand) throws {
    let grid = makeGrid()
    let window = try ControlWindow.make(
      situation, hand, grid, at: Rect(x: 50, y: 20, width: 210, height: 160))
    let painted = window.card.paintCount
    try window.drag(grid, from: Point(x: 100, y: 140), to: Point(x: 90, y: 40))
    #expect((80...101).contains(grid.contentOffset.y) && window.isCarouselAtStart)
    #expect(window.card.paintCount == painted)
    try window.tap(grid, 105, 60)
    #expect(grid.selectedIndex == grid.indexOfItem(at: Point(x: 105, y: 60)) && grid.selectedIndex != nil)
    let offset = grid.contentOffset.y
    try window.drag(grid, from: Point(x: 180, y: 90), to: Point(x: 60, y: 80))
    #expect(grid.contentOffset.y == offset && !window.isCarouselAtStart)
  }

  @Test(
    "In an item, the pointer draws a rectangle around cells, and a finger or a pen selects with a long press",
    arguments: RealControlTests.planes, Hand.allCases)
  func select(situation: Situation, hand: Hand) throws {
    let grid = makeGrid()
    grid.allowsMultipleSelection = true
    let window = try ControlWindow.make(
      situation, hand, grid, at: Rect(x: 50, y: 20, width: 210, height: 160))
    if hand == .pointer {
      try window.drag(grid, from: Point(x: 90, y: 60), to: Point(x: 190, y: 100))
      #expect(grid.selectedIndexes == RangeSet([4..<6, 7..<9]))
    } else {
      try window.press(grid, 105, 60)
      window.rig.wait(0.6)
      #expect(grid.isSelecting && grid.selectedIndex == 4)
      window.move(to: try window.place(grid, 190, 100))
      window.lift()
      window.settle()
      #expect(grid.selectedIndexes == RangeSet(4..<9))
    }
    #expect(grid.contentOffset.y == 0 && window.isCarouselAtStart)
    window.key(.escape)
    #expect(grid.selectedIndexes.isEmpty)
  }

  @Test(
    "In an item, a drag of the pointer or of a finger after a long press moves a cell",
    arguments: RealControlTests.planes, Hand.allCases)
  func reorder(situation: Situation, hand: Hand) throws {
    let grid = makeGrid()
    grid.allowsReordering = true
    var moves: [[Int]] = []
    grid.onMove = { moves.append([$0, $1]) }
    let window = try ControlWindow.make(
      situation, hand, grid, at: Rect(x: 50, y: 20, width: 210, height: 160))
    try window.press(grid, 35, 20)
    if hand != .pointer { window.rig.wait(0.6) }
    for step in 1...10 {
      window.move(to: try window.place(grid, 35 + 7 * Double(step), 20 + 6 * Double(step)))
    }
    window.rig.compositor.run(frames: 30)
    window.lift()
    window.settle()
    #expect(moves == [[0, 7]] && grid.contentOffset.y == 0 && window.isCarouselAtStart)
    #expect((grid.content(ofItem: 7) as? LabelView)?.text == "0")
  }
}
