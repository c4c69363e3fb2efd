import CarouselUI
import HeadlessCompositor
import Raster
import Testing

@MainActor
struct FrameTimingsTests {
  @Test("onFrame reports the timings of each frame and whether it was committed; onScene reports the scene")
  func everyFrame() throws {
    let rig = try WindowRig()
    var timings: [FrameTimings] = []
    var scenes: [Scene] = []
    // Called after the frame was committed or skipped.
    rig.ui.onFrame = { [ui = rig.ui] in
      timings.append($0)
      #expect($0.isCommitted == (ui.lastFrame.damaged > 0))
    }
    rig.ui.onScene = { scenes.append($0) }
    let before = rig.ui.window.frameCount
    rig.carousel.scrollToItem(at: 3, duration: 0.5)
    rig.runUntilSettled()
    let count = rig.ui.window.frameCount - before
    #expect(count >= 25)
    #expect(timings.count { $0.isCommitted } == count && scenes.count == timings.count)
    for frame in timings {
      #expect([frame.engine, frame.textures, frame.composition, frame.commit].allSatisfy { $0 >= 0 })
      #expect(frame.total > 0 && frame.processor >= 0)
    }
    #expect(timings.map(\.frame.time) == timings.map(\.frame.time).sorted())
    #expect(scenes.allSatisfy { $0.width == 640 && $0.height == 360 && !$0.layers.isEmpty })

    rig.ui.invalidate()
    rig.runUntilSettled()
    #expect(timings.last?.isCommitted == false)

    let reported = timings.count
    rig.ui.onFrame = nil
    rig.carousel.scrollToItem(at: 0, duration: 0.5)
    rig.runUntilSettled()
    #expect(timings.count == reported)
  }

  @Test("Several threads compose the same pixels as a single thread")
  func threads() throws {
    let rig = try WindowRig()
    rig.carousel.scrollOffset = 2.4
    rig.runUntilSettled()
    let one = rig.compositor.capture()
    rig.ui.threadCount = 3
    rig.ui.invalidate()
    rig.runUntilSettled()
    #expect(rig.compositor.capture().pixels == one.pixels)
  }
}
