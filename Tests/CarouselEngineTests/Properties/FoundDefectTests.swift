import CarouselEngine
import Geometry
import Testing

/// Defects that property tests have found, each with the shortest sequence of actions that showed it.
@MainActor
struct FoundDefectTests {
  @Test(
    "If the current item is removed during a scroll and a step or a wheel notch follows, the carousel rests on an item",
    arguments: [true, false])
  func stepAfterRemoval(byWheel: Bool) {
    let rig = CarouselRig(items: 13)
    rig.carousel.scrollOffset = 4
    rig.settle()
    rig.carousel.step(by: 1)
    for _ in 1...10 { rig.frame() }
    rig.itemCount = 12
    rig.carousel.removeItem(at: rig.carousel.currentItemIndex, animated: true)
    if byWheel { rig.carousel.wheel(notches: 1, time: rig.now) } else { rig.carousel.step(by: 1) }
    rig.settle()
    #expect(rig.carousel.scrollOffset == rig.carousel.scrollOffset.rounded())
    #expect(rig.carousel.currentItemIndex == Int(rig.carousel.scrollOffset) && rig.carousel.wakeTime == nil)
  }

  /// Returns a carousel of type `.coverFlow2` that a finger has touched while its covers were turning.
  private func touchedCoverFlow(after frames: Int, autoscroll: Double) -> CarouselRig {
    let rig = CarouselRig(.coverFlow2, items: 20)
    rig.carousel.scrollOffset = 3
    rig.settle()
    if autoscroll == 0 { rig.drag(by: Point(x: -150, y: 0), in: 0.1) }
    rig.carousel.autoscroll = autoscroll
    for _ in 1...frames { rig.frame() }
    rig.down()
    return rig
  }

  @Test("In a moving coverFlow2, a touch stops the motion and the cover turn", arguments: [0.0, 3])
  func coverTurnStops(autoscroll: Double) {
    for frames in 2...40 {
      let rig = touchedCoverFlow(after: frames, autoscroll: autoscroll)
      let touched = rig.carousel.frame().items.map(\.transform)
      rig.frame()
      let next = rig.carousel.frame().items.map(\.transform)
      guard touched != next else { continue }
      Issue.record("touched after \(frames) frames at \(rig.carousel.scrollOffset), the covers turn on")
      return
    }
  }

  @Test(
    "After a touch has stopped a coverFlow2, the hit test in the middle of the view finds the current item",
    arguments: [0.0, 3])
  func coverTurnHit(autoscroll: Double) {
    for frames in 2...40 {
      let rig = touchedCoverFlow(after: frames, autoscroll: autoscroll)
      for later in 0...10 {
        let hit = rig.carousel.index(ofItemAt: CarouselRig.middle)
        let offset = rig.carousel.scrollOffset
        // Halfway between two covers, the hit test may find either cover.
        if abs(offset - offset.rounded()) < 0.3, hit != rig.carousel.currentItemIndex {
          Issue.record("\(later) frames after a touch at \(offset), the middle hits \(hit ?? -1)")
          return
        }
        rig.frame()
      }
    }
  }

  @Test("With paging and no bounces, a touchpad gesture beyond the end and back ends on a page")
  func touchpadPaging() {
    let rig = CarouselRig()
    rig.carousel.isPagingEnabled = true
    rig.carousel.bounces = false
    rig.carousel.touchpadScroll(by: -100, time: rig.now)
    rig.carousel.touchpadScroll(by: 90, time: rig.now)
    rig.carousel.touchpadScrollEnded(time: rig.now)
    rig.settle()
    #expect(rig.carousel.scrollOffset == rig.carousel.scrollOffset.rounded())
  }

  @Test("With paging, if the program sets the offset during a touchpad gesture, the carousel rests on a page")
  func jumpInTouchpadGesture() {
    let rig = CarouselRig()
    rig.carousel.isPagingEnabled = true
    rig.carousel.touchpadScroll(by: 35, time: rig.now)
    rig.carousel.scrollOffset = 3
    rig.carousel.touchpadScrollEnded(time: rig.now)
    rig.settle()
    #expect(rig.carousel.scrollOffset == rig.carousel.scrollOffset.rounded())
  }

  @Test(
    "After a step forward and a step back in one frame, the carousel is at the start again",
    arguments: [true, false])
  func stepBack(wraps: Bool) {
    let rig = CarouselRig { $0.options = [.wrap: wraps ? 1 : 0] }
    rig.carousel.scrollOffset = 4
    rig.settle()
    rig.carousel.step(by: 1)
    rig.carousel.step(by: -1)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 4)
  }

  @Test("Steps during a motion end exactly on an item of a ring")
  func exactRing() {
    let rig = CarouselRig(items: 5) { $0.options = [.wrap: 1] }
    rig.carousel.scrollOffset = 2
    rig.settle()
    rig.carousel.step(by: -3)
    for _ in 1...11 { rig.frame() }
    rig.carousel.step(by: -3)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 1)
  }

  @Test("A scroll that begins beyond the end of a strip ends exactly on its target item")
  func exactRow() {
    let rig = CarouselRig()
    rig.carousel.touchpadScroll(by: -3, time: rig.now)
    rig.carousel.scrollToItem(at: 1, animated: true)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 1)
  }

  @Test("A scroll by Int.max or Int.min items ends on an item of a ring")
  func endlessScroll() {
    for count in [Int.max, .min] {
      let rig = CarouselRig { $0.options = [.wrap: 1] }
      rig.carousel.scrollToItem(at: 7, animated: true)
      for _ in 1...3 { rig.frame() }
      rig.carousel.scrollByNumberOfItems(count, duration: 1)
      rig.settle()
      #expect(rig.carousel.scrollOffset == rig.carousel.scrollOffset.rounded())
    }
  }

  @Test(
    "If a strip is dragged beyond the end where autoscroll has stopped, the strip returns to the end",
    arguments: [-1.0, 1])
  func bandAtAutoscrollEnd(speed: Double) {
    let rig = CarouselRig()
    rig.carousel.scrollOffset = speed < 0 ? 0 : 9
    rig.carousel.autoscroll = speed
    rig.settle()
    rig.drag(by: Point(x: -200 * speed, y: 0), in: 0.5, hold: 0.3)
    rig.settle()
    #expect(rig.carousel.scrollOffset == (speed < 0 ? 0 : 9))
  }

  @Test(
    "A scroll to an index above that of the last item of a strip ends at the last item", arguments: [0, 0.4])
  func beyondRow(duration: Double) {
    for (item, end) in [(99, 9.0), (10, 9), (-1, 0), (.max, 9), (.min, 0)] {
      let rig = CarouselRig()
      rig.carousel.scrollOffset = 4
      rig.settle()
      rig.carousel.scrollToItem(at: item, duration: duration)
      rig.settle()
      #expect(rig.carousel.scrollOffset == end, "item \(item)")
    }
  }

  @Test(
    "On a ring, a scroll to an index out of range wraps the index and takes the shortest way",
    arguments: [0, 0.4])
  func beyondRing(duration: Double) {
    for (item, end) in [(20, 0), (10, 0), (-1, 9), (-11, 9), (33, 3)] {
      let rig = CarouselRig { $0.options = [.wrap: 1] }
      rig.carousel.scrollOffset = 1
      rig.settle()
      rig.clearLog()
      rig.carousel.scrollToItem(at: item, duration: duration)
      rig.settle()
      #expect(rig.carousel.scrollOffset == Double(end), "item \(item)")
      #expect(rig.takeLog().count { $0.hasPrefix("index") } <= 2, "item \(item)")
    }
  }

  @Test(
    "If the clock goes back by an hour, a scroll, a flick or autoscroll continues", arguments: [0, 1, 2])
  func clockBack(motion: Int) {
    let rig = CarouselRig(items: 100)
    switch motion {
    case 0: rig.carousel.scrollToItem(at: 3, animated: true)
    case 1: rig.drag(by: Point(x: -200, y: 0), in: 0.1)
    default: rig.carousel.autoscroll = 2
    }
    for _ in 1...5 { rig.frame() }
    rig.wait(-3600)
    let before = rig.carousel.scrollOffset
    rig.run(atMost: 3)
    if motion == 2 {
      #expect(rig.carousel.scrollOffset > before + 5)
    } else {
      #expect(!rig.carousel.needsFrame && rig.carousel.scrollOffset == rig.carousel.scrollOffset.rounded())
    }
  }

  @Test("An outgoing view under a reloaded item is not reused for an inserted item")
  func fadingView() {
    let rig = ModelRig(items: 8) { $0.pitch = 200 }
    rig.check()
    rig.reloadItem(at: 4, animated: true)
    rig.frame()
    rig.carousel.performBatchUpdates {
      rig.insert(at: 2, animated: true)
      rig.insert(at: 0, animated: true)
    }
    rig.frame()
    rig.check()
    #expect(rig.problems == [])
  }

  @Test(
    "On an inverted rotary of 8 items of 200 points in a view of 1280 × 720 points, no item appears suddenly")
  func invertedRing() {
    let rig = CarouselRig(.invertedRotary, items: 8, bounds: Size(width: 1280, height: 720)) {
      $0.carousel.motionStyle = .fluid
    }
    rig.frameRate = 50
    rig.carousel.autoscroll = 1
    var before: Set<Int> = Set(rig.carousel.frame().items.map(\.index))
    for _ in 1...55 {
      rig.frame()
      let items = rig.carousel.frame().items
      for item in items where !before.contains(item.index) {
        let part = item.alpha * item.outline.clipped(to: rig.carousel.bounds).area / (1280 * 720)
        #expect(part < 0.02, "item \(item.index) at \(rig.carousel.scrollOffset)")
      }
      before = Set(items.map(\.index))
    }
  }

  @Test(
    "A drag of 190 points beyond the end leads to the same overscroll in 1, 5 or 100 events")
  func overscrollEvents() {
    var offsets: [Double] = []
    for count in [1, 5, 100] {
      let rig = CarouselRig { $0.carousel.motionStyle = .fluid }
      rig.carousel.beginDrag(at: rig.now)
      func pull(_ points: Double) {
        rig.carousel.moveDrag(translation: Point(x: points, y: 0), at: rig.now)
      }
      for event in 1...count { pull(190 * Double(event) / Double(count)) }
      offsets.append(rig.carousel.scrollOffset)
      pull(0)
      #expect(near(rig.carousel.scrollOffset, 0), "\(count) events")
    }
    #expect(near(offsets[0], offsets[1]) && near(offsets[0], offsets[2]))
  }
}
