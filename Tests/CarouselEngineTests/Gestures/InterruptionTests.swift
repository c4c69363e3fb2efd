import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests that the carousel rests on an item within a second after an interruption in any phase.
@MainActor
struct InterruptionTests {
  enum Phase: CaseIterable {
    case rest, held, dragging, gliding, scrolling, aligning, touchpad, inserting
  }

  enum Interruption: CaseIterable {
    case tap, doubleTap, reload, stall, cancel, resize
  }

  @Test(
    "One second after any interruption in any phase, the carousel rests on an item",
    .proves("D008", "D007"),
    arguments: Phase.allCases, Interruption.allCases)
  func interrupted(phase: Phase, by interruption: Interruption) {
    for wraps in [true, false] {
      for delay in [0.0, 0.05, 0.17, 0.3] {
        let rig = CarouselRig(items: 40) { $0.options = [.wrap: wraps ? 1 : 0] }
        rig.carousel.scrollOffset = 12
        rig.settle()
        begin(phase, rig)
        rig.run(delay)
        interrupt(rig, interruption)
        lift(rig)
        // If the interruption does not stop a flick, the deceleration may take longer.
        if interruption == .stall || interruption == .resize || interruption == .reload {
          while rig.carousel.isDecelerating { rig.frame() }
        }
        rig.run(1)
        let offset = rig.carousel.scrollOffset
        #expect(offset == offset.rounded(), "\(phase) \(interruption) \(wraps) after \(delay) s")
        #expect(!rig.carousel.isDragging && !rig.carousel.isScrolling && !rig.carousel.isDecelerating)
        #expect(!rig.carousel.needsFrame)
      }
    }
  }

  private func begin(_ phase: Phase, _ rig: CarouselRig) {
    switch phase {
    case .rest: break
    case .held: rig.down()
    case .dragging:
      rig.down()
      rig.move(to: Point(x: 380, y: 300))
      rig.move(to: Point(x: 310, y: 300))
    case .gliding: rig.drag(by: Point(x: -160, y: 0), in: 0.15)
    case .scrolling: rig.carousel.scrollToItem(at: 17, duration: 0.6)
    case .aligning: rig.drag(by: Point(x: -90, y: 0), in: 0.3, hold: 0.2)
    case .touchpad: rig.carousel.touchpadScroll(by: 73, time: rig.now)
    case .inserting:
      rig.itemCount += 1
      rig.carousel.insertItem(at: 12, animated: true)
    }
  }

  private func interrupt(_ rig: CarouselRig, _ interruption: Interruption) {
    switch interruption {
    case .tap: rig.carousel.tap(at: CarouselRig.middle, time: rig.now)
    case .doubleTap:
      for _ in 1...2 {
        rig.down(finger: 5)
        rig.wait(0.04)
        rig.up(at: CarouselRig.middle, finger: 5)
        rig.wait(0.08)
      }
    case .reload: rig.carousel.reloadData()
    case .stall: rig.wait(0.5)
    case .cancel: rig.carousel.contactCanceled(id: 7, time: rig.now)
    case .resize: rig.carousel.bounds = Size(width: 500, height: 400)
    }
  }

  /// Ends all contacts and gestures.
  private func lift(_ rig: CarouselRig) {
    rig.carousel.touchpadScrollEnded(time: rig.now)
    rig.wait(0.2)
    rig.up(at: Point(x: 310, y: 300))
  }
}
