import CarouselUI
import ControlChannel
import HeadlessCompositor
import HeadlessSession
import JSON
import PhotoBrowserUI
import PhotoBrowsing
import TestSupport
import Testing
import Views

/// The list of keys, a dialog in front of the window.
@MainActor
struct KeyHelpDialogTests {
  private let phone = Size(width: 360, height: 640)

  private func open(_ rig: BrowserRig) async throws -> View {
    try await rig.press(.f1)
    try await rig.settle()
    return try #require(shownDialog(rig))
  }

  private func shownDialog(_ rig: BrowserRig) -> View? {
    rig.ui.accessibilityTree().all.first { $0.role == .dialog && $0.name == "Keys" }?.element.view
  }

  private func help(_ dialog: View) throws -> KeyHelpView {
    try #require((dialog as? DialogView)?.content as? KeyHelpView)
  }

  /// A way to close the dialog.
  enum Closing: CaseIterable { case button, tapBeside, clickBeside, escape, sameKey, request }

  @Test(
    "A button, a tap or a click beside it, and keys close the key help; then the page has the keys again",
    arguments: Closing.allCases)
  func closes(_ closing: Closing) async throws {
    let rig = try BrowserRig(count: 3, page: .single, size: phone)
    try await rig.settle()
    let dialog = try await open(rig)
    #expect(rig.state.isHelpShown)
    switch closing {
    case .button:
      let button = try #require(
        rig.ui.accessibilityTree().all.first { $0.role == .button && $0.name == "Close" }?.frame)
      rig.tap(at: button.center)
    case .tapBeside: rig.tap(at: Point(x: 180, y: 4))
    case .clickBeside: rig.compositor.seat.pointer.click(at: (3, 300))
    case .escape: try await rig.press(.escape)
    case .sameKey: try await rig.press(.f1)
    case .request:
      rig.browser.commandTarget.perform(try #require(PhotoCommands.all.first { $0.id == "window.dismiss" }))
    }
    try await rig.session.frames(3)
    try await rig.settle()
    #expect(!dialog.isInWindow && !rig.state.isHelpShown && rig.state.page == .single && !rig.hasQuit)
    try await rig.press(.right)
    #expect(rig.state.currentIndex == 1)
    _ = try await open(rig)
    #expect(rig.state.isHelpShown)
  }

  @Test("Typed letters search; arrow and page keys scroll the list, and do not reach the photos")
  func keys() async throws {
    let rig = try BrowserRig(count: 9, page: .grid)
    try await rig.settle()
    let help = try help(try await open(rig))
    #expect(help.field.isFocused)
    let list = try #require(help.subviews.compactMap { $0 as? ListView }.first)
    let current = rig.state.current
    try await rig.press(.down)
    try await rig.settle()
    let first = list.contentOffset.y
    #expect(first > 0)
    try await rig.press(.pageDown)
    try await rig.settle()
    #expect(list.contentOffset.y > first + 50)
    try await rig.press(.right)
    for letter in "info" { try await rig.press(letter) }
    #expect(help.query == "info" && rig.state.current == current && rig.state.page == .grid)
    // Return performs the marked command, and not that of the page behind.
    try await rig.press(.enter)
    try await rig.settle()
    #expect(shownDialog(rig) == nil && rig.state.page == .grid && rig.state.parts == [.panel])
  }

  @Test("A tap on a row performs its command; one that is disabled does nothing")
  func tapped() async throws {
    let rig = try BrowserRig(count: 3, page: .single, size: phone)
    try await rig.settle()
    _ = try await open(rig)
    func tap(_ title: String) async throws {
      for letter in title { try await rig.press(letter) }
      let row = try #require(rig.ui.accessibilityTree().all.first { $0.role == .listItem })
      rig.tap(at: row.frame.center)
      try await rig.session.frames(3)
      try await rig.settle()
    }
    try await tap("undo")
    #expect(shownDialog(rig) != nil)
    try await rig.session.frames(60)  // the next tap is no double tap
    for _ in 0..<4 { try await rig.press(.backspace) }
    try await tap("info")
    #expect(shownDialog(rig) == nil && rig.state.parts == [.panel] && rig.state.page == .single)
  }

  @Test("After a page was shown behind the list, the keys are those of the page")
  func pageBehind() async throws {
    let rig = try BrowserRig(count: 3)
    try await rig.settle()
    _ = try await open(rig)
    _ = try await rig.control.methods.perform("page", [JSONMember(key: "name", node: JSONNode("single"))])
    try await rig.settle()
    try await rig.press(.escape)
    try await rig.settle()
    #expect(shownDialog(rig) == nil && rig.state.page == .single)
    try await rig.press(.right)
    #expect(rig.state.currentIndex == 1)
  }

  @Test("A slideshow pauses while the list is in front of it")
  func slideshowPauses() async throws {
    let rig = try BrowserRig(timersWith: 3, page: .slideshow, parts: [])
    try await rig.settle()
    _ = try await open(rig)
    #expect(rig.browser.slideshow.isPaused)
    try await rig.press(.escape)
    try await rig.session.frames(2)
    #expect(!rig.browser.slideshow.isPaused && rig.state.page == .slideshow)
  }

  @Test(
    "The list has the commands of all pages, those of the shown page first, and no key twice among those that it performs",
    arguments: BrowserState.Page.allCases)
  func contents(page: BrowserState.Page) async throws {
    let rig = try BrowserRig(count: 3, page: page)
    try await rig.settle()
    let help = try help(try await open(rig))
    let titles = help.sections.map(\.title)
    let names = ["Carousel", "One photo", "Thumbnails", "Slideshow"]
    let own = try #require(BrowserState.Page.allCases.firstIndex(of: page).map { names[$0] })
    #expect(titles == ["This page: \(own)", "All pages"] + names.filter { $0 != own })
    let performed = help.sections.prefix(2).flatMap(\.commands)
    let keys = performed.flatMap(\.shortcuts).map(\.description)
    #expect(Set(keys).count == keys.count, "\(keys)")
    #expect(Set(performed.map(\.id)).union(["help.keys"]) == Set(PhotoCommands.all(on: page).map(\.id)))
    let ids = ["type.linear", "view.names", "zoom.actual", "slideshow.pause", "window.dismiss"]
    for id in ids + ["photo.forward"] {
      #expect(help.found.filter { $0.id == id }.count == 1, "\(id)")
    }
    #expect(!help.found.contains { $0.id == "help.keys" })
    let headings = rig.ui.accessibilityTree().all.filter { $0.role == .heading }.map(\.name)
    #expect(headings.contains("This page: \(own)"), "\(headings)")
  }

  @Test(
    "No text of the list is cut in a window of 360 × 640, and the scroll bar covers none",
    arguments: BrowserState.Page.allCases)
  func narrow(page: BrowserState.Page) async throws {
    let rig = try BrowserRig(count: 3, page: page, size: phone)
    try await rig.settle()
    let dialog = try await open(rig)
    let list = try #require(try help(dialog).subviews.compactMap { $0 as? ListView }.first)
    var texts: Set<String> = []
    func check(_ view: View) {
      if let label = view as? ThemedLabel, label.isInWindow, !label.text.isEmpty, !label.isHidden {
        texts.insert(label.text)
        let fitting = label.fittingSize(in: Size(width: .infinity, height: .infinity))
        #expect(
          label.size.width >= fitting.width - 0.5 && label.size.height >= fitting.height - 0.5,
          "\(label.text)")
        let right = label.convert(Point(x: fitting.width, y: 0), to: list)?.x ?? 0
        #expect(right <= list.size.width - 12, "\(label.text)")
      }
      for child in view.subviews { check(child) }
    }
    for _ in 0..<40 {
      check(list)
      list.contentOffset.y += list.size.height * 0.8
      try await rig.session.frames(2)
    }
    #expect(texts.contains("Go back, leave full screen, or quit") && texts.contains("Quit"))
    let frame = try #require(dialog.superview?.bounds)
    #expect(dialog.frame.minX >= 8 && dialog.frame.minY >= 8 && dialog.frame.maxY <= frame.maxY - 8)
  }
}
