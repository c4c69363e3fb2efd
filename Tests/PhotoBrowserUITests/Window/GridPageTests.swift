import CarouselUI
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserUI
import PhotoBrowsing
import PhotoLibrary
import TestBitmaps
import Testing

@MainActor @Suite("The grid as a page of the photo browser")
struct GridPageTests {
  /// The number of pixels of a color on the screen.
  private func count(_ color: Bitmap.Pixel, _ rig: BrowserRig) -> Int {
    let word = 0xFF00_0000 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    return rig.session.capture().pixels.count { $0 == word }
  }

  @Test("A thumbnail is opened by a key, and Escape leads back to the grid and then to the carousel")
  func opened() async throws {
    let rig = try BrowserRig(count: 5)
    try await rig.settle()
    try await rig.press("g")
    try await rig.settle()
    #expect(rig.state.page == .grid && rig.browser.carouselPage.isHidden)
    for number in 0..<5 { #expect(count(BrowserRig.color(number), rig) > 1000) }
    try await rig.press(.right)
    try await rig.press(.right)
    #expect(rig.state.currentIndex == 2 && rig.title == "2.png – 3 of 5")
    try await rig.press(.enter)
    try await rig.settle()
    #expect(rig.state.page == .single && rig.middle == BrowserRig.color(2))
    try await rig.press(.escape)
    try await rig.settle()
    #expect(rig.state.page == .grid && count(BrowserRig.color(4), rig) > 1000)
    try await rig.press(.escape)
    try await rig.settle()
    #expect(rig.state.page == .carousel && rig.middle == BrowserRig.color(2))
  }

  @Test("Escape clears a selection of several photos first, and then goes back")
  func escape() async throws {
    let rig = try BrowserRig(count: 5)
    try await rig.settle()
    try await rig.press("g")
    try await rig.settle()
    rig.compositor.seat.keyboard.press(.shift)
    try await rig.press(.right)
    rig.compositor.seat.keyboard.release(.shift)
    #expect(rig.browser.gridPage.grid.selectedPhotos.count == 2)
    try await rig.press(.escape)
    #expect(rig.state.page == .grid && rig.browser.gridPage.grid.selectedPhotos.isEmpty)
    try await rig.press(.escape)
    try await rig.settle()
    #expect(rig.state.page == .carousel)
  }

  @Test("A thumbnail that is clicked on the grid, which was opened from a photo, leads back to the grid")
  func openedFromSingle() async throws {
    let rig = try BrowserRig(count: 5, page: .single)
    try await rig.settle()
    try await rig.press("g")
    try await rig.settle()
    // No frame is between the press and the release, so that it is no long press on a busy machine.
    rig.compositor.seat.pointer.move(to: (240, 110))
    rig.compositor.seat.pointer.press(.left)
    rig.compositor.seat.pointer.release(.left)
    try await rig.session.frames(2)
    try await rig.settle()
    #expect(rig.state.page == .single && rig.middle == BrowserRig.color(1), "\(rig.title)")
    try await rig.press(.escape)
    try await rig.settle()
    #expect(rig.state.page == .grid && count(BrowserRig.color(4), rig) > 1000)
  }

  @Test(
    "A file that was replaced has its new thumbnail, also if it was replaced while the grid was hidden",
    arguments: [true, false])
  func replacedFile(isShown: Bool) async throws {
    let rig = try BrowserRig(count: 3)
    try await rig.settle()
    try await rig.press("g")
    try await rig.settle()
    #expect(count(BrowserRig.color(1), rig) > 1000)
    if !isShown { try await rig.press("g") }
    try await rig.settle()
    let white = Bitmap.Pixel(255, 255, 255)
    rig.replace(1, by: Bitmap(width: 900, height: 700, filledWith: white))
    try await rig.settle()
    if !isShown { try await rig.press("g") }
    try await rig.settle()
    #expect(rig.state.page == .grid)
    #expect(count(BrowserRig.color(1), rig) == 0 && count(white, rig) > 1000)
  }

  /// Whether the cell of a photo has a frame in the accent color.
  private func isMarked(_ index: Int, _ rig: BrowserRig) throws -> Bool {
    let collection = rig.browser.gridPage.grid.collection
    let frame = collection.frame(ofItem: index)
    let corner = try #require(collection.convert(frame.origin - collection.contentOffset, to: nil))
    let capture = rig.session.capture()
    let accent = rig.ui.contentView.effectiveTheme.accentColor
    let word = capture[Int(corner.x + frame.size.width / 2), Int(corner.y + 1)]
    let channels = [accent.red, accent.green, accent.blue]
    return zip(channels, [16, 8, 0]).allSatisfy { abs($0 * 255 - Double(word >> $1 & 255)) < 3 }
  }

  @Test("The current photo is marked when the grid opens, and the mark follows it")
  func mark() async throws {
    let rig = try BrowserRig(count: 5)
    try await rig.settle()
    for _ in 0..<2 {
      try await rig.press(.right)
      try await rig.settle()
    }
    // Not by a key, which would show the ring of the keyboard.
    #expect(rig.ui.contentView.perform(Command("photo.grid", title: "")))
    try await rig.settle()
    for index in 0..<5 { #expect(try isMarked(index, rig) == (index == 2), "\(index)") }
    #expect(rig.ui.contentView.perform(Command("photo.last", title: "")))
    try await rig.settle()
    for index in 0..<5 { #expect(try isMarked(index, rig) == (index == 4), "\(index)") }
  }

  @Test("A key shows the names below the thumbnails and hides them, and the choice is remembered")
  func names() async throws {
    let rig = try BrowserRig(count: 3, page: .grid)
    var remembered: [Set<BrowserState.Part>] = []
    rig.browser.onChoice = { remembered.append($1) }
    try await rig.settle()
    let without = rig.session.capture().pixels
    try await rig.press("n")
    try await rig.settle()
    #expect(rig.browser.gridPage.grid.showsNames && rig.session.capture().pixels != without)
    try await rig.press("n")
    try await rig.settle()
    #expect(rig.session.capture().pixels == without && remembered == [[.thumbnailNames], []])
  }

  @Test("A photo that was rotated or mirrored is shown so in the grid and in the strip")
  func rotated() async throws {
    let (left, right) = (Bitmap.Pixel(200, 20, 30), Bitmap.Pixel(20, 30, 200))
    var picture = Bitmap(width: 800, height: 800, filledWith: right)
    picture.fillCorner(width: 400, height: 800, with: left)
    let rig = try BrowserRig(picture, page: .single, scale: 1)
    try await rig.settle()
    try await rig.press("r")
    try await rig.settle()
    try await rig.press("g")
    try await rig.settle()
    func colors(_ view: View?) throws -> [Bitmap.Pixel] {
      let view = try #require(view)
      // The name of the file may be at the lower edge.
      return try [0.1, 0.7].map { y in
        let point = try #require(
          view.convert(Point(x: view.size.width / 2, y: view.size.height * y), to: nil))
        let size = rig.ui.contentView.size
        return rig.pixel(point.x / size.width, point.y / size.height)
      }
    }
    let id = rig.state.photos[0].id
    // The left side is at the top after a clockwise quarter turn.
    #expect(try colors(rig.browser.gridPage.view(of: id)) == [left, right])
    try await rig.press(.escape)
    try await rig.settle()
    try await rig.press("s")
    try await rig.settle()
    #expect(try colors(rig.browser.strip?.view(of: id)) == [left, right])
    for _ in 0..<2 { try await rig.press("r") }
    try await rig.settle()
    #expect(try colors(rig.browser.strip?.view(of: id)) == [right, left])
    // The hidden grid shows it when it opens.
    try await rig.press("g")
    try await rig.settle()
    #expect(try colors(rig.browser.gridPage.view(of: id)) == [right, left])
    try await rig.press(.escape)
    try await rig.settle()
    try await rig.press(.f5)
    try await rig.settle()
    #expect(rig.state.page == .slideshow)
    #expect(rig.pixel(0.5, 0.1) == right && rig.pixel(0.5, 0.9) == left)
    try await rig.press(.escape)
    try await rig.settle()
    try await rig.press(.enter)
    try await rig.settle()
    #expect(rig.state.page == .carousel)
    #expect(try colors(rig.browser.carouselPage.view(of: id)) == [right, left])
  }

  @Test("Two keys make the thumbnails larger and smaller, and they stay sharp")
  func size() async throws {
    let rig = try BrowserRig(count: 5, page: .grid, parts: [.header])
    try await rig.settle()
    let grid = rig.browser.gridPage.grid
    func isEnabled(_ id: String) -> Bool? {
      rig.browser.commandTarget.state(of: Command(id, title: ""))?.isEnabled
    }
    let before = grid.collection.frame(ofItem: 0).size.width
    try await rig.press("=")
    try await rig.settle()
    let larger = grid.collection.frame(ofItem: 0).size.width
    let image = try #require(grid.view(of: rig.state.photos[0].id) as? ImageView)
    #expect(larger > before && image.imageSize.map { $0.width >= image.size.width } == true)
    for _ in 0..<8 { try await rig.press("-") }
    try await rig.settle()
    #expect(grid.collection.frame(ofItem: 0).size.width < before)
    #expect(isEnabled("zoom.out") == false && isEnabled("zoom.in") == true)
    for number in 0..<5 { #expect(count(BrowserRig.color(number), rig) > 1000) }
  }

  @Test("Several selected photos are copied as files")
  func copied() async throws {
    let rig = try BrowserRig(count: 4, page: .grid)
    try await rig.settle()
    rig.compositor.seat.keyboard.press(.shift)
    try await rig.press(.right)
    try await rig.press(.right)
    rig.compositor.seat.keyboard.release(.shift)
    #expect(rig.browser.gridPage.grid.selectedPhotos.count == 3)
    try await rig.press("c", with: .control)
    let files = try await rig.copiedFiles()
    #expect(files == (0..<3).map { rig.path(at: $0) })
  }
}

extension BrowserRig {
  /// Returns the paths of the copied files, as soon as files are copied.
  fileprivate func copiedFiles() async throws -> [String] {
    for _ in 0..<3000 where !compositor.seat.clipboard.types.contains("text/uri-list") {
      try await session.frames(1)
      try await Task.sleep(for: .milliseconds(1))
    }
    let read = compositor.seat.clipboard.read("text/uri-list")
    for _ in 0..<3000 where !read.isComplete {
      try await session.frames(1)
      try await Task.sleep(for: .milliseconds(1))
    }
    return URIList(parsing: read.bytes, limit: 100).entries.compactMap { entry in
      if case .file(let path) = entry { String(decoding: path, as: UTF8.self) } else { nil }
    }
  }
}
