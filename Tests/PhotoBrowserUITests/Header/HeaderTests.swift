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

  @Test("Without photos, the buttons of the header that need one are disabled, and keys do nothing")
  func welcome() async throws {
    let rig = try BrowserRig(count: 0, size: Size(width: 900, height: 600), parts: [.header])
    rig.browser.emptyPage = .welcome
    try await rig.settle()
    func enabled() throws -> Set<String> {
      let header = try #require(rig.browser.content.header)
      let buttons = header.accessibilityTree().all.filter {
        $0.element.view is Button && $0.states.contains(.enabled)
      }
      return Set(buttons.map(\.name))
    }
    #expect(try enabled() == ["Open a folder…", "Full screen", "Menu"])
    for key: Character in ["g", "s", "i", "1", "t", "v"] { try await rig.press(key) }
    #expect(rig.state.page == .carousel && rig.state.parts == [.header])
    try rig.add(2)
    try await rig.settle()
    #expect(
      try enabled().isSuperset(of: ["Show one photo", "Show all photos as thumbnails", "Thumbnail strip"]))
  }

  @Test(
    "By touch in a window of 360 × 640, the menus leave a strip free, where a tap closes them, and cut no text",
    arguments: [BrowserState.Page.single, .carousel, .grid])
  func freeStrip(page: BrowserState.Page) async throws {
    let rig = try BrowserRig(timersWith: 3, page: page, size: Self.phone, parts: [.header])
    try await rig.settle()
    func hold() async throws {
      rig.compositor.seat.touch.down(at: (180, 300))
      try await rig.session.frames(60)
      rig.compositor.seat.touch.up()
      try await rig.session.frames(4)
      #expect(rig.ui.openPopups.count == 1)
    }
    try await hold()
    let names = BrowserMenu.items(on: page).filter { !$0.submenu.isEmpty }.map(\.title)
    for name in names {
      let item = try #require(rig.ui.accessibilityTree().first { $0.name == name && $0.role == .menuItem })
      try item.element.activate()
      try await rig.session.frames(6)
      let menus = rig.ui.accessibilityTree().all.filter { $0.role == .menu }
      #expect(menus.count == 2)
      for menu in menus {
        let view = try #require(menu.element.view)
        #expect(view.size.width <= Self.phone.width - 48, "\(name)")
        // No text is cut.
        #expect(view.size.width >= view.fittingSize(in: Size(width: 0, height: 1)).width, "\(name)")
      }
      // The position of a submenu is that in its menu.
      var (origin, ranges) = (0.0, [ClosedRange<Double>]())
      for popup in rig.compositor.popups {
        origin += Double(popup.position.x)
        ranges.append(origin...origin + Double(popup.configuredSize.width))
      }
      let free = [4, Self.phone.width - 4].first { x in !ranges.contains { $0.contains(x) } }
      let x = try #require(free, "\(name): \(ranges)")
      // Some compositors close the submenu first.
      for _ in 0..<2 where !rig.ui.openPopups.isEmpty {
        rig.tap(at: Point(x: x, y: 320))
        try await rig.session.frames(6)
      }
      #expect(rig.ui.openPopups.isEmpty, "\(name)")
      try await hold()
    }
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
