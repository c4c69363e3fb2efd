import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// Windows on a simulated slow processor.
@MainActor @Suite("Adaptive resolution")
struct AdaptiveResolutionTests {
  /// The number of pixels in a row of the window's buffer.
  private func bufferWidth(_ rig: WindowRig) throws -> Int {
    try #require(rig.compositor.toplevels.first?.surface?.capture()).width
  }

  @Test(
    "If a full frame takes 70 ms, a scroll soon has frames of less than 1/30 s, and the window is sharp at rest",
    .proves("D100"), arguments: [1, 1.5, 2], [OutputTransform.normal, .rotated90])
  func slow(scale: Double, transform: OutputTransform) throws {
    let processor = SlowProcessor()
    processor.frameTime = 0.07
    let rig = try WindowRig(scale: scale, transform: transform, processor: processor)
    let sharp = rig.compositor.capture()
    let full = try bufferWidth(rig)
    rig.carousel.scrollToItem(at: 6, duration: 1)
    rig.compositor.run(frames: 12)
    #expect(processor.lastFrameTime < 1.0 / 30)
    #expect(try bufferWidth(rig) == full / 2)
    #expect(!rig.ui.isSettled)
    rig.carousel.scrollToItem(at: 0, duration: 1)
    #expect(rig.runUntilSettled())
    #expect(try bufferWidth(rig) == full)
    #expect(rig.compositor.capture() == sharp)
    #expect(rig.compositor.protocolErrors == [])
  }

  @Test("At a lower resolution, the items have the same positions", .proves("D100"), arguments: [1, 1.5])
  func positions(scale: Double) throws {
    let processor = SlowProcessor()
    processor.frameTime = 0.07
    let slow = try WindowRig(scale: scale, processor: processor)
    let fast = try WindowRig(scale: scale)
    for rig in [slow, fast] {
      rig.carousel.type = .coverFlow
      #expect(rig.runUntilSettled())
      rig.carousel.scrollToItem(at: 6, duration: 1)
      rig.compositor.run(frames: 20)
    }
    #expect(slow.carousel.scrollOffset == fast.carousel.scrollOffset)
    #expect(try bufferWidth(slow) < bufferWidth(fast))
    let (mine, wanted) = (slow.compositor.capture(), fast.compositor.capture())
    try #require((mine.width, mine.height) == (wanted.width, wanted.height))
    // Only pixels near an edge or a text may differ by much.
    let different = zip(mine.pixels, wanted.pixels).count { a, b in
      stride(from: UInt32(0), through: 16, by: 8).contains {
        abs(Int(a >> $0 & 0xff) - Int(b >> $0 & 0xff)) > 24
      }
    }
    #expect(Double(different) < 0.02 * Double(mine.pixels.count), "\(different) pixels differ")
  }

  @Test("After a slow motion, the next motion has only one slow frame")
  func remembers() throws {
    let processor = SlowProcessor()
    processor.frameTime = 0.05
    let rig = try WindowRig(processor: processor)
    var slowFrames = 0
    let count = rig.ui.onScene
    rig.ui.onScene = { scene in
      count?(scene)
      if processor.lastFrameTime > 1.0 / 30 { slowFrames += 1 }
    }
    rig.carousel.scrollToItem(at: 4, duration: 0.5)
    #expect(rig.runUntilSettled())
    let first = slowFrames
    rig.carousel.scrollToItem(at: 0, duration: 0.5)
    #expect(rig.runUntilSettled())
    // Each motion ends with a frame at full resolution.
    #expect(slowFrames - first < first)
  }

  @Test("A fast motion, a single slow frame, and a window that opts out keep the full resolution")
  func full() throws {
    let processor = SlowProcessor()
    let rig = try WindowRig(processor: processor)
    for (frameTime, adapts) in [(0.03, true), (0.2, false)] {
      processor.frameTime = frameTime
      rig.ui.adaptsResolution = adapts
      rig.carousel.scrollToItem(at: rig.carousel.currentItemIndex == 0 ? 5 : 0, duration: 0.5)
      for frame in 0..<20 {
        if adapts { processor.frameTime = frame % 6 == 5 ? 0.3 : frameTime }
        rig.compositor.run(frames: 1)
        #expect(try bufferWidth(rig) == 640)
      }
      #expect(rig.runUntilSettled())
    }
  }

  @Test("Without wp_viewporter, a slow motion keeps the full resolution")
  func noViewport() throws {
    let processor = SlowProcessor()
    processor.frameTime = 0.2
    var globals = Compositor.Configuration.supportedGlobals
    globals["wp_viewporter"] = nil
    let rig = try WindowRig(globals: globals, processor: processor)
    rig.carousel.scrollToItem(at: 6, duration: 0.5)
    for _ in 0..<20 {
      rig.compositor.run(frames: 1)
      #expect(try bufferWidth(rig) == 640)
    }
    #expect(rig.runUntilSettled())
    #expect(rig.compositor.protocolErrors == [])
  }

  @Test("A drag at a lower resolution moves the items with the pointer, and a tap selects the item under it")
  func input() throws {
    let processor = SlowProcessor()
    processor.frameTime = 0.07
    let slow = try WindowRig(processor: processor)
    let fast = try WindowRig()
    for rig in [slow, fast] {
      rig.drag(from: (400, 180), by: (-170, 0), steps: 20)
      #expect(rig.runUntilSettled())
      rig.carousel.scrollToItem(at: 9, duration: 2)
      rig.compositor.run(frames: 30)
      rig.tap(at: (320, 180))
      #expect(rig.runUntilSettled())
    }
    #expect(slow.carousel.currentItemIndex == fast.carousel.currentItemIndex)
  }
}
