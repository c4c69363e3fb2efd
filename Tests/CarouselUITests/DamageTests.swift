import CarouselUI
import HeadlessCompositor
import Raster
import TestSupport
import Testing

/// The regions that a frame draws, the damage that it sends to the compositor, and the resulting pixels.
@MainActor
struct DamageTests {
  @Test("Changing a caption damages only the bounds of the caption")
  func caption() throws {
    let rig = try WindowRig()
    let caption = LabelView("One", size: Size(width: 120, height: 24), background: .black)
    rig.add(caption, at: Point(x: 20, y: 320))
    rig.runUntilSettled()
    #expect(try rig.surface.lastDamagedPixels == 120 * 24)
    caption.text = "Two"
    rig.paint()
    #expect(try rig.surface.lastDamagedPixels == 120 * 24)
    #expect(rig.ui.lastFrame.drawn == 120 * 24 && rig.ui.lastFrame.pixels == 640 * 360)
    try rig.expectFullRedraw()
  }

  @Test(
    "When an item of a carousel at rest changes, only the item's quad is damaged", arguments: [1, 1.5, 2])
  func item(scale: Double) throws {
    let rig = try WindowRig(scale: scale)
    let view = try #require(rig.carousel.currentItemView as? LabelView)
    view.text = "new"
    rig.paint()
    #expect(try rig.surface.lastDamagedPixels == Int(160 * scale) * Int(120 * scale))
    try rig.expectFullRedraw()
  }

  @Test("If a frame changes no pixels, it is not committed, and the buffer keeps its age", .proves("R130"))
  func nothingNew() throws {
    let rig = try WindowRig()
    let view = try #require(rig.carousel.currentItemView as? LabelView)
    // This second frame makes the window use a second buffer.
    view.text = "old"
    rig.paint()
    let (commits, frames) = (rig.compositor.requestCount(of: "wl_surface.commit"), rig.ui.window.frameCount)
    for _ in 0..<5 {
      rig.ui.invalidate()
      rig.runUntilSettled()
      #expect(rig.ui.lastFrame.drawn == 0 && rig.ui.lastFrame.damaged == 0)
    }
    #expect(rig.compositor.requestCount(of: "wl_surface.commit") == commits)
    #expect(rig.ui.window.frameCount == frames)
    view.text = "new"
    rig.paint()
    #expect(rig.ui.lastFrame.drawn == 160 * 120)
    try rig.expectFullRedraw()
  }

  @Test("When the scale changes, the last scene is released before new pixels are painted")
  func reshaping() throws {
    let rig = try WindowRig()
    let probe = HistoryProbe(rig.ui)
    let overlay = PaintedView(size: Size(width: 40, height: 20)) { _ in
      MainActor.assumeIsolated { probe.record() }
    }
    rig.add(overlay, at: .zero)
    rig.runUntilSettled()
    rig.compositor.output.scale = 2
    rig.runUntilSettled()
    #expect(probe.isHeld == [true, false])
    try rig.expectFullRedraw()
  }

  @Test("While an item is inserted into a linear carousel, only the strip of items is damaged")
  func insertion() throws {
    let rig = try WindowRig(width: 900, height: 500)
    rig.cards.count += 1
    rig.carousel.insertItem(at: 1, animated: true)
    var frames = 0
    repeat {
      rig.compositor.run(frames: 1)
      frames += 1
      #expect(rig.ui.lastFrame.damaged <= 900 * 122)
      try rig.expectFullRedraw()
    } while !rig.isSettled
    #expect(frames > 10)
  }

  @Test(
    "During a scroll, the output equals a full redraw after each frame, however the compositor releases buffers",
    arguments: [Compositor.BufferRelease.immediately, .whenReplaced, .keepingTwo],
    [CarouselType.coverFlow2, .rotary, .timeMachine, .linear, .invertedCylinder])
  func scroll(release: Compositor.BufferRelease, type: CarouselType) throws {
    let rig = try WindowRig { $0.type = type }
    rig.compositor.bufferRelease = release
    let caption = LabelView("One", size: Size(width: 120, height: 24), background: .black)
    rig.add(caption, at: Point(x: 20, y: 320), alpha: 0.7)
    rig.flick(from: (320, 180), by: (-140, 0))
    var frames = 0
    repeat {
      rig.compositor.run(frames: 1)
      frames += 1
      if frames % 7 == 0 { caption.text = "\(frames)" }
      if frames % 3 == 0 { rig.queue.runAll() }
      try rig.expectFullRedraw("frame \(frames)")
      let extent = rig.ui.lastFrame
      #expect(extent.damaged <= extent.drawn)
      // The cards are 120 points high, and slightly higher near the viewer.
      if type == .coverFlow2 { #expect(extent.damaged < 640 * 360 / 2) }
    } while !rig.isSettled
    #expect(frames > 20)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "Under random changes, scales and sizes, the output always equals a full redraw",
    arguments: 0..<12)
  func random(seed: Int) throws {
    let rig = try WindowRig(scale: [1, 1.5, 2][seed % 3], makesLevelsInFrames: seed < 6)
    // Mip levels are evicted after each frame, and some are made while a frame is drawn.
    if seed % 4 > 1 { rig.ui.textureBudget = 0 }
    rig.ui.onScene = { [weak rig, seed] _ in if seed % 2 == 1 { rig?.queue.work() } }
    rig.compositor.bufferRelease = [.immediately, .whenReplaced, .keepingTwo][(seed / 2) % 3]
    var random = SplitMix(seed: UInt64(seed) + 3)
    let toplevel = try #require(rig.compositor.toplevels.first)
    let types = CarouselType.allCases.filter { $0 != .custom }
    for step in 0..<80 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: rig.carousel.type = types.randomElement(using: &random) ?? .linear
      case 1: toplevel.resize(width: Int.random(in: 300..<700, using: &random), height: 300)
      case 2: rig.ui.backgroundColor = [.black, .red].randomElement(using: &random) ?? .black
      case 3: rig.ui.window.isOpaque.toggle()
      case 4:
        let view = rig.cards.views.randomElement(using: &random) as? LabelView
        view?.background = Cards.color(step)
      case 5: rig.carousel.scrollToItem(at: Int.random(in: 0..<20, using: &random), duration: 0.3)
      case 6: rig.queue.runAll()
      case 7:
        let view = LabelView("\(step)", size: Size(width: 90, height: 30), background: .black)
        rig.add(view, at: Point(x: Double(step), y: 9), alpha: 0.5)
      case 8: for view in rig.ui.contentView.subviews.dropFirst() { view.removeFromSuperview() }
      case 9: rig.carousel.isVertical.toggle()
      default: rig.ui.invalidate()
      }
      rig.compositor.run(frames: Int.random(in: 1..<4, using: &random))
      try rig.expectFullRedraw("step \(step)", makesLevels: seed < 6)
    }
    #expect(rig.compositor.protocolErrors.isEmpty)
  }
}

extension WindowRig {
  var surface: Surface { get throws { try #require(compositor.toplevels.first?.surface) } }

  var isSettled: Bool { ui.isSettled && ui.window.isAtRest }

  /// Runs all paint jobs and the frames that show their results.
  func paint() {
    runUntilSettled()
    queue.runAll()
    runUntilSettled()
  }

  /// Expects the committed pixels to equal a full redraw of the last scene by a new renderer.
  ///
  /// - Parameter makesLevels: Whether the redraw has all mip levels, or only those that existed when the frame began.
  func expectFullRedraw(
    _ comment: Comment? = nil, makesLevels: Bool = true, _ location: SourceLocation = #_sourceLocation
  ) throws {
    var scene = try #require(ui.history.last)
    if makesLevels {
      for index in scene.layers.indices { scene.layers[index].existingLevels = nil }
    }
    var pixels = [UInt32](repeating: 0, count: scene.width * scene.height)
    pixels.withUnsafeMutableBytes { bytes in
      guard let pointer = bytes.baseAddress else { return }
      Renderer().render(
        scene,
        into: PixelBuffer(
          pointer: pointer, width: scene.width, height: scene.height, stride: scene.width * 4))
    }
    let shown = try #require(try surface.capture())
    #expect(shown.width == scene.width && shown.height == scene.height, comment, sourceLocation: location)
    #expect(shown.pixels == pixels, comment, sourceLocation: location)
  }
}

/// Records whether a window holds its last scene.
@MainActor
private final class HistoryProbe {
  private let ui: CarouselWindow
  private(set) var isHeld: [Bool] = []

  init(_ ui: CarouselWindow) { self.ui = ui }

  func record() { isHeld.append(ui.history.last != nil) }
}
