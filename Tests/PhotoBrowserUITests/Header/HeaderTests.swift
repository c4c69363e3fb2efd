import CarouselUI
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserUI
import PhotoBrowsing
import TestSupport
import Testing
import Views

@Suite("The header and the menus")
@MainActor
struct HeaderTests {
  private static let phone = Size(width: 360, height: 640)

  /// A way to press a button.
  enum Press: CaseIterable { case pointer, touch, key }

  private func press(_ name: String, in rig: BrowserRig, by way: Press) async throws {
    let node = try #require(
      rig.ui.accessibilityTree().first { $0.role == .button && $0.name == name }, "\(name)")
    let point = node.frame.center
    switch way {
    case .pointer:
      rig.compositor.seat.pointer.click(at: (point.x, point.y))
    case .touch: rig.tap(at: point)
    case .key:
      #expect(node.element.view?.becomeFocused() == true)
      try await rig.press(.space)
    }
    try await rig.settle()
  }

  @Test("The buttons of the header perform the commands", arguments: Press.allCases)
  func buttons(way: Press) async throws {
    let rig = try BrowserRig(count: 3, size: Size(width: 900, height: 600), parts: [.header])
    try await rig.settle()
    try await press("Show one photo", in: rig, by: way)
    #expect(rig.state.page == .single)
    try await press("Zoom in", in: rig, by: way)
    #expect(rig.state.zoom != .fit)
    try await press("Thumbnail strip", in: rig, by: way)
    #expect(rig.state.parts == [.header, .strip])
    try await press("Show all photos as thumbnails", in: rig, by: way)
    #expect(rig.state.page == .grid)
    // The grid has no strip.
    let strip = rig.ui.accessibilityTree().first { $0.role == .button && $0.name == "Thumbnail strip" }
    #expect(strip?.states.contains(.enabled) == false)
    try await press("Information about the photo", in: rig, by: way)
    #expect(rig.state.parts == [.header, .strip, .panel])
    var hasOpened = false
    rig.browser.onOpenFolder = { hasOpened = true }
    try await press("Open a folder…", in: rig, by: way)
    #expect(hasOpened)
    try await press("Full screen", in: rig, by: way)
    #expect(rig.state.isFullscreen)
  }

  @Test(
    "In a window of 360 × 640, all commands are in the header and its menus, each at least 44 points high")
  func narrow() async throws {
    let rig = try BrowserRig(count: 3, size: Self.phone, parts: [.header])
    for page in [BrowserState.Page.carousel, .single, .grid] {
      try await rig.settle()
      if page == .single { try await rig.press(.enter) }
      if page == .grid { try await rig.press("g") }
      try await rig.settle()
      #expect(rig.state.page == page)
      var names: Set<String> = []
      func add(_ node: AccessibilityNode) {
        guard [.button, .menuItem, .menuItemCheckBox].contains(node.role) else { return }
        #expect(node.frame.size.height >= 44, "\(node.name) on the page \(page)")
        names.insert(node.name)
      }
      for node in rig.ui.accessibilityTree().all { add(node) }
      let menu = try #require(rig.ui.accessibilityTree().first { $0.role == .button && $0.name == "Menu" })
      rig.tap(at: menu.frame.center)
      try await rig.session.frames(3)
      let items = rig.browser.menuItems.flatMap { [$0] + $0.submenu }.map(\.title)
      for node in rig.ui.accessibilityTree().all { add(node) }
      names.formUnion(items)
      for command in PhotoCommands.all(on: page) where command.id != "window.menu" {
        #expect(names.contains(command.title), "\(command.title) on the page \(page)")
      }
      try await rig.press(.escape)
      try await rig.settle()
    }
  }
}
