import CarouselEngine
import ExtraLayouts
import Testing

/// Tests of scroll physics that use only the public API.
@MainActor
struct ElasticPhysicsTests {
  private func rig(wraps: Bool? = nil, widths: [Double]? = nil) -> LayoutRig {
    let rig = LayoutRig(LayoutCase.builtIn[0], items: 12, wraps: wraps, widths: widths)
    rig.carousel.scrollPhysics = ElasticPhysics()
    return rig
  }

  @Test("A scroll of the program follows the application's physics: it swings beyond its end and back")
  func swings() {
    let rig = rig()
    #expect(rig.carousel.motionStyle == .custom)
    var furthest = 0.0
    rig.perform { $0.scrollToItem(at: 5, duration: 0.5) }
    while rig.carousel.needsFrame {
      rig.frame()
      furthest = max(furthest, rig.carousel.scrollOffset)
    }
    #expect(furthest > 5.5 && rig.carousel.scrollOffset == 5 && rig.settleCount == 1)
  }

  @Test("All gestures, steps and scrolls come to rest on an item", arguments: [false, true], [false, true])
  func rests(wraps: Bool, sized: Bool) {
    let rig = rig(wraps: wraps, widths: sized ? (0..<12).map { Double(60 + $0 * 37 % 200) } : nil)
    for distance in [-300.0, 120, -90, 500] {
      rig.drag(by: distance)
      rig.settle()
      #expect(rig.carousel.scrollOffset == rig.carousel.scrollOffset.rounded() && rig.settleCount <= 1)
    }
    rig.perform { $0.step(by: 2) }
    rig.frame()
    rig.perform { $0.scrollToItem(at: 1, duration: 0.3) }
    rig.settle()
    #expect(rig.carousel.scrollOffset == 1 && rig.settleCount == 1)
  }

  @Test("Physics can be compared, and the built-in styles replace them")
  func replaced() {
    let rig = rig()
    #expect(rig.carousel.scrollPhysics as? ElasticPhysics == ElasticPhysics())
    rig.carousel.motionStyle = .custom
    #expect(rig.carousel.scrollPhysics as? ElasticPhysics == ElasticPhysics())
    rig.carousel.motionStyle = .fluid
    #expect(rig.carousel.scrollPhysics is FluidPhysics && rig.carousel.motionStyle == .fluid)
    rig.carousel.motionStyle = .classic
    #expect(rig.carousel.scrollPhysics is ClassicPhysics)
  }

  @Test("A recording contains the name of the physics, and a replay with the physics shows the same frames")
  func journal() throws {
    var lines: [String] = []
    let carousel = Carousel(bounds: Size(width: 800, height: 600))
    try carousel.beginRecording { lines.append($0) }
    carousel.scrollPhysics = ElasticPhysics(overshoot: 0.4)
    let items = LayoutRig(LayoutCase.builtIn[0], items: 12)
    carousel.dataSource = items
    var now = Timestamp(seconds: 1)
    for frame in 0..<40 {
      if frame == 3 { carousel.scrollToItem(at: 6, duration: 0.4) }
      now = now + 1 / 60
      carousel.advance(to: now)
      _ = carousel.frame()
    }
    carousel.endRecording()
    let physics = ["ElasticPhysics": ElasticPhysics(overshoot: 0.4)]
    #expect(try CarouselJournal(lines: lines, physics: physics).replay() == 40)
    #expect(throws: JournalError.self) { try CarouselJournal(lines: lines) }
  }
}
