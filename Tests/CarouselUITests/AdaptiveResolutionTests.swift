import CarouselUI
import HeadlessCompositor
import TestBitmaps
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
    let different = pixelCount(mine.pixels, wanted.pixels, differingByMoreThan: 24)
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
    // Each motion ends with a slow frame at full resolution.
    for (index, expected) in [(4, 3 + 1), (0, 1 + 1)] {
      slowFrames = 0
      rig.carousel.scrollToItem(at: index, duration: 0.4)
      #expect(rig.runUntilSettled())
      #expect(slowFrames == expected)
    }
  }

  @Test("If frames become fast during a motion, the resolution rises again")
  func rises() throws {
    let processor = SlowProcessor()
    processor.frameTime = 0.05
    let rig = try WindowRig(processor: processor)
    rig.carousel.autoscroll = 2
    rig.compositor.run(frames: 10)
    #expect(try bufferWidth(rig) == 480)
    processor.frameTime = 0.01
    rig.compositor.run(frames: 70)
    #expect(try bufferWidth(rig) == 640)
    // At the full resolution a frame of 0.04 s would be slow, so the resolution stays low.
    processor.frameTime = 0.04
    rig.compositor.run(frames: 10)
    for _ in 0..<70 {
      rig.compositor.run(frames: 1)
      #expect(try bufferWidth(rig) == 480)
    }
  }

  @Test(
    "Every frame fills the window, also with an odd width and on a compositor without fractional scales",
    arguments: [1, 2])
  func odd(scale: Double) throws {
    let processor = SlowProcessor()
    processor.frameTime = 0.05
    var globals = Compositor.Configuration.supportedGlobals
    globals["wp_fractional_scale_manager_v1"] = nil
    let rig = try WindowRig(width: 641, height: 361, scale: scale, globals: globals, processor: processor)
    let surface = try #require(rig.compositor.toplevels.first?.surface)
    rig.carousel.scrollToItem(at: 6, duration: 0.3)
    for _ in 0..<60 {
      rig.compositor.run(frames: 1)
      #expect(surface.size == (641, 361))
    }
    #expect(rig.ui.isSettled)
    #expect(rig.compositor.protocolErrors == [])
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

  /// Requests frames, as a view in motion.
  private final class Restless: View {
    override func animate(to now: Timestamp) -> Bool { true }
  }

  @Test(
    "A drag at a lower resolution moves the items with the contact, and a tap selects the item under it",
    .proves("D100"), arguments: Hand.allCases)
  func input(hand: Hand) throws {
    let processor = SlowProcessor()
    processor.frameTime = 0.07
    let slow = try WindowRig(processor: processor)
    let fast = try WindowRig()
    var offsets: [[Double]] = []
    for rig in [slow, fast] {
      let restless = Restless(size: Size(width: 4, height: 4))
      rig.add(restless, at: .zero)
      restless.setNeedsAnimation()
      rig.compositor.run(frames: 10)
      #expect(try bufferWidth(rig) == (rig === slow ? 320 : 640))
      rig.press(hand, at: (400, 180))
      rig.compositor.run(frames: 1)
      for step in 1...20 {
        rig.move(hand, to: (400 - Double(step) * 8.5, 180))
        rig.compositor.run(frames: 1)
      }
      let dragged = rig.carousel.scrollOffset
      rig.compositor.run(frames: 15)
      rig.lift(hand)
      rig.compositor.run(frames: 61)
      let rest = rig.carousel.scrollOffset
      rig.press(hand, at: (480, 180))
      rig.compositor.run(frames: 1)
      rig.lift(hand)
      rig.compositor.run(frames: 61)
      offsets.append([dragged, rest, rig.carousel.scrollOffset])
      #expect(try bufferWidth(rig) == (rig === slow ? 320 : 640))
    }
    #expect(offsets[0] == offsets[1])
    #expect((0.9..<1.1).contains(offsets[0][0]) && Array(offsets[0][1...]) == [1, 2])
  }
}
