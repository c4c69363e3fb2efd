import CarouselUI
import HeadlessCompositor
import HeadlessSession
import ImageFixtures
import PhotoBrowserUI
import PhotoBrowsing
import TestBitmaps
import TestSupport
import Testing

/// Backgrounds of photos, and animations.
@MainActor
struct BackgroundTests {
  @Test("Squares are behind a translucent photo, keep their size when it is zoomed, and are not around it")
  func checkerboard() async throws {
    // Half of the picture is transparent.
    let png = PNGFixture(width: 400, height: 200, kind: .colorAlpha) { x, _ in
      x < 200 ? [0, 0, 0, 0] : [10, 200, 30, 255]
    }
    let rig = try BrowserRig(count: 1, page: .single)
    try rig.add(file: png.bytes())
    try await rig.settle()
    try await rig.press(.right)
    try await rig.settle()
    let plain = rig.pixel(0.25, 0.5)
    try await rig.press("b")
    try await rig.settle()
    func isSquare(_ pixel: Bitmap.Pixel) -> Bool { [92, 128].contains { abs(Int(pixel.red) - $0) < 4 } }
    // The photo covers 120...520 × 140...340.
    let row = try Bitmap(rig.session.capture())
    let squares = (125..<315).map { row[$0, 200] }
    #expect(squares.allSatisfy(isSquare) && Set(squares.map(\.red)).count == 2)
    let edges = (126..<315).filter { row[$0, 200] != row[$0 - 1, 200] }
    #expect(zip(edges, edges.dropFirst()).allSatisfy { $1 - $0 == 10 })
    #expect(row[20, 200] == plain && row[450, 200] == Bitmap.Pixel(10, 200, 30))
    for _ in 0..<6 { try await rig.press("=") }
    try await rig.settle()
    let zoomed = try Bitmap(rig.session.capture())
    let inside = (10..<300).filter { zoomed[$0, 240] != zoomed[$0 - 1, 240] }
    #expect(inside.count > 10 && zip(inside, inside.dropFirst()).allSatisfy { $1 - $0 == 10 })
    // An opaque photo has none.
    try await rig.press(.left)
    try await rig.settle()
    #expect(rig.middle == BrowserRig.color(0))
  }

  @Test("A blurred copy of the photo covers the page behind it, also after the next photo and a rotation")
  func blurred() async throws {
    let rig = try BrowserRig(count: 2, page: .single)
    try await rig.settle()
    let plain = rig.pixel(0.01, 0.5)
    try await rig.press("b")
    try await rig.press("b")
    try await rig.settle()
    func isCopy(_ pixel: Bitmap.Pixel, _ color: Bitmap.Pixel) -> Bool {
      let parts = [(pixel.red, color.red), (pixel.green, color.green), (pixel.blue, color.blue)]
      return parts.allSatisfy { abs(Double($0.0) - Double($0.1) * 0.6) < 5 }
    }
    #expect(isCopy(rig.pixel(0.01, 0.5), BrowserRig.color(0)) && rig.middle == BrowserRig.color(0))
    try await rig.press(.right)
    try await rig.settle()
    #expect(isCopy(rig.pixel(0.01, 0.5), BrowserRig.color(1)) && rig.middle == BrowserRig.color(1))
    try await rig.press("r")
    try await rig.settle()
    #expect(isCopy(rig.pixel(0.05, 0.5), BrowserRig.color(1)) && rig.middle == BrowserRig.color(1))
    try await rig.press("b")
    try await rig.settle()
    #expect(rig.pixel(0.01, 0.5) == plain && rig.ui.window.isAtRest)
  }

  @Test("A photo that cannot be decoded is in front of no copy of another photo")
  func blurredFailure() async throws {
    let rig = try BrowserRig(count: 1, page: .single)
    try rig.add(file: Array("no picture".utf8))
    try await rig.settle()
    let plain = rig.pixel(0.01, 0.5)
    try await rig.press("b")
    try await rig.press("b")
    try await rig.settle()
    let copy = rig.pixel(0.01, 0.5)
    #expect(copy != plain)
    try await rig.press(.right)
    try await rig.settle()
    #expect(rig.pixel(0.01, 0.5).distance(to: copy) > 12 && rig.state.currentIndex == 1)
  }

  @Test("A zoomed photo is moved by keys, up to its ends; at its fitting size the keys do nothing")
  func moves() async throws {
    let rig = try BrowserRig(count: 2, page: .single)
    try await rig.settle()
    func press(_ key: HeadlessCompositor.Key) async throws {
      rig.compositor.seat.keyboard.press(.shift)
      try await rig.press(key)
      rig.compositor.seat.keyboard.release(.shift)
    }
    try await press(.right)
    try await rig.settle()
    #expect(rig.state.currentIndex == 0)
    try await rig.press("1")
    try await rig.settle()
    let view = try #require(rig.browser.single.photoView)
    let start = view.contentOffset
    try await press(.right)
    try await rig.settle()
    #expect(abs(view.contentOffset.x - start.x - 64) < 1 && view.contentOffset.y == start.y)
    try await press(.left)
    try await press(.up)
    try await rig.settle()
    #expect(abs(view.contentOffset.x - start.x) < 1 && abs(view.contentOffset.y - start.y + 48) < 1)
    for _ in 0..<8 { try await press(.down) }
    try await rig.settle()
    #expect(view.contentOffset.y == 700 - 480 && rig.state.currentIndex == 0)
  }

  // MARK: Animations

  private static let colors = [PixelColor.red, .green, .blue]

  /// An animation of three frames, which has no transparent pixels.
  private func animatedRig(delay: Int) async throws -> BrowserRig {
    let frames = (0..<3).map { index in
      var frame = GIFFixture.Frame(width: 900, height: 600, index: UInt8(index))
      frame.delay = delay
      return frame
    }
    let gif = GIFFixture(width: 900, height: 600, palette: Self.colors, frames: frames, loopCount: 0)
    let rig = try BrowserRig(count: 1, page: .single)
    try rig.add(file: gif.bytes())
    try await rig.settle()
    try await rig.press(.right)
    try await run(rig, until: { rig.browser.single.photoView?.imageView.isAnimated == true })
    return rig
  }

  private func run(_ rig: BrowserRig, until condition: () -> Bool) async throws {
    for _ in 0..<2000 where !condition() {
      try await rig.session.frames(1)
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(condition())
  }

  private func color(_ frame: Int) -> Bitmap.Pixel {
    let color = Self.colors[frame]
    return Bitmap.Pixel(UInt8(color.red), UInt8(color.green), UInt8(color.blue))
  }

  @Test("An animation pauses and plays by a key, and shows the next and the previous frame; paused, it rests")
  func animation() async throws {
    let rig = try await animatedRig(delay: 20)
    try await run(rig) { rig.middle == color(1) }
    try await run(rig) { rig.middle == color(2) }
    try await rig.press("p")
    let view = try #require(rig.browser.single.photoView?.imageView)
    let frame = try #require(view.animationFrame)
    for _ in 0..<120 { try await rig.session.frames(1) }
    #expect(view.animationFrame == frame && rig.ui.window.isAtRest)
    for (key, step) in [(Character("."), 1), (".", 1), (",", -1), (",", -1), (",", -1)] {
      let next = ((view.animationFrame ?? 0) + step + 3) % 3
      try await rig.press(key)
      try await run(rig) { view.animationFrame == next && rig.middle == color(next) }
    }
    // The frame stays when the photo is rotated, and when the window changes its size.
    let stopped = try #require(view.animationFrame)
    try await rig.press(".")
    try await run(rig) { view.animationFrame == (stopped + 1) % 3 }
    try await rig.press("r")
    try await rig.settle()
    try await run(rig) { rig.middle == color((stopped + 1) % 3) }
    #expect(view.animationFrame == (stopped + 1) % 3)
    rig.compositor.topmost?.resize(width: 500, height: 400)
    try await rig.session.frames(4)
    try await rig.settle()
    try await run(rig) { rig.middle == color((stopped + 1) % 3) }
    #expect(view.animationFrame == (stopped + 1) % 3)
    try await rig.press("p")
    let paused = view.animationFrame
    try await run(rig) { view.animationFrame != paused }
    // The keys do nothing with a photo that is no animation.
    try await rig.press(.left)
    try await rig.settle()
    for key: Character in [".", ",", "p"] { try await rig.press(key) }
    #expect(rig.state.currentIndex == 0 && rig.middle == BrowserRig.color(0))
  }

  @Test("A zoomed animation plays on, and paused it shows the exact pixels of its frame")
  func zoomedAnimation() async throws {
    let rig = try await animatedRig(delay: 20)
    try await rig.press("1")
    try await run(rig) { rig.middle == color(1) }
    try await run(rig) { rig.middle == color(2) }
    try await run(rig) { rig.middle == color(0) }
    let view = try #require(rig.browser.single.photoView)
    try await run(rig) { abs(rig.browser.zoom - 1) < 1e-9 }
    #expect(!view.imageView.isReplacedByCopy)
    try await run(rig) { rig.middle == color(1) }
    try await rig.press("p")
    try await run(rig) { view.imageView.isReplacedByCopy }
    let frame = try #require(view.imageView.animationFrame)
    #expect(rig.middle == color(frame))
    try await rig.press(".")
    try await run(rig) { rig.middle == color((frame + 1) % 3) }
    try await rig.press("p")
    try await run(rig) { !view.imageView.isReplacedByCopy }
    try await run(rig) { rig.middle == color(frame) }
  }
}
