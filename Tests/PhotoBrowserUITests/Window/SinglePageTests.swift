import CarouselUI
import Foundation
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserUI
import PhotoBrowsing
import TestBitmaps
import TestSupport
import Testing
import Views

/// The single page in a window, found by roles and names.
@MainActor
struct SinglePageTests {
  @Test("The current item opens the single page, whose photo has the name of the file; its actions zoom")
  func byName() async throws {
    let rig = try BrowserRig(count: 5)
    try await rig.settle()
    let item = try rig.ui.find(.listItem, "0.png")
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
      rig.compositor.seat.keyboard.release(.right)
      try rig.session.frame()
      try rig.session.frame()
      #expect(rig.middle == rig.currentColor, "\(rig.title)")
      try await rig.settleNeighbors()
    }
    #expect(rig.state.currentIndex == 6)
  }

  @Test(
    "A held key shows no photo under the title of another one, and the last one is there at once",
    .proves("D069"))
  func heldKey() async throws {
    let rig = try BrowserRig(count: 40, page: .single)
    try await rig.settle()
    let unloaded = [Bitmap.Pixel(10, 10, 10), Bitmap.Pixel(58, 64, 74)]
    rig.compositor.seat.keyboard.press(.right)
    // A busy machine decodes fewer photos in this time.
    for number in 0..<900 where number < 90 || (rig.state.currentIndex ?? 0) <= 10 {
      try rig.session.frame()
      try await Task.sleep(for: .milliseconds(2))
      // The title of a frame is that of the picture of the frame, which may not be decoded yet.
      guard number > 1, let color = rig.currentColor, rig.title == rig.state.title else { continue }
      let middle = rig.middle
      let isUnloaded = unloaded.contains { $0.distance(to: middle) <= 12 }
      #expect(middle == color || isUnloaded, "frame \(number), \(rig.title): \(middle) for \(color)")
    }
    rig.compositor.seat.keyboard.release(.right)
    try await rig.settle()
    #expect(rig.middle == rig.currentColor && (rig.state.currentIndex ?? 0) > 10, "\(rig.title)")
  }

  @Test(
    "Photos of another folder replace the present ones on each page, whatever their number",
    arguments: [1, 100])
  func otherFolder(count: Int) async throws {
    for page in [BrowserState.Page.carousel, .single] {
      let rig = try BrowserRig(count: count, page: page)
      try await rig.settle()
      try rig.openOther(count, file: page == .single)
      try await rig.settle()
      #expect(rig.title == "\(count).png – 1 of \(count)" && rig.middle == rig.currentColor, "\(page)")
      #expect(rig.state.page == page)
    }
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

  // MARK: Closing

  @Test(
    "A vertical drag closes the page, also after another photo was zoomed; a zoomed photo is dragged instead")
  func dragAfterZoom() async throws {
    let rig = try BrowserRig(count: 5, page: .single)
    try await rig.settle()
    try await rig.press("1")
    try await rig.settle()
    try await rig.dragDown()
    #expect(rig.state.page == .single, "the zoomed photo was dragged")
    try await rig.press(.right)
    try await rig.settle()
    try await rig.dragDown()
    #expect(rig.state.page == .carousel && rig.state.currentIndex == 1)
    #expect(rig.title == "1.png – 2 of 5" && rig.middle == rig.currentColor)
  }

  @Test("While the page closes, its photo returns into its own place, also if a key leads to another photo")
  func keyWhileClosing() async throws {
    let rig = try BrowserRig(count: 5, page: .single)
    try await rig.settle()
    try await rig.press(.right)
    try await rig.settle()
    try await rig.press(.enter)
    try await rig.press(.right)
    try await rig.session.frames(2)
    let views = (0..<5).map { rig.browser.carousel.itemView(at: $0) as? View }
    #expect(views.map { $0?.layer.isConcealed == true } == [false, true, false, false, false])
    try await rig.settle()
    #expect(rig.state.currentIndex == 2 && rig.state.page == .carousel && rig.middle == rig.currentColor)
  }

  @Test("A swipe that goes on while the page closes chooses no photo")
  func swipeWhileClosing() async throws {
    let rig = try BrowserRig(count: 5, page: .single)
    try await rig.settle()
    let touch = rig.compositor.seat.touch
    touch.down(at: (500, 240))
    for x in stride(from: 480.0, to: 240, by: -20) {
      touch.move(to: (x, 240))
      try await rig.session.frames(1)
    }
    try await rig.press(.enter)
    for x in stride(from: 240.0, to: 40, by: -20) {
      touch.move(to: (x, 240))
      try await rig.session.frames(1)
    }
    touch.up()
    try await rig.settle()
    #expect(rig.state.page == .carousel && rig.browser.carousel.currentItemIndex == rig.state.currentIndex)
    #expect(rig.middle == rig.currentColor && rig.title == rig.state.title)
  }

  @Test(
    "When all photos disappear while a finger holds the closing page, the window shows no photo and none returns"
  )
  func emptyWhileClosing() async throws {
    // On a busy machine, the first motions of the finger may take longer than a long press, which would open the menu.
    let rig = try BrowserRig(timersWith: 3, page: .single, parts: [])
    try await rig.settle()
    let touch = rig.compositor.seat.touch
    touch.down(at: (320, 200))
    for y in stride(from: 210.0, to: 330, by: 10) {
      touch.move(to: (320, y))
      try await rig.session.frames(1)
    }
    try rig.remove(0..<3)
    try await rig.session.frames(3)
    touch.move(to: (320, 200))
    try await rig.session.frames(20)
    touch.up()
    try await rig.settle()
    #expect(rig.state.page == .carousel && rig.title == "Photos" && !rig.browser.carouselPage.isHidden)
    try rig.add(2)
    try await rig.settle()
    #expect(rig.state.page == .carousel && rig.middle == rig.currentColor)
  }

  @Test("When the file of a zoomed photo is replaced, the window shows the new picture")
  func replacedWhileZoomed() async throws {
    let rig = try BrowserRig(count: 3, page: .single)
    try await rig.settle()
    try await rig.press("1")
    try await rig.settle()
    let color = Bitmap.Pixel(250, 10, 20)
    rig.replace(0, by: Bitmap(width: 900, height: 700, filledWith: color))
    try await rig.settle()
    #expect(rig.middle == color)
    #expect(rig.browser.zoom == 1)
  }

  // MARK: The kept zoom

  @Test("With the zoom kept, the next and the previous photo show the same part")
  func keptPart() async throws {
    let rig = try BrowserRig(
      Bitmap(width: 1800, height: 1200, filledWith: Bitmap.Pixel(90, 90, 90)), page: .single, scale: 1)
    try rig.add(Bitmap(width: 1800, height: 1200, filledWith: Bitmap.Pixel(30, 60, 90)))
    try await rig.settle()
    try await rig.press("1")
    try await rig.press("k")
    try await rig.settle()
    for key in [HeadlessCompositor.Key.right, .right, .down] { try await rig.press(key, with: .shift) }
    try await rig.settle()
    let part = try #require(rig.browser.single.photoView?.visibleContentRect)
    #expect(abs(part.center.x - 320) > 20, "the part is not in the middle of the photo")
    for (key, index) in [(HeadlessCompositor.Key.right, 1), (.left, 0)] {
      try await rig.press(key)
      try await rig.settle()
      #expect(rig.state.currentIndex == index)
      let next = try #require(rig.browser.single.photoView?.visibleContentRect)
      #expect(abs(next.minX - part.minX) < 1 && abs(next.minY - part.minY) < 1, "\(next) of \(part)")
    }
  }

  @Test("With the zoom kept, a swipe to the next photo shows it at this zoom")
  func keptZoomBySwipe() async throws {
    let rig = try BrowserRig(count: 4, page: .single)
    try await rig.settle()
    try await rig.press("2")
    try await rig.press("k")
    try await rig.settle()
    for _ in 0..<4 where rig.state.currentIndex == 0 {
      try await rig.session.flick(from: Point(x: 600, y: 240), to: Point(x: 60, y: 240), frames: 6)
      try await rig.settle()
    }
    #expect(rig.state.currentIndex == 1 && rig.state.zoom == .fill)
    #expect(rig.browser.single.photoView?.currentZoom == .fill)
    #expect((rig.browser.single.photoView?.zoomScale ?? 0) > 1)
  }

  @Test("With the zoom kept, a finger that touches the photo directly after the swipe does not change it")
  func keptZoomByFastSwipes() async throws {
    let rig = try BrowserRig(count: 4, page: .single)
    try await rig.settle()
    try await rig.press("1")
    try await rig.press("k")
    try await rig.settleNeighbors()
    for _ in 0..<8 where rig.state.currentIndex == 0 {
      try await rig.session.flick(from: Point(x: 600, y: 240), to: Point(x: 60, y: 240), frames: 6)
      try await rig.session.frames(30)
    }
    try #require(rig.state.currentIndex == 1)
    func isZoomed() -> Bool { (rig.browser.single.photoView?.zoomScale ?? 1) > 1.001 }
    for _ in 0..<300 where !isZoomed() { try await rig.session.frames(1) }
    try #require(isZoomed())
    let touch = rig.compositor.seat.touch
    touch.down(at: (320, 240))
    for step in 1...4 {
      touch.move(to: (320, 240 + Double(step * 12)))
      try await rig.session.frames(1)
    }
    touch.up()
    try await rig.settle()
    #expect(rig.state.zoom == .actual && rig.browser.zoom == 1)
    try await rig.press(.right)
    try await rig.settle()
    #expect(rig.state.zoom == .actual && rig.browser.zoom == 1)
  }
}

extension BrowserRig {
  /// Drags with the mouse from the middle of the window downward, holds still, and releases.
  fileprivate func dragDown() async throws {
    try await session.drag(from: Point(x: 320, y: 200), to: Point(x: 320, y: 420), frames: 12)
    try await session.holdAndRelease()
    try await settle()
  }
}
