import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the destination and the timing of scrolls by the program.
@MainActor
struct DestinationTests {
  @Test(
    "A scroll of 0.4 s has covered 1/16 of its distance after 0.1 s, 1/2 after 0.2 s, and all of it at 0.4 s",
    .proves("M01", "K01"))
  func duration() {
    let rig = CarouselRig(items: 100)
    rig.carousel.scrollToItem(at: 16, animated: true)
    let start = rig.now
    for (seconds, offset) in [(0.0, 0.0), (0.1, 1), (0.2, 8), (0.3, 15), (0.399, 15.999_999)] {
      rig.carousel.advance(to: start + seconds)
      #expect(near(rig.carousel.scrollOffset, offset, within: 2e-5) && rig.carousel.isScrolling)
    }
    rig.carousel.advance(to: start + 0.401)
    #expect(rig.carousel.scrollOffset == 16 && !rig.carousel.isScrolling)
  }

  @Test(
    "A scroll of 2 s has covered half of its distance after 1 s; with a duration of 0 or less it ends immediately",
    .proves("M02", "R151")
  )
  func givenDuration() {
    let rig = CarouselRig(items: 100)
    rig.carousel.scrollToItem(at: 10, duration: 2)
    let start = rig.now
    rig.carousel.advance(to: start)
    rig.carousel.advance(to: start + 1)
    #expect(near(rig.carousel.scrollOffset, 5))
    rig.carousel.advance(to: start + 1.99)
    #expect(!rig.takeLog().contains("didEndScrolling"))
    rig.carousel.advance(to: start + 2)
    #expect(rig.takeLog().last == "didEndScrolling")
    for duration in [0, -1] {
      rig.carousel.scrollToItem(at: 20 + duration, duration: Double(duration))
      #expect(rig.carousel.scrollOffset == Double(20 + duration))
    }
  }

  @Test(
    "On a ring of ten items, a scroll to an item takes the shorter way", .proves("M01"),
    arguments: [
      (8, 1, [9, 0, 1]), (1, 8, [0, 9, 8]), (0, 5, [1, 2, 3, 4, 5]), (5, 0, [4, 3, 2, 1, 0]),
      (0, 6, [9, 8, 7, 6]),
      (9, 0, [0]), (0, 9, [9]), (3, 3, []), (7, 12, [8, 9, 0, 1, 2]),
    ])
  func way(from: Int, to: Int, indexes: [Int]) {
    let rig = CarouselRig { $0.options = [.wrap: 1] }
    rig.carousel.currentItemIndex = from
    rig.clearLog()
    rig.carousel.scrollToItem(at: to, animated: true)
    rig.settle()
    let passed = rig.takeLog().filter { $0.hasPrefix("index") }
    // Index 12 is item 2, half the ring away from item 7. The scroll goes forward, because 12 is above 7.
    #expect(to == 12 ? passed.last == "index 2" : passed == indexes.map { "index \($0)" })
  }

  @Test(
    "A scroll by 25 items makes two and a half turns of a ring of ten; on a strip it stops at the end",
    .proves("M03", "R152", "R157"),
    arguments: [25, -25])
  func turns(count: Int) {
    let ring = CarouselRig { $0.options = [.wrap: 1] }
    ring.carousel.currentItemIndex = 3
    ring.clearLog()
    ring.carousel.scrollByNumberOfItems(count, duration: 2)
    ring.settle()
    let expected = (1...25).map { "index \((((3 + $0 * count.signum()) % 10) + 10) % 10)" }
    #expect(ring.takeLog().filter { $0.hasPrefix("index") } == expected && ring.carousel.scrollOffset == 8)
    let row = CarouselRig()
    row.carousel.scrollByNumberOfItems(count, duration: 0.5)
    row.settle()
    #expect(row.carousel.scrollOffset == (count > 0 ? 9 : 0))
  }

  @Test(
    "If a scroll by n items starts between two items, the next item in the scroll direction counts as the first",
    .proves("M03"),
    arguments: [(2.3, 1, 3.0), (2.7, 1, 3), (2.3, -1, 2), (2.7, -2, 1), (2.7, 0, 3), (2.3, 0, 2)])
  func fromBetween(offset: Double, count: Int, end: Double) {
    let rig = CarouselRig { $0.carousel.scrollToItemBoundary = false }
    rig.carousel.scrollOffset = offset
    rig.carousel.scrollByNumberOfItems(count, duration: 0.3)
    rig.settle()
    #expect(rig.carousel.scrollOffset == end)
  }

  @Test(
    "A scroll by two items with duration 0 arrives immediately, with one index callback",
    .proves("R51", "M03"))
  func atOnce() {
    let rig = CarouselRig()
    rig.carousel.currentItemIndex = 3
    rig.clearLog()
    rig.carousel.scrollByNumberOfItems(2, duration: 0)
    #expect(rig.carousel.scrollOffset == 5 && rig.takeLog() == ["index 5"])
    rig.carousel.scrollByNumberOfItems(99, duration: 0)
    #expect(rig.carousel.scrollOffset == 9)
    let ring = CarouselRig { $0.options = [.wrap: 1] }
    ring.carousel.scrollByNumberOfItems(-3, duration: 0)
    #expect(ring.carousel.scrollOffset == 7)
  }

  @Test(
    "After a scroll to offset 3.4, the carousel snaps to 3 if scrollToItemBoundary is on, and otherwise rests at 3.4",
    .proves("M04", "R47"), arguments: [true, false],
    [0, 0.3])
  func toOffset(aligns: Bool, duration: Double) {
    let rig = CarouselRig { $0.carousel.scrollToItemBoundary = aligns }
    rig.carousel.scroll(toOffset: 3.4, duration: duration)
    if duration > 0 {
      rig.frame()
      for _ in 1...18 { rig.frame() }
    }
    #expect(near(rig.carousel.scrollOffset, 3.4))
    rig.settle()
    #expect(near(rig.carousel.scrollOffset, aligns ? 3 : 3.4))
    #expect(
      rig.takeLog().filter { $0 == "didEndScrolling" }.count == (duration > 0 ? 1 : 0) + (aligns ? 1 : 0))
  }

  @Test(
    "Four scrolls by a quarter of an item end exactly on the next item, on a strip and on a ring",
    .proves("M05", "R47"), arguments: [0, 0.1],
    [true, false])
  func byOffset(duration: Double, wraps: Bool) {
    let rig = CarouselRig { rig in
      rig.carousel.scrollToItemBoundary = false
      rig.options = [.wrap: wraps ? 1 : 0]
    }
    rig.carousel.scrollOffset = 4
    for _ in 1...4 {
      rig.carousel.scroll(byOffset: 0.25, duration: duration)
      rig.settle()
    }
    #expect(rig.carousel.scrollOffset == 5)
    rig.carousel.scroll(byOffset: wraps ? -7 : -3.5, duration: duration)
    rig.settle()
    #expect(rig.carousel.scrollOffset == (wraps ? 8 : 1.5))
  }

  @Test(
    "Each of ten thousand scrolls between random offsets ends at its destination",
    .proves("R37", "R141", "M01"))
  func anywhere() {
    var random = SplitMix(seed: 37)
    let rig = CarouselRig(items: 1) { $0.options = [.visibleItems: 1] }
    rig.frameRate = 4
    var wrong: [String] = []
    for round in 1...10_000 {
      if round % 20 == 1 {
        rig.itemCount = 1 + Int(random.next() % 60)
        rig.options[.wrap] = Double(random.next() % 2)
        rig.carousel.reloadData()
      }
      let (count, carousel) = (rig.itemCount, rig.carousel)
      let (from, to) = (Double(random.next() % UInt64(count * 8)) / 8, Int(random.next() % UInt64(count)))
      carousel.scrollOffset = from
      carousel.scrollToItem(at: to, duration: random.next() % 4 == 0 ? 0 : 0.4)
      while carousel.isScrolling {
        rig.now = rig.now + 0.25
        carousel.advance(to: rig.now)
      }
      if carousel.currentItemIndex != to || carousel.scrollOffset != Double(to) {
        wrong.append("\(count) items, from \(from) to \(to): \(carousel.scrollOffset)")
      }
    }
    #expect(wrong == [])
  }

  @Test(
    "Among a million items, scrolls and drags reach exact offsets", .proves("R113"), arguments: [true, false])
  func exact(wraps: Bool) {
    let rig = CarouselRig(items: 1_000_000) { rig in
      rig.options = [.wrap: wraps ? 1 : 0]
      rig.carousel.scrollToItemBoundary = false
    }
    rig.carousel.scrollToItem(at: 999_998, duration: 0.4)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 999_998)
    rig.carousel.scroll(byOffset: -0.9375, duration: 0.3)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 999_997.0625)
    rig.carousel.beginDrag(at: rig.now)
    rig.carousel.moveDrag(translation: Point(x: -50, y: 0), at: rig.now)
    #expect(rig.carousel.scrollOffset == 999_997.3125)
    #expect(rig.carousel.offsetForItem(at: 999_998) == 0.6875)
  }

  @Test(
    "A scroll arrives if it begins before the first layout or right after a reload; setting the offset to its value stops a scroll",
    .proves("X023", "R75")
  )
  func early() {
    let numbers = Numbers(20)
    let early = Carousel(bounds: Size(width: 800, height: 600))
    early.dataSource = numbers
    early.scrollToItem(at: 5, animated: false)
    early.advance(to: Timestamp(seconds: 1))
    _ = early.frame()
    #expect(early.currentItemIndex == 5)

    let rig = CarouselRig(items: 20) { $0.carousel.scrollToItemBoundary = false }
    rig.carousel.reloadData()
    rig.carousel.scroll(byOffset: 4.5, duration: 0)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 4.5)
    rig.carousel.reloadData()
    rig.carousel.scrollToItem(at: 12, animated: true)
    rig.run(0.2)
    let offset = rig.carousel.scrollOffset
    rig.carousel.scrollOffset = offset
    rig.run(1)
    #expect(rig.carousel.scrollOffset == offset && offset > 5 && !rig.carousel.isScrolling)
  }

  @Test(
    "Setting currentItemIndex scrolls immediately with one index callback; an index out of range is clamped",
    .proves("Y21", "R49")
  )
  func currentIndex() {
    let rig = CarouselRig()
    for (set, read) in [(7, 7), (99, 9), (-4, 0)] {
      rig.carousel.currentItemIndex = set
      rig.settle()
      #expect(rig.carousel.currentItemIndex == read)
      if set == read { #expect(rig.carousel.scrollOffset == Double(read)) }
      #expect(rig.takeLog().filter { $0.hasPrefix("index") }.count == 1)
    }
  }
}
