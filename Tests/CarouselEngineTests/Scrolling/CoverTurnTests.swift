import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the duration and the direction of the cover turn of a `.coverFlow2`, with exact numbers.
@MainActor
struct CoverTurnTests {
  /// Creates a `.coverFlow2` and drags it from item 5 at `speed` until a neighbor of item 5 becomes current.
  private func crossing(_ side: Double, speed: Double) -> CarouselRig {
    let rig = CarouselRig(.coverFlow2, items: 20)
    rig.carousel.scrollOffset = 5
    rig.settle()
    func point(_ x: Double) -> Point { Point(x: x, y: 0) }
    rig.carousel.beginDrag(at: rig.now)
    rig.carousel.moveDrag(translation: point(-49 * side), at: rig.now)
    #expect(rig.carousel.toggle == 0 && rig.carousel.currentItemIndex == 5)
    rig.carousel.moveDrag(translation: point(-51 * side), velocity: point(-speed * side), at: rig.now)
    return rig
  }

  @Test(
    "A cover turn takes 0.4 s after a slow drag, 0.3 s at two items a second, and at least 0.2 s",
    .proves("K02", "Y26", "T09", "R125"),
    arguments: [(0.0, 0.4), (200, 0.4), (400, 0.3), (4000, 0.21), (1_000_000, 0.2)], [1.0, -1])
  func duration(turn: (speed: Double, seconds: Double), side: Double) {
    let rig = crossing(side, speed: turn.speed)
    #expect(rig.carousel.toggle == -side && rig.carousel.currentItemIndex == (side > 0 ? 6 : 4))
    let start = rig.now
    for (part, left) in [(0.25, 0.9375), (0.5, 0.5), (0.75, 0.0625)] {
      rig.carousel.advance(to: start + part * turn.seconds)
      #expect(near(rig.carousel.toggle, -side * left, within: 1e-3))
    }
    rig.carousel.advance(to: start + turn.seconds * 0.98)
    #expect(rig.carousel.toggle != 0)
    rig.carousel.advance(to: start + turn.seconds + 0.001)
    #expect(rig.carousel.toggle == 0)
  }

  @Test(
    "In a slow drag the covers do not turn until the index changes", .proves("T09", "R119", "R126"),
    arguments: [1.0, -1])
  func holds(side: Double) throws {
    let rig = CarouselRig(.coverFlow2, items: 20)
    rig.carousel.scrollOffset = 5
    rig.settle()
    rig.carousel.beginDrag(at: rig.now)
    for x in stride(from: 1.0, through: 49, by: 4) {
      rig.carousel.moveDrag(translation: Point(x: -x * side, y: 0), at: rig.now)
      rig.frame()
      #expect(try #require(rig.drawn(5)).transform.m33 == 1)
      #expect(near(try #require(rig.drawn(5 + Int(side))).transform.m33, 0.1564345, within: 1e-6))
    }
    rig.carousel.moveDrag(translation: Point(x: -52 * side, y: 0), at: rig.now)
    // The index has just changed, so the cover begins to turn and still has its former orientation.
    #expect(try #require(rig.drawn(5)).transform.m33 == 1)
    rig.settle()
    #expect(try #require(rig.drawn(5 + Int(side))).transform.m33 == 1)
    #expect(near(try #require(rig.drawn(5)).transform.m33, 0.1564345, within: 1e-6))
  }

  @Test(
    "A flick of a coverFlow2 ends at the same offset and with the same transforms as a flick of a coverFlow",
    .proves("T09", "R119"),
    arguments: [-900.0, -2500, 1500])
  func sameEnd(velocity: Double) {
    let rests = [CarouselType.coverFlow, .coverFlow2].map { type in
      let rig = CarouselRig(type, items: 60)
      rig.carousel.scrollOffset = 30
      rig.fling(velocity: velocity)
      rig.settle()
      return rig.carousel.frame().items.map { "\($0.index) \($0.transform)" } + [
        "\(rig.carousel.scrollOffset)"
      ]
    }
    #expect(rests[0] == rests[1])
  }
}
