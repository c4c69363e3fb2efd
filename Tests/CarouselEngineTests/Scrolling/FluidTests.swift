import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the motion style `.fluid`, whose glides and bounces are those of touchscreens.
@MainActor
struct FluidTests {
  // MARK: Flicks

  @Test(
    "A flick of 120 points per second or more scrolls at least one item, whatever the item's size",
    arguments: [100.0, 400, 1920])
  func minimumFlick(width: Double) {
    for direction in [1.0, -1] {
      for speed in [121.0, 200, 400] {
        let distance = FluidFinger(itemWidth: width).flick(points: 30 * direction, speed: speed * direction)
        #expect(distance == (width == 100 && speed == 400 ? 2 : 1) * direction, "\(speed) points per second")
      }
      #expect(FluidFinger(itemWidth: width).flick(points: 5 * direction, speed: 60 * direction) == 0)
    }
  }

  @Test("A swipe of 420 points at 3500 points per second turns a page of 1920 points")
  func slide() {
    let hand = FluidFinger(itemWidth: 1920)
    #expect(hand.flick(points: 420, speed: 3500) == 1)
    hand.rig.carousel.isPagingEnabled = true
    #expect(hand.flick(points: 420, speed: 3500) == 1)
    #expect(hand.flick(points: -420, speed: -3500) == -1)
    #expect(hand.flick(points: 900, speed: 20) == 0)
    #expect(hand.flick(points: 1000, speed: 20) == 1)
  }

  @Test(
    "With any item size, with and without paging, a faster flick never ends nearer to its start than a slower flick"
  )
  func monotone() {
    SeededRuns.check(0..<60) { random in
      (
        width: random.number(40...2000), points: random.number(0...300), isPaging: random.once(in: 3),
        type: random.choice([CarouselType.linear, .coverFlow2, .rotary]),
        multiplier: random.choice([1.0, 0.5, 2])
      )
    } play: { run in
      var last = 0.0
      for speed in stride(from: 100.0, through: 7000, by: 230) {
        let hand = FluidFinger(run.type, itemWidth: run.width, multiplier: run.multiplier)
        hand.rig.carousel.isPagingEnabled = run.isPaging
        let distance = hand.flick(points: run.points, speed: speed)
        if distance < last { return "\(distance) items at \(speed) points per second after \(last)" }
        last = distance
      }
      return nil
    }
  }

  @Test(
    "A flick has the same path with right-to-left direction and on the vertical axis; backward, its path is the mirror image"
  )
  func mirrored() {
    SeededRuns.check(0..<100) { random in
      (
        points: random.number(10...400), speed: random.number(0...6000),
        width: random.choice([100.0, 333, 1000]),
        start: random.whole(0...3), isPaging: random.once(in: 3)
      )
    } play: { run in
      let paths = [0, 1, 2, 3].map { variant in
        let hand = FluidFinger(itemWidth: run.width, items: 9) {
          $0.carousel.isPagingEnabled = run.isPaging
          if variant == 1 { $0.carousel.layoutDirection = .rightToLeft }
          if variant == 2 { $0.carousel.isVertical = true }
        }
        let start = Double(run.start)
        hand.rig.carousel.scrollOffset = variant == 3 ? 8 - start : start
        hand.rig.frame()
        let sign = variant == 3 ? -1.0 : 1
        let path = hand.path(points: sign * run.points, speed: sign * run.speed)
        return path.map { variant == 3 ? 8 - $0 : $0 }
      }
      for path in paths.dropFirst() where path.count != paths[0].count { return "another duration" }
      for path in paths.dropFirst() {
        for (one, other) in zip(paths[0], path) where abs(one - other) > 1e-9 { return "\(one) and \(other)" }
      }
      return nil
    }
  }

  @Test("At any frame rate, and with jitter, a flick ends on the same item at the same time")
  func frameRates() {
    SeededRuns.check(0..<150) { random in
      (
        points: random.number(-300...300), speed: random.number(-5000...5000),
        width: random.choice([100.0, 400, 1920]),
        isRing: random.once(in: 2), jitter: random.next()
      )
    } play: { run in
      var rests: [(offset: Double, time: Double)] = []
      for rate in [30.0, 60, 90, 144, 240, 0] {
        let hand = FluidFinger(itemWidth: run.width, items: 40) { $0.options[.wrap] = run.isRing ? 1 : 0 }
        hand.drag(points: run.points, speed: run.speed)
        let released = hand.rig.now
        hand.lift()
        var random = SplitMix(seed: run.jitter)
        while hand.rig.carousel.needsFrame, hand.rig.now - released < 30 {
          hand.rig.frameRate = rate > 0 ? rate : random.number(25...250)
          hand.rig.frame()
        }
        rests.append((hand.rig.carousel.scrollOffset, hand.rig.now - released))
      }
      for rest in rests where rest.offset != rests[0].offset || abs(rest.time - rests[0].time) > 0.07 {
        return "\(rest) instead of \(rests[0])"
      }
      return nil
    }
  }

  @Test(
    "The release velocity is that of the last 50 milliseconds, so the carousel continues at the speed of an accelerating finger"
  )
  func accelerating() {
    let hand = FluidFinger(itemWidth: 100)
    // The finger accelerates from rest to 2000 points per second in 0.2 seconds.
    hand.drag {
      0.5 * 10_000 * $0 * $0
    } during: {
      0.2
    }
    let velocity = hand.rig.carousel.core.scroller.velocity
    #expect(velocity > 17 && velocity < 20)
  }

  @Test(
    "If the finger rests for more than 60 milliseconds before the release, the carousel snaps without gliding"
  )
  func rested() {
    let hand = FluidFinger(itemWidth: 100)
    hand.drag(points: 130, speed: 2000)
    hand.rig.wait(0.061)
    hand.lift()
    hand.rig.settle()
    #expect(hand.rig.carousel.scrollOffset == 21)
  }

  // MARK: Ends

  @Test(
    "A flick into the end overshoots by less than the bounce distance, and the carousel is back at the end within a second"
  )
  func bounce() {
    for speed in [300.0, 1000, 3000, 10_000, 50_000] {
      let hand = FluidFinger(itemWidth: 200, items: 5)
      hand.rig.carousel.scrollOffset = 3
      hand.rig.frame()
      let path = hand.path(points: 250, speed: speed)
      let beyond = path.filter { $0 > 4 }.count
      #expect(path.last == 4 && (path.max() ?? 9) < 5)
      #expect(Double(beyond) / hand.rig.frameRate < 1)
      hand.rig.carousel.bounces = false
      hand.rig.carousel.scrollOffset = 3
      hand.rig.frame()
      #expect(hand.path(points: 120, speed: speed).max() == 4)
    }
  }

  @Test(
    "At deceleration rate 1, if a release is too slow for a flick, the carousel comes to rest",
    arguments: [50.0, 110, 500])
  func withoutFriction(speed: Double) {
    let hand = FluidFinger(itemWidth: 100, items: 9)
    (hand.rig.carousel.stopAtItemBoundary, hand.rig.carousel.scrollToItemBoundary) = (false, false)
    hand.rig.carousel.decelerationRate = 1
    hand.drag(points: 130, speed: speed)
    hand.lift()
    hand.rig.settle()
  }

  // MARK: Interruptions

  @Test("A touch stops a glide at its offset at the time of the touch; a drag then begins after 3 points")
  func takeOver() {
    let hand = FluidFinger(itemWidth: 100)
    hand.drag(points: 60, speed: 3000)
    hand.lift()
    let rig = hand.rig
    for _ in 1...10 { rig.frame() }
    let (shown, velocity) = (rig.carousel.scrollOffset, hand.velocity)
    rig.wait(0.008)
    rig.down()
    let stopped = rig.carousel.scrollOffset
    #expect(abs(stopped - (shown + velocity * 0.008)) < 0.02 * velocity * 0.008)
    rig.wait(0.01)
    rig.move(to: CarouselRig.middle + Point(x: -3, y: 0))
    rig.move(to: CarouselRig.middle + Point(x: -13, y: 0))
    #expect(near(rig.carousel.scrollOffset, stopped + 0.1))
  }

  @Test("If a scroll to an item starts during a glide, the scroll arrives exactly after its duration")
  func program() {
    let hand = FluidFinger(itemWidth: 100)
    hand.drag(points: 60, speed: 1500)
    hand.lift()
    for _ in 1...5 { hand.rig.frame() }
    let began = hand.rig.now
    hand.rig.carousel.scrollToItem(at: 25, duration: 0.5)
    hand.rig.settle()
    #expect(hand.rig.carousel.scrollOffset == 25 && abs(hand.rig.now - began - 0.5) < 0.02)
  }

  @Test("With reduced motion a flick moves to its destination immediately")
  func reducedMotion() {
    let hand = FluidFinger(itemWidth: 100)
    hand.rig.carousel.reducesMotion = true
    hand.drag(points: 60, speed: 1500)
    hand.lift()
    let landed = hand.rig.carousel.scrollOffset
    #expect(landed == landed.rounded() && landed > 22)
    hand.rig.settle()
    #expect(hand.rig.carousel.scrollOffset == landed)
  }

  @Test("Neither the start of autoscroll nor a change of its speed causes a jump in velocity")
  func autoscroll() {
    let rig = CarouselRig(.rotary, items: 12) { $0.carousel.motionStyle = .fluid }
    rig.carousel.autoscroll = 2
    var (last, velocity) = (rig.carousel.scrollOffset, 0.0)
    let ring = rig.carousel.core.scroller.row
    for step in 1...240 {
      if step == 120 { rig.carousel.autoscroll = -1 }
      rig.frame()
      let now = ring.distance(from: last, to: rig.carousel.scrollOffset) * rig.frameRate
      #expect(abs(now - velocity) < 0.4)
      (last, velocity) = (rig.carousel.scrollOffset, now)
      if step == 119 { #expect(abs(velocity - 2) < 0.01) }
    }
    #expect(abs(velocity + 1) < 0.01)
  }

  // MARK: Covers

  @Test("In a cover flow 2, no cover jumps during a slow drag, a pause and a flick")
  func covers() {
    let hand = FluidFinger(.coverFlow2, itemWidth: 300)
    let rig = hand.rig
    var (before, worst) = (Self.corners(rig), 0.0)
    var lastOffset = rig.carousel.scrollOffset
    func look() {
      let now = Self.corners(rig)
      let moved = abs(rig.carousel.scrollOffset - lastOffset)
      for (index, corners) in now {
        guard let old = before[index] else { continue }
        let jump = zip(corners, old).map { $0.distance(to: $1) }.max() ?? 0
        // When the carousel scrolls by one item, its movement and its turn move each corner by at most four
        // item widths.
        worst = max(worst, jump - moved * 4 * 300)
      }
      (before, lastOffset) = (now, rig.carousel.scrollOffset)
    }
    rig.down()
    var point = CarouselRig.middle
    for _ in 1...90 {
      point.x -= 1.5
      rig.now = rig.now + 1 / 60
      rig.move(to: point)
      rig.carousel.advance(to: rig.now)
      look()
    }
    for _ in 1...30 {
      rig.frame()
      look()
    }
    for _ in 1...6 {
      point.x -= 12
      rig.now = rig.now + 1 / 60
      rig.move(to: point)
      rig.carousel.advance(to: rig.now)
      look()
    }
    rig.up(at: point)
    while rig.carousel.needsFrame {
      rig.frame()
      look()
    }
    #expect(worst < 1)
  }

  private static func corners(_ rig: CarouselRig) -> [Int: [Point]] {
    Dictionary(uniqueKeysWithValues: rig.carousel.frame().items.map { ($0.index, $0.outline) })
  }

  // MARK: Content

  @Test("A single edit does not move the current item on the screen, at rest, during a drag and in motion")
  func currentIndex() {
    for phase in 0...2 {
      let rig = ModelRig(items: 20) { $0.carousel.motionStyle = .fluid }
      rig.carousel.scrollToItem(at: 7, animated: false)
      rig.frame()
      if phase == 1 {
        rig.carousel.beginDrag(at: rig.now)
        rig.carousel.moveDrag(translation: Point(x: -30, y: 0), at: rig.now)
      }
      if phase == 2 {
        rig.carousel.scrollToItem(at: 12, animated: true)
        rig.frame()
        rig.frame()
      }
      let (item, part) = (
        rig.model[rig.carousel.currentItemIndex], rig.carousel.scrollOffset.truncatingRemainder(dividingBy: 1)
      )
      let destination = rig.model[12]
      rig.insert(at: 3, animated: true)
      rig.insert(at: 0, animated: false)
      rig.remove(at: 1, animated: true)
      rig.insert(at: 9, animated: true)
      #expect(rig.model[rig.carousel.currentItemIndex] == item, "phase \(phase)")
      #expect(near(rig.carousel.scrollOffset.truncatingRemainder(dividingBy: 1), part))
      guard phase == 2 else { continue }
      while rig.carousel.needsFrame { rig.frame() }
      #expect(rig.model[rig.carousel.currentItemIndex] == destination)
    }
  }

  @Test(
    "If the content changes after a motion has passed from the last item of a ring to the first, the motion continues to its destination"
  )
  func seam() {
    for phase in 0...1 {
      let rig = ModelRig(items: 13) {
        $0.carousel.motionStyle = .fluid
        $0.options[.wrap] = 1
      }
      rig.carousel.scrollOffset = 12
      rig.frame()
      if phase == 0 { rig.carousel.step(by: 2) } else { rig.carousel.scrollByNumberOfItems(3, duration: 0.5) }
      for _ in 1...12 { rig.frame() }
      let (before, destination) = (rig.carousel.scrollOffset, rig.model[phase == 0 ? 1 : 2])
      #expect(before < 3)
      rig.insert(at: 5, animated: false)
      var last = rig.carousel.scrollOffset
      #expect(near(last, before))
      while rig.carousel.needsFrame {
        rig.frame()
        #expect(abs(rig.carousel.scrollOffset - last) < 0.3)
        last = rig.carousel.scrollOffset
      }
      #expect(rig.model[rig.carousel.currentItemIndex] == destination)
    }
  }

  @Test("If the content of a carousel changes while a linked carousel moves it, the motion continues")
  func linkedEdit() {
    let (leader, follower) = (ModelRig(items: 5), ModelRig(items: 5))
    for rig in [leader, follower] { rig.carousel.motionStyle = .fluid }
    follower.carousel.bind(to: leader.carousel)
    leader.carousel.scrollToItem(at: 4, duration: 0.5)
    for step in 1...60 {
      leader.frame()
      follower.now = leader.now
      follower.carousel.advance(to: follower.now)
      if step == 8 { follower.insert(at: 0, animated: false) }
    }
    #expect(leader.carousel.scrollOffset == 4 && follower.carousel.scrollOffset == 4)
  }

  @Test(
    "When autoscroll is set to 0, the carousel glides on to an item; when autoscroll is paused, the carousel stops immediately"
  )
  func autoscrollEnds() {
    let rig = CarouselRig(.rotary, items: 12) { $0.carousel.motionStyle = .fluid }
    rig.carousel.autoscroll = 2
    for _ in 1...70 { rig.frame() }
    rig.carousel.isAutoscrollPaused = true
    let paused = rig.carousel.scrollOffset
    rig.frame()
    #expect(rig.carousel.scrollOffset == paused)
    rig.carousel.isAutoscrollPaused = false
    for _ in 1...40 { rig.frame() }
    let (offset, clock) = (rig.carousel.scrollOffset, rig.now)
    rig.carousel.autoscroll = 0
    rig.frame()
    #expect(rig.carousel.scrollOffset - offset > 1.8 / rig.frameRate)
    rig.settle()
    #expect(rig.carousel.scrollOffset == rig.carousel.scrollOffset.rounded() && rig.now - clock < 1.5)
  }
}
