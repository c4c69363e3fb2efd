import CarouselUI
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserUI
import PhotoBrowsing
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
    #expect(rig.browser.gridPage.grid.selectedIDs.count == 2)
    try await rig.press(.escape)
    #expect(rig.state.page == .grid && rig.browser.gridPage.grid.selectedIDs.isEmpty)
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
}
