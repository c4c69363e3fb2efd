import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of scrolls with two fingers on a touchpad.
@MainActor
struct TouchpadTests {
  /// Scrolls by one of `distances` in each frame, and ends the gesture.
  private func swipe(_ rig: CarouselRig, _ distances: [Double], settles: Bool = true) {
    for distance in distances {
      rig.carousel.touchpadScroll(by: distance, time: rig.now)
      rig.frame()
    }
    rig.carousel.touchpadScrollEnded(time: rig.now)
    if settles { rig.settle() }
  }

  @Test(
    "With paging, one touchpad gesture scrolls by at most one page, for any distance", .proves("D045"),
    arguments: [
      ([30.0], 1.0), ([10, 20, 40, 60, 80, 100, 90, 70, 50, 30, 10], 1), ([400, 400, 400], 1), ([5, 5], 0),
      ([-30.0], -1.0), ([-500, -500], -1), ([150, -140], 0), ([150, -300], -1),
    ] as [([Double], Double)])
  func paging(distances: [Double], pages: Double) {
    for wraps in [true, false] {
      let rig = CarouselRig(items: 40) { $0.options = [.wrap: wraps ? 1 : 0] }
      rig.carousel.isPagingEnabled = true
      rig.carousel.scrollOffset = 20
      rig.settle()
      var extremes = (20.0, 20.0)
      rig.onScroll = { [unowned rig] in
        extremes.0 = min(extremes.0, rig.carousel.scrollOffset)
        extremes.1 = max(extremes.1, rig.carousel.scrollOffset)
      }
      swipe(rig, distances)
      #expect(rig.carousel.scrollOffset == 20 + pages)
      #expect(extremes.0 >= 19 && extremes.1 <= 21)
    }
  }

  @Test(
    "Two touchpad gestures scroll by two pages, even if the second gesture begins during the scroll of the first",
    .proves("D045")
  )
  func twoGestures() {
    let rig = CarouselRig(items: 5) { $0.options = [.wrap: 1] }
    rig.carousel.isPagingEnabled = true
    rig.carousel.scrollOffset = 4
    rig.settle()
    swipe(rig, [40, 40], settles: false)
    for _ in 1...5 { rig.frame() }
    swipe(rig, [40, 40])
    #expect(rig.carousel.scrollOffset == 1)
    swipe(rig, [-40, -40], settles: false)
    rig.frame()
    swipe(rig, [-40, -40])
    #expect(rig.carousel.scrollOffset == 4)
  }

  @Test(
    "Paging with a touchpad works with pages of several items, also at the ends of a strip", .proves("D045"))
  func pagesOfItems() {
    let rig = CarouselRig(items: 8)
    rig.carousel.isPagingEnabled = true
    rig.carousel.itemsPerPage = 3
    var rests: [Double] = []
    for _ in 1...4 {
      swipe(rig, [60, 60])
      rests.append(rig.carousel.scrollOffset)
    }
    swipe(rig, [-900])
    rests.append(rig.carousel.scrollOffset)
    #expect(rests == [3, 6, 6, 6, 3])
  }

  @Test(
    "Without paging the carousel follows the fingers 1:1 for any distance, and settles on a snap point",
    .proves("D036"))
  func free() {
    let rig = CarouselRig(items: 40)
    for step in 1...20 {
      rig.carousel.touchpadScroll(by: 55, time: rig.now)
      #expect(near(rig.carousel.scrollOffset, Double(step) * 55 / 200))
      rig.frame()
    }
    rig.carousel.touchpadScrollEnded(time: rig.now)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 6)
  }

  @Test(
    "A positive distance on a touchpad scrolls forward: items move to the left", .proves("R04", "R140")
  )
  func sign() {
    let rig = CarouselRig(items: 40)
    rig.carousel.scrollOffset = 5
    let before = rig.drawn(5)?.seenMiddle.x ?? 0
    rig.carousel.touchpadScroll(by: 50, time: rig.now)
    #expect(near((rig.drawn(5)?.seenMiddle.x ?? 0) - before, -50))
    rig.carousel.touchpadScroll(by: -100, time: rig.now)
    #expect(near((rig.drawn(5)?.seenMiddle.x ?? 0) - before, 50))
  }

  @Test("A touchpad gesture stops a flick, a scroll by the program or autoscroll", arguments: [0, 1, 2])
  func stops(motion: Int) {
    let rig = CarouselRig(items: 100) { $0.options = [.wrap: 1] }
    switch motion {
    case 0: rig.fling(velocity: -3000)
    case 1: rig.carousel.scrollToItem(at: 40, duration: 2)
    default: rig.carousel.autoscroll = 3
    }
    rig.run(0.5)
    let before = rig.carousel.scrollOffset
    rig.carousel.touchpadScroll(by: 1, time: rig.now)
    rig.run(1)
    #expect(near(rig.carousel.scrollOffset, before, within: 0.1) && rig.carousel.isDragging)
    rig.carousel.touchpadScrollEnded(time: rig.now)
    rig.run(1)
    #expect(!rig.carousel.isDragging)
  }

  @Test(
    "A touchpad gesture without an end event is ended by the next contact or wheel notch", .proves("R140"),
    arguments: [false, true])
  func lostEnd(notch: Bool) {
    let rig = CarouselRig(items: 40)
    rig.carousel.touchpadScroll(by: 90, time: rig.now)
    rig.wait(0.2)
    if notch {
      rig.carousel.wheel(notches: 1, time: rig.now)
      rig.settle()
      #expect(rig.carousel.scrollOffset == 1)
    }
    #expect(rig.carousel.contactBegan(id: 1, at: CarouselRig.middle, time: rig.now))
    rig.carousel.contactMoved(id: 1, to: Point(x: 380, y: 300), time: rig.now)
    rig.carousel.contactMoved(id: 1, to: Point(x: 180, y: 300), time: rig.now)
    #expect(rig.carousel.isDragging)
    rig.wait(0.3)
    rig.carousel.contactEnded(id: 1, at: Point(x: 180, y: 300), time: rig.now)
    rig.settle()
    #expect(rig.carousel.scrollOffset == (notch ? 2 : 1))
    // An event after the end of the gesture starts a new gesture.
    rig.carousel.touchpadScroll(by: 10, time: rig.now)
    #expect(rig.carousel.isDragging)
  }

  @Test(
    "Each notch and each fraction of a notch counts, even if the notches come quickly and turn a ring beyond its last item",
    .proves("D036", "D056", "R140"))
  func notches() {
    let rig = CarouselRig(items: 7) { $0.options = [.wrap: 1] }
    for step in 1...40 {
      rig.carousel.wheel(notches: 0.25, time: rig.now)
      if step.isMultiple(of: 3) { rig.frame() }
    }
    rig.settle()
    #expect(rig.carousel.scrollOffset == 3)
    for _ in 1...23 {
      rig.carousel.wheel(notches: -1, time: rig.now)
      rig.frame()
    }
    rig.settle()
    #expect(rig.carousel.scrollOffset == 1)  // The offset is 3 − 23 + 3 · 7 = 1.
  }
}
