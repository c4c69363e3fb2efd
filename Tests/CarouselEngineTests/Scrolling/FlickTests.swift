import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of drags with a release.
@MainActor
struct FlickTests {
  @Test(
    "A flick is a drag, a deceleration and a snap; the callbacks of each part are called once, in order",
    .proves("G05", "G06", "G07", "G08", "Y30", "Y31")
  )
  func story() {
    let rig = CarouselRig(items: 20)
    rig.drag(by: Point(x: -300, y: 0), in: 0.2)
    #expect(rig.carousel.isDecelerating && !rig.carousel.isDragging)
    rig.settle()
    let index = rig.carousel.currentItemIndex
    #expect(rig.carousel.scrollOffset == Double(index) && index >= 3)
    #expect(
      rig.takeLog().filter { !$0.hasPrefix("index") } == [
        "willBeginDragging", "didEndDragging, glides", "willBeginDecelerating", "didEndDecelerating",
        "willBeginScrolling", "didEndScrolling",
      ])
    #expect(!rig.carousel.needsFrame)
  }

  @Test(
    "The delegate is notified of every passed item, in order, at any frame rate", .proves("G04"),
    arguments: [240.0, 60, 10, 3])
  func indexes(frameRate: Double) {
    let rig = CarouselRig(items: 50)
    rig.frameRate = frameRate
    rig.carousel.scrollByNumberOfItems(20, duration: 1)
    rig.settle()
    #expect(rig.takeLog().filter { $0.hasPrefix("index") } == (1...20).map { "index \($0)" })
  }

  @Test("A slow release snaps to the nearest item", .proves("G06", "Y28"))
  func slowRelease() {
    let rig = CarouselRig()
    rig.drag(by: Point(x: -70, y: 0), in: 0.5, hold: 0.3)
    #expect(!rig.carousel.isDecelerating && rig.carousel.isScrolling)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 0)
    #expect(
      rig.takeLog() == ["willBeginDragging", "didEndDragging", "willBeginScrolling", "didEndScrolling"])
  }

  @Test(
    "If a release is too slow for a deceleration but fast enough for a step, the carousel scrolls to the next item",
    .proves("K04"))
  func quickRelease() {
    let rig = CarouselRig { $0.carousel.decelerationRate = 0 }
    rig.drag(by: Point(x: -80, y: 0), in: 0.1)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 1)
  }

  @Test(
    "With scrollToItemBoundary off, a carousel rests where it is released; if that is beyond an end, it returns to the end",
    .proves("Y28"))
  func restsWhereReleased() {
    let rig = CarouselRig { $0.carousel.scrollToItemBoundary = false }
    rig.drag(by: Point(x: -82, y: 0), in: 0.5, hold: 0.3)
    rig.settle()
    #expect(near(rig.carousel.scrollOffset, 0.37, within: 0.02))
    rig.drag(by: Point(x: 200, y: 0), in: 0.5, hold: 0.3)
    #expect(rig.carousel.scrollOffset < 0)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 0)
  }

  @Test(
    "A drag moves the carousel beyond the ends by at most the bounce distance", .proves("Y08", "Y09", "K07"),
    arguments: [0.25, 1, 3])
  func bounce(distance: Double) {
    let rig = CarouselRig { $0.carousel.bounceDistance = distance }
    var leftmost = 0.0
    rig.onScroll = { leftmost = min(leftmost, rig.carousel.scrollOffset) }
    rig.drag(by: Point(x: 700, y: 0), in: 0.3)
    rig.settle()
    #expect(leftmost < -distance * 0.5 && leftmost >= -distance)
    #expect(rig.carousel.scrollOffset == 0)
  }

  @Test(
    "With bounces off or bounce distance 0, a drag does not move the carousel beyond the ends",
    .proves("Y08", "Y09"),
    arguments: [true, false])
  func noBounce(bounces: Bool) {
    let rig = CarouselRig { rig in
      rig.carousel.bounces = bounces
      rig.carousel.bounceDistance = bounces ? 0 : 1
    }
    var range = (0.0, 0.0)
    rig.onScroll = {
      range = (min(range.0, rig.carousel.scrollOffset), max(range.1, rig.carousel.scrollOffset))
    }
    rig.drag(by: Point(x: 300, y: 0), in: 0.2)
    rig.settle()
    #expect(range == (0, 0))
    rig.drag(by: Point(x: -250, y: 0), in: 0.1)
    rig.drag(by: Point(x: -350, y: 0), in: 0.1)
    rig.drag(by: Point(x: -350, y: 0), in: 0.1)
    rig.settle()
    #expect(range.1 == 9 && rig.carousel.scrollOffset == 9)
  }

  @Test(
    "At deceleration rate 0 a flick stops immediately; at rate 1 it stops at the end of a strip, and never on a ring",
    .proves("Y07"))
  func extremeRates() {
    let stopping = CarouselRig { $0.carousel.decelerationRate = 0 }
    stopping.drag(by: Point(x: -300, y: 0), in: 0.4)
    #expect(!stopping.carousel.isDecelerating)

    let row = CarouselRig(items: 30) { $0.carousel.decelerationRate = 1 }
    row.drag(by: Point(x: -300, y: 0), in: 0.2)
    row.settle()
    #expect(row.carousel.scrollOffset == 29)

    let ring = CarouselRig { rig in
      rig.carousel.decelerationRate = 1
      rig.options = [.wrap: 1]
    }
    ring.drag(by: Point(x: -300, y: 0), in: 0.2)
    ring.run(60)
    #expect(ring.carousel.isDecelerating && ring.carousel.needsFrame)
    #expect((0..<10).contains(ring.carousel.scrollOffset))
  }

  @Test(
    "With a scroll speed of 2, a release has twice the velocity, but the drag moves the carousel by the same distance",
    .proves("Y25"))
  func scrollSpeed() throws {
    let rigs = [1.0, 2].map { speed in CarouselRig(items: 100) { $0.carousel.scrollSpeed = speed } }
    for rig in rigs { rig.drag(by: Point(x: -300, y: 0), in: 0.2) }
    let offsets = rigs.map(\.carousel.scrollOffset)
    #expect(near(offsets[0], offsets[1]))
    let velocities = rigs.compactMap(\.carousel.startVelocity)
    #expect(near(velocities[1], 2 * velocities[0]))
  }

  @Test("With paging one swipe scrolls one item at any speed", .proves("Y12"), arguments: [0.05, 0.1, 0.3])
  func paging(seconds: Double) {
    let rig = CarouselRig(items: 20) { $0.carousel.isPagingEnabled = true }
    for swipe in 1...3 {
      rig.drag(by: Point(x: -120, y: 0), in: seconds)
      rig.settle()
      #expect(rig.carousel.scrollOffset == Double(swipe))
    }
  }

  @Test("A flick scrolls the same distance at any frame rate", arguments: [24.0, 30, 48, 75, 120, 144, 240])
  func rateIndependence(frameRate: Double) {
    func flick(at rate: Double) -> (offset: Double, log: [String]) {
      let rig = CarouselRig(items: 40)
      rig.carousel.beginDrag(at: rig.now)
      rig.carousel.moveDrag(translation: Point(x: -90, y: 0), velocity: Point(x: -2400, y: 0), at: rig.now)
      rig.carousel.endDrag(at: rig.now)
      rig.frameRate = rate
      rig.settle()
      return (rig.carousel.scrollOffset, rig.takeLog())
    }
    let (reference, other) = (flick(at: 60), flick(at: frameRate))
    #expect(reference.offset == other.offset)
    #expect(reference.log == other.log)
  }
}
