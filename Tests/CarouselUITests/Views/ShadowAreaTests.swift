import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// The shadow of an item, in the captured pixels and for contacts.
@MainActor
struct ShadowAreaTests {
  nonisolated private static let situations =
    RealControlTests.tilted + [
      Situation(type: .linear, offset: 0, scale: 1), Situation(type: .linear, offset: 0, scale: 1.5),
    ]

  @Test(
    "The shadow of an item is painted beyond the item's sides, and a press on the shadow does not reach the item",
    .proves("D038"), arguments: situations, Hand.allCases)
  func shadow(situation: Situation, hand: Hand) throws {
    let button = PushButton(size: Size(width: 300, height: 200))
    let window = try ControlWindow.make(
      situation, hand, button, at: Rect(x: 0, y: 0, width: 300, height: 200))
    let selections = Selections()
    window.rig.carousel.delegate = selections
    window.rig.ui.backgroundColor = .white
    window.settle()
    /// The brightness at a point of the card's plane, in `0...255`.
    func brightness(_ x: Double, _ y: Double) throws -> UInt32 {
      let point = try window.place(window.card, x, y)
      let capture = window.rig.compositor.capture()
      return capture[Int(point.x * situation.scale), Int(point.y * situation.scale)] & 0xFF
    }
    // Points above and below the card. The neighbors are at its sides.
    let outside = [(150.0, -8.0), (40, -8), (150, 208), (260, 208)]
    for (x, y) in outside { #expect(try brightness(x, y) == 255) }
    for view in [window.card, button] {
      view.shadowOpacity = 1
      view.shadowRadius = 24
      view.shadowOffset = .zero
    }
    window.settle()
    for (x, y) in outside { #expect(try brightness(x, y) < 240, "\(x), \(y)") }
    #expect(try brightness(150, -60) == 255)
    for (x, y) in outside {
      try window.tap(window.card, x, y)
      #expect(button.actions == 0 && selections.indexes.isEmpty, "\(x), \(y)")
      // A tap beside the items centers the current item.
      window.rig.carousel.scrollOffset = situation.offset
      window.settle()
    }
    // The hit area of the card reaches to its sides.
    for (x, y) in [(150.0, 3.0), (150, 197)] { try window.tap(window.card, x, y) }
    #expect(button.actions == 2)
    withExtendedLifetime(selections) {}
  }
}

private final class Selections: CarouselDelegate {
  private(set) var indexes: [Int] = []
  func carousel(_ carousel: Carousel, didSelectItemAt index: Int) { indexes.append(index) }
}
