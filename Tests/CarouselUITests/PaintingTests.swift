import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

@MainActor
struct PaintingTests {
  @Test("each view is painted once, and again only when it says so")
  func paintedOnce() throws {
    let rig = try WindowRig()
    // Those just beyond the window's sides are loaded, but not painted yet.
    let views = rig.cards.views.filter { $0.paintCount > 0 }
    #expect(views.count >= 3)
    #expect(views.allSatisfy { $0.paintCount == 1 })
    rig.drag(from: (320, 180), by: (-40, 0))
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == 0)
    #expect(views.allSatisfy { $0.paintCount == 1 })
    let current = try #require(rig.carousel.currentItemView as? LabelView)
    current.text = "new"
    rig.runUntilSettled()
    rig.queue.runAll()
    rig.runUntilSettled()
    #expect(current.paintCount == 2)
    #expect(views.filter { $0 !== current }.allSatisfy { $0.paintCount == 1 })
  }

  @Test(
    "A picture that becomes sharp in mid-scroll delays no frame: the old one is shown until it is painted",
    .proves("P04")
  )
  func sharpPictureInMidScroll() throws {
    let rig = try WindowRig()
    let current = try #require(rig.carousel.currentItemView as? LabelView)
    rig.carousel.scrollToItem(at: 3, duration: 1)
    rig.compositor.run(frames: 10)
    let framesBefore = rig.ui.window.frameCount
    current.background = .red
    rig.compositor.run(frames: 10)
    #expect(rig.ui.window.frameCount == framesBefore + 10)
    #expect(current.paintCount == 1)
    #expect(rig.queue.count == (rig.textures.isPrepainting ? 2 : 1))
    rig.queue.runAll()
    rig.compositor.run(frames: 1)
    #expect(current.paintCount == 2)
  }

  @Test(
    "A reused view never shows what it stood for before, however late it is painted in the background",
    .proves("C13"),
    arguments: [nil, 1, 7])
  func reusedViews(framesAJob: Int?) throws {
    let rig = try WindowRig()
    var frames = 0
    for index in [5, 12, 19, 3] {
      rig.carousel.scrollToItem(at: index, animated: true)
      while !rig.ui.isSettled || !rig.ui.window.isAtRest {
        rig.compositor.run(frames: 1)
        frames += 1
        if let framesAJob, frames % framesAJob == 0 { rig.queue.runNext() }
        let middle = rig.carousel.currentItemIndex
        // Every colour seen was painted for its item.
        let expected = Cards.color(middle).premultipliedBGRA
        if rig.carousel.offsetForItem(at: middle).magnitude < 0.2 {
          let pixel = rig.compositor.capture()[320 - 40, 180 - 30]
          #expect(pixel == expected.pixel, "item \(middle)")
        }
      }
    }
  }

  @Test("No frame callback is requested and nothing is sent while nothing changes", .proves("R130"))
  func restIsRest() throws {
    let rig = try WindowRig()
    #expect(!rig.compositor.isFrameWanted)
    let commits = rig.compositor.requestCount(of: "wl_surface.commit")
    rig.compositor.advance(by: 10_000_000_000)
    rig.compositor.settle()
    #expect(rig.compositor.requestCount(of: "wl_surface.commit") == commits)
    #expect(!rig.compositor.isFrameWanted)
  }

  @Test("the center card stands on whole pixels at rest, at any scale", arguments: [1, 1.5, 2])
  func centreIsSharp(scale: Double) throws {
    let rig = try WindowRig(scale: scale)
    let capture = rig.compositor.capture()
    #expect(capture.width == Int(640 * scale))
    let color = Cards.color(0).premultipliedBGRA.pixel
    let (left, right) = (Int(240 * scale), Int(400 * scale))
    let (top, bottom) = (Int(120 * scale), Int(240 * scale))
    for x in left..<right where x < left + 20 || x >= right - 20 {
      #expect(capture[x, top] == color)
      #expect(capture[x, bottom - 1] == color)
    }
    #expect(capture[left, top - 1] == 0xFF00_0000)
    #expect(capture[left, bottom] == 0xFF00_0000)
  }

  @Test(
    "Edge pixels of a tilted opaque card lie between the colours on both sides", .proves("F17"),
    arguments: [1, 1.5, 2])
  func tiltedEdges(scale: Double) throws {
    let rig = try WindowRig(scale: scale, cards: Cards(count: 2)) { $0.type = .coverFlow }
    let capture = rig.compositor.capture()
    let card = Cards.color(1).premultipliedBGRA
    // The tilted neighbour against the black behind it: above, below and outside.
    for y in 0..<capture.height {
      for x in Int(405 * scale)..<capture.width {
        let pixel = capture[x, y]
        let isText = pixel & 0xFF > card.x || pixel >> 8 & 0xFF > card.y || pixel >> 16 & 0xFF > card.z
        if isText {
          // The digit in the middle of the card, in white.
          #expect(abs(Double(y) - 180 * scale) < 30 * scale, "(\(x), \(y)) is brighter than the card")
        }
      }
    }
  }

  @Test("Every commit has the size that was configured, in a storm of resizes in mid-flick", .proves("D010"))
  func resizeStorm() throws {
    let rig = try WindowRig()
    rig.flick(from: (320, 180), by: (-120, 0))
    let toplevel = try #require(rig.compositor.toplevels.first)
    for step in 0..<200 {
      toplevel.resize(width: 300 + step * 3, height: 500 - step)
      rig.compositor.run(frames: 1)
      #expect(toplevel.size == (300 + step * 3, 500 - step))
    }
    #expect(rig.runUntilSettled())
    #expect(rig.compositor.protocolErrors.isEmpty)
    #expect(rig.carousel.bounds == Size(width: 300 + 199 * 3, height: 500 - 199))
    #expect(rig.carousel.scrollOffset == rig.carousel.scrollOffset.rounded())
  }

  @Test("Resizing at rest moves nothing", .proves("D011"))
  func resizeAtRest() throws {
    let rig = try WindowRig()
    rig.carousel.scrollOffset = 4
    rig.runUntilSettled()
    let toplevel = try #require(rig.compositor.toplevels.first)
    for step in 0..<100 {
      toplevel.resize(width: 400 + step, height: 300)
      rig.compositor.run(frames: 1)
    }
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == 4)
  }
}

extension SIMD4<UInt8> {
  /// Blue, green, red, alpha as one `0xAARRGGBB` pixel.
  var pixel: UInt32 { UInt32(x) | UInt32(y) << 8 | UInt32(z) << 16 | UInt32(w) << 24 }
}
