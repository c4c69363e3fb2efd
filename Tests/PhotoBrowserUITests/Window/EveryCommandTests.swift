import CarouselUI
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserUI
import PhotoBrowsing
import PhotoLibrary
import TestSupport
import Testing
import Views

/// Each command of each page, as a user performs it.
@MainActor
struct EveryCommandTests {
  /// A way to perform a command. The items of menus are found by their roles and names.
  enum Way: CaseIterable { case pointer, touch, key }

  /// The state that a user sees.
  private struct Seen: Equatable {
    var page: BrowserState.Page
    var index: Int?
    var zoom: PhotoZoom
    var keepsZoom: Bool
    var background: PhotoBackground
    var orientation: ImageOrientation
    var isSearching: Bool
    var order: PhotoOrder
    var slideshow: SlideshowOptions
    var isPaused: Bool
    var parts: Set<BrowserState.Part>
    var isFullscreen: Bool
    var isHelpShown: Bool
    var type: CarouselType
    var isVertical: Bool
    var cellWidth: Double
    var visible: Rect
    var opensFolder: Bool
    var hasQuit: Bool
  }

  /// A window with the second of three photos, and the requests and exits that it has reported.
  @MainActor
  private final class Visit {
    let rig: BrowserRig
    private var opensFolder = false

    init(_ page: BrowserState.Page) async throws {
      var show = SlideshowOptions()
      show.interval = 600
      rig = try BrowserRig(
        count: 3, page: page, size: Size(width: 1000, height: 760), parts: [.header], slideshow: show)
      rig.browser.onOpenFolder = { [weak self] in self?.opensFolder = true }
      try await rig.settle()
      // A menu that opens shows the pointer. It then is above the photos.
      rig.compositor.seat.pointer.move(to: (500, 20))
      try await rig.press(.right)
      try await rig.settle()
    }

    var seen: Seen {
      let (state, browser) = (rig.state, rig.browser)
      let visible = browser.single.photoView?.visibleContentRect ?? .zero
      return Seen(
        page: state.page, index: state.currentIndex, zoom: state.zoom, keepsZoom: state.keepsZoom,
        background: state.background, orientation: state.orientation, isSearching: state.search != nil,
        order: state.order, slideshow: state.slideshow, isPaused: browser.slideshow.isPaused,
        parts: state.parts, isFullscreen: state.isFullscreen, isHelpShown: state.isHelpShown,
        type: browser.carousel.type, isVertical: browser.carousel.isVertical,
        cellWidth: state.page == .grid ? browser.gridPage.grid.collection.frame(ofItem: 0).size.width : 0,
        visible: state.page == .single ? visible : .zero, opensFolder: opensFolder, hasQuit: rig.hasQuit)
    }

    func isEnabled(_ command: Command) -> Bool {
      rig.browser.commandTarget.state(of: command)?.isEnabled == true
    }

    // MARK: The user

    /// Performs a command; returns whether this is possible in this way.
    func perform(_ command: Command, by way: Way) async throws -> Bool {
      switch way {
      case .key:
        guard let shortcut = command.shortcuts.first else { return false }
        try await press(shortcut.description)
      case .pointer, .touch:
        let header = rig.ui.accessibilityTree().first { $0.role == .button && $0.name == command.title }
        if let header {
          try await choose(header.frame.center, by: way)
          break
        }
        try await openMenu(by: way)
        if command.id == "window.menu" { break }
        let items = rig.browser.menuItems
        if let parent = items.first(where: { $0.submenu.contains { $0.command?.id == command.id } }) {
          try await choose(try place(ofItem: parent.title), by: way)
        }
        try await choose(try place(ofItem: command.title), by: way)
      }
      if command.id == "window.menu" { try await closeMenu() }
      try await rig.settle()
      return true
    }

    /// Closes the menu, which must be open.
    func closeMenu() async throws {
      #expect(!rig.ui.openPopups.isEmpty)
      try await rig.press(.escape)
    }

    /// Opens the menu of the header, and in a slideshow, which has none, that of the page.
    private func openMenu(by way: Way) async throws {
      let button = rig.ui.accessibilityTree().first { $0.role == .button && $0.name == "Menu" }
      if let button { return try await choose(button.frame.center, by: way) }
      if way == .pointer {
        rig.compositor.seat.pointer.click(at: (500, 380), .right)
      } else {
        rig.compositor.seat.touch.down(at: (500, 380))
        try await rig.session.frames(60)
        rig.compositor.seat.touch.up()
      }
      try await rig.session.frames(8)
    }

    /// The point of the window at the middle of an item of the newest menu that has it.
    private func place(ofItem title: String) throws -> Point {
      let nodes = rig.ui.accessibilityTree().all
      let menus = nodes.filter { $0.role == .menu }
      let item = try #require(
        nodes.last { [.menuItem, .menuItemCheckBox].contains($0.role) && $0.name == title }, "\(title)")
      let level = try #require(menus.firstIndex { $0.element.view === item.element.view }, "\(title)")
      // The position of a menu is relative to its parent menu.
      let margin = PopoverView.shadowMargin
      return rig.compositor.popups.prefix(level + 1).reduce(
        item.frame.center - Point(x: margin, y: margin)
      ) { $0 + Point(x: Double($1.position.x), y: Double($1.position.y)) }
    }

    private func choose(_ point: Point, by way: Way) async throws {
      if way == .touch {
        rig.tap(at: point)
      } else {
        rig.compositor.seat.pointer.click(at: (point.x, point.y))
      }
      try await rig.session.frames(8)
    }

    /// Presses a key that a description names, such as `Ctrl+S`.
    private func press(_ description: String) async throws {
      let keyboard = rig.compositor.seat.keyboard
      var name = description
      var modifiers: [HeadlessCompositor.Key] = []
      for (prefix, key) in [("Ctrl+", HeadlessCompositor.Key.control), ("Shift+", .shift)]
      where name.hasPrefix(prefix) && name.count > prefix.count {
        name.removeFirst(prefix.count)
        modifiers.append(key)
      }
      for key in modifiers { keyboard.press(key) }
      if let key = Self.keys[name] {
        keyboard.tap(key)
      } else {
        try #require(name.count == 1, "\(description)")
        keyboard.type(name.lowercased())
      }
      for key in modifiers.reversed() { keyboard.release(key) }
      try await rig.session.frames(4)
    }

    private static let keys: [String: HeadlessCompositor.Key] = [
      "←": .left, "→": .right, "↑": .up, "↓": .down, "Page Up": .pageUp, "Page Down": .pageDown,
      "Home": .home, "End": .end, "Return": .enter, "Backspace": .backspace, "Space": .space,
      "Escape": .escape, "F1": .f1, "F5": .f5, "F10": HeadlessCompositor.Key(code: 68), "F11": .f11,
    ]
  }

  /// The commands that change nothing here: the picture has no place for a rotation, it is as wide as the page when they move it, or the
  /// type, the order and the transition are the present ones.
  private static let idle: Set<String> = [
    "photo.copy", "photo.saveRotation", "window.menu", "sort.name", "type.coverFlow2", "zoom.fit",
    "zoom.left",
    "zoom.right", "transition.fade",
  ]
  /// The commands that need an animation, a search, or a rotation that was saved, and those that the grid or a slideshow does not
  /// have.
  private static let unavailable: Set<String> = [
    "animation.play", "animation.next", "animation.previous", "photo.findNext", "photo.findPrevious",
    "photo.undo", "view.strip", "view.fullscreen",
  ]

  @Test(
    "Each command does the same by the pointer, by touch and by its key as its action does",
    arguments: BrowserState.Page.allCases, Way.allCases)
  func commands(page: BrowserState.Page, way: Way) async throws {
    var (user, action) = (try await Visit(page), try await Visit(page))
    var without: Set<String> = []
    var idle: Set<String> = []
    for command in PhotoCommands.all(on: page) {
      let before = user.seen
      #expect(before == action.seen && user.isEnabled(command) == action.isEnabled(command), "\(command.id)")
      guard user.isEnabled(command) else {
        without.insert(command.id)
        continue
      }
      guard try await user.perform(command, by: way) else { continue }
      #expect(action.rig.browser.commandTarget.perform(command), "\(command.id)")
      try await action.rig.session.frames(4)
      if command.id == "window.menu" { try await action.closeMenu() }
      try await action.rig.settle()
      var (after, expected) = (user.seen, action.seen)
      // With a short interval, the show goes on while the user opens the menu.
      let isRunning = page == .slideshow && after.slideshow.interval < 100
      if isRunning { (after.index, expected.index) = (nil, nil) }
      #expect(after == expected, "\(command.id)")
      if after == before { idle.insert(command.id) }
      let isElsewhere =
        after.page != page || after.isHelpShown || after.isSearching || after.opensFolder || after.hasQuit
        || after.isFullscreen != before.isFullscreen || !after.parts.contains(.header)
      if isElsewhere || isRunning || after != expected {
        (user, action) = (try await Visit(page), try await Visit(page))
      }
    }
    #expect(without.isSubset(of: Self.unavailable), "\(without)")
    #expect(idle.isSubset(of: Self.idle), "\(idle)")
  }
}
