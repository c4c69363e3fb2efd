import CarouselEngine
import TestSupport
import Testing

/// Tests of autoplay.
@MainActor
struct AutoplayTests {
  @Test(
    "At any frame rate autoplay scrolls one item per interval; each interval starts when the carousel comes to rest",
    .proves("D031"),
    arguments: [30.0, 60, 144])
  func steps(rate: Double) {
    let rig = CarouselRig.playing()
    rig.frameRate = rate
    let start = rig.now
    var arrivals: [Double] = []
    rig.onScroll = {
      if rig.carousel.scrollOffset == rig.carousel.scrollOffset.rounded() { arrivals.append(rig.now - start) }
    }
    rig.live(24)
    // Each arrival follows 3 s of rest and 0.4 s of scrolling.
    #expect(arrivals.count == 7)
    for (number, arrival) in arrivals.enumerated() {
      #expect(abs(arrival - 3.4 * Double(number + 1)) < 2 / rate)
    }
    #expect(rig.carousel.currentItemIndex == 2)
  }

  @Test("A scroll by autoplay causes the same callbacks as any other scroll", .proves("D031", "D013"))
  func callbacks() {
    let rig = CarouselRig.playing()
    rig.live(3.6)
    #expect(
      rig.takeLog().filter { !$0.hasPrefix("didSettle") }
        == ["willBeginScrolling", "index 1", "didEndScrolling"])
    #expect(rig.scrollCount == 0)
  }

  @Test(
    "At rest, a carousel with autoplay needs its next frame at `wakeTime`; without autoplay it needs no frame",
    .proves("D050"))
  func quiet() {
    let rig = CarouselRig.playing()
    rig.settle()
    #expect(!rig.carousel.needsFrame)
    let wake = rig.carousel.wakeTime
    #expect(wake.map { abs($0 - rig.now - 3) < 0.1 } == true)
    // A scroll has frames for 0.4 s at 60 Hz. One more frame reports that the carousel rests.
    #expect((20...30).contains(rig.live(3.6)))
    rig.carousel.autoplayInterval = 0
    rig.live(1)
    #expect(!rig.carousel.needsFrame && rig.carousel.wakeTime == nil)
    #expect(CarouselRig().carousel.wakeTime == nil)
  }

  @Test(
    "At the end of a strip autoplay stops, rewinds or reverses, as `autoscrollEnd` states", .proves("D051"),
    arguments: [0, 1, 2])
  func ends(policy: Int) {
    let ends: [AutoscrollEnd] = [.stop, .rewind, .turnRound]
    let rig = CarouselRig.playing(1, wraps: false, items: 4)
    rig.carousel.autoscrollEnd = ends[policy]
    var rests: [Int] = []
    for _ in 1...8 {
      rig.live(1.4)
      rests.append(rig.carousel.currentItemIndex)
    }
    let expected = [[1, 2, 3, 3, 3, 3, 3, 3], [1, 2, 3, 0, 1, 2, 3, 0], [1, 2, 3, 2, 1, 0, 1, 2]]
    #expect(rests == expected[policy])
    rig.live(0.3)
    #expect((rig.carousel.wakeTime == nil) == (policy == 0))
  }

  @Test(
    "At the end of a strip autoscroll stops, rewinds or reverses, as `autoscrollEnd` states", .proves("D051"),
    arguments: [1.0, -1])
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

  /// Returns a strip of ten items whose autoscroll has been reversed at the last item.
  private func reversed() -> CarouselRig {
    let rig = CarouselRig(items: 10)
    rig.carousel.scrollOffset = 8.5
    rig.carousel.autoscrollEnd = .turnRound
    rig.carousel.autoscroll = 2
    rig.run(1)
    let turned = rig.carousel.scrollOffset
    rig.run(0.1)
    #expect(rig.carousel.scrollOffset < turned)
    return rig
  }

  @Test(
    "If autoscroll has reversed at the end of a strip, it moves forward again when the strip becomes a ring",
    .proves("D051", "Y35"))
  func turnedRing() {
    let rig = reversed()
    rig.carousel.type = .rotary
    rig.frame()
    let start = rig.carousel.scrollOffset
    rig.run(0.5)
    #expect(near(rig.carousel.scrollOffset, start + 1, within: 0.1))
  }

  @Test(
    "If autoscroll has reversed at the end of a strip, it moves forward again when `autoscrollEnd` changes",
    .proves("D051"))
  func changedEnd() {
    let rig = reversed()
    rig.carousel.autoscrollEnd = .stop
    rig.run(3)
    #expect(rig.carousel.scrollOffset == 9)
  }

  @Test("With a single item, autoplay and autoscroll do not move, and no frames are needed", .proves("D051"))
  func single() {
    for end in [AutoscrollEnd.rewind, .turnRound] {
      for wraps in [true, false] {
        let rig = CarouselRig.playing(1, wraps: wraps, items: 1)
        rig.carousel.autoscrollEnd = end
        rig.live(5)
        #expect(rig.carousel.scrollOffset == 0 && !rig.carousel.needsFrame && rig.carousel.wakeTime == nil)
        if !wraps { rig.carousel.autoscroll = 1 }
        rig.live(5)
        #expect(rig.carousel.scrollOffset == 0 && !rig.carousel.needsFrame)
      }
    }
  }

  @Test(
    "After a minute without frames, the interval of autoplay starts again, and autoplay then scrolls by one item",
    .proves("D050"))
  func noFrames() {
    let rig = CarouselRig.playing()
    rig.live(1)
    rig.wait(60)
    rig.frame()
    #expect(rig.carousel.scrollOffset == 0)
    rig.live(2.9)
    #expect(rig.carousel.scrollOffset == 0)
    rig.live(0.7)
    #expect(rig.carousel.scrollOffset == 1)
  }

  @Test("With paging, autoplay scrolls by one page", .proves("D031"))
  func pages() {
    let rig = CarouselRig.playing(1, wraps: false, items: 7) {
      $0.carousel.isPagingEnabled = true
      $0.carousel.itemsPerPage = 3
      $0.carousel.autoscrollEnd = .rewind
    }
    var rests: [Int] = []
    for _ in 1...4 {
      rig.live(1.4)
      rests.append(rig.carousel.currentItemIndex)
    }
    #expect(rests == [3, 6, 0, 3])
  }

  @Test("Setting autoplayInterval to NaN is ignored; a negative interval switches autoplay off")
  func sanity() {
    let rig = CarouselRig.playing(2)
    rig.carousel.autoplayInterval = .nan
    #expect(rig.carousel.autoplayInterval == 2)
    rig.carousel.autoplayInterval = -1
    #expect(rig.carousel.autoplayInterval == 0)
    rig.carousel.autoplayInterval = .infinity
    rig.live(5)
    #expect(rig.carousel.scrollOffset == 0 && rig.carousel.wakeTime?.seconds.isFinite == true)
  }

  @Test(
    "If the content is reloaded during a scroll by autoplay, autoplay continues, and its later scrolls end on items",
    .proves("D050")
  )
  func reload() {
    let rig = CarouselRig.playing(1, items: 5)
    rig.live(1.2)
    #expect(rig.carousel.isScrolling)
    rig.itemCount = 2
    rig.carousel.reloadData()
    rig.live(1.4)
    rig.live(1)
    #expect(rig.carousel.scrollOffset == rig.carousel.scrollOffset.rounded())
    rig.itemCount = 0
    rig.carousel.reloadData()
    rig.live(3)
    #expect(!rig.carousel.needsFrame && rig.carousel.wakeTime == nil)
  }
}
