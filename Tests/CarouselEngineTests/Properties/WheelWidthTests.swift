import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of wheels on rings whose items have different widths.
@MainActor
struct WheelWidthTests {
  @Test(
    "On a ring of items with different widths, wheel notches add up, and the item at which they end is exactly in the center",
    .proves("D056"), arguments: [MotionStyle.classic, .fluid])
  func rests(style: MotionStyle) {
    SeededRuns.check(0..<400, one: Self.turns) { turns in
      let rig = CarouselRig(items: turns.count) {
        $0.widths = { 40 + Double(($0 &* 7919 &+ turns.salt) % 300) }
        $0.carousel.itemSizing = .individual
        $0.carousel.motionStyle = style
        $0.carousel.isVertical = turns.isVertical
        $0.options = [.wrap: 1]
      }
      var sum = 0
      for (notches, frames) in turns.steps {
        sum += notches
        rig.carousel.wheel(notches: Double(notches), time: rig.now)
        for _ in 0..<frames { rig.frame() }
      }
      rig.settle()
      let index = (sum % turns.count + turns.count) % turns.count
      guard rig.carousel.scrollOffset == Double(index) else {
        return "rests at \(rig.carousel.scrollOffset) instead of \(index)"
      }
      guard let middle = rig.drawn(index)?.seenMiddle else { return "item \(index) is not drawn" }
      let distance = middle.distance(to: CarouselRig.middle)
      return distance < 1e-6 ? nil : "item \(index) is \(distance) points beside the center"
    }
  }

  private struct Turns {
    let count: Int
    let salt: Int
    let isVertical: Bool
    /// Notches, each followed by a number of frames.
    let steps: [(notches: Int, frames: Int)]
  }

  private static func turns(_ random: inout SplitMix) -> Turns {
    Turns(
      count: random.whole(1...14), salt: random.whole(0...999), isVertical: random.once(in: 2),
      steps: (0..<random.whole(1...10)).map { _ in
        (notches: random.whole(-4...4), frames: random.choice([0, 1, 3, 9, 40]))
      })
  }
}
