import CarouselUI
import GalleryPages
import HeadlessCompositor
import TestSupport
import Testing

/// Pages with controls, lists and carousels inside items.
@MainActor
struct ControlStories {
  @Test(
    "On the page Buttons, a tap triggers the button of an item, and dragging from the button scrolls the carousel",
    .proves("X004", "C26"), arguments: Situation.all)
  func buttons(situation: Situation) throws {
    let rig = try GalleryRig("buttons", situation)
    let carousel = try rig.carousel()
    func order(_ index: Int) throws -> Button {
      try rig.find(Button.self, in: #require(carousel.itemView(at: index) as? View))
    }
    try rig.press(order(0))
    #expect(rig.shows("Breakfast is on its way."))
    // A button of the tilted item beside the center.
    try rig.press(order(1), 0.85, 0.5)
    #expect(rig.shows("Lunch is on its way."))
    #expect(carousel.currentItemIndex == 0)
    let start = try rig.place(order(0))
    rig.drag(from: start, to: Point(x: start.x - 150, y: start.y))
    #expect(carousel.currentItemIndex == 1)
    #expect(rig.shows("Lunch is on its way."))
    try rig.press(order(1))
    rig.key(.right)
    rig.settle()
    try rig.press(order(2))
    #expect(rig.shows("Tea is on its way."))
  }

  @Test(
    "On the page Controls, a slider in a tilted card changes an option of the carousel around the card",
    .proves("X005", "R88", "I03", "I06"), arguments: Situation.all)
  func controls(situation: Situation) throws {
    let rig = try GalleryRig("controls", situation)
    let carousel = try rig.carousel()
    let tilt: Slider = try rig.control(.slider, "Tilt")
    let offset = carousel.scrollOffset
    try rig.slide(tilt, to: 0.3)
    // The tilt of the card changes while its slider is dragged.
    let value = try #require(carousel.options.tilt)
    #expect((0..<0.5).contains(value) && value == tilt.value)
    #expect(carousel.scrollOffset == offset)

    let field = try rig.find(TextField.self)
    try rig.press(field, 0.9, 0.5)
    #expect(field.isFocused)
    rig.compositor.seat.keyboard.type("!")
    rig.settle()
    #expect(rig.shows("Controls!"))

    try rig.press(.radioButton, "Small")
    #expect(try rig.find(ThemedLabel.self) { $0.text == "Controls!" }.role == .caption)

    let toggle: Toggle = try rig.control(.switch, "Bounce")
    try rig.press(toggle)
    #expect(!carousel.bounces && !toggle.isOn)
    #expect(carousel.index(ofItemViewOrSubview: toggle) == 2)
    #expect(carousel.scrollOffset == offset)
  }

  @Test(
    "On the page Lists, a vertical drag scrolls the list, a horizontal drag the carousel, and a tap selects a track",
    .proves("X017", "R83", "C23"), arguments: Situation.all)
  func lists(situation: Situation) throws {
    let rig = try GalleryRig("lists", situation)
    let carousel = try rig.carousel()
    let list = try rig.find(ListView.self, in: #require(carousel.currentItemView as? View))
    let start = try rig.place(list)
    if situation.hand == .touch {
      rig.drag(from: start, to: Point(x: start.x + 3, y: start.y - 90))
    } else {
      rig.compositor.seat.pointer.move(to: (start.x, start.y))
      rig.compositor.seat.pointer.scroll(notches: 2)
      rig.settle()
    }
    #expect(list.contentOffset.y > 60)
    #expect(carousel.scrollOffset == 2)
    let row = try #require(list.indexOfItem(at: Point(x: list.size.width / 2, y: list.size.height / 2)))
    try rig.press(list)
    #expect(list.selectedIndex == row)
    #expect(rig.shows("Harbor, track \(row + 1)"))
    rig.drag(from: start, to: Point(x: start.x - 200, y: start.y + 3))
    #expect(carousel.currentItemIndex == 3)
    // At most three groups of four rows are shown, and two groups are kept for reuse.
    #expect(list.loadedCellCount <= 20 && list.numberOfRows == 40)
  }

  @Test(
    "On the page Nested Carousels, each carousel scrolls along its own axis", .proves("X021"),
    arguments: Situation.all)
  func nested(situation: Situation) throws {
    let rig = try GalleryRig("nested", situation)
    let outer = try rig.carousel()
    let view = try rig.find(CarouselView.self, in: #require(outer.currentItemView as? View))
    let start = try rig.place(view)
    rig.drag(from: start, to: Point(x: start.x + 4, y: start.y - 160))
    #expect(view.carousel.currentItemIndex == 1)
    #expect(outer.currentItemIndex == 2)
    rig.drag(from: start, to: Point(x: start.x - 130, y: start.y - 4))
    #expect(view.carousel.currentItemIndex == 1)
    #expect(outer.currentItemIndex == 3)
  }

  @Test(
    "On the page Multiple Carousels, a drag scrolls only the carousel in which it begins",
    .proves("X006", "R58", "F08"),
    arguments: Situation.all)
  func multiple(situation: Situation) throws {
    let rig = try GalleryRig("multiple", situation)
    let (upper, lower) = (try rig.carousel(0), try rig.carousel(1))
    let views = rig.all(CarouselView.self)
    let start = try rig.place(views[1])
    rig.drag(from: start, to: Point(x: start.x - 180, y: start.y))
    #expect(upper.scrollOffset == 5)
    #expect(lower.currentItemIndex == 1)
    let middle = try rig.place(views[0])
    rig.drag(from: middle, to: Point(x: middle.x + 90, y: middle.y))
    #expect(upper.currentItemIndex < 5)
    #expect(lower.currentItemIndex == 1)
  }

  @Test(
    "On the page Linked Carousels, a drag of the strip also scrolls the large pictures",
    arguments: Situation.all)
  func linked(situation: Situation) throws {
    let rig = try GalleryRig("linked", situation)
    let (large, strip) = (try rig.carousel(0), try rig.carousel(1))
    let start = try rig.place(rig.all(CarouselView.self)[1])
    rig.drag(from: start, to: Point(x: start.x - 200, y: start.y))
    #expect(strip.currentItemIndex > 5)
    #expect(large.currentItemIndex == strip.currentItemIndex)
  }
}
