import CarouselEngine
import Geometry
import Testing

/// Stories of a carousel that moves by itself.
@MainActor
struct AutoscrollTests {
  private func rig(_ speed: Double, wraps: Bool = true, items: Int = 10) -> CarouselRig {
    CarouselRig(items: items) { rig in
      rig.options = [.wrap: wraps ? 1 : 0]
      rig.carousel.autoscroll = speed
    }
  }

  @Test("Y35 R09 positive moves forwards, by as many items a second", arguments: [1.0, -1, 0.5])
  func speed(speed: Double) {
    let rig = rig(speed)
    let start = rig.carousel.scrollOffset
    rig.run(3)
    let moved = (rig.carousel.scrollOffset - start + 15).truncatingRemainder(dividingBy: 10) - 5
    #expect(near(moved, 3 * speed, within: abs(speed) / 50))
    #expect(!rig.carousel.isScrolling && rig.carousel.needsFrame)
  }

  @Test("Y35 stops at a touch, goes on without a jump when the finger is lifted")
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

  @Test("Y35 a flick glides first, then it goes on by itself")
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

  @Test("Y35 an idle time does not count")
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

  @Test("Y35 a window that was hidden for a while goes on where it was", arguments: [true, false])
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

  @Test("Y35 stops at the end of a row, and no more frames are wanted")
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
