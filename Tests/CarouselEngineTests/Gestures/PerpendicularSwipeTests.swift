import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of swipes across the axis.
@MainActor
struct PerpendicularSwipeTests {
  private let presses = Presses()
  private let right = Point(x: 600, y: 300)

  @Test(
    "A swipe across the axis is reported with item, distance, velocity and progress", .proves("Y33", "D026"),
    arguments: [false, true])
  func swipe(vertical: Bool) {
    let rig = presses.rig { $0.carousel.isVertical = vertical }
    func point(_ along: Double, _ across: Double) -> Point {
      CarouselRig.middle + (vertical ? Point(x: across, y: along) : Point(x: along, y: across))
    }
    let extent = vertical ? 200.0 : 150
    rig.down()
    rig.wait(0.01)
    rig.move(to: point(1, -10))
    for step in 1...20 {
      rig.wait(0.01)
      rig.move(to: point(100, -10 - 10 * Double(step)))
    }
    rig.up(at: point(100, -210))
    let (first, last) = (presses.swipes.first, presses.swipes.last)
    #expect(first?.phase == .began && first?.travelled == 0 && first?.progress == 0 && first?.index == 0)
    #expect(last?.phase == .ended && last?.travelled == -200 && last?.progress == -1)
    #expect(near(last?.velocity ?? 0, -1000, within: 1))
    #expect(near(presses.swipes[5].progress, -50 / extent))
    #expect(presses.swipes.count == 22)
    #expect(presses.swipes[1..<21].allSatisfy { $0.phase == .changed })
    rig.settle()
    #expect(rig.carousel.scrollOffset == 0 && !presses.log.contains("willBeginDragging"))
  }

  @Test(
    "If the contact of a swipe is canceled, one cancellation of the swipe is reported; a swipe beside the items is not reported",
    .proves("D026"))
  func canceledSwipe() {
    let rig = presses.rig()
    rig.down(at: right)
    rig.move(to: right + Point(x: 0, y: 30))
    rig.carousel.contactCanceled(id: 7, time: rig.now)
    rig.up(at: right)
    #expect(presses.log == ["swipe began 1", "swipe canceled 1"])
    presses.log = []
    rig.down(at: Point(x: 400, y: 20))
    rig.move(to: Point(x: 400, y: 60))
    rig.up(at: Point(x: 400, y: 60))
    #expect(presses.log == [])
  }

  @Test(
    "If the content changes during a swipe, the item's new index is reported; if the item is removed, one cancellation is reported",
    .proves("D026", "M12", "M13"),
    arguments: 0..<3)
  func swipeOnChangingContent(change: Int) {
    let rig = presses.rig()
    rig.down(at: right)
    rig.move(to: right + Point(x: 0, y: 30))
    rig.itemCount += 1
    rig.carousel.insertItem(at: 0, animated: true)
    rig.move(to: right + Point(x: 0, y: 40))
    rig.itemCount -= 1
    switch change {
    case 0: rig.carousel.removeItem(at: 2, animated: true)
    case 1: rig.carousel.performBatchUpdates { rig.carousel.removeItem(at: 2, animated: false) }
    default: rig.carousel.reloadData()
    }
    rig.move(to: right + Point(x: 0, y: 50))
    rig.up(at: right + Point(x: 0, y: 50))
    rig.settle()
    #expect(presses.log == ["swipe began 1", "swipe changed 2", "swipe canceled 2"])
    #expect(presses.swipes.last?.travelled == 10 && presses.swipes.last?.velocity == 0)
  }

  @Test(
    "A swipe across the axis stays a swipe, and a drag stays a drag, even if the axis turns before the release",
    .proves("D027", "D057"))
  func axisIsDecidedOnce() {
    let rig = presses.rig(items: 40)
    rig.down()
    rig.move(to: CarouselRig.middle + Point(x: 0, y: 20))
    rig.carousel.isVertical = true
    rig.move(to: CarouselRig.middle + Point(x: 0, y: 120))
    rig.move(to: CarouselRig.middle + Point(x: 200, y: 120))
    #expect(presses.swipes.last?.travelled == 100 && rig.carousel.scrollOffset == 0)
    rig.up(at: CarouselRig.middle)
    #expect(!presses.log.contains("willBeginDragging"))

    rig.carousel.isVertical = false
    rig.frame()
    presses.log = []
    rig.down()
    rig.move(to: CarouselRig.middle + Point(x: -20, y: 0))
    rig.carousel.isVertical = true
    rig.frame()
    rig.move(to: CarouselRig.middle + Point(x: -300, y: 0))
    rig.move(to: CarouselRig.middle + Point(x: -300, y: -300))
    #expect(rig.carousel.isDragging && rig.carousel.scrollOffset > 1)
    rig.up(at: CarouselRig.middle + Point(x: -300, y: -300))
    #expect(!presses.log.contains { $0.hasPrefix("swipe") || $0.hasPrefix("didSelect") })
  }
}
