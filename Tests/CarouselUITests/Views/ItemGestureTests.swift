import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// Gestures on upright and tilted items that the carousel recognizes, used with the pointer, a pen and by touch.
@MainActor
struct ItemGestureTests {
  @Test(
    "A long press and a double tap on an item are reported with the item's index and do not scroll the carousel",
    .proves("I04", "D025"), arguments: RealControlTests.planes, Hand.allCases)
  func presses(situation: Situation, hand: Hand) throws {
    let window = try ControlWindow.make(situation, hand, View(), at: .zero)
    let heard = HeardGestures()
    window.rig.carousel.delegate = heard
    window.rig.carousel.centerItemWhenSelected = false
    try window.press(window.card, 150, 100)
    window.rig.wait(0.4)
    #expect(heard.all.isEmpty)
    window.rig.wait(0.2)
    window.rig.compositor.run(frames: 1)
    #expect(heard.all == ["long press 0"])
    window.lift()
    window.settle()
    #expect(heard.all == ["long press 0"] && window.isCarouselAtStart)
    heard.all = []
    for _ in 0..<2 {
      try window.press(window.card, 150, 100)
      window.rig.compositor.run(frames: 3)
      window.lift()
      window.rig.compositor.run(frames: 3)
    }
    window.settle()
    #expect(heard.all == ["select 0", "double tap 0"] && window.isCarouselAtStart)
    withExtendedLifetime(heard) {}
  }

  @Test(
    "A drag across the axis of an item is reported as a swipe and does not scroll the carousel",
    .proves("D026"), arguments: RealControlTests.planes, Hand.allCases)
  func swipe(situation: Situation, hand: Hand) throws {
    let window = try ControlWindow.make(situation, hand, View(), at: .zero)
    let heard = HeardGestures()
    window.rig.carousel.delegate = heard
    try window.drag(window.card, from: Point(x: 150, y: 150), to: Point(x: 150, y: 50))
    #expect(heard.swipes.first?.phase == .began && heard.swipes.last?.phase == .ended)
    #expect(heard.swipes.allSatisfy { $0.index == 0 })
    let progress = try #require(heard.swipes.last?.progress)
    #expect((-0.6 ... -0.3).contains(progress) && heard.all.isEmpty && window.isCarouselAtStart)
    withExtendedLifetime(heard) {}
  }

  @Test(
    "A long press lifts an item, and a drag moves it to the position of another item",
    .proves("D025"), arguments: RealControlTests.planes, Hand.allCases)
  func reorder(situation: Situation, hand: Hand) throws {
    let window = try ControlWindow.make(situation, hand, View(), at: .zero)
    let (rig, cards) = (window.rig, MovableCards(count: 8))
    rig.carousel.dataSource = cards
    rig.carousel.scrollOffset = 3 + situation.offset
    rig.carousel.isReorderingEnabled = true
    window.settle()
    let views = cards.views
    // The lifted item faces the viewer, so the distance is measured between the middles of the items.
    let start = try window.place(views[3], 40, 40)
    let (from, to) = (try window.place(views[3], 60, 45), try window.place(views[4], 60, 45))
    try window.press(views[3], 40, 40)
    rig.wait(0.6)
    rig.compositor.run(frames: 10)
    #expect(rig.carousel.reorderingIndex == 3)
    for step in 1...12 {
      let part = Double(step) / 12
      window.move(to: (start.x + (to.x - from.x) * part, start.y + (to.y - from.y) * part))
    }
    rig.compositor.run(frames: 20)
    #expect(rig.carousel.reorderingTargetIndex == 4)
    window.lift()
    window.settle()
    #expect(rig.carousel.reorderingIndex == nil)
    #expect(cards.moves.map { [$0.from, $0.to] } == [[3, 4]])
    #expect(rig.carousel.itemView(at: 4) === views[3] && rig.carousel.itemView(at: 3) === views[4])
    withExtendedLifetime(cards) {}
  }

  @Test(
    "A button on a panel of a card that unfolds in an item can be pressed, and a drag over it scrolls the carousel",
    .proves("V02"), arguments: [RealControlTests.tilted[0], RealControlTests.tilted[3]], Hand.allCases)
  func unfold(situation: Situation, hand: Hand) throws {
    var (clicks, card): (Int, UnfoldingView?) = (0, nil)
    let panels = (0..<3).map { index in Button("\(index)") { clicks += index } }
    card = UnfoldingView(
      front: Button("Open") { card?.setOpen(true, animated: true) }, panels: panels,
      durations: [0.1, 0.1])
    let ticket = try #require(card)
    let window = try ControlWindow.make(
      situation, hand, ticket, at: Rect(x: 60, y: 25, width: 160, height: 150))
    // A folded card is in the middle of its area.
    try window.tap(ticket, 80, 75)
    #expect(ticket.isOpen && window.isCarouselAtStart)
    try window.tap(panels[2])
    try window.tap(panels[1])
    #expect(clicks == 3 && window.isCarouselAtStart)
    try window.drag(panels[2], from: Point(x: 120, y: 20), to: Point(x: 0, y: 20))
    #expect(clicks == 3 && !window.isCarouselAtStart)
    card = nil
  }
}

/// A delegate that records gestures.
private final class HeardGestures: CarouselDelegate {
  var all: [String] = []
  private(set) var swipes: [PerpendicularSwipe] = []

  func carousel(_ carousel: Carousel, didSelectItemAt index: Int) { all.append("select \(index)") }
  func carousel(_ carousel: Carousel, didLongPressItemAt index: Int) -> Bool {
    all.append("long press \(index)")
    return true
  }
  func carousel(_ carousel: Carousel, didDoubleTapItemAt index: Int) -> Bool {
    all.append("double tap \(index)")
    return true
  }
  func carousel(_ carousel: Carousel, didSwipePerpendicularly swipe: PerpendicularSwipe) {
    swipes.append(swipe)
  }
}

/// A data source whose cards can be moved by hand.
private final class MovableCards: CarouselDataSource {
  private(set) var views: [View]
  private var order: [View]
  private(set) var moves: [(from: Int, to: Int)] = []

  init(count: Int) {
    views = (0..<count).map { index in
      let view = View(size: Size(width: 120, height: 90))
      view.backgroundColor = Cards.color(index)
      return view
    }
    order = views
  }

  func numberOfItems(in carousel: Carousel) -> Int { order.count }
  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView { order[index] }
  func carousel(_ carousel: Carousel, moveItemAt index: Int, to newIndex: Int) -> Bool {
    moves.append((index, newIndex))
    order.insert(order.remove(at: index), at: newIndex)
    return true
  }
}
