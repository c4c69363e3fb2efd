import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of taps.
@MainActor
struct TapTests {
  private let right = Point(x: 600, y: 300)
  private let gap = Point(x: 400, y: 50)

  @Test("A tap on a neighbor selects it and scrolls it to the center", .proves("Y24", "G12"))
  func neighbour() {
    let rig = CarouselRig()
    #expect(rig.tap(at: right) == .selected(1))
    #expect(rig.takeLog() == ["shouldSelect 1", "willBeginScrolling", "didSelect 1"])
    rig.settle()
    #expect(rig.carousel.scrollOffset == 1)
  }

  @Test("With centering off, a tap selects without scrolling", .proves("Y24"))
  func notCentred() {
    let rig = CarouselRig { $0.carousel.centerItemWhenSelected = false }
    #expect(rig.tap(at: right) == .selected(1))
    rig.settle()
    #expect(rig.carousel.scrollOffset == 0)
  }

  @Test("A tap on the current item selects it", .proves("G12"))
  func current() {
    let rig = CarouselRig()
    #expect(rig.tap() == .selected(0))
    #expect(rig.takeLog().contains("didSelect 0"))
  }

  @Test(
    "If shouldSelect returns false, the result of the tap is notTaken; shouldSelect is called once per tap, and never for a drag",
    .proves("G13"))
  func declined() {
    let rig = CarouselRig { $0.mayBeSelected = false }
    #expect(rig.tap(at: right) == .notTaken)
    #expect(rig.takeLog() == ["shouldSelect 1"])
    rig.drag(by: Point(x: -250, y: 0), in: 0.4, hold: 0.2)
    rig.settle()
    #expect(!rig.takeLog().contains { $0.hasPrefix("shouldSelect") })
  }

  @Test("A tap that stops a flick selects nothing, and the carousel snaps to an item", .proves("I08"))
  func stops() {
    let rig = CarouselRig(items: 40)
    rig.drag(by: Point(x: -300, y: 0), in: 0.1)
    for _ in 1...10 { rig.frame() }
    rig.clearLog()
    rig.down()
    #expect(!rig.carousel.isDecelerating)
    #expect(rig.takeLog() == ["didEndDecelerating"])
    let held = rig.carousel.scrollOffset
    rig.run(0.5)
    #expect(rig.carousel.scrollOffset == held)
    #expect(rig.up(at: CarouselRig.middle) == .stoppedMotion)
    rig.settle()
    #expect(rig.carousel.scrollOffset == held.rounded())
    #expect(!rig.takeLog().contains { $0.contains("elect") })
  }

  @Test(
    "A touch stops a scroll by the program, and a flick in the opposite direction starts from the offset of the touch",
    .proves("I08"))
  func flickAfterFlick() {
    let rig = CarouselRig(items: 100)
    rig.carousel.scrollToItem(at: 60, duration: 3)
    rig.run(1.5)
    rig.clearLog()
    rig.drag(by: Point(x: 300, y: 0), in: 0.2)
    #expect(rig.takeLog().first == "didEndScrolling")
    rig.settle()
    #expect(rig.carousel.scrollOffset < 31)
  }

  @Test("If a carousel rests between two items, a touch does not start a snap", .proves("I08"))
  func touchAtRest() {
    let rig = CarouselRig { $0.carousel.scrollToItemBoundary = false }
    rig.carousel.scrollOffset = 2.3
    rig.down()
    rig.move(to: Point(x: 400, y: 350))
    rig.up(at: Point(x: 400, y: 350))
    rig.settle()
    #expect(rig.carousel.scrollOffset == 2.3)
  }

  @Test("If a carousel rests between two items, a tap beside the items starts a snap", .proves("I09"))
  func beside() {
    let rig = CarouselRig { $0.carousel.scrollToItemBoundary = false }
    rig.carousel.scrollOffset = 2.3
    #expect(rig.tap(at: gap) == .aligned)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 2)
  }

  @Test("A placeholder cannot be selected, but is returned by the hit test", .proves("S04", "G12"))
  func placeholder() {
    let rig = CarouselRig(items: 3) { $0.placeholderCount = 2 }
    let left = Point(x: 200, y: 300)
    #expect(rig.carousel.itemView(at: left) === rig.carousel.itemView(at: -1))
    #expect(rig.tap(at: left) == .aligned)
    #expect(!rig.takeLog().contains { $0.contains("elect") })
  }

  @Test("Taps work while scrolling is disabled", .proves("Y10"))
  func scrollDisabled() {
    let rig = CarouselRig { $0.carousel.isScrollEnabled = false }
    #expect(rig.tap(at: right) == .selected(1))
    rig.settle()
    #expect(rig.carousel.scrollOffset == 1)
  }
}
