import CarouselUI
import GalleryPages
import HeadlessCompositor
import TestSupport
import Testing

/// The page with a grid.
@MainActor
struct GridStories {
  private func number(_ grid: CollectionView, _ index: Int) -> String? {
    grid.content(ofItem: index)?.accessibilityLabel
  }

  @Test(
    "On the page Grid, taps and keys select pictures, and Remove removes them; the arrangement can be changed",
    arguments: Situation.withPen)
  func select(situation: Situation) throws {
    let rig = try GalleryRig("grid", situation)
    let grid = try rig.find(CollectionView.self)
    func center(_ index: Int) throws -> Point { try rig.place(#require(grid.content(ofItem: index))) }
    let second = try #require(number(grid, 2))
    rig.down(try center(1))
    rig.up()
    rig.settle()
    #expect(rig.shows("1 selected") && grid.selectedIndex == 1)
    rig.key(.right)
    rig.key(.left)
    #expect(grid.selectedIndex == 1)
    if situation.hand != .pointer {
      // A long press of a finger or a pen begins a selection.
      rig.down(try center(3))
      rig.wait(0.7)
      rig.up()
      rig.settle()
      #expect(rig.shows("2 selected"))
      rig.down(try center(3))
      rig.up()
      rig.settle()
      #expect(rig.shows("1 selected"))
    }
    try rig.press(.button, "Remove")
    #expect(grid.numberOfItems == 99_999 && number(grid, 1) == second && rig.shows("Nothing is selected."))
    for (title, style) in [("Masonry", CollectionLayout.Style.masonry), ("Justified", .justified)] {
      try rig.press(.radioButton, title)
      #expect(grid.collectionLayout.style == style && grid.visibleIndexes.first == 0)
    }
    try rig.press(.button, "Shuffle")
    #expect(grid.numberOfItems == 99_999)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "On the page Grid, a picture is dragged to another place, and the wheel or a finger scrolls",
    arguments: Situation.withPen)
  func reorder(situation: Situation) throws {
    let rig = try GalleryRig("grid", situation)
    let grid = try rig.find(CollectionView.self)
    let first = try #require(number(grid, 0))
    let (start, end) = (
      try rig.place(#require(grid.content(ofItem: 0))), try rig.place(#require(grid.content(ofItem: 2)))
    )
    rig.down(start)
    if situation.hand != .pointer { rig.wait(0.7) }
    for step in 1...10 { rig.move(start + (end - start) * (Double(step) / 10)) }
    rig.frames(30)
    rig.up()
    rig.settle()
    #expect(number(grid, 2) == first)
    if situation.hand != .pointer {
      rig.drag(from: end, to: Point(x: end.x, y: end.y - 60))
    } else {
      rig.compositor.seat.pointer.move(to: (end.x, end.y))
      rig.compositor.seat.pointer.scroll(notches: 2)
      rig.settle()
    }
    #expect(grid.contentOffset.y > 30)
  }
}
