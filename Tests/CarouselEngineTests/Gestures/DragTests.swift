import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of drags with one finger, from the touch to the release.
@MainActor
struct DragTests {
  @Test("Moving the finger by less than 8 points does not begin a drag", .proves("G05"))
  func threshold() {
    let rig = CarouselRig()
    rig.down()
    rig.move(to: Point(x: 393, y: 303))
    #expect(!rig.carousel.isDragging && rig.takeLog() == [])
    rig.move(to: Point(x: 392, y: 300))
    #expect(rig.carousel.isDragging && rig.takeLog() == ["willBeginDragging"])
  }

  @Test("When a drag begins, the carousel does not jump by the 8 points of the drag threshold")
  func follows() {
    let rig = CarouselRig(items: 100)
    rig.carousel.scrollOffset = 50
    rig.down()
    rig.move(to: Point(x: 380, y: 300))
    #expect(rig.carousel.scrollOffset == 50)
    rig.move(to: Point(x: 280, y: 300))
    #expect(near(rig.carousel.scrollOffset, 50.5))
    rig.move(to: Point(x: 580, y: 300))
    #expect(near(rig.carousel.scrollOffset, 49))
  }

  @Test("A cover flow scrolls by twice the distance of the finger", .proves("Y20", "T08"))
  func coverFlow() {
    let rig = CarouselRig(.coverFlow, items: 100)
    rig.carousel.scrollOffset = 50
    rig.down()
    rig.move(to: Point(x: 380, y: 300))
    rig.move(to: Point(x: 280, y: 300))
    #expect(near(rig.carousel.scrollOffset, 51))
  }

  @Test(
    "A swipe across the axis is ignored until the finger is lifted", .proves("Y29", "Y33"),
    arguments: [false, true])
  func axisLock(vertical: Bool) {
    let rig = CarouselRig { $0.carousel.isVertical = vertical }
    func point(_ along: Double, _ across: Double) -> Point {
      CarouselRig.middle + (vertical ? Point(x: across, y: along) : Point(x: along, y: across))
    }
    rig.down()
    rig.move(to: point(-3, 20))
    rig.move(to: point(-300, 20))
    #expect(!rig.carousel.isDragging && rig.carousel.scrollOffset == 0)
    rig.up(at: point(-300, 20))
    rig.settle()
    #expect(rig.carousel.scrollOffset == 0 && rig.takeLog() == [])

    rig.down()
    rig.move(to: point(-20, 20))
    #expect(rig.carousel.isDragging)
    rig.move(to: point(-170, 400))
    #expect(rig.carousel.scrollOffset == 150 / (vertical ? 150.0 : 200))
  }

  @Test("With `ignorePerpendicularSwipes` off, a swipe across the axis begins a drag", .proves("Y33"))
  func perpendicular() {
    let rig = CarouselRig { $0.carousel.ignorePerpendicularSwipes = false }
    rig.down()
    rig.move(to: Point(x: 397, y: 320))
    #expect(rig.carousel.isDragging)
  }

  @Test("If the finger rests before it is lifted, the release is not a flick")
  func hold() {
    let rig = CarouselRig(items: 40)
    rig.drag(by: Point(x: -250, y: 0), in: 0.1, hold: 0.2)
    #expect(!rig.carousel.isDecelerating)
    rig.settle()
    #expect(rig.carousel.currentItemIndex == 1)
  }

  @Test("The velocity of a release is measured over the last 150 ms of the drag")
  func velocity() {
    var tracker = VelocityTracker()
    for step in 0...100 {
      tracker.add(Point(x: Double(step), y: 0), at: Timestamp(seconds: Double(step) / 100))
    }
    #expect(near(tracker.velocity(at: Timestamp(seconds: 1)).x, 100, within: 1e-6))
    for step in 1...20 {
      tracker.add(Point(x: 100, y: 5 * Double(step)), at: Timestamp(seconds: 1 + Double(step) / 100))
    }
    let later = tracker.velocity(at: Timestamp(seconds: 1.2))
    #expect(near(later.x, 0, within: 1e-6) && near(later.y, 500, within: 1e-6))
    #expect(tracker.velocity(at: Timestamp(seconds: 1.5)) == .zero)
  }

  @Test("A second finger is ignored until the first is lifted")
  func secondFinger() {
    let rig = CarouselRig(items: 40)
    rig.down(finger: 3)
    rig.move(to: Point(x: 380, y: 300), finger: 3)
    rig.down(at: Point(x: 100, y: 100), finger: 9)
    rig.move(to: Point(x: 700, y: 100), finger: 9)
    #expect(rig.carousel.scrollOffset == 0)
    #expect(rig.up(at: Point(x: 700, y: 100), finger: 9) == nil)
    #expect(rig.carousel.isDragging)
    rig.move(to: Point(x: 280, y: 300), finger: 3)
    #expect(near(rig.carousel.scrollOffset, 0.5))
  }

  @Test("A canceled drag ends without a flick, and the carousel settles on an item")
  func cancel() {
    let rig = CarouselRig(items: 40)
    rig.down()
    for step in 1...10 {
      rig.frame()
      rig.move(to: Point(x: 400 - 25 * Double(step), y: 300))
    }
    rig.carousel.contactCanceled(id: 7, time: rig.now)
    #expect(!rig.carousel.isDragging && !rig.carousel.isDecelerating)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 1)
    #expect(
      rig.takeLog() == [
        "willBeginDragging", "index 1", "didEndDragging", "willBeginScrolling", "didEndScrolling",
      ])
  }

  @Test(
    "A scroll by the program ends a drag; a reload, a resize or a change of the type does not", .proves("Y30")
  )
  func takenOver() {
    let rig = CarouselRig(items: 40)
    rig.down()
    rig.move(to: Point(x: 380, y: 300))
    rig.move(to: Point(x: 280, y: 300))
    rig.carousel.reloadData()
    rig.carousel.bounds = Size(width: 500, height: 300)
    rig.carousel.type = .rotary
    rig.frame()
    #expect(rig.carousel.isDragging && !rig.carousel.isScrolling)
    rig.clearLog()
    rig.carousel.scrollToItem(at: 5, animated: true)
    #expect(!rig.carousel.isDragging && rig.carousel.isScrolling)
    #expect(rig.takeLog() == ["didEndDragging", "willBeginScrolling"])
    rig.move(to: Point(x: 180, y: 300))
    rig.up(at: Point(x: 180, y: 300))
    rig.settle()
    #expect(rig.carousel.scrollOffset == 5)
  }

  @Test(
    "If items are added while a drag is beyond the first item, the drag continues from its offset",
    arguments: [0, 2])
  func growsBeyondTheEnd(placeholders: Int) {
    let rig = CarouselRig(items: 5) { $0.placeholderCount = placeholders }
    rig.down()
    rig.move(to: Point(x: 420, y: 300))
    rig.move(to: Point(x: 500, y: 300))
    let offset = rig.carousel.scrollOffset
    rig.clearLog()
    rig.itemCount = 9
    rig.carousel.reloadData()
    rig.frame()
    #expect(rig.carousel.isDragging && rig.carousel.scrollOffset == offset && offset < -0.2)
    rig.move(to: Point(x: 490, y: 300))
    #expect(rig.carousel.scrollOffset > offset && rig.takeLog() == [])
  }

  @Test("If items are added while the carousel springs back to the first item, the spring continues")
  func growsWhileSpringingBack() {
    let rig = CarouselRig(items: 5)
    rig.drag(by: Point(x: 120, y: 0), in: 0.3, hold: 0.2)
    rig.run(0.1)
    let offset = rig.carousel.scrollOffset
    rig.clearLog()
    rig.itemCount = 9
    rig.carousel.reloadData()
    #expect(offset < -0.2 && rig.carousel.scrollOffset == offset && rig.carousel.isScrolling)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 0 && rig.takeLog() == ["didEndScrolling"])
  }

  @Test("If the axis changes during a drag, the drag continues from the current offset")
  func axisTurns() {
    let rig = CarouselRig(items: 40, itemSize: Size(width: 200, height: 200))
    rig.down()
    rig.move(to: Point(x: 380, y: 300))
    rig.move(to: Point(x: 280, y: 300))
    rig.carousel.isVertical = true
    rig.frame()
    rig.move(to: Point(x: 280, y: 299))
    #expect(near(rig.carousel.scrollOffset, 0.5))
    rig.move(to: Point(x: 280, y: 199))
    #expect(near(rig.carousel.scrollOffset, 1))
  }
}
