import CarouselEngine
import TestSupport
import Testing

/// Tests of consecutive steps, as from a held key or a wheel.
@MainActor
struct StepTests {
  @Test(
    "While a key is held, the carousel is at most two items behind the key's repeats, and it rests 0.4 s after the release",
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

  @Test("A step takes 0.4 seconds from rest, and stops at the last item")
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

  @Test("A step during a motion changes neither the offset nor the velocity at the time of the step")
  func continuity() {
    SeededRuns.check(0..<3000) { random in
      (
        motion: random.whole(0...3), isRing: random.once(in: 2), frames: random.whole(0...30),
        between: random.number(0...1 / 60), steps: random.choice([-2, -1, 1, 2, 3])
      )
    } play: { run in
      let rig = CarouselRig(items: run.isRing ? 7 : 400) { $0.options[.wrap] = run.isRing ? 1 : 0 }
      rig.carousel.scrollOffset = run.isRing ? 5 : 200
      switch run.motion {
      case 0: rig.fling(velocity: -3000)
      case 1: rig.carousel.scrollToItem(at: run.isRing ? 2 : 210, duration: 1)
      case 2: rig.carousel.autoscroll = 2
      default: rig.carousel.step(by: 1)
      }
      rig.frame()
      for _ in 0..<run.frames { rig.frame() }
      guard rig.carousel.isScrolling || rig.carousel.isDecelerating else { return nil }
      // The step comes between two frames.
      let now = rig.now + run.between
      let before = rig.carousel.core.scroller
      rig.carousel.clock = now
      rig.carousel.step(by: run.steps)
      let after = rig.carousel.core.scroller
      let (old, new) = (Self.motion(of: before, at: now), Self.motion(of: after, at: now))
      if abs(before.row.distance(from: old.offset, to: new.offset)) > 1e-6 {
        return "\(old.offset) becomes \(new.offset)"
      }
      let difference = abs(new.velocity - old.velocity)
      return difference <= 0.01 * max(1, abs(old.velocity)) ? nil : "\(old.velocity) becomes \(new.velocity)"
    }
  }

  @Test("After a pause without frames, a step starts from the offset of the last frame", arguments: [0.0, 1])
  func pause(wrap: Double) {
    let rig = CarouselRig(items: 30) { $0.options[.wrap] = wrap }
    rig.carousel.autoscroll = 2
    rig.frame()
    rig.frame()
    let shown = rig.carousel.scrollOffset
    rig.carousel.wheel(notches: 1, time: rig.now + 5)
    rig.carousel.advance(to: rig.now + 5.016)
    #expect(abs(rig.carousel.scrollOffset - shown) < 1)
  }

  @Test(
    "After a step during a fast flick, the carousel does not overshoot the item at which it comes to rest",
    arguments: [1000.0, 4000, 12_000])
  func fastFlick(velocity: Double) {
    let rig = CarouselRig(items: 400)
    rig.fling(velocity: -velocity)
    rig.frame()
    let start = rig.carousel.scrollOffset
    rig.carousel.step(by: 1)
    var furthest = start
    while rig.carousel.needsFrame {
      rig.frame()
      furthest = max(furthest, rig.carousel.scrollOffset)
    }
    #expect(furthest == rig.carousel.scrollOffset && furthest > start && furthest < start + 3)
  }

  /// Returns the offset in items and the velocity in items per second that `scroller` would have at `now`.
  private static func motion(of scroller: Scroller, at now: Timestamp) -> (offset: Double, velocity: Double) {
    let piece = 1e-7
    var scroller = scroller
    scroller.advance(to: now)
    let before = scroller.offset
    scroller.advance(to: now + piece)
    return (before, scroller.row.distance(from: before, to: scroller.offset) / piece)
  }
}
