import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of scrolls by the program.
@MainActor
struct ProgramScrollTests {
  @Test(
    "An animated scroll takes 0.4 seconds, with a callback at its begin and another at its end",
    .proves("M01", "G01", "G02", "K01", "Y32"))
  func animated() {
    let rig = CarouselRig()
    rig.carousel.scrollToItem(at: 4, animated: true)
    #expect(rig.carousel.isScrolling && rig.carousel.scrollOffset == 0)
    rig.frame()
    for _ in 1...12 { rig.frame() }
    #expect(near(rig.carousel.scrollOffset, 2))
    for _ in 1...13 { rig.frame() }
    #expect(rig.carousel.scrollOffset == 4 && !rig.carousel.isScrolling)
    #expect(
      rig.takeLog() == [
        "willBeginScrolling", "index 1", "index 2", "index 3", "index 4", "didEndScrolling",
      ])
  }

  @Test("A scroll without animation ends immediately", .proves("M01", "M02"))
  func atOnce() {
    let rig = CarouselRig()
    rig.carousel.scrollToItem(at: 7, animated: false)
    #expect(rig.carousel.scrollOffset == 7)
    #expect(rig.takeLog() == ["index 7"])
    rig.carousel.scrollToItem(at: 99, duration: 0)
    #expect(rig.carousel.currentItemIndex == 9)
  }

  @Test("A scroll over no distance begins and ends immediately", .proves("G02"))
  func noDistance() {
    let rig = CarouselRig()
    rig.carousel.scrollToItem(at: 0, animated: true)
    #expect(rig.takeLog() == ["willBeginScrolling", "didEndScrolling"])
    #expect(!rig.carousel.isScrolling)
  }

  @Test(
    "On a ring a scroll takes the shorter way; if both ways are equally long, the scroll goes forward",
    .proves("M01"))
  func shortestWay() {
    let rig = CarouselRig(items: 10) { $0.options = [.wrap: 1] }
    rig.carousel.scrollOffset = 8
    rig.clearLog()
    rig.carousel.scrollToItem(at: 1, animated: true)
    rig.settle()
    #expect(rig.takeLog().filter { $0.hasPrefix("index") } == ["index 9", "index 0", "index 1"])
    rig.carousel.scrollOffset = 0
    rig.clearLog()
    rig.carousel.scrollToItem(at: 5, animated: true)
    rig.settle()
    #expect(rig.takeLog().filter { $0.hasPrefix("index") } == (1...5).map { "index \($0)" })
  }

  @Test(
    "A scroll by a number of items can make several turns of a ring; on a strip it is clamped to the ends",
    .proves("M03"))
  func byItems() {
    let ring = CarouselRig(items: 10) { $0.options = [.wrap: 1] }
    ring.carousel.scrollByNumberOfItems(25, duration: 2)
    ring.settle()
    #expect(ring.carousel.scrollOffset == 5)
    let row = CarouselRig(items: 10)
    row.carousel.scrollByNumberOfItems(25, duration: 0.5)
    row.settle()
    #expect(row.carousel.scrollOffset == 9)
    row.carousel.scrollByNumberOfItems(-3, duration: 0)
    #expect(row.carousel.scrollOffset == 6)
  }

  @Test(
    "After a scroll to an offset between items, the carousel snaps if scrollToItemBoundary is on, and otherwise rests at that offset",
    .proves("M04", "M05"),
    arguments: [true, false])
  func toOffset(aligns: Bool) {
    let rig = CarouselRig { $0.carousel.scrollToItemBoundary = aligns }
    rig.carousel.scroll(toOffset: 3.4, duration: 0.3)
    rig.settle()
    #expect(near(rig.carousel.scrollOffset, aligns ? 3 : 3.4))
    guard !aligns else { return }
    for _ in 1...4 {
      rig.carousel.scroll(byOffset: 0.25, duration: 0.1)
      rig.settle()
    }
    #expect(near(rig.carousel.scrollOffset, 4.4))
  }

  @Test("Setting the offset ends a flick immediately, with one callback", .proves("Y19", "R50", "R112"))
  func setOffset() {
    let rig = CarouselRig()
    rig.drag(by: Point(x: -300, y: 0), in: 0.2)
    rig.frame()
    rig.clearLog()
    rig.carousel.scrollOffset = 2.5
    #expect(!rig.carousel.isDecelerating && rig.scrollCount == 1)
    rig.run(1)
    #expect(rig.carousel.scrollOffset == 2.5)
  }

  @Test("Setting the offset to NaN is ignored, and the motion continues", .proves("Y19", "X010"))
  func noOffset() {
    let rig = CarouselRig()
    rig.carousel.scrollToItem(at: 5, animated: true)
    rig.run(0.2)
    rig.carousel.scrollOffset = .nan
    #expect(rig.carousel.isScrolling)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 5 && rig.log.last == "didEndScrolling")
  }

  @Test(
    "If the time of a frame is slightly before that of the frame before, nothing moves; after the clock restarts at 0, scrolls arrive",
    .proves("M01", "Y35", "X010"))
  func timeGoesBack() {
    let rig = CarouselRig()
    rig.carousel.scrollToItem(at: 5, animated: true)
    rig.run(0.3)
    var before = rig.carousel.scrollOffset
    rig.carousel.advance(to: rig.now + -0.25)
    #expect(rig.carousel.scrollOffset == before && before > 2.5)
    rig.settle()
    rig.carousel.scrollOffset = 0
    rig.carousel.autoscroll = 1
    rig.run(0.5)
    before = rig.carousel.scrollOffset
    rig.carousel.advance(to: rig.now + -0.2)
    rig.run(0.2)
    #expect(near(rig.carousel.scrollOffset, before + 0.2, within: 0.02))
    rig.carousel.autoscroll = 0
    rig.now = Timestamp(seconds: 0)
    rig.frame()
    rig.carousel.scrollToItem(at: 7, animated: true)
    rig.run(0.5)
    #expect(rig.carousel.scrollOffset == 7)
  }

  @Test(
    "A carousel can copy the offset of another carousel in that carousel's scroll callback", .proves("Y19"))
  func mirrored() {
    let (leader, follower) = (CarouselRig(), CarouselRig())
    leader.onScroll = { follower.carousel.scrollOffset = leader.carousel.scrollOffset }
    leader.drag(by: Point(x: -300, y: 0), in: 0.2)
    for _ in 1...200 {
      leader.frame()
      #expect(leader.carousel.scrollOffset == follower.carousel.scrollOffset)
    }
    #expect(leader.carousel.scrollOffset > 1)
  }

  @Test("currentItemIndex can be set, and is −1 if the carousel has no items", .proves("Y21"))
  func currentIndex() {
    let rig = CarouselRig()
    rig.carousel.currentItemIndex = 7
    #expect(rig.carousel.scrollOffset == 7)
    #expect(rig.takeLog() == ["index 7"])
    #expect(rig.carousel.currentItemView === rig.carousel.itemView(at: 7))
    let empty = CarouselRig(items: 0)
    #expect(empty.carousel.currentItemIndex == -1 && empty.carousel.scrollOffset == -1)
    #expect(empty.carousel.currentItemView == nil)
  }

  @Test(
    "If a key is pressed several times during a scroll, the carousel scrolls by one item for each press",
    .proves("I07"), arguments: [true, false])
  func steps(wraps: Bool) {
    let rig = CarouselRig { $0.options = [.wrap: wraps ? 1 : 0] }
    for _ in 1...12 {
      rig.carousel.step(by: 1)
      rig.run(0.05)
    }
    rig.settle()
    #expect(rig.carousel.scrollOffset == (wraps ? 2 : 9))
    for _ in 1...3 {
      rig.carousel.step(by: -1)
      rig.frame()
    }
    rig.settle()
    #expect(rig.carousel.scrollOffset == (wraps ? 9 : 6))
  }

  @Test("With scrolling disabled, the program can still scroll", .proves("Y10"), arguments: [true, false])
  func scrollDisabled(enabled: Bool) {
    let rig = CarouselRig { $0.carousel.isScrollEnabled = enabled }
    rig.drag(by: Point(x: -220, y: 0), in: 0.3, hold: 0.3)
    rig.carousel.wheel(notches: 1, time: rig.now)
    rig.settle()
    #expect((rig.carousel.scrollOffset != 0) == enabled)
    rig.carousel.scrollToItem(at: 5, animated: true)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 5)
  }

  @Test(
    "A scroll right after a reload ends on the given item", .proves("M01", "M06"), arguments: [true, false])
  func afterReload(animated: Bool) {
    let rig = CarouselRig(.rotary, items: 3)
    rig.itemCount = 30
    rig.carousel.reloadData()
    rig.carousel.scrollToItem(at: 20, animated: animated)
    rig.settle()
    #expect(rig.carousel.currentItemIndex == 20)
  }
}
