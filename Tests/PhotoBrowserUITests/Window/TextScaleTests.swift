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
      count: 5, page: page, size: Size(width: 1000, height: 700), parts: [.header, .panel, .strip])
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
    try check(rig, "\(page)")
    // Actions without room are in a menu.
    let missing = before.filter { name in (try? actions().contains(name)) != true }
    guard !missing.isEmpty else { return }
    let more = rig.ui.accessibilityTree().all.filter { $0.role == .button && !before.contains($0.name) }
    #expect(more.count == 1, "\(missing) are missing, and there is \(more.map(\.name))")
  }

  /// Expects that no text of the window and its popups is cut.
  private func check(_ rig: BrowserRig, _ step: String) throws {
    #expect(rig.ui.cutTexts == [], "\(step)")
    guard let folder = ProcessInfo.processInfo.environment["CAROUSEL_PICTURES"] else { return }
    try rig.session.capture().writePNG(
      to: "\(folder)/text2-\(step)-\(Int(rig.ui.contentView.size.width)).png")
  }

  @Test(
    "With text of twice the size, no text of the menu, the keys, the search and the welcome page is cut",
    arguments: [Size(width: 1000, height: 700), Size(width: 480, height: 800)])
  func overlays(size: Size) async throws {
    let rig = try BrowserRig(count: 5, page: .grid, size: size, parts: [.header])
    var theme = Theme.dark
    theme.textScale = 2
    rig.ui.theme = theme
    try await rig.settle()
    try check(rig, "photos")
    try await rig.press(.f1)
    try await rig.settle()
    #expect(throws: Never.self) { try rig.ui.find(.dialog, "Keys") }
    try check(rig, "keys")
    try await rig.press(.escape)
    try await rig.press("/")
    try await rig.settle()
    try check(rig, "search")
    try await rig.press(.escape)
    try await rig.settle()
    rig.tap(at: try rig.ui.find(.button, "Menu").node().frame.center)
    try await rig.settle()
    #expect(throws: Never.self) { try rig.ui.find(.menu) }
    // In the narrow window, long titles of the menu end with an ellipsis.
    try withKnownIssue("The menu cuts long titles") {
      try check(rig, "menu")
    } when: {
      size.width < 600
    }
    try await rig.press(.escape)
    try await rig.settle()
    rig.browser.showFolderHelp()
    try await rig.settle()
    try check(rig, "folder-help")
    let empty = try BrowserRig(count: 0, size: size)
    empty.browser.emptyPage = .welcome
    empty.ui.theme = theme
    try await empty.settle()
    try check(empty, "welcome")
  }
}
