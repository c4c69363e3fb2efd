import CarouselEngine
import Geometry
import Testing

/// Defects at the ends of a strip that property tests have found, each with the shortest sequence of actions
/// that showed it.
@MainActor
struct EndDifferenceTests {
  @Test("If autoscroll has reached the end of a strip, it continues when an item is appended")
  func insertAtAutoscrollEnd() {
    let rig = CarouselRig(items: 3)
    rig.carousel.scrollOffset = 2
    rig.carousel.autoscroll = 2
    rig.settle()
    rig.itemCount = 5
    rig.carousel.performBatchUpdates {
      rig.carousel.insertItem(at: 3, animated: true)
      rig.carousel.insertItem(at: 4, animated: true)
    }
    rig.settle()
    #expect(rig.carousel.scrollOffset == 4)
  }

  @Test("After a drag on an empty carousel, autoscroll starts when items are added")
  func dragOnEmpty() {
    let rig = CarouselRig(items: 0)
    rig.carousel.autoscroll = 2
    rig.drag(by: Point(x: -200, y: 0), in: 0.1)
    rig.itemCount = 5
    rig.carousel.reloadData()
    rig.run(1)
    #expect(rig.carousel.scrollOffset > 1)
  }

  @Test("If autoscroll is switched off while a strip is beyond its end, the strip returns to the end")
  func autoscrollOffBeyondEnd() {
    let rig = CarouselRig()
    rig.carousel.autoscroll = 3
    rig.carousel.touchpadScroll(by: -100, time: rig.now)
    rig.carousel.touchpadScrollEnded(time: rig.now)
    rig.carousel.autoscroll = 0
    rig.settle()
    #expect(rig.carousel.scrollOffset == 0)
  }

  @Test(
    "If containsEnds is switched on while a strip rests where autoscroll stopped, the strip rests at the new end"
  )
  func endsAtAutoscrollEnd() {
    let rig = CarouselRig()
    rig.carousel.autoscroll = -1
    rig.settle()
    rig.carousel.containsEnds = true
    rig.settle()
    // With ten items of 200 points in a view of 800 points, item 0 is at the left edge at offset 1.5.
    #expect(rig.carousel.scrollOffset == 1.5)
  }

  @Test(
    "If wrapping is switched on while a strip with containsEnds is at its end, the carousel rests on an item")
  func wrapAtContainedEnd() {
    let rig = CarouselRig { $0.carousel.containsEnds = true }
    rig.drag(by: Point(x: 300, y: 0), in: 0.2)
    rig.options[.wrap] = 1
    rig.carousel.setNeedsLayout()
    rig.settle()
    #expect(rig.carousel.scrollOffset == rig.carousel.scrollOffset.rounded())
  }

  @Test(
    "If the end of a strip with containsEnds changes during a scroll to this end, the carousel rests on an item",
    arguments: [0, 1, 2])
  func endChangesOnTheWay(change: Int) {
    let rig = CarouselRig { $0.carousel.containsEnds = true }
    rig.drag(by: Point(x: 20, y: 0), in: 0.1)
    switch change {
    case 0: rig.carousel.type = .timeMachine
    case 1: rig.carousel.containsEnds = false
    default: rig.carousel.bounds = Size(width: 600, height: 600)
    }
    rig.settle()
    let end = change == 2 ? 1.0 : rig.carousel.scrollOffset.rounded()
    #expect(rig.carousel.scrollOffset == end)
  }

  @Test(
    "If bouncing is switched off while the offset is beyond the end and a step follows, the carousel rests on an item"
  )
  func bouncesOff() {
    let rig = CarouselRig()
    rig.drag(by: Point(x: 160, y: 0), in: 0.05)
    rig.carousel.bounces = false
    rig.carousel.scrollByNumberOfItems(1, duration: 1)
    rig.frame()
    rig.carousel.step(by: 1)
    rig.settle()
    #expect(rig.carousel.scrollOffset == rig.carousel.scrollOffset.rounded())
  }
}
