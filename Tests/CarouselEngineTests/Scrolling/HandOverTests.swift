import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the velocity when one kind of motion replaces another (a hand-over), in fluid style.
@MainActor
struct HandOverTests {
  /// An event that ends one motion and begins another.
  enum Action: Hashable {
    case frames(Int)
    case lift
    case scrollTo(Int, duration: Double)
    case scrollBy(Double, duration: Double)
    case step(Int)
    case wheel(Double)
    case autoscroll(Double)
    case insert(Int)
    case remove(Int)
    case resize(Double)
  }

  @Test(
    "The velocity is continuous at every change between drag, glide, spring, scroll by the program and wheel"
  )
  func continuity() {
    SeededRuns.check(0..<600) { random in
      var actions: [Action] = [.frames(random.whole(0...20))]
      for _ in 0..<random.whole(1...8) {
        actions.append(Self.action(&random))
        if random.once(in: 3) { actions.append(.frames(random.whole(1...40))) }
      }
      return actions
    } play: { actions in
      for isRing in [false, true] { if let problem = play(actions, isRing: isRing) { return problem } }
      return nil
    }
  }

  private static func action(_ random: inout SplitMix) -> Action {
    switch random.whole(0...8) {
    case 0: .scrollTo(random.whole(0...60), duration: random.number(0.1...1))
    case 1: .scrollBy(random.number(-5...5), duration: random.number(0.1...1))
    case 2: .step(random.whole(-3...3))
    case 3: .wheel(random.choice([-1, 1, 1, 3]))
    case 4: .autoscroll(random.choice([-3, 0.5, 2, 4]))
    case 5: .insert(random.whole(0...60))
    case 6: .remove(random.whole(0...40))
    case 7: .resize(random.number(300...900))
    default: .lift
    }
  }

  /// Plays actions during a drag at 1200 points per second; returns a description of the first jump.
  private func play(_ actions: [Action], isRing: Bool) -> String? {
    let hand = FluidFinger(itemWidth: 120, items: 60) { $0.options[.wrap] = isRing ? 1 : 0 }
    let rig = hand.rig
    hand.drag(points: 70, speed: 1200)
    var isDown = true
    for (number, action) in actions.enumerated() {
      if case .frames(let count) = action {
        if !isDown { for _ in 0..<count { rig.frame() } }
        continue
      }
      if isDown, action != .lift { continue }
      let before = Self.motion(rig)
      rig.carousel.clock = rig.now
      switch action {
      case .lift:
        guard isDown else { continue }
        isDown = false
        hand.lift()
      case .scrollTo(let index, let duration): rig.carousel.scrollToItem(at: index, duration: duration)
      case .scrollBy(let distance, let duration): rig.carousel.scroll(byOffset: distance, duration: duration)
      case .step(let count): rig.carousel.step(by: count)
      case .wheel(let notches): rig.carousel.wheel(notches: notches, time: rig.now)
      case .autoscroll(let speed): rig.carousel.autoscroll = speed
      case .insert(let index):
        rig.itemCount += 1
        rig.carousel.insertItem(at: index, animated: true)
      case .remove(let index):
        rig.itemCount -= 1
        rig.carousel.removeItem(at: index, animated: true)
      case .resize(let width): rig.carousel.bounds = Size(width: width, height: 600)
      case .frames: break
      }
      rig.carousel.clock = nil
      let after = Self.motion(rig)
      if case .remove = action {
      } else if case .insert = action {
      } else {
        let jump = rig.carousel.core.scroller.row.distance(from: before.offset, to: after.offset)
        if abs(jump) > 1e-6 { return "\(number) \(action): offset \(before.offset) becomes \(after.offset)" }
      }
      // At an end of a strip a motion may stop abruptly.
      let isAtEnd = !isRing && (before.offset < 0.01 || before.offset > Double(rig.itemCount) - 1.01)
      if !isAtEnd, abs(after.velocity - before.velocity) > 0.01 * max(0.5, abs(before.velocity)) {
        return
          "\(number) \(action): velocity \(before.velocity) becomes \(after.velocity) at \(before.offset)"
      }
    }
    return nil
  }

  /// Returns the current offset in items and the current velocity in items per second.
  private static func motion(_ rig: CarouselRig) -> (offset: Double, velocity: Double) {
    let present = rig.carousel.core.scroller.presentMotion(at: .at(rig.now))
    return (present.offset, present.velocity)
  }

  @Test("The velocity of a motion never changes between two frames by more than its spring allows")
  func smooth() {
    SeededRuns.check(0..<120) { random in
      (
        points: random.number(-200...200), speed: random.number(-4000...4000),
        width: random.choice([100.0, 400]),
        isRing: random.once(in: 2), count: random.choice([5, 60])
      )
    } play: { run in
      let hand = FluidFinger(itemWidth: run.width, items: run.count) {
        $0.options[.wrap] = run.isRing ? 1 : 0
        $0.frameRate = 1000
      }
      hand.drag(points: run.points, speed: run.speed)
      let released = hand.rig.carousel.core.scroller.velocity
      hand.lift()
      var (last, velocity) = (hand.rig.carousel.scrollOffset, released)
      let ring = hand.rig.carousel.core.scroller.row
      while hand.rig.carousel.needsFrame {
        hand.rig.frame()
        let now = ring.distance(from: last, to: hand.rig.carousel.scrollOffset) * 1000
        // In a millisecond, a spring of 60 radians per second changes its velocity by at most 0.15 of the
        // speed.
        let most = 0.15 * max(abs(released), abs(velocity), 5)
        if abs(now - velocity) > most { return "\(velocity) becomes \(now) at \(last)" }
        (last, velocity) = (hand.rig.carousel.scrollOffset, now)
      }
      return nil
    }
  }
}
