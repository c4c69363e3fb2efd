import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the motion after a release, with exact numbers. Items are 200 points wide, so 400 points a second
/// are two items a second.
@MainActor
struct ReleaseTests {
  private func rig(_ prepare: (Carousel) -> Void = { _ in }) -> CarouselRig {
    let rig = CarouselRig(items: 100) { prepare($0.carousel) }
    rig.carousel.scrollOffset = 50
    rig.clearLog()
    return rig
  }

  @Test(
    "A flick of 5 items/s decelerates over 5 / (60 · 0.05) = 1.667 items in 0.667 seconds",
    .proves("Y07", "K03", "R131", "R162", "R163"),
    arguments: [-1.0, 1])
  func glide(side: Double) {
    let rig = rig { carousel in
      carousel.stopAtItemBoundary = false
      carousel.scrollToItemBoundary = false
    }
    rig.fling(velocity: -1000 * side)
    #expect(near(rig.carousel.endOffset ?? 0, 50 + side * 5 / 3))
    #expect(near(rig.carousel.scrollDuration ?? 0, 2.0 / 3))
    for _ in 1...20 { rig.frame() }
    #expect(near(rig.carousel.scrollOffset, 50 + side * 1.25))
    for _ in 1...19 { rig.frame() }
    #expect(rig.carousel.isDecelerating)
    for _ in 1...2 { rig.frame() }
    #expect(!rig.carousel.isDecelerating && near(rig.carousel.scrollOffset, 50 + side * 5 / 3))
  }

  @Test(
    "A glide loses the same speed in each frame, at any frame rate", .proves("R162"),
    arguments: [30.0, 60, 120, 144])
  func steadyGlide(frameRate: Double) {
    let rig = rig { carousel in
      carousel.stopAtItemBoundary = false
      carousel.scrollToItemBoundary = false
    }
    rig.fling(velocity: -1000)
    rig.frameRate = frameRate
    var steps: [Double] = []
    while rig.carousel.isDecelerating, steps.count < 200 {
      let former = rig.carousel.scrollOffset
      rig.frame()
      steps.append(rig.carousel.scrollOffset - former)
    }
    // The glide ends within the last frame.
    steps.removeLast()
    #expect(steps.count >= Int(frameRate * 2 / 3) - 1)
    // 5 items/s are lost in 2/3 s, so the deceleration is 7.5 items/s².
    for (former, step) in zip(steps, steps.dropFirst()) {
      #expect(step > 0 && near(former - step, 7.5 / (frameRate * frameRate), within: 1e-9))
    }
  }

  @Test(
    "With rates of 0.5, 0.9 and 0.99 the distances are 0.167, 0.833 and 8.333 items", .proves("Y07"),
    arguments: [(0.5, 6.0), (0.9, 1.2), (0.99, 0.12)])
  func rates(rate: Double, divisor: Double) {
    let rig = rig { carousel in
      carousel.decelerationRate = rate
      carousel.stopAtItemBoundary = false
    }
    rig.fling(velocity: -1000)
    #expect(near(rig.carousel.endOffset ?? 0, 50 + 1 / divisor, within: 1e-6))
  }

  @Test("A deceleration rate out of range is clamped to 0 … 1, and NaN is ignored", .proves("Y07"))
  func rateRange() {
    let carousel = rig().carousel
    carousel.decelerationRate = 2
    #expect(carousel.decelerationRate == 1)
    carousel.decelerationRate = -1
    #expect(carousel.decelerationRate == 0)
    carousel.decelerationRate = .nan
    #expect(carousel.decelerationRate == 0)
  }

  @Test(
    "A release at more than two items a second begins a deceleration; a release at two items a second or less does not",
    .proves("K04"),
    arguments: [(380.0, false), (400, false), (401, true), (420, true)])
  func minimumVelocity(speed: Double, glides: Bool) {
    for side in [-1.0, 1] {
      let rig = rig()
      rig.fling(velocity: side * speed)
      #expect(rig.carousel.isDecelerating == glides)
      let start = ["willBeginDragging", glides ? "didEndDragging, glides" : "didEndDragging"]
      #expect(rig.takeLog().prefix(2) == start[...])
    }
  }

  @Test(
    "If a deceleration would cover less than a tenth of an item, the release does not begin it",
    .proves("K04"),
    arguments: [(598.0, false), (602, true)])
  func minimumGlide(speed: Double, glides: Bool) {
    // At rate 0.5, a release at three items a second would decelerate over 3 / 30 = 0.1 items.
    let rig = rig { $0.decelerationRate = 0.5 }
    rig.fling(velocity: -speed)
    #expect(rig.carousel.isDecelerating == glides)
  }

  @Test(
    "If a release is too slow for a deceleration, its speed and the drag's distance determine whether the carousel steps to the next item",
    .proves("K04"),
    arguments: [
      (-22.0, -500.0, 51.0), (-18, -500, 50), (-22, -390, 50), (22, 500, 49), (18, 500, 50), (-102, -390, 51),
      (-98, -390, 50), (-110, -500, 52),
    ])
  func step(translation: Double, velocity: Double, rest: Double) {
    let rig = rig { $0.decelerationRate = 0.1 }
    rig.fling(velocity: velocity, after: translation)
    #expect(!rig.carousel.isDecelerating)
    rig.settle()
    #expect(rig.carousel.scrollOffset == rest)
  }

  @Test(
    "With paging a flick scrolls one item past the release at any speed", .proves("Y12", "R10", "F13"),
    arguments: [500.0, 1000, 2000, 5000, 50_000], [(-90.0, 50.0, 51.0), (-110, 50, 51), (-310, 51, 52)])
  func paging(speed: Double, release: (translation: Double, back: Double, on: Double)) {
    for forwards in [true, false] {
      let rig = rig { $0.isPagingEnabled = true }
      rig.fling(velocity: forwards ? -speed : speed, after: release.translation)
      rig.settle()
      #expect(rig.carousel.scrollOffset == (forwards ? release.on : release.back))
    }
  }

  @Test("By default a flick is not limited to one item", .proves("Y12", "R10"))
  func noPaging() {
    let rig = rig()
    #expect(!rig.carousel.isPagingEnabled)
    rig.fling(velocity: -3000)
    rig.settle()
    // The flick ends 15 / 3 = 5 items after the release.
    #expect(rig.carousel.scrollOffset == 55)
  }

  @Test(
    "If scrollSpeed doubles, the distance of the deceleration doubles, but the distance of the drag stays the same",
    .proves("Y25", "R110"))
  func scrollSpeed() {
    let rig = rig { carousel in
      carousel.scrollSpeed = 2
      carousel.stopAtItemBoundary = false
    }
    rig.fling(velocity: -1000, after: -40)
    #expect(near(rig.carousel.scrollOffset, 50.2))
    #expect(near(rig.carousel.startVelocity ?? 0, 10) && near(rig.carousel.endOffset ?? 0, 50.2 + 10.0 / 3))
  }

  @Test(
    "A deceleration ends on an item; with stopAtItemBoundary off it may end between items, and a snap follows",
    .proves("Y27", "R116", "R127"),
    arguments: [true, false])
  func stops(atBoundary: Bool) {
    var random = SplitMix(seed: 27)
    let rig = rig { $0.stopAtItemBoundary = atBoundary }
    let listener = Listener()
    rig.carousel.delegate = listener
    var ends: [Double] = []
    listener.act = { if $0 == "didEndDecelerating" { ends.append(rig.carousel.scrollOffset) } }
    for _ in 1...100 {
      let speed = Double(random.next() % 4000) - 2000
      rig.fling(velocity: speed, after: Double(random.next() % 300) - 150)
      rig.settle()
      #expect(rig.carousel.scrollOffset == rig.carousel.scrollOffset.rounded())
    }
    let fractions = ends.map { abs($0 - $0.rounded()) }
    #expect(ends.count > 40)
    #expect(atBoundary ? fractions.allSatisfy { $0 < 1e-9 } : fractions.count { $0 > 0.05 } > 20)
  }

  @Test(
    "Released at offset 1.37, the carousel rests at 1 with scrollToItemBoundary, otherwise at 1.37; released at −0.4, it returns to 0",
    .proves("Y28", "R116"))
  func rests() {
    for aligns in [true, false] {
      let rig = CarouselRig { $0.carousel.scrollToItemBoundary = aligns }
      rig.fling(velocity: 0, after: -274)
      rig.settle()
      #expect(near(rig.carousel.scrollOffset, aligns ? 1 : 1.37))
      rig.carousel.scrollOffset = 0
      rig.fling(velocity: 0, after: 80)
      #expect(near(rig.carousel.scrollOffset, -0.4))
      rig.settle()
      #expect(rig.carousel.scrollOffset == 0)
    }
  }

  @Test(
    "The deceleration begins with the velocity of the drag, within 5 %", .proves("R120"),
    arguments: [300.0, 700, 2000])
  func continuous(distance: Double) throws {
    let rig = rig()
    rig.drag(by: Point(x: -distance, y: 0), in: 0.25)
    let (offset, hand) = (rig.carousel.scrollOffset, distance / 0.25 / 200)
    rig.carousel.advance(to: rig.now + 0.001)
    #expect(abs((rig.carousel.scrollOffset - offset) / 0.001 - hand) < 0.05 * hand)
    // From the release on, the deceleration is constant, and the carousel stops at its target.
    let (end, seconds) = (try #require(rig.carousel.endOffset), try #require(rig.carousel.scrollDuration))
    rig.carousel.advance(to: rig.now + seconds / 2)
    #expect(near(rig.carousel.scrollOffset, offset + (end - offset) * 0.75, within: 1e-6))
    rig.carousel.advance(to: rig.now + seconds)
    #expect(near(rig.carousel.scrollOffset, end, within: 1e-6) && !rig.carousel.isDecelerating)
  }

  @Test("At deceleration rate 1 a flick reaches the end of a strip and stops there", .proves("Y07", "R142"))
  func endOfARow() {
    let rig = rig { $0.decelerationRate = 1 }
    rig.fling(velocity: -2000)
    rig.run(4)
    #expect(rig.carousel.isDecelerating)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 99 && rig.takeLog().contains("didEndDecelerating"))
  }

  @Test(
    "If the offset at the release is exactly that of an item, the snap ends within two frames",
    .proves("R103"))
  func aligned() {
    let rig = rig()
    rig.fling(velocity: 0, after: -200)
    #expect(rig.takeLog() == ["willBeginDragging", "index 51", "didEndDragging", "willBeginScrolling"])
    rig.frame()
    #expect(rig.takeLog() == ["didEndScrolling"])
  }
}
