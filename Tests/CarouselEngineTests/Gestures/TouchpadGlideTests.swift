import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of two fingers on a touchpad in fluid style: the carousel glides when the fingers leave the
/// touchpad.
@MainActor
struct TouchpadGlideTests {
  /// Scrolls by `points` in each of `frames` frames, and ends the gesture after a pause of `pause` seconds.
  private func swipe(_ rig: CarouselRig, points: Double, frames: Int, pause: Double = 0) {
    for _ in 1...frames {
      rig.now = rig.now + 1 / rig.frameRate
      rig.carousel.touchpadScroll(by: points, time: rig.now)
      rig.carousel.advance(to: rig.now)
    }
    rig.wait(pause)
    rig.carousel.touchpadScrollEnded(time: rig.now)
  }

  private func rig(isPaging: Bool = false) -> CarouselRig {
    let rig = CarouselRig(items: 200) { $0.carousel.motionStyle = .fluid }
    rig.carousel.isPagingEnabled = isPaging
    rig.carousel.scrollOffset = 100
    rig.frame()
    return rig
  }

  @Test(
    "After a swipe on a touchpad the carousel continues at the speed of the fingers, and decelerates",
    .proves("D045"))
  func momentum() {
    let rig = rig()
    // 40 points a frame at 60 Hz are 12 items of 200 points per second.
    swipe(rig, points: 40, frames: 10)
    #expect(rig.carousel.isDecelerating)
    #expect(abs(rig.carousel.core.scroller.presentMotion(at: .at(rig.now)).velocity - 12) < 0.01)
    let released = rig.carousel.scrollOffset
    rig.settle()
    // The glide covers a third of an item for each item per second of speed: 12 / 3 = 4 items.
    #expect(abs(rig.carousel.scrollOffset - released - 4) <= 0.5)
    #expect(rig.takeLog().contains("didEndDragging, glides"))
  }

  @Test(
    "If the fingers rest on the touchpad before they leave it, the carousel does not glide", .proves("D045"))
  func pause() {
    let rig = rig()
    swipe(rig, points: 40, frames: 10, pause: 0.1)
    #expect(!rig.carousel.isDecelerating)
    rig.settle()
    #expect(abs(rig.carousel.scrollOffset - 102) <= 0.5)
  }

  @Test(
    "With paging, a swipe on a touchpad that is long or fast enough scrolls to the next page, and never farther",
    .proves("D045"),
    arguments: [
      (4.0, 10, 0.0, 1.0), (40, 40, 0, 1), (-40, 10, 0, -1), (3, 12, 0.2, 1), (1, 10, 0.2, 0), (1, 10, 0, 0),
    ])
  func paging(points: Double, frames: Int, pause: Double, pages: Double) {
    let rig = rig(isPaging: true)
    swipe(rig, points: points, frames: frames, pause: pause)
    var furthest = 0.0
    while rig.carousel.needsFrame {
      rig.frame()
      furthest = max(furthest, abs(rig.carousel.scrollOffset - 100))
    }
    #expect(rig.carousel.scrollOffset == 100 + pages && furthest <= 1.001)
  }

  @Test(
    "With paging, if the fingers have rested before they leave the touchpad, the page depends only on the distance of the swipe",
    .proves("D045"))
  func restedBack() {
    let rig = rig(isPaging: true)
    for points in [100.0, 100, 100, -10, -10, -10, -10, -10] {
      rig.now = rig.now + 1 / rig.frameRate
      rig.carousel.touchpadScroll(by: points, time: rig.now)
      rig.carousel.advance(to: rig.now)
    }
    rig.wait(2)
    rig.carousel.touchpadScrollEnded(time: rig.now)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 101)
  }

  @Test(
    "With paging, if the fingers swipe and then flick back in one gesture, the carousel ends on the page of its start",
    .proves("D045"))
  func backAndForth() {
    let rig = rig(isPaging: true)
    for points in [30.0, 30, 30, -10, -15, -15] {
      rig.now = rig.now + 1 / rig.frameRate
      rig.carousel.touchpadScroll(by: points, time: rig.now)
      rig.carousel.advance(to: rig.now)
    }
    rig.carousel.touchpadScrollEnded(time: rig.now)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 100)
  }
}
