import CarouselEngine
import Testing

/// Steps that follow each other: a held key, a wheel.
@MainActor
struct StepTests {
  @Test(
    "a held key is followed at its rate, at most two items behind, and the carousel rests 0.4 seconds after it",
    arguments: [5.0, 10, 20, 30], [CarouselType.linear, .rotary])
  func heldKey(rate: Double, type: CarouselType) {
    for wraps in [0.0, 1] {
      let rig = CarouselRig(type, items: 300) { $0.options[.wrap] = wraps }
      var (steps, traveled, last) = (0, 0.0, rig.carousel.scrollOffset)
      let start = rig.now
      while steps < 90 {
        rig.frame()
        while steps < 90, rig.now - start >= Double(steps) / rate {
          rig.carousel.step(by: 1)
          steps += 1
        }
        traveled += rig.carousel.scrollOffset - last
        last = rig.carousel.scrollOffset
        #expect(Double(steps) - traveled <= 2)
      }
      rig.run(atMost: 0.4)
      #expect(!rig.carousel.needsFrame && rig.carousel.scrollOffset == 90)
    }
  }

  @Test("a step takes 0.4 seconds from rest, and stops at the last item")
  func single() {
    let rig = CarouselRig(items: 3)
    rig.carousel.step(by: 1)
    rig.run(atMost: 0.35)
    #expect(rig.carousel.needsFrame && rig.carousel.scrollOffset > 0.99)
    rig.run(atMost: 0.05)
    #expect(!rig.carousel.needsFrame && rig.carousel.scrollOffset == 1)
    rig.carousel.step(by: 5)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 2)
  }

  @Test("a step does not change the velocity of a glide, a scroll or another step at the moment it comes")
  func velocity() {
    SeededRuns.check(0..<2000) { random in
      (
        motion: random.whole(0...2), frames: random.whole(0...30), between: random.number(0...1 / 60),
        steps: random.choice([-2, -1, 1, 2, 3])
      )
    } play: { run in
      let rig = CarouselRig(items: 400)
      rig.carousel.scrollOffset = 200
      switch run.motion {
      case 0: rig.fling(velocity: -3000)
      case 1: rig.carousel.scrollToItem(at: 210, duration: 1)
      default: rig.carousel.step(by: 1)
      }
      rig.frame()
      for _ in 0..<run.frames { rig.frame() }
      guard rig.carousel.isScrolling || rig.carousel.isDecelerating else { return nil }
      // The step comes between two frames.
      rig.now = rig.now + run.between
      let before = rig.carousel.core.scroller
      let now = rig.now
      rig.carousel.clock = now
      rig.carousel.step(by: run.steps)
      let after = rig.carousel.core.scroller
      let (slope, next) = (Self.velocity(of: before, at: now), Self.velocity(of: after, at: now))
      return abs(next - slope) <= 0.01 * max(1, abs(slope)) ? nil : "\(slope) becomes \(next)"
    }
  }

  /// The velocity of a copy of `scroller` that goes on from `now`, in items per second.
  private static func velocity(of scroller: Scroller, at now: Timestamp) -> Double {
    let piece = 1e-7
    var scroller = scroller
    scroller.advance(to: now)
    let before = scroller.offset
    scroller.advance(to: now + piece)
    return (scroller.offset - before) / piece
  }
}
