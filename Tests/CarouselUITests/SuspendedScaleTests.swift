import CarouselUI
import HeadlessCompositor
import Testing

/// The size of the content after changes of the output's scale.
@MainActor
struct SuspendedScaleTests {
  @Test(
    "After changes of the output's scale while the window is suspended, the content has the size of the window",
    arguments: [1.5, 2])
  func scale(scale: Double) throws {
    let rig = try WindowRig(width: 320, height: 240)
    let toplevel = try #require(rig.compositor.topmost)
    toplevel.setSuspended(true)
    rig.compositor.run(frames: 2)
    rig.compositor.output.scale = scale
    rig.compositor.run(frames: 2)
    toplevel.setSuspended(false)
    rig.compositor.output.scale = 1
    rig.runUntilSettled()
    #expect(rig.ui.window.size == Size(width: 320, height: 240))
    #expect(rig.ui.contentView.size == rig.ui.window.size)
    #expect(rig.carousel.bounds == rig.ui.window.size)
  }
}
