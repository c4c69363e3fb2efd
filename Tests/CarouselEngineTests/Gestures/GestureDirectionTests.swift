import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the directions and distances of gestures, and of their effects on motions.
@MainActor
struct GestureDirectionTests {
  @Test(
    "During a drag to the right or down, the items move with the finger", .proves("R04", "Y29"),
    arguments: [false, true])
  func direction(vertical: Bool) throws {
    let rig = CarouselRig(items: 40) { $0.carousel.isVertical = vertical }
    rig.carousel.scrollOffset = 20
    rig.down()
    let axis: Axis = vertical ? .vertical : .horizontal
    func point(_ distance: Double) -> Point {
      CarouselRig.middle + (vertical ? Point(x: 0, y: distance) : Point(x: distance, y: 0))
    }
    rig.move(to: point(10))
    let before = try #require(rig.drawn(20)).seenMiddle
    rig.move(to: point(70))
    let after = try #require(rig.drawn(20)).seenMiddle
    #expect(near(axis.along(after) - axis.along(before), 60, within: 1e-6))
    #expect(near(axis.across(after), axis.across(before)))
  }

  @Test("Scrolling forward with the wheel or the touchpad shows later items", .proves("R04", "R48", "R140"))
  func forwards() {
    let rig = CarouselRig(items: 40)
    rig.carousel.wheel(notches: 1, time: rig.now)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 1)
    for part in [0.25, 0.25, 0.5] { rig.carousel.wheel(notches: part, time: rig.now) }
    rig.settle()
    #expect(rig.carousel.scrollOffset == 2)
    rig.carousel.touchpadScroll(by: 90, time: rig.now)
    #expect(near(rig.carousel.scrollOffset, 2.45))
    rig.carousel.touchpadScrollEnded(time: rig.now)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 2)
  }

  @Test(
    "A drag of 100 points scrolls 200-point items by 0.5 and covers by 1, or by 0.5 times the multiplier in the options",
    .proves("Y20", "O03", "R111", "R128"),
    arguments: zip(CarouselType.allCases, [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1, 1, 0.5, 0.5, 0.5]))
  func multiplier(type: CarouselType, moved: Double) {
    for (option, factor) in [(nil, 1.0), (3.0, 1.5 / moved)] as [(Double?, Double)] {
      let rig = CarouselRig(type, items: 40) { rig in
        if let option { rig.options = [.offsetMultiplier: option] }
      }
      rig.carousel.scrollOffset = 20
      rig.carousel.beginDrag(at: rig.now)
      rig.carousel.moveDrag(translation: Point(x: -100, y: 0), at: rig.now)
      #expect(near(rig.carousel.scrollOffset, 20 + moved * factor))
      #expect(rig.carousel.offsetMultiplier == option ?? (moved * 2))
    }
  }

  @Test(
    "The offset multiplier applies to drags, but not to scrolls by the program and to decelerations",
    .proves("Y20"))
  func multiplierIsForDrags() {
    let rig = CarouselRig(.coverFlow, items: 40)
    rig.carousel.scroll(byOffset: 3, duration: 0.2)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 3)
    rig.fling(velocity: -1200)
    // A flick of 6 items a second decelerates over 2 items.
    #expect(near(rig.carousel.endOffset ?? 0, 5))
  }

  @Test(
    "A drag at exactly 45° scrolls the carousel; a steeper drag does not", .proves("Y33", "R74"),
    arguments: [false, true])
  func diagonal(vertical: Bool) {
    let rig = CarouselRig { $0.carousel.isVertical = vertical }
    func begins(_ along: Double, _ across: Double) -> Bool {
      let end = CarouselRig.middle + (vertical ? Point(x: across, y: along) : Point(x: along, y: across))
      rig.down()
      rig.move(to: end)
      defer { rig.up(at: end) }
      return rig.carousel.isContactDragging
    }
    #expect(begins(10, 10) && begins(-10, 10) && begins(10, -10) && begins(10, 9.99) && begins(-10, 0))
    #expect(!begins(10, 10.01) && !begins(-10, -10.01) && !begins(0, 9))
    rig.carousel.ignorePerpendicularSwipes = false
    #expect(begins(0, 9))
  }

  @Test(
    "With scrolling disabled, the program can scroll, but drags, wheels, touchpads and keys cannot",
    .proves("Y10", "R174"))
  func off() {
    let rig = CarouselRig(items: 40)
    #expect(rig.carousel.isScrollEnabled)
    rig.carousel.isScrollEnabled = false
    rig.drag(by: Point(x: -300, y: 0), in: 0.2)
    rig.fling(velocity: -2000, after: -100)
    rig.carousel.wheel(notches: 2, time: rig.now)
    rig.carousel.touchpadScroll(by: 100, time: rig.now)
    rig.carousel.touchpadScrollEnded(time: rig.now)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 0 && rig.takeLog() == [])
    rig.carousel.scrollToItem(at: 3, animated: true)
    rig.frame()
    rig.down()
    // With scrolling disabled, a touch also does not stop the scroll by the program.
    #expect(rig.carousel.isScrolling)
    rig.carousel.contactCanceled(id: 7, time: rig.now)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 3)
  }

  @Test(
    "A touch immediately stops a flick, a scroll by the program or autoscroll", .proves("I08"),
    arguments: [0, 1, 2])
  func touchStops(motion: Int) {
    let rig = CarouselRig(items: 40) { $0.options = [.wrap: 1] }
    switch motion {
    case 0: rig.fling(velocity: -2000)
    case 1: rig.carousel.scrollToItem(at: 15, duration: 1)
    default: rig.carousel.autoscroll = 2
    }
    rig.run(0.3)
    rig.down()
    let held = rig.carousel.scrollOffset
    rig.run(0.5)
    #expect(rig.carousel.scrollOffset == held && held > 0.1)
    #expect(!rig.carousel.isDecelerating && !rig.carousel.isScrolling)
  }

  @Test(
    "A tap on an item is reported with the item's index; a tap beside the items is not reported",
    .proves("I01", "G12", "R46", "R138", "R146"),
    arguments: [(0.0, 5 as Int?), (200, 6), (-200, 4), (260, 6), (320, 7)])
  func tap(x: Double, index: Int?) {
    let rig = CarouselRig()
    rig.carousel.scrollOffset = 5
    rig.settle()
    rig.clearLog()
    let current = rig.carousel.currentItemIndex
    #expect(rig.tap(at: Point(x: 400 + x, y: 300)) == .selected(index ?? -1))
    let log = rig.takeLog()
    #expect(
      log.filter { $0.contains("elect") } == ["shouldSelect \(index ?? -1)", "didSelect \(index ?? -1)"])
    rig.settle()
    #expect((index == current) == (x == 0))
    #expect(
      rig.tap(at: Point(x: 400 + x, y: 500)) == .aligned && !rig.takeLog().contains { $0.contains("elect") })
  }

  @Test(
    "A tapped item is in the center after 0.4 s; a tap on the current item does not scroll",
    .proves("Y24", "R145", "R164", "I01"),
    arguments: [-2, -1, 0, 1, 2])
  func centre(distance: Int) {
    for centres in [true, false] {
      let rig = CarouselRig(bounds: Size(width: 1200, height: 300)) {
        $0.carousel.centerItemWhenSelected = centres
      }
      rig.carousel.scrollOffset = 5
      rig.settle()
      rig.clearLog()
      #expect(rig.tap(at: Point(x: 600 + 200 * Double(distance), y: 150)) == .selected(5 + distance))
      rig.run(0.44)
      #expect(rig.carousel.scrollOffset == (centres ? 5 + Double(distance) : 5))
    }
  }

  @Test(
    "shouldSelect is called once per tap, and never for a drag; a declined item is neither selected nor centered",
    .proves("G13", "R89", "R115")
  )
  func shouldSelect() {
    for may in [true, false] {
      let rig = CarouselRig { $0.mayBeSelected = may }
      #expect(rig.tap(at: Point(x: 600, y: 300)) == (may ? .selected(1) : .notTaken))
      rig.settle()
      let log = rig.takeLog()
      #expect(log.count { $0 == "shouldSelect 1" } == 1 && log.contains("didSelect 1") == may)
      #expect(rig.carousel.scrollOffset == (may ? 1 : 0))
      rig.drag(by: Point(x: -90, y: 0), in: 0.3, hold: 0.3)
      rig.settle()
      #expect(!rig.takeLog().contains { $0.contains("elect") })
    }
  }

  @Test(
    "A tap beside the items scrolls the nearest item to the center", .proves("I09"),
    arguments: [(2.3, 2.0), (2.6, 3)])
  func beside(offset: Double, rest: Double) {
    let rig = CarouselRig { $0.carousel.scrollToItemBoundary = false }
    rig.carousel.scrollOffset = offset
    #expect(rig.tap(at: Point(x: 400, y: 20)) == .aligned)
    rig.settle()
    #expect(rig.carousel.scrollOffset == rest)
  }

  @Test("While a finger is down, the wheel and the touchpad have no effect", .proves("R48", "R140"))
  func oneAtATime() {
    let rig = CarouselRig(items: 40)
    rig.down()
    rig.carousel.wheel(notches: 1, time: rig.now)
    rig.carousel.touchpadScroll(by: 90, time: rig.now)
    rig.run(0.6)
    #expect(rig.carousel.scrollOffset == 0)
  }

  @Test(
    "A tap on the current item beside the center selects it; with scrollToItemBoundary the item also snaps to the center",
    .proves("Y24", "Y28", "G12"),
    arguments: [true, false])
  func misaligned(aligns: Bool) {
    let rig = CarouselRig { $0.carousel.scrollToItemBoundary = aligns }
    rig.carousel.scrollOffset = 3.25
    #expect(rig.tap() == .selected(3))
    rig.settle()
    #expect(rig.carousel.scrollOffset == (aligns ? 3 : 3.25))
  }

  @Test("If scrolling is disabled during a drag, the carousel no longer follows the finger", .proves("Y10"))
  func offInMidDrag() {
    let rig = CarouselRig(items: 40)
    rig.carousel.beginDrag(at: rig.now)
    rig.carousel.moveDrag(translation: Point(x: -50, y: 0), at: rig.now)
    rig.carousel.isScrollEnabled = false
    rig.carousel.moveDrag(translation: Point(x: -150, y: 0), velocity: Point(x: -900, y: 0), at: rig.now)
    #expect(near(rig.carousel.scrollOffset, 0.25))
  }

  @Test(
    "If a drag begins without a touch, a motion ends with its end callback; a second beginning has no effect",
    .proves("G05", "G08"))
  func dragWithoutTouch() {
    for glides in [true, false] {
      let rig = CarouselRig(items: 40)
      if glides { rig.fling(velocity: -3000) } else { rig.carousel.scrollToItem(at: 9, duration: 2) }
      rig.run(0.3)
      rig.clearLog()
      rig.carousel.beginDrag(at: rig.now)
      #expect(rig.takeLog() == [glides ? "didEndDecelerating" : "didEndScrolling", "willBeginDragging"])
      rig.carousel.moveDrag(translation: Point(x: -100, y: 0), at: rig.now)
      let offset = rig.carousel.scrollOffset
      rig.carousel.beginDrag(at: rig.now)
      rig.carousel.moveDrag(translation: Point(x: -20, y: 0), at: rig.now)
      #expect(rig.log.filter { !$0.hasPrefix("index") } == [])
      #expect(near(rig.carousel.scrollOffset, offset + 0.1))
    }
  }

  @Test(
    "A tap during autoscroll selects the tapped item; a tap that stops a flick or a scroll selects nothing",
    .proves("I08", "Q12", "G12")
  )
  func tapInMotion() {
    for motion in 0..<3 {
      let rig = CarouselRig(items: 40) { $0.options = [.wrap: 1] }
      switch motion {
      case 0: rig.carousel.autoscroll = 0.5
      case 1: rig.fling(velocity: -3000)
      default: rig.carousel.scrollToItem(at: 15, duration: 2)
      }
      rig.run(0.3)
      rig.clearLog()
      let selects = rig.takeLogAfterTap().contains { $0.hasPrefix("didSelect") }
      #expect(selects == (motion == 0))
    }
  }
}

extension CarouselRig {
  /// Taps in the middle and returns the delegate's calls.
  fileprivate func takeLogAfterTap() -> [String] {
    tap()
    return takeLog()
  }
}
