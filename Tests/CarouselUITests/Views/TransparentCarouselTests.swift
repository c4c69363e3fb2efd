import CarouselUI
import HeadlessCompositor
import Testing

/// Carousels that are transparent.
@MainActor
struct TransparentCarouselTests {
  @Test("A transparent carousel that scrolls draws no endless frames", arguments: [true, false])
  func settles(fadesOut: Bool) throws {
    let expected = try WindowRig(makesLevelsInFrames: false)
    expected.carousel.currentItemIndex = 5
    #expect(expected.runUntilSettled())
    let rig = try WindowRig(makesLevelsInFrames: false)
    if !fadesOut { rig.ui.carouselView.alpha = 0 }
    rig.carousel.scrollToItem(at: 5, duration: 0.4)
    rig.compositor.run(frames: 5)
    if fadesOut { rig.ui.carouselView.alpha = 0 }
    #expect(rig.runUntilSettled())
    #expect(rig.carousel.currentItemIndex == 5)
    rig.ui.carouselView.alpha = 1
    #expect(rig.runUntilSettled())
    #expect(rig.compositor.capture() == expected.compositor.capture())
  }
}
