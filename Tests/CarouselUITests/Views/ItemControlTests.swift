import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// The position of the current item: upright in the center, or tilted on the way to the next position.
struct Situation: Sendable, CustomStringConvertible {
  let type: CarouselType
  let offset: Double
  let scale: Double
  var description: String { "\(type) at \(offset), scale \(scale)" }

  static let all = [
    Situation(type: .linear, offset: 0, scale: 1), Situation(type: .linear, offset: 0, scale: 1.5),
    Situation(type: .rotary, offset: 0.3, scale: 1), Situation(type: .rotary, offset: 0.3, scale: 1.5),
    Situation(type: .coverFlow, offset: 0.3, scale: 1), Situation(type: .coverFlow, offset: 0.3, scale: 1.5),
    Situation(type: .wheel, offset: 0.1, scale: 1.5),
  ]
}

/// Controls in items, used with the pointer, a pen and by touch.
@MainActor
struct ItemControlTests {
  /// A window with cards. Each card has a button and a slider.
  @MainActor
  private struct Rig {
    let rig: WindowRig
    let source: ControlCards
    var carousel: Carousel { rig.carousel }

    init(_ situation: Situation, count: Int = 12) throws {
      source = ControlCards(count: count)
      rig = try WindowRig(scale: situation.scale, cards: Cards(count: 0)) {
        $0.type = situation.type
        $0.scrollToItemBoundary = false
      }
      rig.carousel.dataSource = source
      rig.carousel.scrollOffset = situation.offset
      rig.runUntilSettled()
    }

    /// The point of the window at which a point of a view is seen.
    func place(_ view: View, _ x: Double, _ y: Double) throws -> (x: Double, y: Double) {
      let point = try #require(view.convert(Point(x: x, y: y), to: nil))
      return (point.x, point.y)
    }

    func down(_ hand: Hand, _ point: (x: Double, y: Double)) {
      rig.press(hand, at: point)
      rig.compositor.settle()
    }

    func move(_ hand: Hand, _ point: (x: Double, y: Double)) {
      rig.move(hand, to: point)
      rig.compositor.run(frames: 1)
    }

    func up(_ hand: Hand) {
      rig.lift(hand)
      rig.compositor.settle()
    }
  }

  @Test(
    "A tap on a button of the current item triggers the button, and neither scrolls nor selects",
    .proves("I02", "I03", "I06", "R123"), arguments: Situation.all, Hand.allCases)
  func press(situation: Situation, hand: Hand) throws {
    let rig = try Rig(situation)
    let button = rig.source.cards[0].button
    rig.down(hand, try rig.place(button, 70, 20))
    rig.up(hand)
    rig.rig.runUntilSettled()
    #expect(button.actions == 1)
    #expect(button.cancelCount == 0)
    #expect(abs(rig.carousel.scrollOffset - situation.offset) < 0.001)
    // A press beside the button does not trigger it.
    rig.down(hand, try rig.place(button, 84, 20))
    rig.up(hand)
    #expect(button.actions == 1)
  }

  @Test(
    "Dragging from a button scrolls the carousel and does not trigger the button",
    .proves("I02", "D028"), arguments: [Situation.all[0], Situation.all[3], Situation.all[4]], Hand.allCases)
  func dragOverButton(situation: Situation, hand: Hand) throws {
    let rig = try Rig(situation)
    let button = rig.source.cards[0].button
    let start = try rig.place(button, 40, 17)
    rig.down(hand, start)
    for step in 1...10 { rig.move(hand, (start.x - Double(step) * 10, start.y)) }
    #expect(rig.carousel.isDragging)
    #expect(button.cancelCount == 1 && !button.isHighlighted)
    rig.up(hand)
    rig.rig.runUntilSettled()
    #expect(button.actions == 0)
    #expect(rig.carousel.scrollOffset > situation.offset + 0.1)
  }

  @Test(
    "A slider in an item follows the finger in the plane of the item, and the carousel does not scroll",
    .proves("I03", "I06"), arguments: Situation.all, Hand.allCases)
  func slider(situation: Situation, hand: Hand) throws {
    let rig = try Rig(situation)
    let slider = rig.source.cards[0].slider
    rig.down(hand, try rig.place(slider, 16, 15))
    #expect(abs(slider.value - 0.1) < 0.01)
    for x in stride(from: 32.0, through: 128, by: 16) { rig.move(hand, try rig.place(slider, x, 5)) }
    #expect(abs(slider.value - 0.8) < 0.01)
    rig.up(hand)
    rig.rig.runUntilSettled()
    #expect(abs(rig.carousel.scrollOffset - situation.offset) < 0.001)
    // The pixels to the left and to the right of the knob show the value.
    for _ in 0..<3 {
      rig.rig.queue.runAll()
      rig.rig.runUntilSettled()
    }
    let capture = rig.rig.compositor.capture()
    for (x, color) in [(120.0, Color.white), (136, .blue)] {
      let point = try rig.place(slider, x, 15)
      let pixel = capture[Int(point.x * situation.scale), Int(point.y * situation.scale)]
      #expect(pixel == color.premultipliedBGRA.pixel)
    }
  }

  /// Situations in which the current item is in the center. Its neighbors are upright or tilted.
  nonisolated private static let upright = [
    Situation(type: .linear, offset: 0, scale: 1), Situation(type: .linear, offset: 0, scale: 1.5),
    Situation(type: .rotary, offset: 0, scale: 1), Situation(type: .rotary, offset: 0, scale: 1.5),
  ]

  @Test(
    "A tap on another item's button scrolls to the item; if liveItems is .all, the tap triggers the button instead",
    .proves("I05"), arguments: upright, Hand.allCases)
  func onlyCurrentItem(situation: Situation, hand: Hand) throws {
    let rig = try Rig(situation)
    let button = rig.source.cards[1].button
    rig.down(hand, try rig.place(button, 10, 10))
    rig.up(hand)
    rig.rig.runUntilSettled()
    #expect(button.actions == 0)
    #expect(rig.carousel.currentItemIndex == 1)
    rig.rig.ui.carouselView.liveItems = .all
    let next = rig.source.cards[2].button
    rig.down(hand, try rig.place(next, 10, 10))
    rig.up(hand)
    rig.rig.runUntilSettled()
    #expect(next.actions == 1)
    #expect(rig.carousel.currentItemIndex == 1)
  }

  @Test(
    "A tap that stops a motion of the carousel presses no button", .proves("I08"), arguments: upright,
    Hand.allCases)
  func stopsMotion(situation: Situation, hand: Hand) throws {
    let rig = try Rig(situation)
    rig.carousel.scrollToItem(at: 6, duration: 2)
    rig.rig.compositor.run(frames: 60)
    let current = rig.source.cards[rig.carousel.currentItemIndex].button
    rig.down(hand, try rig.place(current, 40, 17))
    #expect(!rig.carousel.isScrolling)
    rig.up(hand)
    rig.rig.runUntilSettled()
    #expect(rig.source.cards.allSatisfy { $0.button.actions == 0 })
  }

  @Test(
    "In a carousel, a pressed button highlights after 150 ms, but not if the press becomes a swipe",
    .proves("C18"),
    arguments: Hand.allCases)
  func highlightDelay(hand: Hand) throws {
    let rig = try Rig(Situation(type: .linear, offset: 0, scale: 1))
    let button = rig.source.cards[0].button
    let place = try rig.place(button, 40, 17)
    rig.down(hand, place)
    rig.rig.wait(0.14)
    #expect(!button.isHighlighted)
    rig.rig.wait(0.02)
    #expect(button.isHighlighted)
    rig.up(hand)
    #expect(!button.isHighlighted && button.actions == 1)
    let count = button.highlightCount
    rig.down(hand, place)
    for step in 1...12 { rig.move(hand, (place.x - Double(step) * 12, place.y)) }
    rig.rig.wait(0.4)
    rig.up(hand)
    rig.rig.runUntilSettled()
    #expect(button.highlightCount == count)
  }

  @Test("Outside of a carousel, a pressed button highlights immediately", .proves("C18"))
  func highlightsAtOnce() throws {
    let rig = try WindowRig()
    let button = PushButton(frame: Rect(x: 10, y: 10, width: 60, height: 34))
    let bar = View(size: Size(width: 300, height: 60))
    bar.addSubview(button)
    rig.add(bar, at: .zero)
    rig.runUntilSettled()
    rig.seat.touch.down(at: (30, 20), id: 1)
    rig.compositor.settle()
    #expect(button.isHighlighted)
    rig.seat.touch.up(id: 1)
    rig.compositor.settle()
    #expect(button.actions == 1)
  }

  @Test(
    "Over the place where a button of a turned item is seen, the cursor has the shape that the button sets")
  func hover() throws {
    for situation in Situation.all {
      let rig = try Rig(situation)
      let (button, neighbor) = (rig.source.cards[0].button, rig.source.cards[1].button)
      rig.rig.seat.pointer.move(to: try rig.place(button, 78, 32))
      rig.rig.compositor.run(frames: 1)
      #expect(button.isHovered && rig.rig.ui.cursors.map(\.value) == [.hand], "\(situation)")
      rig.rig.seat.pointer.move(to: try rig.place(button, 83, 32))
      rig.rig.compositor.run(frames: 1)
      #expect(!button.isHovered && rig.rig.ui.cursors.isEmpty, "\(situation)")
      #expect(!neighbor.isHovered)
    }
  }

  @Test(
    "The carousel does not enable an item whose isUserInteractionEnabled is false", .proves("R13"),
    arguments: [Situation.all[0], Situation.all[3]], Hand.allCases)
  func disabledItem(situation: Situation, hand: Hand) throws {
    let rig = try Rig(situation)
    rig.carousel.centerItemWhenSelected = false
    let button = rig.source.cards[0].button
    rig.source.cards[0].card.isUserInteractionEnabled = false
    let place = try rig.place(button, 40, 17)
    for _ in 0..<2 {
      rig.down(hand, place)
      rig.up(hand)
      rig.rig.runUntilSettled()
      rig.carousel.reloadData()
      rig.rig.runUntilSettled()
    }
    #expect(button.actions == 0)
    #expect(rig.source.cards[0].card.isUserInteractionEnabled == false)
    rig.source.cards[0].card.isUserInteractionEnabled = true
    rig.down(hand, place)
    rig.up(hand)
    #expect(button.actions == 1)
  }
}
