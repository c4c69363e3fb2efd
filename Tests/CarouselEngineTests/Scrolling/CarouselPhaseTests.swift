import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of `Carousel.phase`.
@MainActor
struct CarouselPhaseTests {
  @Test(
    "During a flick the phase is `held`, `dragging`, `decelerating` and, during the snap, `scrolling`",
    .proves("Y30", "Y31", "Y32"))
  func flick() {
    let rig = CarouselRig(items: 40)
    var phases: [CarouselPhase] = []
    func note() {
      let phase = rig.carousel.phase
      #expect(rig.carousel.isDragging == (phase == .dragging))
      #expect(rig.carousel.isDecelerating == (phase == .decelerating))
      #expect(rig.carousel.isScrolling == (phase == .scrolling))
      if phases.last != phase { phases.append(phase) }
    }
    note()
    rig.down()
    note()
    for step in 1...6 {
      rig.wait(1 / 60)
      rig.move(to: Point(x: 400 - Double(step) * 40, y: 300))
      note()
    }
    rig.up(at: Point(x: 160, y: 300))
    note()
    while rig.carousel.needsFrame {
      rig.frame()
      note()
    }
    #expect(phases == [.idle, .held, .dragging, .decelerating, .scrolling, .idle])
  }

  @Test(
    "The phase is `scrolling` during a scroll by the program, and `autoscrolling` during autoscroll",
    .proves("Y32", "Y35"))
  func program() {
    let rig = CarouselRig(items: 40)
    rig.carousel.scrollToItem(at: 3, duration: 0.2)
    #expect(rig.carousel.phase == .scrolling)
    rig.settle()
    #expect(rig.carousel.phase == .idle)
    rig.carousel.autoscroll = 1
    rig.frame()
    #expect(rig.carousel.phase == .autoscrolling)
    rig.carousel.autoscroll = 0
    rig.settle()
    #expect(rig.carousel.phase == .idle)
  }

  @Test("The phase of a carousel is `idle` while a linked carousel moves it")
  func linked() {
    let (leader, led) = (CarouselRig(items: 9), CarouselRig(items: 9))
    led.carousel.bind(to: leader.carousel)
    leader.carousel.scrollToItem(at: 3, duration: 0.2)
    leader.frame()
    leader.frame()
    #expect(leader.carousel.phase == .scrolling && led.carousel.phase == .idle)
    #expect(led.carousel.scrollOffset == leader.carousel.scrollOffset && led.carousel.scrollOffset > 0)
  }
}
