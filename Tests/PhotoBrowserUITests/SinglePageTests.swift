import CarouselUI
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserUI
import PhotoBrowsing
import TestSupport
import Testing

/// The single page in a window, found by roles and names.
@MainActor
struct SinglePageTests {
  @Test("The current item opens the single page, whose photo has the name of the file; its actions zoom")
  func byName() async throws {
    let rig = try BrowserRig(count: 5)
    try await rig.settle()
    let item = try rig.ui.find(.listItem, "0.png, 0")
    try item.activate()
    try await rig.settle()
    #expect(rig.state.page == .single && rig.title == "0.png – 1 of 5")
    #expect(throws: (any Error).self) { try rig.ui.find(.list, "Photos") }
    let area = try rig.ui.find(.scrollArea, "0.png")
    try area.perform(.custom("zoom in"))
    try await rig.settle()
    #expect((rig.browser.single.photoView?.zoomScale ?? 0) > 1.4)
    if case .scale(let scale) = rig.state.zoom {
      #expect(scale > 1)
    } else {
      Issue.record("\(rig.state.zoom)")
    }
    try await rig.press(.right)
    try await rig.settle()
    #expect(throws: Never.self) { try rig.ui.find(.scrollArea, "1.png") }
    #expect(rig.title == "1.png – 2 of 5" && rig.state.zoom == .fit)
    try await rig.press(.escape)
    try await rig.settle()
    #expect(throws: Never.self) { try rig.ui.find(.list, "Photos") }
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test("A key shows the next photo in the next frame, with its final pixels if it was decoded before")
  func nextFrame() async throws {
    let rig = try BrowserRig(count: 12, page: .single)
    try await rig.settleNeighbors()
    for _ in 0..<6 {
      rig.compositor.seat.keyboard.press(.right)
      try rig.session.frame()
      try rig.session.frame()
      #expect(rig.middle == rig.currentColor, "\(rig.title)")
      rig.compositor.seat.keyboard.release(.right)
      try await rig.settleNeighbors()
    }
    #expect(rig.state.currentIndex == 6)
  }

  @Test("Nothing is drawn and no photo is loaded while the single page rests, also zoomed")
  func rest() async throws {
    let rig = try BrowserRig(count: 5, page: .single)
    try await rig.settle()
    for key: Character in ["0", "1", "2"] {
      try await rig.press(key)
      try await rig.settle()
      let frames = rig.ui.window.isAtRest
      #expect(frames && rig.browser.loadCount == 0)
      for _ in 0..<120 { rig.compositor.run(frames: 1) }
      #expect(rig.ui.window.isAtRest && !rig.browser.isMoving)
    }
  }

  @Test("The zoom is kept for the next photo on request, and otherwise reset")
  func keptZoom() async throws {
    let rig = try BrowserRig(count: 5, page: .single)
    try await rig.settle()
    let fit = rig.browser.zoom
    try await rig.press("1")
    try await rig.settle()
    #expect(rig.browser.zoom == 1)
    try await rig.press("k")
    try await rig.press(.right)
    try await rig.settle()
    #expect(rig.browser.zoom == 1 && rig.state.currentIndex == 1)
    try await rig.press("k")
    try await rig.press(.right)
    try await rig.settle()
    #expect(rig.browser.zoom == fit && rig.state.currentIndex == 2)
  }

  @Test(
    "A window that changes its size shows the photo at its new fitting size, and a zoomed one at its scale")
  func resize() async throws {
    let rig = try BrowserRig(count: 3, page: .single)
    try await rig.settle()
    for (width, height) in [(320, 400), (900, 300), (640, 480)] {
      rig.compositor.topmost?.resize(width: width, height: height)
      try await rig.session.frames(4)
      try await rig.settle()
      let size = rig.ui.contentView.size
      #expect(abs(rig.browser.zoom - min(size.width / 900, size.height / 700, 1)) < 0.01)
    }
    try await rig.press("1")
    try await rig.settle()
    rig.compositor.topmost?.resize(width: 500, height: 400)
    try await rig.session.frames(4)
    try await rig.settle()
    #expect(rig.browser.zoom == 1 && rig.middle == rig.currentColor)
  }
}
