import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the behavior at the first and the last item.
@MainActor
struct EndsTests {
  @Test(
    "Beyond the end, the distance of a drag is scaled by the remaining bounce distance",
    .proves("K07", "Y08", "R124", "R163"))
  func resistance() {
    let rig = CarouselRig { $0.carousel.bounceDistance = 0.5 }
    rig.carousel.beginDrag(at: rig.now)
    func drag(to x: Double) -> Double {
      rig.carousel.moveDrag(translation: Point(x: x, y: 0), at: rig.now)
      return rig.carousel.scrollOffset
    }
    #expect(near(drag(to: 20), -0.1))
    #expect(near(drag(to: 40), -0.18))  // 0.1 · (1 − 0.1 / 0.5)
    #expect(near(drag(to: 60), -0.244))  // 0.1 · (1 − 0.18 / 0.5)
    #expect(near(drag(to: 40), -0.1928))  // the way back has the same resistance
    #expect(drag(to: 600) >= -0.5)
  }

  @Test(
    "A drag by three widths past the end stays within the bounce distance", .proves("K07", "Y09"),
    arguments: [0.25, 1, 3])
  func threeWidths(distance: Double) {
    let rig = CarouselRig { $0.carousel.bounceDistance = distance }
    rig.drag(by: Point(x: 600, y: 0), in: 1, hold: 0.3)
    #expect(rig.carousel.scrollOffset < 0 && rig.carousel.scrollOffset >= -distance)
    rig.run(1)
    #expect(rig.carousel.scrollOffset == 0 && !rig.carousel.needsFrame)
    rig.carousel.scrollOffset = 9
    rig.drag(by: Point(x: -600, y: 0), in: 1, hold: 0.3)
    #expect(rig.carousel.scrollOffset > 9 && rig.carousel.scrollOffset <= 9 + distance)
    rig.run(1)
    #expect(rig.carousel.scrollOffset == 9)
  }

  @Test(
    "A hard flick overshoots by exactly the bounce distance, then returns",
    .proves("Y08", "Y09", "R114", "R124"),
    arguments: [0.25, 0.5, 1, 3])
  func overshoot(distance: Double) {
    let rig = CarouselRig { $0.carousel.bounceDistance = distance }
    var lowest = 0.0
    rig.onScroll = { lowest = min(lowest, rig.carousel.scrollOffset) }
    rig.carousel.scrollOffset = 2
    rig.fling(velocity: 40_000)
    #expect(rig.carousel.endOffset == -distance)
    rig.settle()
    #expect(near(lowest, -distance, within: 0.02) && rig.carousel.scrollOffset == 0)
    rig.fling(velocity: -40_000)
    #expect(rig.carousel.endOffset == 9 + distance)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 9)
  }

  @Test("Setting a negative bounce distance means 0, and setting NaN is ignored", .proves("Y09"))
  func bounceDistanceRange() {
    let carousel = CarouselRig().carousel
    carousel.bounceDistance = -3
    #expect(carousel.bounceDistance == 0)
    carousel.bounceDistance = 2
    carousel.bounceDistance = .nan
    #expect(carousel.bounceDistance == 2)
  }

  @Test("On a ring the setting bounces has no effect", .proves("Y08"), arguments: [true, false])
  func ring(bounces: Bool) {
    let rig = CarouselRig { rig in
      rig.options = [.wrap: 1]
      rig.carousel.bounces = bounces
    }
    rig.carousel.beginDrag(at: rig.now)
    for x in [60.0, 120] {
      rig.carousel.moveDrag(translation: Point(x: x, y: 0), at: rig.now)
    }
    #expect(near(rig.carousel.scrollOffset, 9.4))
  }

  @Test("On a ring the last item is before the first item", .proves("R143"))
  func backToTheLast() {
    let rig = CarouselRig { $0.options = [.wrap: 1] }
    rig.drag(by: Point(x: 160, y: 0), in: 0.5, hold: 0.3)
    rig.settle()
    #expect(
      rig.carousel.currentItemIndex == 9 && rig.takeLog().filter { $0.hasPrefix("index") } == ["index 9"])
    #expect(rig.drawn(9)?.seenMiddle == CarouselRig.middle)
  }

  @Test(
    "Without wrapping and bouncing, a flick beyond the last item does not move the carousel", .proves("R117"),
    arguments: CarouselType.builtIn)
  func stays(type: CarouselType) {
    let rig = CarouselRig(type) { rig in
      rig.options = [.wrap: 0]
      rig.carousel.bounces = false
    }
    rig.carousel.scrollOffset = 9
    rig.clearLog()
    rig.onScroll = { Issue.record("moved to \(rig.carousel.scrollOffset)") }
    rig.drag(by: Point(x: -300, y: 0), in: 0.2)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 9 && !rig.takeLog().contains { $0.hasPrefix("index") })
  }

  @Test(
    "A single item can be dragged and springs back, unless scrolling or bouncing is off",
    .proves("R20", "D030", "Y08"),
    arguments: [0, 1, 2])
  func single(setting: Int) {
    let rig = CarouselRig(items: 1) { rig in
      rig.carousel.isScrollEnabled = setting != 1
      rig.carousel.bounces = setting != 2
    }
    var lowest = 0.0
    rig.onScroll = { lowest = min(lowest, rig.carousel.scrollOffset) }
    rig.drag(by: Point(x: 50, y: 0), in: 0.3, hold: 0.2)
    rig.settle()
    #expect(setting == 0 ? lowest < -0.15 : lowest == 0)
    #expect(rig.carousel.scrollOffset == 0)
  }

  @Test(
    "Setting an offset clamps it to the bounce distance beyond the ends of a strip, and wraps it on a ring",
    .proves("Y19", "R50", "R112")
  )
  func setOffset() {
    let rig = CarouselRig()
    for (set, read) in [(2.5, 2.5), (12, 10), (-5, -1), (9.75, 9.75)] {
      rig.carousel.scrollOffset = set
      #expect(rig.carousel.scrollOffset == read)
    }
    rig.carousel.bounces = false
    rig.carousel.scrollOffset = 12
    #expect(rig.carousel.scrollOffset == 9)
    let ring = CarouselRig { $0.options = [.wrap: 1] }
    for (set, read) in [(12.0, 2.0), (-0.5, 9.5), (10, 0), (105.25, 5.25)] {
      ring.carousel.scrollOffset = set
      #expect(near(ring.carousel.scrollOffset, read))
    }
  }

  @Test(
    "If a carousel copies the offset of another carousel, both have the same frames, even from the last item of a ring to the first",
    .proves("R16", "Y19", "D033")
  )
  func inStep() {
    let rigs = [1, 2].map { _ in CarouselRig(.coverFlow) { $0.options = [.wrap: 1] } }
    let (leader, follower) = (rigs[0], rigs[1])
    leader.onScroll = { follower.carousel.scrollOffset = leader.carousel.scrollOffset }
    for velocity in [-3000.0, 4000, -700] {
      leader.fling(velocity: velocity)
      while leader.carousel.needsFrame {
        leader.frame()
        let pictures = rigs.map { $0.carousel.frame().items.map { "\($0.index) \($0.transform)" } }
        #expect(pictures[0] == pictures[1])
      }
    }
    #expect(
      leader.takeLog().contains("index 9")
        && follower.carousel.currentItemIndex == leader.carousel.currentItemIndex)
  }

  @Test(
    "If the offset changes by up to a millionth of an item, no callback is called", .proves("K05"),
    arguments: [(5e-7, 0), (2e-6, 1)])
  func margin(distance: Double, calls: Int) {
    let rig = CarouselRig()
    rig.carousel.scrollOffset = 3
    rig.clearLog()
    rig.carousel.scrollOffset = 3 + distance
    #expect(rig.scrollCount == calls)
  }

  @Test(
    "If the carousel is released within a millionth of an item from an item's position, the snap ends immediately",
    .proves("K05"))
  func marginOfARelease() {
    for (distance, seconds) in [(1e-4, 0.02), (4e-4, 0.4)] {
      let rig = CarouselRig()
      rig.carousel.scrollOffset = 3
      rig.fling(velocity: 0, after: distance)
      rig.frame()
      rig.frame()
      #expect(rig.carousel.isScrolling == (seconds > 0.1))
    }
  }

  @Test(
    "In each frame, autoscroll moves the carousel for the time since the frame before, but not if this is more than a second",
    .proves("Y35", "R09"),
    arguments: [(0.5, 0.5), (1, 1), (1.01, 0), (60, 0)])
  func pauses(gap: Double, moved: Double) {
    let rig = CarouselRig { rig in
      rig.options = [.wrap: 1]
      rig.carousel.autoscroll = 1
    }
    rig.frame()
    rig.frame()
    let offset = rig.carousel.scrollOffset
    rig.carousel.advance(to: rig.now + gap)
    #expect(near(rig.carousel.scrollOffset - offset, moved, within: 1e-6))
  }

  @Test(
    "If the data source returns a negative number of items, the carousel is empty",
    .proves("S01", "Y13", "Y14"))
  func negative() {
    let rig = CarouselRig(items: -4) { $0.placeholderCount = -2 }
    #expect(rig.carousel.numberOfItems == 0 && rig.carousel.numberOfPlaceholders == 0)
    #expect(rig.carousel.currentItemIndex == -1)
  }
}
