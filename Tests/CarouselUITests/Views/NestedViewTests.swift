import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// Carousels and lists inside items, with clipping and layers.
@MainActor
struct NestedViewTests {
  private func swipe(_ rig: WindowRig, from start: (x: Double, y: Double), by move: (x: Double, y: Double)) {
    rig.seat.touch.down(at: start, id: 9)
    for step in 1...10 {
      let part = Double(step) / 10
      rig.seat.touch.move(to: (start.x + move.x * part, start.y + move.y * part), id: 9)
      rig.compositor.run(frames: 1)
    }
    rig.compositor.run(frames: 15)
    rig.seat.touch.up(id: 9)
    rig.runUntilSettled()
  }

  @Test(
    "A swipe on a carousel in an upright or turned item of another carousel scrolls only the inner carousel",
    .proves("X021"),
    arguments: [CarouselType.linear, .rotary, .coverFlow], [1, 1.5])
  func nestedCarousel(type: CarouselType, scale: Double) throws {
    let inner = CarouselView(size: Size(width: 240, height: 100))
    inner.frame.origin = Point(x: 0, y: 60)
    let cards = Cards(size: Size(width: 80, height: 60))
    inner.carousel.dataSource = cards
    let card = View(size: Size(width: 240, height: 180))
    card.backgroundColor = .red
    card.addSubview(inner)
    let source = GivenViews([card] + (0..<5).map { _ in View(size: Size(width: 240, height: 180)) })
    let rig = try WindowRig(scale: scale) {
      $0.type = type
      $0.scrollToItemBoundary = false
    }
    rig.carousel.dataSource = source
    rig.carousel.scrollOffset = type == .linear ? 0 : 0.25
    rig.runUntilSettled()
    let offset = rig.carousel.scrollOffset
    func seen(_ x: Double, _ y: Double) throws -> (x: Double, y: Double) {
      let point = try #require(card.convert(Point(x: x, y: y), to: nil))
      return (point.x, point.y)
    }
    // The middle of the inner carousel shows its current card.
    let capture = rig.compositor.capture()
    let corner = try seen(85, 84)
    let pixel = capture[Int(corner.x * scale), Int(corner.y * scale)]
    #expect(pixel == Cards.color(0).premultipliedBGRA.pixel)
    let middle = try seen(120, 110)
    swipe(rig, from: middle, by: (-80, 0))
    #expect(inner.carousel.scrollOffset >= 1)
    #expect(abs(rig.carousel.scrollOffset - offset) < 0.001)
    // A drag that begins above the inner carousel scrolls the outer carousel.
    swipe(rig, from: try seen(120, 30), by: (-60, 0))
    #expect(rig.carousel.scrollOffset > offset)
  }

  @Test(
    "The direction in which a drag begins decides whether it scrolls the list in an item or the carousel",
    .proves("D027", "R24"), arguments: [1, 1.5])
  func listInItem(scale: Double) throws {
    let list = ScrollingList(size: Size(width: 200, height: 150), contentHeight: 2000)
    let card = View(size: Size(width: 200, height: 150))
    card.backgroundColor = .red
    card.addSubview(list)
    let source = GivenViews([card] + (0..<5).map { _ in View(size: Size(width: 200, height: 150)) })
    let rig = try WindowRig(scale: scale)
    rig.carousel.dataSource = source
    rig.runUntilSettled()
    swipe(rig, from: (320, 220), by: (-20, -60))
    #expect(rig.carousel.scrollOffset == 0)
    #expect(abs(list.bounds.minY - 60) < 1)
    swipe(rig, from: (320, 220), by: (-120, 40))
    #expect(rig.carousel.currentItemIndex == 1)
    #expect(abs(list.bounds.minY - 60) < 1)
  }

  @Test(
    "A list at its end hands a drag over to the vertical carousel around it", .proves("D027"),
    arguments: [1, 1.5])
  func handOver(scale: Double) throws {
    let list = ScrollingList(size: Size(width: 200, height: 150), contentHeight: 180)
    let card = View(size: Size(width: 200, height: 150))
    card.addSubview(list)
    let source = GivenViews([card] + (0..<5).map { _ in View(size: Size(width: 200, height: 150)) })
    let rig = try WindowRig(scale: scale) { $0.isVertical = true }
    rig.carousel.dataSource = source
    rig.runUntilSettled()
    swipe(rig, from: (320, 220), by: (0, -180))
    #expect(list.bounds.minY == 30)
    #expect(rig.carousel.currentItemIndex == 1)
  }

  @Test(
    "A press on the part of an item that clipsToBounds cuts off does not reach the item",
    .proves("Y34", "F05"),
    arguments: [1, 1.5], Hand.allCases)
  func clipsPresses(scale: Double, hand: Hand) throws {
    let rig = try WindowRig(scale: scale, cards: Cards(count: 0))
    let view = CarouselView(size: Size(width: 200, height: 80))
    var clicks = 0
    // The button is higher than the carousel.
    let source = GivenViews([Button("") { clicks += 1 }])
    source.views[0].size = Size(width: 160, height: 160)
    view.carousel.dataSource = source
    view.carousel.clipsToBounds = true
    rig.add(view, at: Point(x: 220, y: 140))
    rig.ui.carouselView.isHidden = true
    rig.runUntilSettled()
    func tap(_ x: Double, _ y: Double) {
      rig.tap(hand, at: (x, y))
      rig.runUntilSettled()
    }
    for (y, expected) in [(130.0, 0), (150, 1), (210, 2), (230, 2)] {
      tap(320, y)
      #expect(clicks == expected, "\(y)")
    }
    withExtendedLifetime(source) {}
  }

  @Test(
    "A carousel with clipsToBounds cuts off its items at its bounds", .proves("Y34", "F05"),
    arguments: [1, 1.5, 2])
  func clips(scale: Double) throws {
    let rig = try WindowRig(scale: scale, cards: Cards(count: 0))
    let view = CarouselView(size: Size(width: 200, height: 80))
    let cards = Cards()
    view.carousel.dataSource = cards
    rig.add(view, at: Point(x: 220, y: 140))
    view.carousel.scrollOffset = 5
    rig.runUntilSettled()
    /// Whether anything is drawn at a point of the window.
    func isDrawn(_ x: Double, _ y: Double) -> Bool {
      rig.compositor.capture()[Int(x * scale), Int(y * scale)] != 0xFF00_0000
    }
    // The card is 160 × 120 points. The cards beside it extend beyond the sides of the carousel.
    #expect(
      [isDrawn(260, 130), isDrawn(180, 180), isDrawn(260, 150), isDrawn(225, 180)] == [
        true, true, true, true,
      ])
    view.carousel.clipsToBounds = true
    rig.runUntilSettled()
    #expect(view.clipsToBounds)
    #expect(
      [isDrawn(260, 138), isDrawn(218, 180), isDrawn(260, 141), isDrawn(222, 180)]
        == [false, false, true, true])
    // Rounded corners clip the items, too. The middle stays visible.
    view.cornerRadius = 30
    rig.runUntilSettled()
    #expect(
      [isDrawn(222, 142), isDrawn(418, 218), isDrawn(320, 150), isDrawn(320, 138)] == [
        false, false, true, false,
      ])
    view.cornerRadius = 0
    view.clipsToBounds = false
    rig.runUntilSettled()
    #expect(isDrawn(260, 130))
  }

  @Test(
    "A drag from a label in front of the carousel scrolls the carousel", arguments: [1, 1.5], Hand.allCases)
  func labelInFront(scale: Double, hand: Hand) throws {
    let rig = try WindowRig(scale: scale)
    let label = LabelView("Title", size: Size(width: 640, height: 360), background: .clear)
    rig.add(label, at: .zero)
    rig.runUntilSettled()
    rig.drag(hand, from: (320, 180), by: (-160, 0))
    rig.runUntilSettled()
    #expect(rig.carousel.currentItemIndex == 1)
  }

  @Test("In a view with rounded corners, a carousel scrolls and repaints as usual", arguments: [1, 1.5])
  func flattenedCarousel(scale: Double) throws {
    let rig = try WindowRig(scale: scale, cards: Cards(count: 0))
    let view = CarouselView(size: Size(width: 200, height: 120))
    let cards = Cards()
    view.carousel.dataSource = cards
    view.clipsToBounds = true
    view.cornerRadius = 20
    rig.add(view, at: Point(x: 220, y: 120))
    rig.runUntilSettled()
    func pixel() -> UInt32 { rig.compositor.capture()[Int(250 * scale), Int(180 * scale)] }
    #expect(pixel() == Cards.color(0).premultipliedBGRA.pixel)
    view.carousel.scrollToItem(at: 3, animated: true)
    rig.runUntilSettled()
    #expect(pixel() == Cards.color(3).premultipliedBGRA.pixel)
    (view.carousel.currentItemView as? LabelView)?.background = .white
    rig.runUntilSettled()
    rig.queue.runAll()
    rig.runUntilSettled()
    #expect(pixel() == Color.white.premultipliedBGRA.pixel)
  }

  @Test("A layered spinner in a card rotates without repainting the card", arguments: [1, 1.5])
  func spinner(scale: Double) throws {
    let card = PaintedView(size: Size(width: 200, height: 150)) { $0.fill(with: .red) }
    let spinner = Spinner(frame: Rect(x: 80, y: 60, width: 40, height: 40))
    spinner.isLayered = true
    card.addSubview(spinner)
    let source = GivenViews([card])
    let rig = try WindowRig(scale: scale)
    rig.carousel.dataSource = source
    rig.runUntilSettled()
    let painted = card.paintCount
    let before = rig.compositor.capture()
    spinner.steps = 30
    spinner.setNeedsAnimation()
    rig.compositor.run(frames: 10)
    #expect(rig.ui.lastFrame.damaged > 0 && rig.ui.lastFrame.damaged < Int(60 * 60 * scale * scale))
    #expect(rig.compositor.capture() != before)
    rig.runUntilSettled()
    #expect(card.paintCount == painted && spinner.paintCount == 1)
    #expect(spinner.steps == 0)
  }

  @Test(
    "Tab moves between a carousel and the controls around it, Enter moves into the current item, and Escape back out",
    .proves("A04", "D047", "D048"))
  func focus() throws {
    let rig = try WindowRig()
    let source = ControlCards(count: 6)
    rig.carousel.dataSource = source
    let (first, last) = (
      PushButton(size: Size(width: 60, height: 30)), PushButton(size: Size(width: 60, height: 30))
    )
    rig.ui.contentView = StackView(.vertical, [first, rig.ui.carouselView, last])
    rig.ui.carouselView.growFactor = 1
    rig.ui.carouselView.becomeFocused()
    rig.runUntilSettled()
    let keyboard = rig.seat.keyboard
    func tap(_ key: HeadlessCompositor.Key) {
      keyboard.tap(key)
      rig.runUntilSettled()
    }
    #expect(rig.ui.carouselView.isFocused)
    tap(.enter)
    #expect(source.cards[0].button.isFocused)
    tap(.enter)
    #expect(source.cards[0].button.actions == 1)
    tap(.right)
    #expect(rig.carousel.currentItemIndex == 1)
    // The button has left the center, so the carousel has the focus again.
    #expect(rig.ui.carouselView.isFocused)
    tap(.enter)
    #expect(source.cards[1].button.isFocused)
    tap(.escape)
    #expect(rig.ui.carouselView.isFocused)
    tap(.tab)
    #expect(last.isFocused)
    tap(.tab)
    #expect(first.isFocused)
    tap(.right)
    #expect(rig.carousel.currentItemIndex == 1)
    tap(.tab)
    #expect(rig.ui.carouselView.isFocused)
    tap(.right)
    #expect(rig.carousel.currentItemIndex == 2)
    // Without other views, Tab leaves the focus in the carousel.
    (first.isHidden, last.isHidden) = (true, true)
    for index in 3...4 {
      tap(.tab)
      #expect(rig.ui.carouselView.isFocused)
      tap(.right)
      #expect(rig.carousel.currentItemIndex == index)
    }
  }
}

@MainActor
private final class Spinner: View {
  var steps = 0

  override func makePainter() -> Painter? {
    { $0.fill(Rect(x: 18, y: 0, width: 4, height: 40), with: .white) }
  }

  override func animate(to now: Timestamp) -> Bool {
    guard steps > 0 else { return false }
    steps -= 1
    transform = .rotation(by: Double(steps) * 0.2)
    return steps > 0
  }
}
