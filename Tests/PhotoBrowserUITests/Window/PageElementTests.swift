import CarouselUI
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserUI
import Testing
import ViewFixtures
import Views

/// The elements of the pages while one page moves in front of another one.
@MainActor
struct PageElementTests {
  @Test(
    "From the first frame of the motion, only the page that comes has elements, and not the page behind it")
  func motion() async throws {
    let rig = try BrowserRig(count: 4)
    try await rig.settle()
    func lists() -> [String] {
      rig.ui.accessibilityTree().all.filter { $0.role == .list }.map(\.name)
    }
    #expect(lists() == ["Photos"])
    try await rig.press(.enter)
    #expect(rig.browser.isMoving && lists() == ["Photo"])
    try await rig.settle()
    #expect(lists() == ["Photo"])
    try await rig.press(.enter)
    #expect(rig.browser.isMoving && lists() == ["Photos"])
    try await rig.settle()
    #expect(lists() == ["Photos"])
    // A motion that turns around.
    try await rig.press(.enter)
    try await rig.press(.enter)
    #expect(lists() == ["Photos"])
    try await rig.press(.enter)
    #expect(lists() == ["Photo"])
  }
}
