import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of linked carousels.
@MainActor
struct LinkTests {
  private func pair(
    _ first: CarouselType = .linear, _ second: CarouselType = .linear, counts: (Int, Int) = (10, 10),
    wraps: (Bool, Bool) = (true, true)
  ) -> (CarouselRig, CarouselRig) {
    let a = CarouselRig(first, items: counts.0) { $0.options = [.wrap: wraps.0 ? 1 : 0] }
    let b = CarouselRig(second, items: counts.1) { $0.options = [.wrap: wraps.1 ? 1 : 0] }
    b.carousel.bind(to: a.carousel)
    a.clearLog()
    b.clearLog()
    return (a, b)
  }

  /// Advances both carousels for some seconds, in alternating order. Returns whether their offsets were
  /// always the same.
  private func run(_ a: CarouselRig, _ b: CarouselRig, _ seconds: Double) -> Bool {
    var areInStep = true
    let frames = Int(seconds * 60)
    for number in 0..<frames {
      for rig in number.isMultiple(of: 3) ? [a, b] : [b, a] { rig.frame() }
      areInStep = areInStep && a.carousel.scrollOffset == b.carousel.scrollOffset
      areInStep = areInStep && a.carousel.toggle == b.carousel.toggle
    }
    return areInStep
  }

  @Test("If one of three linked carousels is deallocated at rest, the other two stay linked", .proves("D033"))
  func deallocated() {
    let (a, b) = pair()
    var third: CarouselRig? = CarouselRig(items: 10)
    third?.carousel.bind(to: a.carousel)
    third = nil
    a.fling(velocity: -2000)
    #expect(run(a, b, 0.2))
    a.down()
    let held = a.carousel.scrollOffset
    #expect(run(a, b, 0.5) && a.carousel.scrollOffset == held && held != held.rounded())
  }

  @Test(
    "When one linked carousel moves, the other carousel moves in the same frame, even from the last item of a ring to the first",
    .proves("Y19", "R16", "D033"),
    arguments: [true, false], [CarouselType.linear, .coverFlow2])
  func inStep(firstLeads: Bool, type: CarouselType) {
    let (a, b) = pair(type, type)
    let leader = firstLeads ? a : b
    #expect(run(a, b, 0.1))
    leader.carousel.scrollToItem(at: 7, animated: true)
    #expect(run(a, b, 1) && a.carousel.scrollOffset == 7 && b.carousel.currentItemIndex == 7)
    leader.drag(by: Point(x: -300, y: 0), in: 0.2)
    #expect(leader.carousel.isDecelerating && a.carousel.scrollOffset == b.carousel.scrollOffset)
    (firstLeads ? b : a).now = leader.now
    #expect(run(a, b, 4) && a.carousel.scrollOffset == a.carousel.scrollOffset.rounded())
    leader.carousel.autoscroll = -3
    #expect(run(a, b, 5))
    leader.carousel.autoscroll = 0
    leader.carousel.scrollOffset = 9.75
    #expect(a.carousel.scrollOffset == 9.75 && b.carousel.scrollOffset == 9.75)
    leader.carousel.wheel(notches: 1, time: leader.now)
    leader.carousel.touchpadScroll(by: 50, time: leader.now)
    leader.carousel.touchpadScrollEnded(time: leader.now)
    #expect(run(a, b, 1) && a.carousel.scrollOffset == a.carousel.scrollOffset.rounded())
    #expect(!a.carousel.needsFrame && !b.carousel.needsFrame)
  }

  @Test(
    "If a scroll moves two linked carousels, both delegates are notified, and both carousels need frames",
    .proves("D033"))
  func callbacks() {
    let (a, b) = pair()
    _ = run(a, b, 0.1)
    b.clearLog()
    var wishes = 0
    b.carousel.onNeedsFrame = { wishes += 1 }
    a.carousel.scrollToItem(at: 2, animated: true)
    #expect(wishes == 1 && b.carousel.needsFrame)
    #expect(run(a, b, 1))
    #expect(b.log.filter { !$0.hasPrefix("didSettle") } == ["index 1", "index 2"] && b.scrollCount > 15)
    #expect(a.log.filter { $0.hasPrefix("index") } == ["index 1", "index 2"])
    #expect(b.indexesAreLoaded)
  }

  @Test(
    "A touch on either of two linked carousels stops both and selects nothing; when the finger is lifted, both snap",
    .proves("D033"),
    arguments: [true, false])
  func touch(onLeader: Bool) {
    let (a, b) = pair()
    a.fling(velocity: -3000)
    #expect(run(a, b, 0.5))
    let touched = onLeader ? a : b
    touched.down()
    let held = a.carousel.scrollOffset
    #expect(!a.carousel.isDecelerating && run(a, b, 0.5) && a.carousel.scrollOffset == held)
    #expect(touched.up(at: CarouselRig.middle) == .stoppedMotion)
    #expect(run(a, b, 1) && a.carousel.scrollOffset == held.rounded())
  }

  @Test(
    "A drag on a linked carousel ends the motion of the other carousel, because the carousel that is touched last leads",
    .proves("D033"))
  func takeOver() {
    let (a, b) = pair()
    a.carousel.scrollToItem(at: 4, duration: 2)
    #expect(run(a, b, 0.5))
    b.drag(by: Point(x: 90, y: 0), in: 0.2, hold: 0.2)
    #expect(!a.carousel.isScrolling && a.log.contains("didEndScrolling"))
    a.now = b.now
    #expect(run(a, b, 1) && a.carousel.scrollOffset == a.carousel.scrollOffset.rounded())
  }

  @Test(
    "If either of two linked rings with different item counts is moved, each ring wraps after its own last item without a jump",
    .proves("D033"))
  func differentRings() {
    let (a, b) = pair(counts: (10, 7))
    var last = b.carousel.scrollOffset
    for step in 1...300 {
      let leader = step / 50 % 2 == 0 ? a : b
      leader.carousel.scrollOffset += 0.1
      let moved = (b.carousel.scrollOffset - last + 10.5).truncatingRemainder(dividingBy: 7) - 3.5
      #expect(near(moved, 0.1, within: 1e-6))
      last = b.carousel.scrollOffset
    }
    #expect(near(a.carousel.scrollOffset, 0, within: 1e-6) || near(a.carousel.scrollOffset, 10, within: 1e-6))
    #expect(near(b.carousel.scrollOffset, 2, within: 1e-6))
  }

  @Test(
    "If a linked strip has fewer items than the leader, it stays at its last item while the leader scrolls on",
    .proves("D033"))
  func differentRows() {
    let (a, b) = pair(counts: (10, 5), wraps: (false, false))
    var pairs: [[Double]] = []
    for place in [3.0, 7, 9, 4, 2] {
      a.carousel.scrollToItem(at: Int(place), animated: true)
      _ = run(a, b, 1)
      pairs.append([a.carousel.scrollOffset, b.carousel.scrollOffset])
    }
    #expect(pairs == [[3, 3], [7, 4], [9, 4], [4, 4], [2, 2]])
    b.carousel.scrollToItem(at: 4, animated: true)
    _ = run(a, b, 1)
    #expect(a.carousel.scrollOffset == 4 && b.carousel.scrollOffset == 4)
  }

  @Test(
    "Linked carousels keep their own items, can be unlinked, and do not retain each other",
    .proves("D034", "D033"))
  func own() {
    let (a, b) = pair(counts: (10, 10))
    a.carousel.scrollToItem(at: 5, animated: true)
    _ = run(a, b, 1)
    let viewsOfA = Set(a.carousel.visibleItemViews.map(ObjectIdentifier.init))
    #expect(viewsOfA.isDisjoint(with: b.carousel.visibleItemViews.map(ObjectIdentifier.init)))
    b.carousel.unbind()
    a.carousel.scrollToItem(at: 8, animated: true)
    _ = run(a, b, 1)
    #expect(a.carousel.scrollOffset == 8 && b.carousel.scrollOffset == 5)

    var third: Carousel? = Carousel(bounds: Size(width: 100, height: 100))
    weak let gone = third
    third?.bind(to: a.carousel)
    third = nil
    #expect(gone == nil)
    a.carousel.scrollOffset = 3
    #expect(a.carousel.scrollOffset == 3)
  }

  @Test(
    "Three carousels can be linked; an empty carousel follows the others when it gets items; callbacks may also set the offsets",
    .proves("D033"))
  func three() {
    let (a, b) = pair()
    let c = CarouselRig(items: 0) { $0.options = [.wrap: 1] }
    c.carousel.bind(to: b.carousel)
    a.carousel.scrollOffset = 6
    #expect(c.carousel.scrollOffset == -1)
    c.itemCount = 10
    c.carousel.reloadData()
    c.frame()
    #expect(c.carousel.scrollOffset == 6 && a.carousel.scrollOffset == 6)
    // If two linked carousels also set each other's offset in callbacks, they still come to rest.
    a.onScroll = { c.carousel.scrollOffset = a.carousel.scrollOffset }
    c.onScroll = { a.carousel.scrollOffset = c.carousel.scrollOffset }
    b.carousel.scrollToItem(at: 2, animated: true)
    for _ in 1...60 { for rig in [c, a, b] { rig.frame() } }
    #expect([a, b, c].allSatisfy { $0.carousel.scrollOffset == 2 })
    a.itemCount = 0
    a.carousel.reloadData()
    #expect(b.carousel.scrollOffset == 2)
  }

  @Test(
    "Autoplay of one linked carousel moves both carousels, and a resize of the other carousel does not stop them",
    .proves("D033"))
  func intervals() {
    let (a, b) = pair()
    a.carousel.autoplayInterval = 1
    b.carousel.autoplayInterval = 1
    #expect(run(a, b, 1.3))
    #expect(a.carousel.scrollOffset > 0)
    b.carousel.bounds = Size(width: 500, height: 500)
    a.carousel.bounds = Size(width: 600, height: 500)
    #expect(run(a, b, 0.5) && a.carousel.scrollOffset == 1)
    #expect(run(a, b, 1.4) && a.carousel.scrollOffset == 2)
  }
}

extension CarouselRig {
  /// Whether the current item has a loaded view.
  fileprivate var indexesAreLoaded: Bool { carousel.currentItemView != nil }
}
