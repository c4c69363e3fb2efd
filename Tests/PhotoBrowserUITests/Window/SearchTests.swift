import CarouselUI
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserUI
import PhotoBrowsing
import PhotoLibrary
import TestSupport
import Testing
import Views

@MainActor @Suite("Finding and sorting photos in the window")
struct SearchTests {
  private func hasField(_ rig: BrowserRig) -> Bool {
    rig.ui.accessibilityTree().first { $0.role == .textField && $0.name == "Name or date, such as 2024-05" }
      != nil
  }

  @Test(
    "The key / opens a field; each letter shows a photo that matches, and Return and Escape keep it",
    .proves("V01"), arguments: [BrowserState.Page.grid, .single, .carousel])
  func find(page: BrowserState.Page) async throws {
    let rig = try BrowserRig(count: 24, page: page)
    try await rig.settle()
    try await rig.press("/")
    try await rig.settle()
    #expect(hasField(rig))
    // The letters perform no commands: 1 is a type of the carousel, and v makes it vertical.
    for key: Character in ["1", "7"] { try await rig.press(key) }
    try await rig.settle()
    #expect(rig.state.currentPhoto?.photo.name == "17.png" && rig.state.page == page)
    #expect(throws: Never.self) { try rig.ui.find(.label, "1 of 1") }
    try await rig.press(.escape)
    try await rig.settle()
    #expect(!hasField(rig) && rig.state.page == page && !rig.hasQuit)
    #expect(rig.state.currentPhoto?.photo.name == "17.png")
    rig.compositor.seat.keyboard.press(.control)
    try await rig.press("f")
    rig.compositor.seat.keyboard.release(.control)
    try await rig.press("2")
    try await rig.settle()
    #expect(rig.state.currentPhoto?.photo.name == "20.png")
    // Those with a 2: 2, 12, 20, 21, 22, 23. From 17.png, the first one is 20.png.
    try await rig.press("g", with: .control)
    try await rig.press("g", with: .control)
    try await rig.settle()
    #expect(rig.state.currentPhoto?.photo.name == "22.png")
    #expect(throws: Never.self) { try rig.ui.find(.label, "5 of 6") }
    try await rig.press(.enter)
    try await rig.settle()
    #expect(!hasField(rig) && rig.state.currentPhoto?.photo.name == "22.png" && rig.state.page == page)
    // The keys belong to the page again.
    try await rig.press(page == .single ? .right : .left)
    try await rig.settle()
    #expect(rig.state.currentPhoto?.photo.name == (page == .single ? "23.png" : "21.png"))
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "The buttons of the field show the next and the previous match, and close it", arguments: [false, true])
  func buttons(byTouch: Bool) async throws {
    let rig = try BrowserRig(count: 24, page: .grid, size: Size(width: 360, height: 640))
    try await rig.settle()
    try await rig.press("/")
    try await rig.press("1")
    try await rig.settle()
    func press(_ name: String) async throws {
      let node = try #require(
        rig.ui.accessibilityTree().first { $0.role == .button && $0.name == name }, "\(name)")
      let point = node.frame.center
      if byTouch { rig.tap(at: point) } else { rig.compositor.seat.pointer.click(at: (point.x, point.y)) }
      try await rig.settle()
    }
    let first = rig.state.currentIndex
    try await press("Next photo that was found")
    #expect(rig.state.currentIndex != first && rig.state.page == .grid)
    try await press("Previous photo that was found")
    #expect(rig.state.currentIndex == first)
    try await press("End the search")
    #expect(!hasField(rig) && rig.state.currentIndex == first && rig.state.page == .grid)
  }

  @Test(
    "A command sorts the photos, keeps the current one, and is checked in the menu",
    arguments: [BrowserState.Page.grid, .single, .carousel])
  func sort(page: BrowserState.Page) async throws {
    let rig = try BrowserRig(count: 12, page: page)
    try await rig.settle()
    for _ in 0..<3 {
      try await rig.press(.right)
      try await rig.settle()
    }
    let names = rig.state.photos.map(\.photo.name)
    let view = rig.browser.commandTarget
    func isChecked(_ id: String) -> Bool? { view.state(of: Command(id, title: ""))?.isChecked }
    #expect(isChecked("sort.name") == true && isChecked("sort.reverse") == false)
    #expect(view.perform(Command("sort.reverse", title: "")))
    try await rig.settle()
    #expect(rig.state.photos.map(\.photo.name) == names.reversed())
    #expect(rig.state.currentPhoto?.photo.name == "3.png" && rig.state.currentIndex == 8)
    #expect(isChecked("sort.reverse") == true && rig.state.page == page)
    if page == .single { #expect(rig.middle == rig.currentColor) }
    #expect(view.perform(Command("sort.size", title: "")))
    try await rig.settle()
    #expect(rig.state.order == PhotoOrder(.size, isReversed: true) && isChecked("sort.name") == false)
    if page == .grid { #expect(rig.browser.gridPage.grid.grouping == .none) }
  }

  @Test(
    "Keys directly after a change of the order wait for it: the title, the state and the picture are those of the new order",
    arguments: [BrowserState.Page.grid, .single, .carousel])
  func moveWhileSorting(page: BrowserState.Page) async throws {
    let rig = try BrowserRig(count: 12, page: page)
    try await rig.settle()
    rig.isSortingSlow = true
    #expect(rig.browser.commandTarget.perform(Command("sort.reverse", title: "")))
    try await rig.press(page == .grid ? .end : .home)
    try await rig.session.frames(10)
    #expect(rig.title == "0.png – 1 of 12" && rig.browser.carousel.currentItemIndex == 0)
    rig.isSortingSlow = false
    try await rig.settle()
    let name = page == .grid ? "0.png – 12 of 12" : "11.png – 1 of 12"
    #expect(rig.title == name && rig.state.title == name)
    if page != .grid { #expect(rig.middle == rig.currentColor) }
  }

  @Test(
    "Home during the reading of the metadata shows the first photo of the complete order",
    arguments: [BrowserState.Page.grid, .single, .carousel])
  func firstWhileReading(page: BrowserState.Page) async throws {
    let rig = try BrowserRig(count: 12, page: page)
    try await rig.settle()
    for _ in 0..<4 { try await rig.press(.right) }
    try await rig.settle()
    #expect(rig.browser.commandTarget.perform(Command("sort.taken", title: "")))
    try await rig.settle()
    try await rig.press(.home)
    try await rig.session.frames(2)
    for number in 0..<12 {
      rig.describe(number, taken: Int64(100 - number))
      try await rig.session.frames(2)
    }
    try await rig.settle()
    #expect(rig.state.photos.map(\.photo.name) == (0..<12).reversed().map { "\($0).png" })
    #expect(rig.title == "11.png – 1 of 12" && rig.state.currentIndex == 0)
    if page != .grid { #expect(rig.middle == rig.currentColor) }
  }

  @Test("Return during the reading of dates waits for the first photo of the date")
  func returnWhileReading() async throws {
    let rig = try BrowserRig(count: 5, page: .single)
    try await rig.settle()
    try await rig.press("/")
    for key: Character in ["2", "0", "1", "4"] { try await rig.press(key) }
    try await rig.press(.enter)
    #expect(rig.state.searchResult == "Reading, 0% of dates")
    for number in 0..<5 { rig.describe(number, taken: number == 3 ? 1_400_112_000 : 0) }
    try await rig.settle()
    #expect(rig.title == "3.png – 4 of 5" && rig.state.searchResult == "1 of 1")
    try await rig.press(.enter)
    #expect(rig.state.search == nil && rig.state.currentIndex == 3)
  }

  @Test("The bar of the search covers no photo: the pages are below it")
  func covering() async throws {
    for page in [BrowserState.Page.grid, .single, .carousel] {
      let rig = try BrowserRig(count: 24, page: page, size: Size(width: 360, height: 640), parts: [.header])
      try await rig.settle()
      try await rig.press("/")
      try await rig.settle()
      let bar = try #require(rig.browser.content.searchBar)
      #expect(bar.frame.minY >= (rig.browser.content.header?.frame.maxY ?? 0) && bar.size.width == 360)
      let area = rig.browser.content.pageArea
      let top = try #require(area.convert(.zero, to: rig.browser.content))
      #expect(top.y >= bar.frame.maxY && area.size.height > 400, "\(page)")
      try await rig.press(.escape)
      try await rig.settle()
      #expect(rig.browser.content.searchBar == nil)
    }
  }

  @Test("In full screen, a tap on a button of the field is not covered by the header that it reveals")
  func fullscreen() async throws {
    let rig = try BrowserRig(count: 24, page: .grid, size: Size(width: 360, height: 640))
    try await rig.settle()
    try await rig.press("f")
    try await rig.settle()
    try await rig.press("/")
    try await rig.press("1")
    try await rig.settle()
    var found: [Int?] = []
    for _ in 0..<3 {
      let node = try #require(
        rig.ui.accessibilityTree().first { $0.role == .button && $0.name == "Next photo that was found" })
      rig.tap(at: node.frame.center)
      try await rig.session.frames(20)
      found.append(rig.state.currentIndex)
    }
    #expect(Set(found).count == 3 && rig.state.page == .grid)
  }

  @Test("After a search, the photo that was found is copied, and not one that was selected before")
  func copy() async throws {
    let rig = try BrowserRig(count: 24, page: .grid)
    try await rig.settle()
    try await rig.press(.right)
    #expect(rig.browser.gridPage.grid.selectedPhotos.map(\.photo.name) == ["1.png"])
    try await rig.press("/")
    for key: Character in ["1", "7"] { try await rig.press(key) }
    try await rig.press(.enter)
    try await rig.settle()
    #expect(
      rig.state.currentPhoto?.photo.name == "17.png" && rig.browser.gridPage.grid.selectedPhotos.isEmpty)
    // The first Escape goes back already.
    try await rig.press(.escape)
    try await rig.settle()
    #expect(rig.state.page == .carousel || rig.hasQuit)
  }
}
