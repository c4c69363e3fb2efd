import CarouselUI
import CarouselViews
import Controls
import HeadlessCompositor
import TestSupport
import Testing
import Views

/// Scroll views and carousels inside upright and tilted items, used with the pointer, a pen and by touch.
@MainActor
struct RealScrollTests {
  @Test(
    "A vertical drag on a scroll view in an item scrolls its content, and a horizontal drag scrolls the carousel",
    .proves("D027", "C23"), arguments: RealControlTests.planes, Hand.allCases)
  func scrollView(situation: Situation, hand: Hand) throws {
    let content = PaintedView(size: Size(width: 200, height: 900)) { $0.fill(with: .green) }
    var clicks = 0
    let button = Button("Far") { clicks += 1 }
    button.frame = Rect(x: 40, y: 100, width: 120, height: 34)
    content.addSubview(button)
    let scroll = ScrollView(content, axes: [.vertical], size: Size(width: 200, height: 160))
    let window = try ControlWindow.make(
      situation, hand, scroll, at: Rect(x: 50, y: 20, width: 200, height: 160))
    try window.tap(button)
    #expect(clicks == 1)
    try window.drag(scroll, from: Point(x: 30, y: 140), to: Point(x: 25, y: 40))
    let offset = scroll.contentOffset.y
    #expect((80...101).contains(offset) && window.isCarouselAtStart)
    // The button has moved with the content.
    try window.tap(button)
    #expect(clicks == 2 && scroll.contentOffset.y == offset)
    // A drag that begins on the button scrolls, too, and does not trigger the button.
    try window.drag(button, from: Point(x: 60, y: 17), to: Point(x: 60, y: 97))
    #expect(clicks == 2 && scroll.contentOffset.y < offset - 50 && window.isCarouselAtStart)
    let last = scroll.contentOffset.y
    try window.drag(scroll, from: Point(x: 180, y: 90), to: Point(x: 60, y: 85))
    #expect(scroll.contentOffset.y == last && !window.isCarouselAtStart)
  }

  @Test(
    "A tap on a row of a list in an item selects this row, also after a flick has scrolled the list",
    .proves("R83", "C23"), arguments: RealControlTests.planes, Hand.allCases)
  func rows(situation: Situation, hand: Hand) throws {
    let list = ListView(numberOfRows: 200, rowHeight: 40) { _, old in old ?? View() }
    var selected: [Int] = []
    list.onSelect = { selected.append($0) }
    let window = try ControlWindow.make(
      situation, hand, list, at: Rect(x: 50, y: 20, width: 200, height: 160))
    try window.tap(list, 150, 100)
    #expect(selected == [2])
    try window.drag(list, from: Point(x: 100, y: 140), to: Point(x: 100, y: 60), rests: false)
    // The list moves on after the contact was lifted.
    let offset = list.contentOffset.y
    #expect(offset > 120 && selected == [2])
    try window.tap(list, 150, 100)
    #expect(selected == [2, Int((offset + 100) / 40)] && list.selectedIndex == selected.last)
    #expect(list.contentOffset.y == offset && window.isCarouselAtStart)
  }

  @Test(
    "A drag on a carousel in an item scrolls only this carousel, and a tap selects one of its items",
    .proves("X021"), arguments: RealControlTests.planes, Hand.allCases)
  func nestedCarousel(situation: Situation, hand: Hand) throws {
    let inner = CarouselView(size: Size(width: 260, height: 100))
    let cards = Cards(size: Size(width: 80, height: 60))
    inner.carousel.dataSource = cards
    let window = try ControlWindow.make(
      situation, hand, inner, at: Rect(x: 20, y: 60, width: 260, height: 100))
    try window.drag(inner, from: Point(x: 150, y: 50), to: Point(x: 70, y: 52))
    #expect(inner.carousel.currentItemIndex == 1 && window.isCarouselAtStart)
    // The next item is 80 points to the right of the middle.
    try window.tap(inner, 210, 50)
    #expect(inner.carousel.currentItemIndex == 2 && window.isCarouselAtStart)
    try window.drag(window.card, from: Point(x: 200, y: 20), to: Point(x: 80, y: 22))
    #expect(inner.carousel.currentItemIndex == 2 && !window.isCarouselAtStart)
    withExtendedLifetime(cards) {}
  }

  @Test(
    "The wheel over a scroll view in an item scrolls its content", arguments: RealControlTests.planes)
  func wheel(situation: Situation) throws {
    let content = View(size: Size(width: 200, height: 900))
    let scroll = ScrollView(content, axes: [.vertical], size: Size(width: 200, height: 160))
    let window = try ControlWindow.make(
      situation, .pointer, scroll, at: Rect(x: 50, y: 20, width: 200, height: 160))
    window.rig.seat.pointer.move(to: try window.place(scroll, 100, 80))
    window.rig.seat.pointer.scroll(notches: 2)
    window.settle()
    #expect(scroll.contentOffset.y > 20 && window.isCarouselAtStart)
  }
}
