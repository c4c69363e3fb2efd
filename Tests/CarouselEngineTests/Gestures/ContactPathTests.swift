import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of contacts that move several times between two frames.
@MainActor
struct ContactPathTests {
  /// Two carousels with the same contact: the first gets its positions one by one, the second together.
  private struct Pair {
    let single: CarouselRig
    let together: CarouselRig
    var rigs: [CarouselRig] { [single, together] }

    @MainActor
    init(items: Int = 40, prepare: (CarouselRig) -> Void = { _ in }) {
      // With this width the offsets have no rounding errors.
      let size = Size(width: 256, height: 150)
      single = CarouselRig(items: items, itemSize: size, prepare: prepare)
      together = CarouselRig(items: items, itemSize: size, prepare: prepare)
    }

    @MainActor
    init(_ single: CarouselRig, _ together: CarouselRig) { (self.single, self.together) = (single, together) }

    /// Moves the contact through `points` during one frame, then shows the frame.
    @MainActor
    func move(through points: [Point]) {
      let samples = points.enumerated().map {
        ContactSample($1, at: single.now + Double($0 + 1) / (60 * Double(points.count)))
      }
      for sample in samples { single.carousel.contactMoved(id: 7, to: sample.point, time: sample.time) }
      together.carousel.contactMoved(id: 7, along: samples)
      for rig in rigs { rig.frame() }
    }
  }

  private func point(_ x: Double, _ y: Double = 0) -> Point { CarouselRig.middle + Point(x: x, y: y) }

  @Test(
    "With positions of 1,000 Hz, a drag and its flick are the same as with single positions, and scroll once a frame",
    arguments: [MotionStyle.classic, .fluid], [false, true])
  func flick(style: MotionStyle, wraps: Bool) {
    let pair = Pair {
      $0.carousel.motionStyle = style
      $0.options[.wrap] = wraps ? 1 : 0
    }
    for rig in pair.rigs { rig.down() }
    var scrolls = 0
    for frame in 0..<12 {
      let scrollsBefore = pair.together.scrollCount
      // The contact becomes faster, and trembles.
      pair.move(
        through: (1...17).map {
          let step = Double(17 * frame + $0)
          return point(-step * step / 128, step.truncatingRemainder(dividingBy: 2))
        })
      #expect(pair.single.carousel.scrollOffset == pair.together.carousel.scrollOffset)
      #expect(pair.together.scrollCount - scrollsBefore <= 1)
      scrolls += pair.together.scrollCount - scrollsBefore
    }
    #expect(scrolls > 8 && pair.single.scrollCount > 100)
    for rig in pair.rigs { rig.up(at: point(-325.125)) }
    #expect(pair.together.carousel.isDecelerating)
    for _ in 0..<300 {
      #expect(pair.single.carousel.scrollOffset == pair.together.carousel.scrollOffset)
      for rig in pair.rigs { rig.frame() }
    }
    #expect(pair.together.carousel.scrollOffset > 3 && !pair.together.carousel.needsFrame)
    #expect(pair.single.takeLog() == pair.together.takeLog())
  }

  @Test(
    "The first position beyond the threshold decides, even if a later position of the same frame is nearer")
  func decision() {
    for (far, drags) in [(point(-20), true), (point(0, 20), false)] {
      let pair = Pair()
      for rig in pair.rigs {
        rig.carousel.scrollOffset = 5
        rig.down()
      }
      pair.move(through: [point(-4), far, point(-3)])
      for rig in pair.rigs { #expect(rig.carousel.isDragging == drags) }
      pair.move(through: [point(-100), point(-200)])
      #expect(pair.single.carousel.scrollOffset == pair.together.carousel.scrollOffset)
      #expect((pair.together.carousel.scrollOffset > 5.25) == drags)
    }
  }

  @Test("A swipe across the axis that begins between two frames is reported with its last position")
  func swipe() {
    let (one, all) = (Presses(), Presses())
    let pair = Pair(one.rig(), all.rig())
    for rig in pair.rigs { rig.down() }
    pair.move(through: (1...17).map { point(0, -2 * Double($0)) })
    #expect(all.swipes.map(\.phase) == [.began, .changed])
    #expect(all.swipes.last == one.swipes.last && all.swipes.last?.travelled == -26)
    pair.move(through: (1...17).map { point(0, -34 - Double($0)) })
    #expect(all.swipes.count == 3 && all.swipes.last == one.swipes.last)
  }

  @Test("A contact that lies still for half a second between two positions of the same frame is a long press")
  func longPress() {
    let (one, all) = (Presses(), Presses())
    let pair = Pair(one.rig(), all.rig())
    for rig in pair.rigs {
      rig.down()
      rig.wait(0.495)
    }
    pair.move(through: [point(1), point(2), point(3), point(100), point(200)])
    #expect(one.log == ["longPress 0"] && all.log == one.log)
    for rig in pair.rigs { #expect(rig.carousel.scrollOffset == 0 && !rig.carousel.isDragging) }
  }

  @Test("A lifted item follows the last position")
  func lifted() {
    let rigs = [ReorderRig(), ReorderRig()]
    var items: [CarouselFrame.Item?] = []
    for (index, rig) in rigs.enumerated() {
      rig.carousel.contactBegan(id: 7, at: CarouselRig.middle, time: rig.now)
      rig.run(0.6)
      let samples = (1...10).map { ContactSample(point(-15 * Double($0)), at: rig.now + 0.001 * Double($0)) }
      if index == 0 {
        for sample in samples { rig.carousel.contactMoved(id: 7, to: sample.point, time: sample.time) }
      } else {
        rig.carousel.contactMoved(id: 7, along: samples)
      }
      rig.frame()
      items.append(rig.carousel.frame().items.last)
    }
    #expect(items[0]?.transform == items[1]?.transform && items[0]?.index == items[1]?.index)
    #expect(rigs[1].carousel.isContactDragging)
  }

  @Test("A recording contains all positions, and its replay makes the same frames")
  func recording() {
    let lines = JournalTests.Lines()
    let pair = Pair(CarouselRig(items: 40), CarouselRig(items: 40) { lines.record($0.carousel) })
    for rig in pair.rigs { rig.down() }
    for frame in 0..<4 { pair.move(through: (1...5).map { point(-20 * Double(5 * frame + $0)) }) }
    for rig in pair.rigs {
      rig.up(at: point(-400))
      rig.settle()
    }
    #expect(lines.all.contains { $0.contains(#""earlier":["#) })
    #expect(pair.together.carousel.currentItemIndex > 2)
    #expect(lines.problem() == nil)
  }

  @Test("Without positions nothing happens, and positions that are not finite are ignored")
  func invalid() {
    let rig = CarouselRig()
    rig.down()
    rig.carousel.contactMoved(id: 7, along: [])
    rig.carousel.contactMoved(
      id: 7,
      along: [
        ContactSample(point(.nan), at: rig.now + 0.001),
        ContactSample(point(-20), at: Timestamp(seconds: .nan)),
        ContactSample(point(-120), at: rig.now + 0.002),
      ])
    #expect(rig.carousel.isDragging && near(rig.carousel.scrollOffset, 0.5))
  }

  @Test("The velocity of any positions equals that of a tracker that stores all of them")
  func velocity() {
    var random = SplitMix(seed: 7)
    for _ in 0..<50 {
      var tracker = VelocityTracker()
      var all: [ContactSample] = []
      var now = Timestamp(seconds: 1000)
      for _ in 0..<400 {
        // Positions of 1,000 Hz, several at the same time, and pauses.
        now = now + (random.once(in: 20) ? 0.1 : random.once(in: 5) ? 0 : 0.001)
        let sample = ContactSample(Point(x: random.number(-500...500), y: random.number(-5...5)), at: now)
        tracker.add(sample.point, at: now)
        if all.last?.time == now { all.removeLast() }
        all.append(sample)
        let time = now + (random.once(in: 4) ? 0.03 : 0)
        #expect(tracker.velocity(at: time) == velocity(of: all, at: time))
        #expect(tracker.recentVelocity(at: time) == recentVelocity(of: all, at: time))
      }
    }
  }

  /// The mean velocity of the last 150 milliseconds, computed from all positions.
  private func velocity(of all: [ContactSample], at time: Timestamp) -> Point {
    let recent = all.filter { time - $0.time <= 0.150 }
    guard let first = recent.first, let last = recent.last else { return .zero }
    let seconds = max(time - first.time, last.time - first.time)
    return seconds > 0 ? (last.point - first.point) * (1 / seconds) : .zero
  }

  /// The mean velocity of the 50 milliseconds before the last position, computed from the positions that are at
  /// most 150 milliseconds older than it.
  private func recentVelocity(of all: [ContactSample], at time: Timestamp) -> Point {
    guard let last = all.last, time - last.time <= 0.060 else { return .zero }
    let kept = all.filter { last.time - $0.time <= 0.150 }
    let from = last.time + -0.050
    guard let next = kept.firstIndex(where: { $0.time > from }) else { return .zero }
    var start = kept[next]
    if next > 0 {
      let part = (from - kept[next - 1].time) / (start.time - kept[next - 1].time)
      start = ContactSample(kept[next - 1].point + (start.point - kept[next - 1].point) * part, at: from)
    }
    let seconds = last.time - start.time
    return seconds > 0 ? (last.point - start.point) * (1 / max(seconds, 0.004)) : .zero
  }
}
