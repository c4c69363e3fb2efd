import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the cover turn of a `.coverFlow2`. Its value, the toggle, is the part of the turn that remains:
/// ±1 at the start, 0 at the end.
@MainActor
struct ToggleTests {
  @Test(
    "During a slow drag the toggle becomes ±1 when the index changes, and eases to 0 within 0.4 seconds",
    .proves("Y26", "T09", "K02"))
  func slowDrag() {
    let rig = CarouselRig(.coverFlow2)
    rig.down()
    rig.move(to: Point(x: 390, y: 300))
    rig.move(to: Point(x: 345, y: 300))
    rig.frame()
    #expect(rig.carousel.currentItemIndex == 0 && rig.carousel.toggle == 0)
    rig.move(to: Point(x: 335, y: 300))
    #expect(rig.carousel.currentItemIndex == 1 && rig.carousel.toggle == -1)
    var last = -1.0
    for _ in 1...26 {
      rig.frame()
      #expect(rig.carousel.toggle >= last)
      last = rig.carousel.toggle
    }
    #expect(rig.carousel.toggle == 0)
    #expect(!rig.carousel.needsFrame)
  }

  @Test("During a scroll by the program the toggle follows the offset, and at rest it is 0", .proves("Y26"))
  func program() {
    let rig = CarouselRig(.coverFlow2)
    rig.carousel.scrollToItem(at: 3, duration: 1)
    rig.frame()
    for _ in 1...60 {
      rig.frame()
      let offset = rig.carousel.scrollOffset
      let fraction = offset - offset.rounded()
      #expect(near(rig.carousel.toggle, fraction) || near(abs(fraction), 0.5, within: 1e-6))
    }
    rig.settle()
    #expect(rig.carousel.toggle == 0)
  }

  @Test(
    "If the offset is set beyond the last item, the toggle does not change and needs no frames",
    .proves("Y26"))
  func setPastEnd() {
    let rig = CarouselRig(.coverFlow2, items: 13)
    rig.carousel.scrollOffset = 12.25
    rig.settle()
    #expect(rig.carousel.scrollOffset == 12.25 && rig.carousel.toggle == 0.25)
    rig.carousel.scrollOffset = 3
    rig.settle()
    #expect(rig.carousel.toggle == 0)
  }

  @Test("If the only item is removed, the cover turn still ends", .proves("Y26"))
  func empty() {
    let rig = CarouselRig(.coverFlow2, items: 1)
    rig.itemCount = 0
    rig.carousel.removeItem(at: 0, animated: false)
    #expect(rig.carousel.toggle != 0)
    rig.settle()
    #expect(rig.carousel.toggle == 0)
  }
}
