import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// The frames of a window after a reload of a carousel.
@MainActor
struct ReloadedContentTests {
  /// A data source whose cards have one color. Another color replaces the content.
  private final class ColoredCards: CarouselDataSource {
    var color = Color.red
    var count = 100_000
    private(set) var views: [PaintedView] = []

    func numberOfItems(in carousel: Carousel) -> Int { count }

    func carousel(
      _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
    ) -> any ItemView {
      let color = color
      let card = PaintedView(size: Size(width: 160, height: 120)) { $0.fill(with: color) }
      views.append(card)
      return card
    }

    func takeViews() -> [PaintedView] {
      defer { views = [] }
      return views
    }
  }

  @MainActor
  private final class Rig {
    let rig: WindowRig
    let source = ColoredCards()
    var readyCount = 0
    var pixel: UInt32 { rig.compositor.capture()[Int(320 * scale), Int(180 * scale)] }
    private let scale: Double

    init(_ type: CarouselType = .linear, scale: Double = 1, makesLevelsInFrames: Bool = false) throws {
      self.scale = scale
      rig = try WindowRig(scale: scale, cards: Cards(count: 0), makesLevelsInFrames: makesLevelsInFrames) {
        $0.type = type
      }
      rig.ui.carouselView.onReady = { [unowned self] in readyCount += 1 }
      rig.carousel.dataSource = source
      settle()
    }

    /// Runs the paint queue and frames until the window is at rest.
    func settle() {
      for _ in 0..<6 {
        rig.queue.runAll()
        rig.compositor.run(frames: 2)
      }
      rig.runUntilSettled()
    }

    func reload(_ color: Color) {
      _ = source.takeViews()
      source.color = color
      rig.carousel.reloadData()
    }
  }

  private let red: UInt32 = Color.red.premultipliedBGRA.pixel
  private let blue: UInt32 = Color.blue.premultipliedBGRA.pixel

  @Test(
    "After a reload of 100,000 items, the window shows the former items until the new visible ones are painted, and then notifies once",
    .proves("D017"), arguments: [CarouselType.linear, .coverFlow2, .rotary], [1, 1.5])
  func keepsFormerItems(type: CarouselType, scale: Double) throws {
    let rig = try Rig(type, scale: scale)
    #expect(rig.readyCount == 1 && rig.pixel == red)
    let before = rig.rig.compositor.capture()
    rig.reload(.blue)
    rig.rig.compositor.run(frames: 5)
    // The frames have painted no view, and the background has not worked yet.
    #expect(rig.source.views.count < 60 && rig.source.views.allSatisfy { $0.paintCount == 0 })
    #expect(rig.rig.compositor.capture() == before && rig.readyCount == 1 && !rig.rig.ui.isSettled)
    var steps = 0
    while rig.readyCount == 1, steps < 100 {
      #expect(rig.rig.compositor.capture() == before)
      rig.rig.queue.runNext()
      rig.rig.compositor.run(frames: 1)
      steps += 1
    }
    #expect(steps > 2 && rig.readyCount == 2 && rig.pixel == blue)
    // The frame that was announced has no former item.
    #expect(!rig.rig.compositor.capture().pixels.contains(red))
    rig.settle()
    #expect(rig.readyCount == 2 && rig.rig.ui.isSettled)
    #expect(rig.source.views.allSatisfy { $0.paintCount <= 1 })
  }

  @Test("If the user scrolls before the new items are painted, the next frame paints and shows them")
  func scrolls() throws {
    let rig = try Rig()
    rig.reload(.blue)
    rig.rig.compositor.run(frames: 2)
    #expect(rig.pixel == red)
    rig.rig.carousel.scrollToItem(at: 2, duration: 0.5)
    rig.rig.compositor.run(frames: 2)
    #expect(rig.pixel == blue && rig.readyCount == 2)
  }

  @Test("Two reloads before a frame are announced once, and a reload to no items at once")
  func counts() throws {
    let rig = try Rig()
    rig.reload(.blue)
    rig.reload(.green)
    rig.settle()
    #expect(rig.readyCount == 2 && rig.pixel == Color.green.premultipliedBGRA.pixel)
    rig.source.count = 0
    rig.reload(.red)
    rig.rig.compositor.run(frames: 2)
    #expect(rig.readyCount == 3 && rig.pixel == 0xFF00_0000)
    // Without a reload, changes are not announced.
    rig.source.count = 5
    rig.reload(.red)
    rig.settle()
    rig.source.count = 6
    rig.rig.carousel.insertItem(at: 0, animated: true)
    rig.settle()
    #expect(rig.readyCount == 4)
  }

  @Test(
    "Views that only the main thread can paint are painted by the frame after the background has painted the others"
  )
  func unpaintable() throws {
    let rig = try WindowRig(makesLevelsInFrames: false)
    var readyCount = 0
    rig.ui.carouselView.onReady = { readyCount += 1 }
    let views = GivenViews((0..<5).map { _ in DrawnView(size: Size(width: 160, height: 120)) })
    rig.carousel.dataSource = views
    for _ in 0..<4 {
      rig.queue.runAll()
      rig.compositor.run(frames: 2)
    }
    #expect(readyCount == 1 && rig.compositor.capture()[320, 180] == 0xFFFF_FFFF)
    withExtendedLifetime(views) {}
  }

  @Test("If the scale of the output changes before the new items are painted, the next frame shows them")
  func resized() throws {
    let rig = try Rig()
    rig.reload(.blue)
    rig.rig.compositor.run(frames: 2)
    rig.rig.compositor.output.scale = 2
    rig.rig.compositor.run(frames: 3)
    #expect(rig.readyCount == 2)
  }

  /// A change of what is around a carousel.
  enum Change: CaseIterable, Sendable {
    case position, opacity, clip
  }

  @Test(
    "If the position, the opacity or the clip of the carousel changes before the new items are painted, the next frame shows them",
    arguments: Change.allCases)
  func changedPlace(change: Change) throws {
    let rig = try Rig()
    let content = rig.rig.ui.contentView
    content.allowsGroupOpacity = false
    rig.settle()
    rig.reload(.blue)
    rig.rig.compositor.run(frames: 2)
    #expect(rig.pixel == red && rig.readyCount == 1)
    switch change {
    case .position: rig.rig.ui.carouselView.transform = .translation(x: 40, y: 0)
    case .opacity: content.alpha = 0.5
    case .clip: (content.clipsToBounds, content.cornerRadius) = (true, 30)
    }
    rig.rig.compositor.run(frames: 2)
    #expect(rig.readyCount == 2 && !rig.rig.compositor.capture().pixels.contains(red))
  }

  @Test("If only the resolution of the window changes, the window continues to show the former items")
  func changedResolution() throws {
    let rig = try Rig()
    rig.rig.ui.adaptsResolution = false
    rig.reload(.blue)
    rig.rig.compositor.run(frames: 2)
    rig.rig.ui.window.resolution = 0.5
    rig.rig.compositor.run(frames: 3)
    #expect(rig.pixel == red && rig.readyCount == 1 && rig.source.views.allSatisfy { $0.paintCount == 0 })
    rig.settle()
    #expect(rig.pixel == blue && rig.readyCount == 2)
  }

  @Test("An item that changes in each frame delays the new items by at most half a second")
  func changingItem() throws {
    let rig = try Rig()
    rig.reload(.blue)
    var frames = 0
    for _ in 0..<90 where rig.readyCount == 1 {
      // The pixels that the background has just painted are outdated.
      rig.rig.queue.runAll()
      for view in rig.source.views { view.setNeedsDisplay() }
      rig.rig.compositor.run(frames: 1)
      frames += 1
    }
    #expect((20...35).contains(frames), "\(frames) frames")
    #expect(rig.readyCount == 2 && rig.pixel == blue)
  }

  @Test(
    "Half a second after a reload, a frame paints and shows the new items if the background has not worked")
  func slowBackground() throws {
    let rig = try Rig()
    rig.reload(.blue)
    rig.rig.compositor.run(frames: 3)
    rig.rig.wait(0.4)
    rig.rig.compositor.run(frames: 1)
    #expect(rig.pixel == red && rig.readyCount == 1)
    rig.rig.wait(0.1)
    rig.rig.compositor.run(frames: 2)
    #expect(rig.pixel == blue && rig.readyCount == 2 && rig.rig.ui.wakeTime == nil)
  }

  @Test("After a reload in `onReady`, the window shows the former items until the new ones are painted")
  func reloadInCallback() throws {
    let rig = try WindowRig(makesLevelsInFrames: false)
    let size = Size(width: 160, height: 120)
    let source = MadeViews { DrawnView(size: size) }
    var readyCount = 0
    rig.ui.carouselView.onReady = {
      readyCount += 1
      guard readyCount == 1 else { return }
      source.make = { PaintedView(size: size) { $0.fill(with: .blue) } }
      rig.carousel.reloadData()
    }
    rig.carousel.dataSource = source
    for _ in 0..<8 where readyCount == 0 {
      rig.queue.runAll()
      rig.compositor.run(frames: 1)
    }
    rig.compositor.run(frames: 3)
    #expect(readyCount == 1 && rig.compositor.capture()[320, 180] == 0xFFFF_FFFF)
    for _ in 0..<4 {
      rig.queue.runAll()
      rig.compositor.run(frames: 2)
    }
    #expect(readyCount == 2 && rig.compositor.capture()[320, 180] == blue)
    withExtendedLifetime(source) {}
  }
}

/// A data source of five views that a closure makes.
private final class MadeViews: CarouselDataSource {
  var make: () -> View
  init(_ make: @escaping () -> View) { self.make = make }
  func numberOfItems(in carousel: Carousel) -> Int { 5 }
  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView { make() }
}

/// A view that only the main thread can paint.
private final class DrawnView: View {
  override func draw(in canvas: Canvas) { canvas.fill(with: .white) }
}
