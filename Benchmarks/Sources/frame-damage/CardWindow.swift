import CarouselUI
import HeadlessCompositor

/// A window of cards in a headless compositor. Counts the pixels of the frames that it commits.
@MainActor
final class CardWindow {
  /// The sums over the committed frames, in pixels.
  struct PixelCounts {
    var frames = 0
    /// The number of pixels drawn into buffers.
    var drawn = 0
    /// The number of pixels reported to the compositor as damage.
    var damaged = 0
    /// The number of pixels that have another color than in the frame before.
    var changed = 0
  }

  let cards = Cards()
  let ui: CarouselWindow
  private(set) var count = PixelCounts()

  private let compositor: Compositor
  private let system: WindowSystem
  private var shown: [UInt32] = []

  init(_ type: CarouselType, release: Compositor.BufferRelease) throws {
    var configuration = Compositor.Configuration(width: 1280, height: 720)
    configuration.windowSize = .output
    configuration.bufferRelease = release
    let compositor = try Compositor(configuration)
    self.compositor = compositor
    system = try WindowSystem(descriptor: compositor.connect()) { Double(compositor.now) / 1e9 }
    ui = try CarouselWindow(title: "Cards", size: Size(width: 1280, height: 720), in: system)
    compositor.dispatchClients = { [weak system] in system?.dispatch() }
    ui.carousel.type = type
    ui.carousel.dataSource = cards
    settle()
    // Runs frames until all buffers of the window have been drawn once.
    for _ in 0..<4 {
      change(caption: "")
      change(caption: "Caption")
    }
    shown = compositor.toplevels.first?.surface?.capture()?.pixels ?? []
    compositor.onCommit = { [weak self] in self?.committed($0) }
  }

  var pixels: Int { shown.count }

  /// Runs at least one frame, until nothing moves.
  func settle() {
    compositor.run(frames: 1)
    compositor.run(limit: 2000) { [ui] in ui.isSettled && ui.window.isAtRest }
  }

  func change(caption: String) {
    let view = LabelView(caption, size: Size(width: 400, height: 40), background: .black)
    view.frame.origin = Point(x: 440, y: 660)
    for view in ui.contentView.subviews.dropFirst() { view.removeFromSuperview() }
    ui.contentView.addSubview(view)
    settle()
  }

  /// Swipes over half of the window's width and releases while moving.
  func flick() {
    let touch = compositor.seat.touch
    touch.down(at: (960, 360))
    for step in 1...5 {
      compositor.run(frames: 1)
      touch.move(to: (960 - 128 * Double(step), 360))
    }
    touch.up()
    settle()
  }

  /// Runs ten seconds of frames.
  func wait() { for _ in 0..<600 { compositor.run(frames: 1) } }

  private func committed(_ surface: Surface) {
    guard let picture = surface.capture()?.pixels, picture.count == shown.count else { return }
    let extent = ui.lastFrame
    // Nothing is drawn without a new buffer.
    guard extent.damaged > 0 else { return }
    count.frames += 1
    count.drawn += extent.drawn
    count.damaged += surface.lastDamagedPixels
    for index in picture.indices where picture[index] != shown[index] { count.changed += 1 }
    shown = picture
  }
}

/// Cards with a fine pattern. If a card moves by a fraction of a pixel, nearly all of its pixels change.
@MainActor
final class Cards: CarouselDataSource {
  var count = 15
  /// Selects the patterns.
  var patternSeed = 0

  func numberOfItems(in carousel: Carousel) -> Int { count }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    let side = 360.0
    let number = index + 100 * patternSeed
    return PaintedView(size: Size(width: side, height: side), isOpaque: true) { canvas in
      var state = UInt32(truncatingIfNeeded: number &* 2_654_435_761) | 1
      for y in stride(from: 0.0, to: side, by: 6) {
        for x in stride(from: 0.0, to: side, by: 6) {
          state ^= state << 13
          state ^= state >> 17
          state ^= state << 5
          canvas.fill(.rect(Rect(x: x, y: y, width: 6, height: 6)), with: Color(hex: state & 0xff_ffff))
        }
      }
    }
  }
}
