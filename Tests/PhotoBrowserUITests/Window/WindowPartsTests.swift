import CarouselUI
import Foundation
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserUI
import PhotoBrowsing
import PhotoLibrary
import TestSupport
import Testing
import Views

@Suite("The parts of the window")
@MainActor
struct WindowPartsTests {
  private func nodes(_ rig: BrowserRig) -> [AccessibilityNode] { rig.ui.accessibilityTree().all }
  private func isShown(_ name: String, in rig: BrowserRig) -> Bool { nodes(rig).contains { $0.name == name } }

  private func node(_ role: AccessibilityRole, _ name: String, in rig: BrowserRig) throws -> AccessibilityNode
  {
    try #require(nodes(rig).first { $0.role == role && $0.name == name }, "\(name)")
  }

  private func press(_ role: AccessibilityRole, _ name: String, in rig: BrowserRig) async throws {
    let point = try node(role, name, in: rig).frame.center
    rig.compositor.seat.pointer.click(at: (point.x, point.y))
    try await rig.session.frames(3)
    try await rig.settle()
  }

  // MARK: The name and the pointer

  @Test(
    "On the single page, the name and the position appear with the pointer, a touch or a key, and leave when the user is idle; then nothing runs",
    .proves("D079"))
  func name() async throws {
    let rig = try BrowserRig(timersWith: 3, page: .single, parts: [.name])
    try await rig.settle()
    #expect(!isShown("1 of 3", in: rig))
    let actions: [() -> Void] = [
      { rig.compositor.seat.pointer.move(to: (300, 200)) }, { rig.tap(at: Point(x: 300, y: 200)) },
      {
        rig.compositor.seat.keyboard.press(.shift)
        rig.compositor.seat.keyboard.release(.shift)
      },
    ]
    for (index, action) in actions.enumerated() {
      action()
      try await rig.session.frames(20)
      #expect(isShown("0.png", in: rig) && isShown("1 of 3", in: rig), "action \(index)")
      try await rig.session.frames(200)
      #expect(!isShown("1 of 3", in: rig), "action \(index)")
      #expect(rig.ui.window.isAtRest && rig.timerCount == 0, "action \(index)")
    }
    try await rig.press(.right)
    try await rig.settle()
    #expect(isShown("1.png", in: rig) && isShown("2 of 3", in: rig))
    try await rig.press("d")
    try await rig.session.frames(20)
    #expect(!rig.state.parts.contains(.name) && !isShown("2 of 3", in: rig))
  }

  // MARK: Full screen

  @Test("In full screen, the header appears for a pointer at the upper edge and for a tap, and leaves again")
  func fullscreenHeader() async throws {
    let rig = try BrowserRig(timersWith: 3, page: .single, parts: [.header])
    try await rig.settle()
    #expect(isShown("Menu", in: rig))
    try await rig.press("f")
    try await rig.settle()
    #expect(!isShown("Menu", in: rig))
    rig.compositor.seat.pointer.move(to: (300, 200))
    try await rig.session.frames(20)
    #expect(!isShown("Menu", in: rig))
    rig.compositor.seat.pointer.move(to: (300, 0))
    try await rig.session.frames(20)
    #expect(isShown("Menu", in: rig))
    try await rig.session.frames(300)
    #expect(isShown("Menu", in: rig), "the pointer is over it")
    rig.compositor.seat.pointer.move(to: (300, 300))
    try await rig.session.frames(300)
    #expect(!isShown("Menu", in: rig) && rig.ui.window.isAtRest && rig.timerCount == 0)
    rig.tap(at: Point(x: 300, y: 300))
    try await rig.session.frames(20)
    #expect(isShown("Menu", in: rig))
    try await rig.press("f")
    try await rig.settle()
    let menu = try node(.button, "Menu", in: rig)
    #expect(menu.frame.minY < 10, "nothing is above the header")
    try await rig.press("h")
    try await rig.settle()
    #expect(!isShown("Menu", in: rig) && rig.state.parts == [])
  }

  // MARK: The strip

  @Test(
    "The strip is in step with the carousel and the single page, and a tap on it shows a photo",
    .proves("V06"))
  func strip() async throws {
    let rig = try BrowserRig(count: 6, size: Size(width: 900, height: 600))
    try await rig.settle()
    try await rig.press("s")
    try await rig.settle()
    let strip = try #require(rig.browser.strip)
    #expect(strip.isInWindow && strip.currentID == rig.state.current)
    for page in [BrowserState.Page.carousel, .single] {
      #expect(rig.state.page == page)
      try await rig.press(.right)
      try await rig.settle()
      #expect(strip.currentID == rig.state.current)
      let other = rig.state.photos[4].id
      let view = try #require(strip.view(of: other))
      let point = try #require(view.convert(view.bounds.center, to: nil))
      rig.compositor.seat.pointer.click(at: (point.x, point.y))
      try await rig.session.frames(3)
      try await rig.settle()
      #expect(rig.state.current == other && strip.currentID == other, "\(page)")
      try await rig.press(.home)
      try await rig.settle()
      if page == .carousel { try await rig.press(.enter) }
      try await rig.settle()
    }
    try await rig.press("g")
    try await rig.settle()
    #expect(!strip.isInWindow && rig.browser.strip == nil)
  }

  @Test("A drag of the strip shows the photos that pass its middle on the carousel and on the single page")
  func scrub() async throws {
    let rig = try BrowserRig(count: 20, size: Size(width: 900, height: 600), parts: [.strip])
    try await rig.settle()
    let strip = try #require(rig.browser.strip)
    for page in [BrowserState.Page.carousel, .single] {
      if page == .single { try await rig.press(.enter) }
      try await rig.settle()
      let before = try #require(rig.state.currentIndex)
      let y = try #require(strip.convert(strip.bounds.center, to: nil)).y
      try await rig.session.drag(
        from: Point(x: 600, y: y), to: Point(x: 300, y: y), frames: 12)
      #expect(rig.state.current == strip.currentID, "\(page)")
      try await rig.session.holdAndRelease()
      try await rig.settle()
      let index = try #require(rig.state.currentIndex)
      #expect(index >= before + 3 && strip.currentID == rig.state.current, "\(page)")
      #expect(rig.state.page == page && rig.pixel(0.5, 0.4) == rig.currentColor, "\(page)")
    }
  }

  // MARK: Menus

  /// A way to open the context menu.
  enum Opening: CaseIterable { case click, shiftF10, menuKey, f10 }

  @Test(
    "The context menu opens by the secondary button and by keys, and performs commands",
    arguments: Opening.allCases)
  func contextMenu(opening: Opening) async throws {
    let rig = try BrowserRig(count: 3)
    try await rig.settle()
    let keyboard = rig.compositor.seat.keyboard
    let f10 = HeadlessCompositor.Key(code: 68)
    switch opening {
    case .click: rig.compositor.seat.pointer.click(at: (320, 240), .right)
    case .shiftF10:
      keyboard.press(.shift)
      try await rig.press(f10)
      keyboard.release(.shift)
    case .menuKey: try await rig.press(HeadlessCompositor.Key(code: 127))
    case .f10: try await rig.press(f10)
    }
    try await rig.session.frames(4)
    let item = try node(.menuItemCheckBox, "Show all photos as thumbnails", in: rig)
    #expect(item.hint == "G")
    try item.element.activate()
    try await rig.session.frames(4)
    try await rig.settle()
    #expect(rig.state.page == .grid && rig.ui.openPopups.isEmpty)
  }

  @Test(
    "All commands of a page are in its menu, and no command is there twice",
    arguments: BrowserState.Page.allCases)
  func menuContents(page: BrowserState.Page) {
    let items = BrowserMenu.items(on: page)
    let ids = items.flatMap { [$0] + $0.submenu }.compactMap { $0.command?.id }
    #expect(Set(ids).count == ids.count)
    let expected = PhotoCommands.all(on: page).map(\.id).filter { $0 != "window.menu" && $0 != "photo.whole" }
    #expect(Set(ids) == Set(expected))
    #expect(items.first?.isSeparator == false && items.last?.isSeparator == false)
  }

  // MARK: The panel

  @Test("The panel is beside the pages, or a sheet in a narrow window, which Escape closes")
  func panel() async throws {
    let rig = try BrowserRig(count: 3, page: .single, size: Size(width: 900, height: 600))
    try await rig.settle()
    try await rig.press("i")
    try await rig.settle()
    let panel = try node(.group, "Information", in: rig)
    #expect(panel.frame.minX == 600 && panel.frame.maxX == 900 && rig.state.parts == [.panel])
    #expect(rig.pixel(300 / 900, 0.5) == rig.currentColor)
    try await rig.press("i")
    try await rig.settle()
    #expect(rig.state.parts == [] && !isShown("Information", in: rig))

    let narrow = try BrowserRig(count: 3, page: .single, size: Size(width: 360, height: 640))
    try await narrow.settle()
    try await narrow.press("i")
    try await narrow.settle()
    #expect(try node(.group, "Information", in: narrow).frame.minX == 60)
    try await narrow.press(.escape)
    try await narrow.settle()
    #expect(narrow.state.parts == [] && narrow.state.page == .single)
  }

  // MARK: Problems

  @Test("A file that cannot be shown has a sentence and a button on the single page, which loads it again")
  func unreadable() async throws {
    let rig = try BrowserRig(count: 2, page: .single, size: Size(width: 900, height: 600))
    try rig.spoil(0)
    try await rig.settle()
    let message = try #require(nodes(rig).first { $0.name.contains("is not in a known image format") })
    #expect(message.name.contains("0.png"))
    rig.repair(0)
    try await press(.button, "Try Again", in: rig)
    #expect(!isShown("Try Again", in: rig))
    #expect(rig.middle == rig.currentColor)
    try await rig.press(.right)
    try await rig.settle()
    #expect(!isShown("Try Again", in: rig))
  }

  // MARK: Without photos

  @Test("The welcome page has a button for a folder and the recent folders, which can be forgotten")
  func welcome() async throws {
    let rig = try BrowserRig(count: 0)
    var log: [String] = []
    rig.browser.onOpenFolder = { log.append("choose") }
    rig.browser.onClearRecent = { log.append("clear") }
    rig.browser.exchange.onOpen = { log.append("open \($0.map { String(decoding: $0, as: UTF8.self) })") }
    rig.browser.recentFolders = [Array("/photos/iceland".utf8), Array("/b".utf8)]
    rig.browser.emptyPage = .welcome
    try await rig.settle()
    try await press(.button, "Open Folder…", in: rig)
    try await press(.button, "iceland", in: rig)
    try await press(.button, "Clear the recent folders", in: rig)
    #expect(log == ["choose", #"open ["/photos/iceland"]"#, "clear"])
    #expect(try node(.button, "iceland", in: rig).hint == "/photos/iceland")
    rig.browser.recentFolders = []
    try await rig.settle()
    #expect(!isShown("iceland", in: rig) && !isShown("Clear the recent folders", in: rig))
    rig.browser.onTryAgain = { log.append("again") }
    rig.browser.emptyPage = .problem("The folder is empty.")
    try await rig.settle()
    #expect(isShown("The folder is empty.", in: rig))
    try await press(.button, "Try Again", in: rig)
    #expect(log.last == "again")
    try rig.add(2)
    try await rig.settle()
    #expect(rig.browser.emptyPage == nil && !isShown("Try Again", in: rig))
  }

  @Test("A choice of the user is reported, and a page of the program is not")
  func choices() async throws {
    let rig = try BrowserRig(count: 3)
    var choices: [BrowserState.Page] = []
    rig.browser.onChoice = { page, _ in choices.append(page) }
    try await rig.settle()
    try rig.openOther(2, file: true)
    try await rig.settle()
    #expect(rig.state.page == .single && choices == [])
    try await rig.press("g")
    try await rig.settle()
    try await rig.press("h")
    #expect(choices == [.grid, .grid])
    // A folder opens on the page that was used last.
    try rig.openOther(2)
    try await rig.settle()
    #expect(rig.state.page == .grid)
  }

  @Test("The header stays when full screen ends while the header fades")
  func fullscreenEndsDuringFade() async throws {
    let rig = try BrowserRig(timersWith: 3, page: .single, parts: [.header])
    try await rig.settle()
    try await rig.press("f")
    rig.compositor.seat.pointer.move(to: (300, 0))
    try await rig.session.frames(20)
    rig.compositor.seat.pointer.move(to: (300, 300))
    // The header is held while the pointer is over it, and fades 2.5 s after the last input.
    try await rig.session.frames(154)
    #expect(isShown("Menu", in: rig))
    try await rig.press("f")
    try await rig.session.frames(60)
    #expect(isShown("Menu", in: rig))
  }

  @Test("If all photos vanish, a sentence and a button say so, until photos are there again")
  func vanished() async throws {
    let rig = try BrowserRig(count: 3, page: .single)
    try await rig.settle()
    rig.browser.onTryAgain = {}
    try rig.remove(0..<3)
    try await rig.settle()
    #expect(isShown("Open Folder…", in: rig) && isShown("Try Again", in: rig) && rig.title == "Photos")
    try rig.add(2)
    try await rig.settle()
    #expect(!isShown("Open Folder…", in: rig) && rig.state.current != nil)
  }

  @Test("A problem of former folders is not shown for others")
  func otherFolder() async throws {
    let rig = try BrowserRig(count: 1, page: .single)
    try rig.spoil(0)
    try await rig.settle()
    #expect(isShown("Try Again", in: rig))
    try rig.openOther(2)
    try await rig.settle()
    #expect(!isShown("Try Again", in: rig))
  }

  @Test("A list that grows during a drag of the strip does not end the drag")
  func listGrows() async throws {
    let rig = try BrowserRig(count: 20, size: Size(width: 900, height: 600), parts: [.strip])
    try await rig.settle()
    let strip = try #require(rig.browser.strip)
    let y = try #require(strip.convert(strip.bounds.center, to: nil)).y
    try await rig.session.drag(from: Point(x: 700, y: y), to: Point(x: 500, y: y), frames: 6)
    let before = try #require(rig.state.currentIndex)
    try rig.add(1)
    for x in stride(from: 500.0, through: 200, by: -50) {
      rig.compositor.seat.pointer.move(to: (x, y))
      try await rig.session.frames(1)
    }
    #expect(try #require(rig.state.currentIndex) > before)
    try await rig.session.holdAndRelease()
    try await rig.settle()
    #expect(strip.photos.count == 21 && strip.currentID == rig.state.current)
  }

  @Test("The keys and the menu of the single page work while the focus is beside the page")
  func focusBeside() async throws {
    let rig = try BrowserRig(count: 3, page: .single, size: Size(width: 900, height: 600), parts: [.header])
    try await rig.settle()
    let menu = try node(.button, "Menu", in: rig)
    #expect(menu.element.view?.becomeFocused() == true)
    try await rig.press("2")
    #expect(rig.state.zoom == .fill)
    try await rig.press(HeadlessCompositor.Key(code: 68))
    try await rig.session.frames(4)
    #expect(rig.ui.openPopups.count == 1)
    try await rig.press(.escape)
    #expect(
      rig.browser.commandTarget.state(
        of: try #require(PhotoCommands.all(on: .single).first { $0.id == "zoom.in" }))?.isEnabled == true)
  }

  /// A view beside the page that can have the focus.
  enum Beside: CaseIterable { case header, panel, strip }

  @Test(
    "Escape with the focus beside the page returns the focus to the page; keys that a text does not use are those of the page",
    arguments: Beside.allCases)
  func escapeBeside(_ place: Beside) async throws {
    let size = Size(width: 900, height: 600)
    let rig = try BrowserRig(count: 3, page: .single, size: size, parts: [.header, .strip])
    try await rig.settle()
    try await rig.press("i")
    try await rig.settle()
    let view: View?
    switch place {
    case .header: view = try node(.button, "Menu", in: rig).element.view
    case .panel: view = try rig.ui.find(.label, "Name").view
    case .strip: view = rig.browser.strip?.subviews.first { $0 is CarouselView }
    }
    #expect(view?.becomeFocused() == true)
    if place == .panel {
      // With Shift, the text uses the key.
      rig.compositor.seat.keyboard.press(.shift)
      try await rig.press(.right)
      rig.compositor.seat.keyboard.release(.shift)
      #expect((view as? SelectableLabel)?.selection.isEmpty == false && rig.state.currentIndex == 0)
      try await rig.press(.right)
      #expect(rig.state.currentIndex == 1)
    }
    try await rig.press(.escape)
    #expect(rig.browser.single.carouselView.isFocused && rig.state.page == .single && !rig.hasQuit)
    #expect(rig.state.parts.contains(.panel))
    try await rig.press(.escape)
    try await rig.session.frames(3)
    #expect(rig.hasQuit, "the page is the root")
  }

  @Test("Without a dialog of the desktop, the window says how to open a folder, and offers the recent ones")
  func folderHelp() async throws {
    let rig = try BrowserRig(count: 2, size: Size(width: 360, height: 640))
    var opened: [[[UInt8]]] = []
    rig.browser.exchange.onOpen = { opened.append($0) }
    rig.browser.recentFolders = (0..<20).map { Array("/photos/\($0)".utf8) }
    try await rig.settle()
    rig.browser.showFolderHelp()
    try await rig.settle()
    #expect(nodes(rig).contains { $0.name.contains("Drop a folder") })
    #expect(isShown("carousel-photos FOLDER", in: rig))
    // A folder can be dropped on the dialog and beside it.
    let overlay = try #require(try node(.dialog, "Open a folder", in: rig).element.view?.superview)
    #expect(overlay.size == rig.ui.contentView.size && overlay.dropTarget != nil)
    try await press(.button, "3", in: rig)
    #expect(opened == [[Array("/photos/3".utf8)]] && !isShown("Open a folder", in: rig))
    rig.browser.showFolderHelp()
    try await rig.settle()
    try await rig.press(.escape)
    #expect(!isShown("Open a folder", in: rig) && !rig.hasQuit)
  }

  @Test(
    "The rows of the menu of a long press are large enough for a finger, those of a click as high as buttons")
  func fingerMenu() async throws {
    let rig = try BrowserRig(timersWith: 2, page: .single, parts: [])
    try await rig.settle()
    rig.compositor.seat.pointer.click(at: (180, 100), .right)
    try await rig.session.frames(4)
    let low = try node(.menuItem, "Close the photo", in: rig).frame.size.height
    try await rig.press(.escape)
    try await rig.session.frames(4)
    #expect(rig.ui.openPopups.isEmpty)
    rig.compositor.seat.touch.down(at: (180, 100))
    try await rig.session.frames(40)
    #expect(rig.ui.openPopups.count == 1)
    rig.compositor.seat.touch.up()
    try await rig.session.frames(4)
    let high = try node(.menuItem, "Close the photo", in: rig).frame.size.height
    #expect(low < 40 && high >= 44)
  }

  @Test(
    "In a language from right to left, the parts are mirrored, and an arrow key leads to the photo at its side"
  )
  func rightToLeft() async throws {
    let size = Size(width: 900, height: 600)
    // The slideshow shows each photo longer than the test takes.
    var slideshow = SlideshowOptions()
    slideshow.interval = 3600
    let rig = try BrowserRig(count: 5, size: size, parts: [.header, .strip], slideshow: slideshow)
    try await rig.settle()
    let menu = try node(.button, "Menu", in: rig).frame
    #expect(menu.center.x > 450)
    rig.browser.layoutDirection = .rightToLeft
    try await rig.settle()
    let mirrored = try node(.button, "Menu", in: rig).frame
    #expect(abs(mirrored.center.x - (900 - menu.center.x)) < 1)
    for page in [BrowserState.Page.carousel, .single, .grid, .slideshow] {
      if page != .carousel { rig.browser.commandTarget.perform(try command(showing: page)) }
      try await rig.settle()
      #expect(rig.state.page == page)
      let index = try #require(rig.state.currentIndex)
      try await rig.press(.left)
      try await rig.settle()
      #expect(rig.state.currentIndex == index + 1, "\(page)")
      if page == .carousel || page == .single {
        let strip = try #require(rig.browser.strip)
        func middle(_ index: Int) throws -> Double {
          let view = try #require(strip.view(of: rig.state.photos[index].id))
          return try #require(view.convert(view.bounds.center, to: nil)).x
        }
        #expect(try middle(0) > middle(1))
      }
      try await rig.press(.right)
      try await rig.settle()
      #expect(rig.state.currentIndex == index, "\(page)")
    }
    rig.browser.commandTarget.perform(try command(showing: .single))
    try await rig.settle()
    try await rig.press("i")
    try await rig.settle()
    let panel = try node(.group, "Information", in: rig)
    #expect(panel.frame.minX == 0 && panel.frame.maxX == 300)
  }

  @Test("The direction of a locale is that of its language, its territory and its script")
  func directions() {
    for locale in ["ar", "he_IL.UTF-8", "fa_IR", "ur_PK@x", "az_IR", "pa_PK.UTF-8", "AR_eg"] {
      #expect(LayoutDirection(ofLocale: locale) == .rightToLeft, "\(locale)")
    }
    for locale in [
      "", "C", "C.UTF-8", "en_US.UTF-8", "az_AZ", "pa_IN", "ks_IN@devanagari", "sd_IN.UTF-8@devanagari",
    ] {
      #expect(LayoutDirection(ofLocale: locale) == .leftToRight, "\(locale)")
    }
    let session = ["LC_ALL": "", "LC_MESSAGES": "he_IL", "LANG": "en_US"]
    #expect(LayoutDirection(ofSession: { session[$0] }) == .rightToLeft)
    #expect(LayoutDirection(ofSession: { _ in nil }) == .leftToRight)
  }

  private func command(showing page: BrowserState.Page) throws -> Command {
    let id =
      switch page {
      case .carousel, .single: "photo.open"
      case .grid: "photo.grid"
      case .slideshow: "photo.slideshow"
      }
    return try #require(PhotoCommands.all.first { $0.id == id })
  }

  @Test(
    "The first photo of an order by metadata stays the current one while the metadata arrive, until the user acts"
  )
  func metadataOrder() async throws {
    let rig = try BrowserRig(undescribed: 4, orderedBy: .dateTaken)
    try await rig.settle()
    rig.describe(2, taken: 300)
    try await rig.settle()
    rig.describe(1, taken: 100)
    try await rig.settle()
    #expect(rig.state.currentIndex == 0)
    try await rig.press(.right)
    try await rig.settle()
    let chosen = rig.state.current
    rig.describe(3, taken: 50)
    rig.describe(0, taken: 40)
    try await rig.settle()
    #expect(rig.state.current == chosen && rig.state.photos.first?.id != chosen)
  }

  @Test("The zoom is beside the name unless the whole photo is seen")
  func zoomText() async throws {
    let rig = try BrowserRig(count: 2, page: .single, parts: [.name])
    try await rig.settle()
    try await rig.press("1")
    try await rig.settle()
    #expect(isShown("100 %", in: rig))
    try await rig.press("0")
    try await rig.settle()
    #expect(!isShown("100 %", in: rig) && isShown("1 of 2", in: rig))
  }
}
