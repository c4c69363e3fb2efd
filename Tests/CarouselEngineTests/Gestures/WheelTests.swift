import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of wheels and touchpads.
@MainActor
struct WheelTests {
  @Test("A notch scrolls by one item in its direction, and several fast notches scroll by one item each")
  func notches() {
    let rig = CarouselRig(items: 40)
    rig.carousel.wheel(notches: 1, time: rig.now)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 1)
    for _ in 1...10 {
      rig.carousel.wheel(notches: 1, time: rig.now)
      rig.frame()
    }
    rig.settle()
    #expect(rig.carousel.scrollOffset == 11)
    rig.carousel.wheel(notches: -2, time: rig.now)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 9)
  }

  @Test("Fractions of a notch add up; a reversal or a pause sets the sum to 0")
  func fractions() {
    var wheel = WheelSteps()
    let times = (0...20).map { Timestamp(seconds: Double($0) / 10) }
    let quarters = times.prefix(9).map { wheel.add(0.25, at: $0) }
    #expect(quarters == [0, 0, 0, 1, 0, 0, 0, 1, 0])
    #expect(wheel.add(-0.5, at: times[10]) == 0 && wheel.add(-0.5, at: times[11]) == -1)
    #expect(wheel.add(0.75, at: times[12]) == 0)
    #expect(wheel.add(0.5, at: Timestamp(seconds: 9)) == 0)
  }

  @Test("At the end of a strip a notch does not scroll and causes no callback")
  func end() {
    let rig = CarouselRig()
    rig.carousel.wheel(notches: -1, time: rig.now)
    #expect(rig.takeLog() == [] && !rig.carousel.isScrolling)
  }

  @Test(
    "Two fingers on a touchpad move the carousel like a finger on a touchscreen; when they leave the touchpad, the carousel settles"
  )
  func touchpad() {
    let rig = CarouselRig(items: 40)
    for _ in 1...14 {
      rig.carousel.touchpadScroll(by: 20, time: rig.now)
      rig.frame()
    }
    #expect(near(rig.carousel.scrollOffset, 1.4) && rig.carousel.isDragging)
    rig.carousel.touchpadScrollEnded(time: rig.now)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 1)
    #expect(
      rig.takeLog() == [
        "willBeginDragging", "index 1", "didEndDragging", "willBeginScrolling", "didEndScrolling",
      ])
  }

  @Test("In a vertical carousel, a touchpad scroll by one item height scrolls by one item", .proves("Y29"))
  func vertical() {
    let rig = CarouselRig(items: 40) { $0.carousel.isVertical = true }
    rig.carousel.touchpadScroll(by: 75, time: rig.now)
    #expect(near(rig.carousel.scrollOffset, 0.5))
  }
}
