import CarouselUI
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserUI
import PhotoBrowsing
import TestBitmaps
import TestSupport
import Testing
import Views

@MainActor @Suite("Low windows and the themes of the desktop")
struct LowWindowTests {
  @Test(
    "In a low window, first the strip and then the header leave their places to the photo",
    arguments: [
      (80, 60, false, false), (160, 120, false, false), (360, 180, true, false), (5000, 200, true, false),
      (640, 480, true, true),
    ])
  func parts(width: Int, height: Int, hasHeader: Bool, hasStrip: Bool) async throws {
    for page in [BrowserState.Page.single, .carousel, .grid] {
      let rig = try BrowserRig(count: 3, page: page, parts: [.header, .strip])
      try await rig.settle()
      rig.compositor.topmost?.resize(width: width, height: height)
      try await rig.settle()
      let content = rig.browser.content
      #expect(content.size == Size(width: Double(width), height: Double(height)))
      #expect(content.header?.isHidden == !hasHeader)
      if page != .grid { #expect(content.strip?.isHidden == !hasStrip) }
      #expect(content.pageArea.size.height >= min(Double(height), 120))
      // The photo is seen.
      // The screen shows no more than 640 points; in the smallest carousel, the name shades the whole photo.
      let isSeen = width <= 640 && (height >= 120 || page == .single)
      let color = try #require(rig.currentColor)
      let word = 0xFF00_0000 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
      let count = rig.session.capture().pixels.count { $0 == word }
      #expect(!isSeen || count > width * height / 40, "\(page): \(count) pixels")
      // They return.
      rig.compositor.topmost?.resize(width: 640, height: 480)
      try await rig.settle()
      #expect(content.header?.isHidden == false && (page == .grid || content.strip?.isHidden == false))
    }
  }

  @Test(
    "In a low window, the position is not in front of the photo",
    arguments: [(640, 480, true), (640, 200, false)])
  func position(width: Int, height: Int, isShown: Bool) async throws {
    let rig = try BrowserRig(count: 3, page: .carousel)
    try await rig.settle()
    rig.compositor.topmost?.resize(width: width, height: height)
    try await rig.settle()
    #expect((rig.ui.accessibilityTree().first { $0.role == .label && $0.name == "1 of 3" } != nil) == isShown)
  }

  @Test("Behind the carousel and the strip, the window has the light or the dark color of the desktop")
  func themes() async throws {
    let rig = try BrowserRig(count: 3, page: .carousel, parts: [.strip])
    try await rig.settle()
    func luma(_ x: Double, _ y: Double) -> Double {
      let pixel = rig.pixel(x, y)
      return (0.2126 * Double(pixel.red) + 0.7152 * Double(pixel.green) + 0.0722 * Double(pixel.blue)) / 255
    }
    let places = [(0.02, 0.02), (0.02, 0.8), (0.02, 0.995)]
    for (theme, range) in [(Theme.light, 0.8...1.0), (.dark, 0...0.2), (.light, 0.8...1.0)] {
      rig.ui.theme = theme
      try await rig.settle()
      for (x, y) in places { #expect(range.contains(luma(x, y)), "\(x), \(y): \(luma(x, y))") }
    }
  }
}
