import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of autoscroll.
@MainActor
struct AutoscrollTests {
  private func rig(_ speed: Double, wraps: Bool = true, items: Int = 10) -> CarouselRig {
    CarouselRig(items: items) { rig in
      rig.options = [.wrap: wraps ? 1 : 0]
      rig.carousel.autoscroll = speed
    }
  }

  @Test(
    "Autoscroll with a positive speed moves forward by that many items per second", .proves("Y35", "R09"),
    arguments: [1.0, -1, 0.5])
  func speed(speed: Double) {
    let rig = rig(speed)
    let start = rig.carousel.scrollOffset
    rig.run(3)
    let moved = (rig.carousel.scrollOffset - start + 15).truncatingRemainder(dividingBy: 10) - 5
    #expect(near(moved, 3 * speed, within: abs(speed) / 50))
    #expect(!rig.carousel.isScrolling && rig.carousel.needsFrame)
  }

  @Test(
    "A touch stops autoscroll; when the finger is lifted, autoscroll continues without a jump", .proves("Y35")
  )
  func touch() {
    let rig = rig(1)
    rig.run(1)
    rig.down()
    let held = rig.carousel.scrollOffset
    rig.run(2)
    #expect(rig.carousel.scrollOffset == held)
    rig.move(to: Point(x: 400, y: 340))
    rig.up(at: Point(x: 400, y: 340))
    rig.frame()
    #expect(rig.carousel.scrollOffset - held < 0.05)
    rig.run(1)
    #expect(rig.carousel.scrollOffset > held + 0.9)
  }

  @Test("After a flick the carousel decelerates first, then autoscroll continues", .proves("Y35"))
  func flick() {
    let rig = rig(0.5)
    rig.run(0.5)
    rig.drag(by: Point(x: 300, y: 0), in: 0.2)
    #expect(rig.carousel.isDecelerating)
    rig.run(5)
    #expect(!rig.carousel.isDecelerating)
    let before = rig.carousel.scrollOffset
    rig.frame()
    #expect(rig.carousel.scrollOffset > before)
  }

  @Test(
    "When autoscroll is switched on after a time without frames, the carousel does not jump", .proves("Y35"))
  func noJumpAfterAPause() {
    let rig = CarouselRig { $0.options = [.wrap: 1] }
    rig.settle()
    rig.wait(100)
    rig.carousel.autoscroll = 1
    rig.frame()
    #expect(rig.carousel.scrollOffset < 0.05)
    rig.run(1)
    #expect(near(rig.carousel.scrollOffset, 1, within: 0.05))
  }

  @Test(
    "After 5 seconds without frames, as in a hidden window, autoscroll continues without a jump",
    .proves("Y35"), arguments: [true, false])
  func hidden(wraps: Bool) {
    let rig = rig(0.5, wraps: wraps)
    rig.run(1)
    let before = rig.carousel.scrollOffset
    rig.wait(5)
    rig.frame()
    #expect(near(rig.carousel.scrollOffset, before, within: 0.01))
    rig.run(1)
    #expect(near(rig.carousel.scrollOffset, before + 0.5, within: 0.02))
  }

  @Test("Autoscroll stops at the end of a strip and needs no more frames", .proves("Y35"))
  func end() {
    let rig = rig(10, wraps: false)
    rig.run(2)
    #expect(rig.carousel.scrollOffset == 9)
    #expect(!rig.carousel.needsFrame)
    rig.carousel.autoscroll = -10
    rig.run(2)
    #expect(rig.carousel.scrollOffset == 0)
  }
}
