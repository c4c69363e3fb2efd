import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the setting for users who prefer reduced motion.
@MainActor
struct ReducedMotionTests {
  private func rig(_ type: CarouselType = .linear, items: Int = 20) -> CarouselRig {
    CarouselRig(type, items: items) { $0.carousel.reducesMotion = true }
  }

  @Test("Reduced motion is off by default", .proves("D049"))
  func off() { #expect(!CarouselRig().carousel.reducesMotion) }

  @Test(
    "With reduced motion an animated scroll ends immediately, with the same callbacks in the same order",
    .proves("D049"))
  func scroll() {
    let (quiet, moving) = (rig(), CarouselRig(items: 20))
    for rig in [quiet, moving] {
      rig.carousel.scrollToItem(at: 3, animated: true)
      #expect(rig.carousel.scrollOffset == (rig === quiet ? 3 : 0))
      rig.settle()
      #expect(rig.carousel.scrollOffset == 3 && rig.scrollCount > 0)
    }
    #expect(quiet.takeLog() == moving.takeLog())
  }

  @Test(
    "With reduced motion the old frame cross-fades into the new frame, and no item moves", .proves("D049"))
  func crossFade() throws {
    let rig = rig()
    let before = rig.carousel.frame().items
    rig.carousel.scrollToItem(at: 10, animated: true)
    rig.frame()
    let start = rig.now
    #expect(rig.carousel.frame().items.filter { $0.alpha > 0 }.map(\.transform) == before.map(\.transform))
    var last = 1.0
    while rig.carousel.needsFrame {
      rig.frame()
      let items = rig.carousel.frame().items
      guard let old = items.first(where: { $0.index == 0 }) else { break }
      #expect(old.seenMiddle == before.first { $0.index == 0 }?.seenMiddle)
      #expect(old.alpha <= last && items.contains { $0.alpha > 0.4 })
      let new = try #require(items.first { $0.index == 10 })
      #expect(near(new.alpha, 1 - old.alpha) && near(new.seenMiddle.x, 400))
      last = old.alpha
    }
    #expect(rig.now - start > 0.24 && rig.now - start < 0.29)
    rig.settle()
    #expect(rig.carousel.frame().items.allSatisfy { $0.alpha == 1 && abs($0.index - 10) < 6 })
    #expect(rig.carousel.itemView(at: 0) == nil)
  }

  @Test("With reduced motion a drag follows the finger, and a flick ends immediately", .proves("D049"))
  func flick() {
    let (quiet, moving) = (rig(), CarouselRig(items: 20))
    for rig in [quiet, moving] {
      rig.down()
      for step in 1...6 {
        rig.wait(1 / 60)
        rig.move(to: CarouselRig.middle + Point(x: Double(step) * -40, y: 0))
        rig.frame()
      }
      #expect(near(rig.carousel.scrollOffset, 1))
      rig.up(at: CarouselRig.middle + Point(x: -240, y: 0))
      #expect(rig.carousel.isDecelerating == (rig === moving))
      rig.settle()
    }
    #expect(quiet.carousel.scrollOffset == moving.carousel.scrollOffset && quiet.carousel.scrollOffset > 2)
    #expect(quiet.takeLog() == moving.takeLog())
  }

  @Test("If reduced motion is switched on during a motion without an end, the carousel stops and snaps")
  func endlessMotion() {
    let rig = CarouselRig(items: 20)
    rig.carousel.scrollPhysics = EndlessPhysics()
    rig.carousel.scrollOffset = 3
    rig.drag(by: Point(x: -240, y: 0), in: 0.1)
    for _ in 1...60 { rig.frame() }
    let reached = rig.carousel.scrollOffset
    #expect(rig.carousel.isDecelerating && reached > 6 && reached != reached.rounded())
    rig.carousel.reducesMotion = true
    #expect(rig.carousel.scrollOffset == reached.rounded())
    rig.settle()
    #expect(rig.carousel.scrollOffset == reached.rounded())
  }

  @Test(
    "With reduced motion autoscroll has no effect; if reduced motion is switched on during a scroll, the scroll ends immediately",
    .proves("D049"))
  func noAutoscroll() {
    let rig = rig()
    rig.carousel.autoscroll = 2
    rig.run(1)
    #expect(rig.carousel.scrollOffset == 0 && !rig.carousel.needsFrame)
    rig.carousel.reducesMotion = false
    rig.run(1)
    #expect(rig.carousel.scrollOffset > 1.5)
    rig.carousel.autoscroll = 0
    rig.carousel.scrollToItem(at: 9, duration: 3)
    rig.run(0.5)
    rig.carousel.reducesMotion = true
    #expect(rig.carousel.scrollOffset == 9)
    rig.settle()
    #expect(!rig.carousel.isScrolling)
  }

  @Test(
    "With reduced motion, even a flick at deceleration rate 1 on a ring stops", .proves("D049"),
    arguments: [true, false])
  func endless(aligns: Bool) {
    let rig = rig()
    rig.options[.wrap] = 1
    rig.carousel.decelerationRate = 1
    rig.carousel.scrollToItemBoundary = aligns
    rig.carousel.setNeedsLayout()
    rig.drag(by: Point(x: -300, y: 0), in: 0.1)
    rig.settle()
    #expect(!rig.carousel.needsFrame && rig.carousel.scrollOffset.isFinite)
  }

  @Test(
    "With reduced motion the change of an animation block is a cross-fade, and its completion is called once",
    .proves("D049"))
  func block() throws {
    let rig = rig()
    var ends: [Bool] = []
    let before = try #require(rig.drawn(1))
    rig.carousel.animate(withDuration: 2) {
      rig.carousel.type = .rotary
    } completion: {
      ends.append($0)
    }
    rig.frame()
    rig.wait(0.1)
    rig.frame()
    let pair = rig.carousel.frame().items.filter { $0.index == 1 }
    #expect(pair.count == 2 && pair.contains { $0.transform == before.transform })
    rig.carousel.scrollToItem(at: 8, animated: true)
    rig.settle()
    #expect(ends == [true])
    #expect(rig.carousel.frame().items.filter { $0.index == 8 }.count == 1)
  }

  @Test("With reduced motion, fast consecutive scrolls do not accumulate outgoing views", .proves("D049"))
  func hasty() {
    let rig = rig(.rotary, items: 30)
    let count = rig.carousel.frame().items.count
    for step in 0..<50 {
      rig.carousel.step(by: 1)
      rig.run(0.06)
      #expect(rig.carousel.frame().items.count <= 6 * count, "step \(step)")
    }
    rig.settle()
    #expect(rig.carousel.frame().items.count == count)
  }
}

/// Physics in which a drag ends with a steady motion that never ends.
private struct EndlessPhysics: ScrollPhysics {
  func drag(_ move: DragMove) -> ScrollState { FluidPhysics().drag(move) }

  func release(_ release: DragRelease) -> ReleaseMotion {
    .decelerate(SteadyMotion(from: release.offset, velocity: 2.2, initialVelocity: nil))
  }

  func scroll(from start: ScrollState, to end: Double, duration: Double, in geometry: ScrollGeometry)
    -> any ScrollMotion
  {
    FluidPhysics().scroll(from: start, to: end, duration: duration, in: geometry)
  }
}
