import CarouselUI
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserUI
import PhotoBrowsing
import PhotoLibrary
import TestSupport
import Testing

@MainActor @Suite("Photos that are dragged out of the window")
struct DragOutTests {
  private static let uriList = "text/uri-list"

  private func drag(_ rig: BrowserRig, from start: Point, to end: Point, with key: HeadlessCompositor.Key?)
    async throws
  {
    if let key { rig.compositor.seat.keyboard.press(key) }
    try await rig.session.frames(2)
    try await rig.session.drag(from: start, to: end, frames: 10)
    if let key { rig.compositor.seat.keyboard.release(key) }
  }

  @Test(
    "With Control, the mouse drags the photo out, at any zoom; without, it swipes, closes or scrolls as before",
    arguments: [BrowserState.Page.single, .carousel], [false, true])
  func photo(page: BrowserState.Page, isZoomed: Bool) async throws {
    let rig = try BrowserRig(count: 5, page: page)
    try await rig.settle()
    if isZoomed, page == .single {
      try await rig.press("1")
      try await rig.settle()
    }
    let (state, zoom) = (rig.state, rig.browser.zoom)
    for end in [Point(x: 120, y: 240), Point(x: 320, y: 420)] {
      try await drag(rig, from: Point(x: 320, y: 240), to: end, with: .control)
      let drag = try #require(rig.compositor.seat.drag)
      #expect(drag.types.contains(Self.uriList) && drag.picture != nil)
      drag.cancel()
      rig.compositor.seat.pointer.release()
      try await rig.settle()
      #expect(rig.state == state && rig.browser.zoom == zoom && rig.middle == rig.currentColor)
    }
    try await drag(rig, from: Point(x: 600, y: 240), to: Point(x: 60, y: 240), with: nil)
    #expect(rig.compositor.seat.drag == nil)
    try await rig.session.holdAndRelease()
    try await rig.settle()
    #expect((rig.state.currentIndex != 0) == !(isZoomed && page == .single))
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test("The file manager gets the path of the photo")
  func path() async throws {
    let rig = try BrowserRig(count: 3, page: .single)
    try await rig.settle()
    var dropped: [[UInt8]] = []
    rig.browser.exchange.onOpen = { dropped += $0 }
    try await drag(rig, from: Point(x: 320, y: 240), to: Point(x: 200, y: 200), with: .control)
    try #require(rig.compositor.seat.drag != nil)
    rig.compositor.seat.pointer.release()
    // The window itself is the target.
    try await waitUntil("the drop") {
      try? rig.session.frame()
      return !dropped.isEmpty
    }
    #expect(dropped == [Array(rig.path(at: 0).utf8)])
  }

  @Test("A finger drags nothing out: it swipes, and when it rests, the menu opens")
  func finger() async throws {
    let rig = try BrowserRig(timersWith: 3, page: .single, parts: [])
    try await rig.settle()
    rig.compositor.seat.touch.down(at: (320, 240))
    try await rig.session.frames(60)
    #expect(rig.compositor.seat.drag == nil && rig.ui.openPopups.count == 1)
    rig.compositor.seat.touch.up()
    try await rig.press(.escape)
    try await rig.session.flick(from: Point(x: 600, y: 240), to: Point(x: 60, y: 240), frames: 6)
    try await rig.settle()
    #expect(rig.state.currentIndex == 1 && rig.compositor.seat.drag == nil)
  }

  @Test("A drag of a selected thumbnail takes all selected photos; another one begins a selection")
  func thumbnails() async throws {
    let rig = try BrowserRig(count: 8, page: .grid, size: Size(width: 800, height: 600))
    try await rig.settle()
    let grid = rig.browser.gridPage.grid
    func middle(_ index: Int) throws -> Point {
      let frame = grid.collection.frame(ofItem: index)
      return try #require(grid.collection.convert(frame.center, to: nil))
    }
    let (first, third) = (try middle(0), try middle(2) + Point(x: 0, y: 40))
    try await drag(rig, from: first, to: third, with: nil)
    #expect(rig.compositor.seat.drag == nil)
    try await rig.session.holdAndRelease()
    try await rig.settle()
    #expect(grid.selectedPhotos.map(\.photo.name) == ["0.png", "1.png", "2.png"])
    var dropped: [[UInt8]] = []
    rig.browser.exchange.onOpen = { dropped += $0 }
    try await drag(rig, from: try middle(1), to: Point(x: 400, y: 500), with: nil)
    #expect(rig.compositor.seat.drag?.types.contains(Self.uriList) == true)
    rig.compositor.seat.pointer.release()
    try await waitUntil("the drop") {
      try? rig.session.frame()
      return !dropped.isEmpty
    }
    #expect(dropped == (0..<3).map { Array(rig.path(at: $0).utf8) })
    #expect(rig.state.page == .grid && rig.compositor.protocolErrors.isEmpty)
  }
}
