import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

@MainActor
struct PaintingTests {
  @Test("A view is painted once, and again only when it changes")
  func paintedOnce() throws {
    let rig = try WindowRig()
    // Views beyond the window's sides are loaded, but not yet painted.
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
    "If a view changes during a scroll, no frame waits: frames show the old pixels until the new ones are painted",
    .proves("P04")
  )
  func changeDuringScroll() throws {
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
    "A reused view never shows its previous item, even if background painting is late",
    .proves("C13"),
    arguments: [nil, 1, 7])
  func reusedViews(framesPerJob: Int?) throws {
    let rig = try WindowRig()
    var frames = 0
    for index in [5, 12, 19, 3] {
      rig.carousel.scrollToItem(at: index, animated: true)
      while !rig.ui.isSettled || !rig.ui.window.isAtRest {
        rig.compositor.run(frames: 1)
        frames += 1
        if let framesPerJob, frames % framesPerJob == 0 { rig.queue.runNext() }
        let middle = rig.carousel.currentItemIndex
        // The pixel beside the text has the color of the view's item.
        let expected = Cards.color(middle).premultipliedBGRA
        if rig.carousel.offsetForItem(at: middle).magnitude < 0.2 {
          let pixel = rig.compositor.capture()[320 - 40, 180 - 30]
          #expect(pixel == expected.pixel, "item \(middle)")
        }
      }
    }
  }

  @Test("While nothing changes, no frame callback is requested and nothing is committed", .proves("R130"))
  func idleWindow() throws {
    let rig = try WindowRig()
    #expect(!rig.compositor.isFrameWanted)
    let commits = rig.compositor.requestCount(of: "wl_surface.commit")
    rig.compositor.advance(by: 10_000_000_000)
    rig.compositor.settle()
    #expect(rig.compositor.requestCount(of: "wl_surface.commit") == commits)
    #expect(!rig.compositor.isFrameWanted)
  }

  @Test("At rest, the center card is aligned to whole pixels at any scale", arguments: [1, 1.5, 2])
  func centerIsSharp(scale: Double) throws {
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
    "Edge pixels of a tilted opaque card lie between the colors on both sides of the edge", .proves("F17"),
    arguments: [1, 1.5, 2])
  func tiltedEdges(scale: Double) throws {
    let rig = try WindowRig(scale: scale, cards: Cards(count: 2)) { $0.type = .coverFlow }
    let capture = rig.compositor.capture()
    let card = Cards.color(1).premultipliedBGRA
    // Above, below and at the outer side, the tilted card is blended with the black background.
    for y in 0..<capture.height {
      for x in Int(405 * scale)..<capture.width {
        let pixel = capture[x, y]
        let isText = pixel & 0xFF > card.x || pixel >> 8 & 0xFF > card.y || pixel >> 16 & 0xFF > card.z
        if isText {
          // The exception is the white digit in the middle of the card.
          #expect(abs(Double(y) - 180 * scale) < 30 * scale, "(\(x), \(y)) is brighter than the card")
        }
      }
    }
  }

  @Test(
    "While the window is resized during a flick, each committed buffer has the configured size",
    .proves("D010"))
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

  @Test("Resizing the window at rest does not scroll the carousel", .proves("D011"))
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
  /// The bytes blue, green, red and alpha as one `0xAARRGGBB` pixel.
  var pixel: UInt32 { UInt32(x) | UInt32(y) << 8 | UInt32(z) << 16 | UInt32(w) << 24 }
}
