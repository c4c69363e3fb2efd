import CarouselEngine
import Geometry
import Testing

/// Stories of a carousel that goes on from item to item.
@MainActor
struct AutoplayTests {
  private func rig(
    _ interval: Double = 3, wraps: Bool = true, items: Int = 5, prepare: (CarouselRig) -> Void = { _ in }
  ) -> CarouselRig {
    CarouselRig(items: items) { rig in
      rig.options = [.wrap: wraps ? 1 : 0]
      rig.carousel.autoplayInterval = interval
      prepare(rig)
    }
  }

  /// Lets time pass as a window does that sleeps until the wake time; returns how many frames that took.
  @discardableResult
  private func live(_ rig: CarouselRig, _ seconds: Double) -> Int {
    let end = rig.now + seconds
    var frames = 0
    while rig.now < end {
      if rig.carousel.needsFrame {
        rig.frame()
        frames += 1
      } else if let wake = rig.carousel.wakeTime, wake < end {
        if wake > rig.now { rig.wait(wake - rig.now) }
        rig.frame()
        frames += 1
      } else {
        rig.wait(end - rig.now)
      }
    }
    return frames
  }

  @Test("D031 one item an interval, counted from the last rest, at any rate", arguments: [30.0, 60, 144])
  func steps(rate: Double) {
    let rig = rig()
    rig.frameRate = rate
    let start = rig.now
    var arrivals: [Double] = []
    rig.onScroll = {
      if rig.carousel.scrollOffset == rig.carousel.scrollOffset.rounded() { arrivals.append(rig.now - start) }
    }
    live(rig, 24)
    // 3 s of rest and 0.4 s on the way
    #expect(arrivals.count == 7)
    for (number, arrival) in arrivals.enumerated() {
      #expect(abs(arrival - 3.4 * Double(number + 1)) < 2 / rate)
    }
    #expect(rig.carousel.currentItemIndex == 2)
  }

  @Test("D031 D013 an interval tells what any scroll tells")
  func callbacks() {
    let rig = rig()
    live(rig, 3.6)
    #expect(
      rig.takeLog().filter { !$0.hasPrefix("didSettle") }
        == ["willBeginScrolling", "index 1", "didEndScrolling"])
    #expect(rig.scrollCount == 0)
  }

  @Test("D050 at rest nothing is wanted before the wake time, and nothing ever without an interval")
  func quiet() {
    let rig = rig()
    rig.settle()
    #expect(!rig.carousel.needsFrame)
    let wake = rig.carousel.wakeTime
    #expect(wake.map { abs($0 - rig.now - 3) < 0.1 } == true)
    // 0.4 s at 60 Hz, and what tells that it rests
    #expect((20...30).contains(live(rig, 3.6)))
    rig.carousel.autoplayInterval = 0
    live(rig, 1)
    #expect(!rig.carousel.needsFrame && rig.carousel.wakeTime == nil)
    #expect(CarouselRig().carousel.wakeTime == nil)
  }

  @Test("D051 at the end of a row: stop, rewind, turn round", arguments: [0, 1, 2])
  func ends(policy: Int) {
    let ends: [AutoscrollEnd] = [.stop, .rewind, .turnRound]
    let rig = rig(1, wraps: false, items: 4)
    rig.carousel.autoscrollEnd = ends[policy]
    var rests: [Int] = []
    for _ in 1...8 {
      live(rig, 1.4)
      rests.append(rig.carousel.currentItemIndex)
    }
    let expected = [[1, 2, 3, 3, 3, 3, 3, 3], [1, 2, 3, 0, 1, 2, 3, 0], [1, 2, 3, 2, 1, 0, 1, 2]]
    #expect(rests == expected[policy])
    live(rig, 0.3)
    #expect((rig.carousel.wakeTime == nil) == (policy == 0))
  }

  @Test("D051 a steady motion at the end of a row: stop, rewind, turn round", arguments: [1.0, -1])
  func steadyEnds(direction: Double) {
    for end in [AutoscrollEnd.stop, .rewind, .turnRound] {
      let rig = CarouselRig(items: 4)
      rig.carousel.scrollOffset = direction > 0 ? 0 : 3
      rig.settle()
      rig.carousel.autoscrollEnd = end
      rig.carousel.autoscroll = 2 * direction
      rig.run(1.52)
      let (from, to) = direction > 0 ? (0.0, 3.0) : (3, 0)
      #expect(near(rig.carousel.scrollOffset, to, within: 0.1))
      rig.run(0.5)
      switch end {
      case .stop: #expect(rig.carousel.scrollOffset == to && !rig.carousel.needsFrame)
      case .rewind: #expect(abs(rig.carousel.scrollOffset - from) < 0.3)
      case .turnRound: #expect(near(rig.carousel.scrollOffset, to - direction, within: 0.2))
      }
      rig.run(6)
      #expect((0...3).contains(rig.carousel.scrollOffset))
      #expect(rig.carousel.needsFrame == (end != .stop))
    }
  }

  @Test("D051 Y35 what has turned round at the end of a row goes forwards on a ring")
  func turnedRing() {
    let rig = CarouselRig(items: 10)
    rig.carousel.scrollOffset = 8.5
    rig.carousel.autoscrollEnd = .turnRound
    rig.carousel.autoscroll = 2
    rig.run(1)
    let turned = rig.carousel.scrollOffset
    rig.run(0.1)
    #expect(rig.carousel.scrollOffset < turned)
    rig.carousel.type = .rotary
    rig.frame()
    let start = rig.carousel.scrollOffset
    rig.run(0.5)
    #expect(near(rig.carousel.scrollOffset, start + 1, within: 0.1))
  }

  @Test("D051 a single item neither turns round nor asks for frames")
  func single() {
    for end in [AutoscrollEnd.rewind, .turnRound] {
      for wraps in [true, false] {
        let rig = rig(1, wraps: wraps, items: 1)
        rig.carousel.autoscrollEnd = end
        live(rig, 5)
        #expect(rig.carousel.scrollOffset == 0 && !rig.carousel.needsFrame && rig.carousel.wakeTime == nil)
        if !wraps { rig.carousel.autoscroll = 1 }
        live(rig, 5)
        #expect(rig.carousel.scrollOffset == 0 && !rig.carousel.needsFrame)
      }
    }
  }

  @Test(
    "D049 it pauses under the pointer, with the keyboard, where nobody sees it, and when the user says so",
    arguments: [0, 1, 2, 3])
  func pauses(reason: Int) {
    func set(_ carousel: Carousel, _ isOn: Bool) {
      switch reason {
      case 0: carousel.isHovered = isOn
      case 1: carousel.isFocused = isOn
      case 2: carousel.isHidden = isOn
      default: carousel.isAutoscrollPaused = isOn
      }
    }
    let stepping = rig { $0.carousel.autoscrollPauses = .all }
    live(stepping, 2.9)
    set(stepping.carousel, true)
    #expect(live(stepping, 60) <= 1)
    #expect(stepping.carousel.scrollOffset == 0 && stepping.carousel.wakeTime == nil)
    set(stepping.carousel, false)
    // The whole interval anew, and one item, not twenty.
    live(stepping, 2.9)
    #expect(stepping.carousel.scrollOffset == 0)
    live(stepping, 0.7)
    #expect(stepping.carousel.scrollOffset == 1)

    let steady = CarouselRig(items: 10) { $0.options = [.wrap: 1] }
    steady.carousel.autoscrollPauses = .all
    steady.carousel.autoscroll = 1
    steady.run(1.3)
    set(steady.carousel, true)
    let held = steady.carousel.scrollOffset
    #expect(live(steady, 10) <= 2)
    #expect(steady.carousel.scrollOffset == held && steady.carousel.autoscroll == 1)
    set(steady.carousel, false)
    steady.frame()
    #expect(steady.carousel.scrollOffset - held < 0.05)
    steady.run(1)
    #expect(near(steady.carousel.scrollOffset, held + 1, within: 0.05))
  }

  @Test("D049 by default pointer and keyboard do not pause it: a window's only carousel always has them")
  func defaults() {
    let carousel = Carousel(bounds: .zero)
    #expect(carousel.autoscrollPauses == [.touch, .hidden] && carousel.autoscrollEnd == .stop)
    #expect(carousel.autoplayInterval == 0 && !carousel.isAutoscrollPaused)
    #expect(!carousel.isHovered && !carousel.isFocused && !carousel.isHidden)
    let rig = rig()
    rig.carousel.isHovered = true
    rig.carousel.isFocused = true
    live(rig, 3.6)
    #expect(rig.carousel.scrollOffset == 1)
  }

  @Test("D049 a finger that lies on it keeps it, and the interval begins anew when it is lifted")
  func touch() {
    let rig = rig()
    live(rig, 2.5)
    rig.down(at: Point(x: 400, y: 20))
    live(rig, 10)
    #expect(rig.carousel.scrollOffset == 0 && rig.carousel.wakeTime == nil)
    rig.up(at: Point(x: 400, y: 20))
    live(rig, 2.9)
    #expect(rig.carousel.scrollOffset == 0)
    live(rig, 1)
    #expect(rig.carousel.scrollOffset == 1)
  }

  @Test("D049 without the pause for touch it moves on under a finger that lies still, which may then drag")
  func withoutTouchPause() {
    let rig = CarouselRig(items: 10) { $0.options = [.wrap: 1] }
    rig.carousel.autoscrollPauses = []
    rig.carousel.autoscroll = 1
    rig.run(0.5)
    rig.down()
    rig.run(1)
    #expect(near(rig.carousel.scrollOffset, 1.5, within: 0.05))
    rig.move(to: Point(x: 380, y: 300))
    rig.move(to: Point(x: 180, y: 300))
    #expect(rig.carousel.isDragging && near(rig.carousel.scrollOffset, 2.5, within: 0.05))
  }

  @Test("D050 a carousel that got no frames for a minute goes on where it was, one item at a time")
  func noFrames() {
    let rig = rig()
    live(rig, 1)
    rig.wait(60)
    rig.frame()
    #expect(rig.carousel.scrollOffset == 0)
    live(rig, 2.9)
    #expect(rig.carousel.scrollOffset == 0)
    live(rig, 0.7)
    #expect(rig.carousel.scrollOffset == 1)
  }

  @Test("D049 with reduced motion nothing moves by itself, and nothing is left between two items")
  func reducedMotion() {
    let rig = CarouselRig(items: 10) { $0.options = [.wrap: 1] }
    rig.carousel.autoscroll = 1
    rig.run(1.3)
    rig.carousel.reducesMotion = true
    rig.settle()
    #expect(rig.carousel.scrollOffset == 1 && !rig.carousel.needsFrame)
    rig.carousel.autoscroll = 0
    rig.carousel.autoplayInterval = 1
    live(rig, 5)
    #expect(rig.carousel.scrollOffset == 1 && rig.carousel.wakeTime == nil)
    rig.carousel.reducesMotion = false
    live(rig, 1.6)
    #expect(rig.carousel.scrollOffset == 2)
  }

  @Test("D031 with pages it goes on by one page")
  func pages() {
    let rig = rig(1, wraps: false, items: 7) {
      $0.carousel.isPagingEnabled = true
      $0.carousel.itemsPerPage = 3
      $0.carousel.autoscrollEnd = .rewind
    }
    var rests: [Int] = []
    for _ in 1...4 {
      live(rig, 1.4)
      rests.append(rig.carousel.currentItemIndex)
    }
    #expect(rests == [3, 6, 0, 3])
  }

  @Test("numbers that are none are ignored, negative intervals are off")
  func sanity() {
    let rig = rig(2)
    rig.carousel.autoplayInterval = .nan
    #expect(rig.carousel.autoplayInterval == 2)
    rig.carousel.autoplayInterval = -1
    #expect(rig.carousel.autoplayInterval == 0)
    rig.carousel.autoplayInterval = .infinity
    live(rig, 5)
    #expect(rig.carousel.scrollOffset == 0 && rig.carousel.wakeTime?.seconds.isFinite == true)
  }

  @Test("D050 a reload meets a step on its way: it goes on from a whole item")
  func reload() {
    let rig = rig(1, items: 5)
    live(rig, 1.2)
    #expect(rig.carousel.isScrolling)
    rig.itemCount = 2
    rig.carousel.reloadData()
    live(rig, 1.4)
    live(rig, 1)
    #expect(rig.carousel.scrollOffset == rig.carousel.scrollOffset.rounded())
    rig.itemCount = 0
    rig.carousel.reloadData()
    live(rig, 3)
    #expect(!rig.carousel.needsFrame && rig.carousel.wakeTime == nil)
  }
}
