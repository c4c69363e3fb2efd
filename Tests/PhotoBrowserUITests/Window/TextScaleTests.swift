import CarouselUI
import Foundation
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserUI
import PhotoBrowsing
import Testing
import Views
import WindowFixtures

/// The window with text of twice the usual size (WCAG 2.2, 1.4.4).
@MainActor
struct TextScaleTests {
  @Test(
    "With text of twice the size, no text is cut, and each action is in the header or in its menu",
    arguments: [BrowserState.Page.carousel, .grid, .single])
  func pages(page: BrowserState.Page) async throws {
    let rig = try BrowserRig(
      count: 5, page: page, size: Size(width: 1000, height: 700), parts: [.panel, .strip])
    var theme = Theme.dark
    rig.ui.theme = theme
    try await rig.settle()
    func actions() throws -> [String] {
      let buttons = rig.ui.accessibilityTree().all.filter { $0.role == .button || $0.role == .switch }
      return buttons.filter { !$0.states.contains(.offscreen) }.map(\.name)
    }
    let before = try actions()
    theme.textScale = 2
    rig.ui.theme = theme
    try await rig.settle()
    #expect(rig.ui.contentView.root.cutTexts == [])
    if let folder = ProcessInfo.processInfo.environment["CAROUSEL_PICTURES"] {
      try rig.session.capture().writePNG(to: "\(folder)/text2-\(page).png")
    }
    // Actions without room are in a menu.
    let missing = before.filter { name in (try? actions().contains(name)) != true }
    guard !missing.isEmpty else { return }
    let more = rig.ui.accessibilityTree().all.filter { $0.role == .button && !before.contains($0.name) }
    #expect(more.count == 1, "\(missing) are missing, and there is \(more.map(\.name))")
  }
}
