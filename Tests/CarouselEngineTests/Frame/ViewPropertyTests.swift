import CarouselEngine
import Geometry
import Testing

/// Tests of the properties of views that the engine stores when a view is loaded, and reads again for each frame.
@MainActor
struct ViewPropertyTests {
  @Test("A view that becomes single-sided hides its back in the next frame, and gets no tap there")
  func sides() throws {
    let rig = CarouselRig(.cylinder, items: 12) { $0.options = [.visibleItems: 12] }
    let back = try #require(rig.drawn(6))
    let view = try #require(back.view as? PlainView)
    view.isDoubleSided = false
    #expect(rig.drawn(6) == nil)
    view.isDoubleSided = true
    #expect(rig.drawn(6) != nil)
  }

  @Test("A view with another size is drawn and hit with this size from the next frame on")
  func size() throws {
    let rig = CarouselRig(items: 1)
    let edge = Point(x: 400, y: 300 + 90)
    #expect(rig.carousel.index(ofItemAt: edge) == nil)
    let view = try #require(rig.drawn(0)?.view as? PlainView)
    view.size = Size(width: 200, height: 200)
    #expect(rig.drawn(0)?.size == view.size)
    #expect(rig.carousel.index(ofItemAt: edge) == 0)
    #expect(rig.tap(at: edge) == .selected(0))
  }

  @Test("The core finds the tapped item itself, unless the delegate provides the transforms")
  func questions() {
    for (type, isAsked) in [(CarouselType.linear, false), (.coverFlow2, false), (.custom, true)] {
      let lines = JournalTests.Lines()
      let rig = CarouselRig(type, items: 5) { lines.record($0.carousel) }
      _ = rig.carousel.frame()
      #expect(rig.tap() == .selected(type == .custom ? 4 : 0))
      #expect(lines.all.contains { $0.contains("\"drawing\"") } == isAsked)
      #expect(lines.problem() == nil)
    }
  }
}
