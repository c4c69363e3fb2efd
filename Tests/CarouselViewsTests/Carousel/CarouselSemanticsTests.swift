import CarouselEngine
import CarouselViews
import Controls
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("The semantics of a carousel")
@MainActor
struct CarouselSemanticsTests {
  private final class Source: CarouselDataSource, CarouselDelegate {
    var count: Int
    var selected: [Int] = []
    var doubleTaps = 0
    var clicks: [Int] = []
    init(_ count: Int) { self.count = count }
    func numberOfItems(in carousel: Carousel) -> Int { count }
    func carousel(_ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?)
      -> any ItemView
    {
      let button = Button("Order") { [weak self] in self?.clicks.append(index) }
      return CardView(
        StackView(.vertical, [ThemedLabel("Item \(index + 1)"), button]), size: Size(width: 100, height: 100))
    }
    func carousel(_ carousel: Carousel, didSelectItemAt index: Int) { selected.append(index) }
    func carousel(_ carousel: Carousel, didDoubleTapItemAt index: Int) -> Bool {
      doubleTaps += 1
      return true
    }
  }

  private let stage = ControlStage()
  private let source: Source
  private let view = CarouselView(size: Size(width: 300, height: 120))

  init() {
    source = Source(20)
    view.accessibilityLabel = "Meals"
    view.clipsToBounds = true
    (view.carousel.dataSource, view.carousel.delegate) = (source, source)
    view.carousel.options.wrap = false
    stage.add(view)
  }

  private func lines() -> [String] {
    view.accessibilityTree().text(hasBounds: false).split(separator: "\n").map(String.init)
  }

  @Test(
    "A carousel is a list with its own actions; its items in sight have positions, and only the current one shows its controls",
    .proves("A01", "R19", "D035"))
  func tree() throws {
    #expect(
      lines() == [
        "list (carousel) “Meals” = “1 of 20”, focused [next, previous, activate, focus]",
        "  listItem “Item 1”, 1 of 20, selected [activate, scroll to visible]",
        "    label “Item 1”",
        "    button “Order” [activate, focus, scroll to visible]",
        "  listItem “Item 2”, 2 of 20 [activate, scroll to visible]",
      ])
    let list = try view.accessibilityTree().find(.list, "Meals")
    try list.perform(.next)
    stage.advance(1)
    #expect(view.carousel.currentItemIndex == 1)
    try list.perform(.previous)
    stage.advance(1)
    #expect(view.carousel.currentItemIndex == 0)
    try view.accessibilityTree().find(.button, "Order").activate()
    #expect(source.clicks == [0])
    view.carousel.isScrollEnabled = false
    #expect(throws: AccessibilityError.self) { try list.perform(.next) }
  }

  @Test("The current item is announced once, when the carousel has settled", .proves("A02", "C28"))
  func announcement() {
    var texts: [String] = []
    stage.tree.accessibility.onEvents = { events in
      for case .announcement(let text) in events { texts.append(text) }
    }
    stage.advance(0.5)
    #expect(texts.isEmpty)
    view.carousel.step(by: 3)
    stage.advance(0.2)
    #expect(texts.isEmpty)
    stage.advance(2)
    #expect(texts == ["Item 4, 4 of 20"])
    stage.advance(2)
    #expect(texts.count == 1)
    stage.drag(view, from: Point(x: 150, y: 60), to: Point(x: 60, y: 60))
    stage.drop()
    stage.advance(3)
    #expect(
      texts.last == "Item \(view.carousel.currentItemIndex + 1), \(view.carousel.currentItemIndex + 1) of 20")
    #expect(texts.count == 2)
  }

  @Test(
    "Activating a carousel or an item selects like a tap: didSelect is called, and the item moves to the center",
    .proves("A03"))
  func activation() throws {
    let tree = view.accessibilityTree()
    try tree.find(.list, "Meals").activate()
    #expect(source.selected == [0])
    // Further activations are no double taps, also without a frame in between.
    try tree.find(.list, "Meals").activate()
    try tree.find(.list, "Meals").activate()
    stage.advance(2)
    try tree.find(.list, "Meals").activate()
    #expect(source.selected == [0, 0, 0, 0] && source.doubleTaps == 0)
    try tree.find(.listItem, "Item 2").activate()
    #expect(source.selected.last == 1)
    stage.advance(2)
    #expect(view.carousel.currentItemIndex == 1)
    // A tap during a motion would only stop it.
    view.carousel.step(by: 4)
    stage.advance(0.1)
    try view.accessibilityTree().find(.list, "Meals").activate()
    #expect(source.selected.count == 6)
  }

  @Test(
    "Autoplay has a state and an action that pauses it; items that it shows are not announced",
    .proves("D049"))
  func autoplay() throws {
    var texts: [String] = []
    stage.tree.accessibility.onEvents = { events in
      for case .announcement(let text) in events { texts.append(text) }
    }
    view.carousel.autoplayInterval = 1
    stage.advance(3)
    let list = try view.accessibilityTree().find(.list, "Meals")
    #expect(view.carousel.currentItemIndex > 0 && texts.isEmpty)
    #expect(try list.node().states.contains(.animated))
    try list.perform(.custom("pause"))
    #expect(view.carousel.isAutoscrollPaused)
    #expect(try !list.node().states.contains(.animated))
    try list.perform(.custom("play"))
    #expect(!view.carousel.isAutoscrollPaused)
  }

  @Test(
    "Autoplay stops while the carousel has the focus and an assistive technology listens", .proves("D049"))
  func autoplayStopsOnFocus() throws {
    view.carousel.autoplayInterval = 1
    stage.tree.hasKeyboard = true
    view.becomeFocused()
    stage.advance(3.5)
    let index = view.carousel.currentItemIndex
    #expect(index > 0, "the focus alone does not stop it")
    stage.tree.accessibility.onEvents = { _ in }
    stage.advance(5)
    // A step that had begun may end.
    #expect(view.carousel.currentItemIndex <= index + 1)
    let list = try view.accessibilityTree().find(.list, "Meals")
    #expect(try !list.node().states.contains(.animated))
    let rest = view.carousel.currentItemIndex
    stage.advance(5)
    #expect(view.carousel.currentItemIndex == rest)
    stage.tree.hasKeyboard = false
    stage.advance(5)
    #expect(view.carousel.currentItemIndex > rest, "without the keyboard it goes on")
    stage.tree.accessibility.onEvents = nil
  }

  @Test("A control in an item that is no longer live is gone")
  func itemNoLongerLive() throws {
    let order = try view.accessibilityTree().find(.button, "Order")
    try order.activate()
    #expect(source.clicks == [0])
    try view.accessibilityTree().find(.list, "Meals").perform(.next)
    stage.advance(2)
    #expect(throws: AccessibilityError.gone) { try order.activate() }
    #expect(order.isGone && source.clicks == [0])
    try view.accessibilityTree().find(.list, "Meals").perform(.previous)
    stage.advance(2)
    #expect(!order.isGone)
  }

  @Test("Of linked carousels, the one that moves announces its item once, when all are at rest")
  func linkedAnnouncement() {
    let other = CarouselView(size: Size(width: 300, height: 120))
    let otherSource = Source(20)
    (other.carousel.dataSource, other.carousel.delegate) = (otherSource, otherSource)
    other.carousel.options.wrap = false
    stage.add(other, y: 160)
    view.carousel.bind(to: other.carousel)
    stage.advance(1)
    var texts: [String] = []
    stage.tree.accessibility.onEvents = { events in
      for case .announcement(let text) in events { texts.append(text) }
    }
    stage.advance(0.5)
    for _ in 0..<2 {
      view.carousel.step(by: 8)
      stage.advance(3)
    }
    #expect(view.carousel.currentItemIndex == other.carousel.currentItemIndex)
    #expect(texts == ["Item 9, 9 of 20", "Item 17, 17 of 20"])
    stage.tree.accessibility.onEvents = nil
  }

  @Test("A step is announced also with autoplay; a removed item is replaced aloud, an inserted one is not")
  func announcementCauses() {
    var texts: [String] = []
    stage.tree.accessibility.onEvents = { events in
      for case .announcement(let text) in events { texts.append(text) }
    }
    stage.advance(0.5)
    view.carousel.autoplayInterval = 60
    view.carousel.step(by: 1)
    stage.advance(2)
    #expect(texts == ["Item 2, 2 of 20"])
    source.count = 21
    view.carousel.insertItem(at: 0, animated: false)
    stage.advance(2)
    #expect(texts.count == 1)
    source.count = 20
    view.carousel.removeItem(at: view.carousel.currentItemIndex, animated: false)
    stage.advance(2)
    #expect(texts.count == 2)
    source.count = 0
    view.carousel.reloadData()
    stage.advance(1)
    source.count = 5
    view.carousel.reloadData()
    stage.advance(1)
    #expect(texts.count == 2)
    stage.tree.accessibility.onEvents = nil
  }

  @Test("An activation after a tap of a finger is no double tap")
  func activationAfterTap() throws {
    stage.tap(view, 150, 20)
    try view.accessibilityTree().find(.list, "Meals").activate()
    #expect(source.selected == [0, 0] && source.doubleTaps == 0)
  }

  @Test("Texts among the items are elements of the carousel")
  func contentView() {
    let ribbon = ThemedLabel("New")
    view.contentView.addSubview(ribbon)
    stage.advance(0.5)
    #expect(lines().last == "  label “New”")
  }

  @Test("An item that was scrolled away or removed, and a control in it, are gone")
  func goneItems() throws {
    let tree = view.accessibilityTree()
    let (item, button) = (try tree.find(.listItem, "Item 1"), try tree.find(.button, "Order"))
    view.carousel.scrollToItem(at: 10, animated: false)
    stage.settle()
    #expect(throws: AccessibilityError.gone) { try item.activate() }
    #expect(throws: AccessibilityError.gone) { try button.activate() }
    #expect(source.clicks.isEmpty && source.selected.isEmpty)
    source.count = 0
    view.carousel.reloadData()
    stage.advance(1)
    #expect(lines() == ["list (carousel) “Meals”, focused [focus]"])
  }

  @Test("A million items have as many elements as are in sight")
  func millionItems() {
    source.count = 1_000_000
    view.carousel.reloadData()
    stage.settle()
    view.carousel.scrollToItem(at: 700_000, animated: false)
    stage.settle()
    let items = view.accessibilityTree().all.filter { $0.role == .listItem }
    #expect(items.map { $0.position?.index } == [699_999, 700_000, 700_001])
  }
}
