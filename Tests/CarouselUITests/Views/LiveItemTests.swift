import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// Carousels whose items all receive events.
@MainActor @Suite("All items live")
struct LiveItemTests {
  private struct Card: Identifiable { let id: Int }

  /// Makes a cover flow with a button in each item.
  ///
  /// - Parameter plain: The index of an item that is a label instead; `nil` for none.
  private func rig(
    count: Int, scale: Double = 1, plain: Int? = nil, onPress: @escaping (Int) -> Void
  ) throws -> WindowRig {
    let rig = try WindowRig(width: 320, height: 240, scale: scale, makesLevelsInFrames: false)
    let view = rig.ui.carouselView
    view.liveItems = .all
    rig.carousel.type = .coverFlow
    rig.carousel.options.tilt = 0.4
    rig.carousel.setItems((0..<count).map(Card.init)) { card, _ in
      let size = Size(width: 200, height: 150)
      if card.id == plain { return LabelView("\(card.id)", size: size, background: .teal) }
      let button = Button("Buy") { onPress(card.id) }
      button.size = size
      return button
    }
    #expect(rig.runUntilSettled())
    return rig
  }

  @Test(
    "An item that is only a label covers the buttons of the items behind it", .proves("I05"),
    arguments: [1, 1.5],
    Hand.allCases)
  func covers(scale: Double, hand: Hand) throws {
    var pressed: [Int] = []
    let rig = try rig(count: 3, scale: scale, plain: 0) { pressed.append($0) }
    var covered = 0
    for x in stride(from: 165.0, to: 315, by: 10) {
      let front = rig.carousel.index(ofItemAt: Point(x: x, y: 120))
      let before = pressed
      rig.tap(hand, at: (x, 120))
      #expect(rig.runUntilSettled())
      if front == 0 {
        covered += 1
        #expect(pressed == before, "a press at \(x)")
      }
      rig.carousel.currentItemIndex = 0
      #expect(rig.runUntilSettled())
    }
    #expect(covered >= 5 && pressed.contains(1))
  }

  @Test("Enter moves the focus into the current item")
  func enter() throws {
    var pressed: [Int] = []
    let rig = try rig(count: 30) { pressed.append($0) }
    rig.carousel.currentItemIndex = 15
    #expect(rig.runUntilSettled())
    #expect(rig.ui.carouselView.becomeFocused())
    rig.seat.keyboard.tap(.enter)
    #expect(rig.runUntilSettled())
    rig.seat.keyboard.tap(.space)
    #expect(rig.runUntilSettled())
    #expect(pressed == [15] && rig.carousel.currentItemIndex == 15)
  }
}
