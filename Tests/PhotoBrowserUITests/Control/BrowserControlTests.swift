import CarouselUI
import ControlChannel
import HeadlessCompositor
import HeadlessSession
import JSON
import PhotoBrowserUI
import PhotoBrowsing
import PhotoLibrary
import TestSupport
import Testing

/// The requests of other programs.
@MainActor
struct BrowserControlTests {
  /// Calls a method, and runs frames until it has a result and the browser has come to rest.
  private func call(_ rig: BrowserRig, _ words: String...) async throws -> JSONNode {
    let request = try ControlWords(words)
    var isRunning = true
    let task = Task {
      defer { isRunning = false }
      return try await rig.control.methods.perform(request.method, request.parameters)
    }
    while isRunning {
      try await rig.session.frames(1)
      try await Task.sleep(for: .milliseconds(1))  // photos are decoded in real time
    }
    let result = try await task.value
    try await rig.settle()
    return result
  }

  @Test("The state names the page, the photo and its position")
  func state() async throws {
    let rig = try BrowserRig(count: 3)
    let state = try await call(rig, "settle", "within=600")
    #expect(state["page"]?.text == "carousel")
    #expect(state["count"]?.number == 3)
    #expect(state["index"]?.number == 0)
    #expect(state["name"]?.text == "0.png")
    #expect(state["path"]?.text == rig.state.currentPhoto?.photo.path)
    #expect(state["uri"]?.text?.hasPrefix("file:///") == true)
    #expect(state["settled"]?.bool == true)
    #expect(state["title"]?.text == "0.png – 1 of 3")
  }

  @Test("A settled state stays settled when equal pixels are drawn again, until something happens")
  func staysSettled() async throws {
    let rig = try BrowserRig(count: 3)
    func isSettled() async throws -> Bool? {
      try await rig.control.methods.perform("state", [])["settled"]?.bool
    }
    _ = try await call(rig, "settle", "within=600")
    #expect(try await isSettled() == true)
    rig.ui.invalidate()
    #expect(!rig.browser.isSettled)
    #expect(try await isSettled() == true)
    _ = try await rig.control.methods.perform("photo.next", [])
    #expect(try await isSettled() == false)
  }

  @Test("settle waits for the thumbnails of the strip")
  func stripLoads() async throws {
    let rig = try BrowserRig(count: 12, page: .single)
    try await rig.settle()
    let key = HeadlessCompositor.Key("s") ?? .enter
    rig.compositor.seat.keyboard.press(key)
    rig.compositor.seat.keyboard.release(key)
    // The thumbnails arrive only when the test waits.
    for _ in 0..<20 where (rig.browser.strip?.loadCount ?? 0) == 0 { try rig.session.frame() }
    let count = try #require(rig.browser.strip).loadCount
    #expect(count > 0 && rig.browser.loadCount == count + rig.browser.single.loadCount)
    #expect(!rig.browser.isSettled)
    _ = try await call(rig, "settle", "within=600")
    #expect(rig.browser.strip?.loadCount == 0)
  }

  @Test("A rotation that cannot be saved is an error with the reason")
  func unsavedRotation() async throws {
    let rig = try BrowserRig(count: 1, page: .single)
    try await rig.settle()
    _ = try await call(rig, "photo.rotate")
    let error = await #expect(throws: ControlError.self) { try await call(rig, "photo.saveRotation") }
    #expect(error?.code == .failed && error?.message.contains("has no place for the rotation") == true)
  }

  @Test("Each command is a method, and is performed where the focus is")
  func commands() async throws {
    let rig = try BrowserRig(count: 5)
    try await rig.settle()
    _ = try await call(rig, "photo.next")
    #expect(rig.state.currentIndex == 1)
    _ = try await call(rig, "photo.open")
    #expect(rig.state.page == .single)
    _ = try await call(rig, "photo.last")
    #expect(rig.state.currentIndex == 4)
    _ = try await call(rig, "zoom.actual")
    #expect(rig.browser.zoom == 1)
    _ = try await call(rig, "window.dismiss")
    #expect(rig.state.page == .carousel)
  }

  @Test("A command that the page does not have is refused with a sentence")
  func unavailable() async throws {
    let rig = try BrowserRig(count: 2)
    try await rig.settle()
    let error = await #expect(throws: ControlError.self) { try await call(rig, "zoom.actual") }
    #expect(error?.code == .failed)
    #expect(error?.message.contains("zoom.actual") == true)
    let list = try await call(rig, "commands")
    let names = list.elements?.compactMap { $0["name"]?.text } ?? []
    #expect(names.contains("photo.next") && !names.contains("zoom.actual"))
  }

  @Test("show goes to a photo by its index or path on each page")
  func show() async throws {
    let rig = try BrowserRig(count: 6)
    try await rig.settle()
    for page in BrowserState.Page.allCases {
      _ = try await call(rig, "page", "name=\(page.rawValue)")
      #expect(rig.state.page == page)
      _ = try await call(rig, "show", "index=4")
      #expect(rig.state.currentIndex == 4, "\(page)")
      _ = try await call(rig, "show", "path=\(rig.state.photos[1].photo.path)")
      #expect(rig.state.currentIndex == 1, "\(page)")
      #expect(rig.title == "1.png – 2 of 6", "\(page)")
    }
    for words in [
      ["show"], ["show", "index=6"], ["show", "path=/none"], ["show", "index=1", "path=/none"],
    ] {
      let request = try ControlWords(words)
      await #expect(throws: ControlError.self, "\(words)") {
        try await rig.control.methods.perform(request.method, request.parameters)
      }
    }
  }

  @Test("state after=REVISION waits for a change")
  func changes() async throws {
    let rig = try BrowserRig(count: 3)
    try await rig.settle()
    let revision = try await call(rig, "state")["revision"]?.number ?? -1
    let control = rig.control
    let next = Task {
      let request = try ControlWords(["state", "after=\(Int(revision))", "within=600"])
      return try await control.methods.perform(request.method, request.parameters)
    }
    try await rig.press(.right)
    try await rig.settle()
    let state = try await next.value
    #expect(state["revision"]?.number ?? 0 > revision)
    await #expect(throws: ControlError.self) { try await call(rig, "state", "after=1000000", "within=0") }
  }

  @Test("A menu that is open is not opened again")
  func menu() async throws {
    let rig = try BrowserRig(count: 1)
    try await rig.settle()
    for _ in 0..<3 { _ = try await call(rig, "window.menu") }
    #expect(rig.ui.openPopups.count == 1)
  }

  @Test("zoom needs the single page")
  func zoom() async throws {
    let rig = try BrowserRig(count: 1)
    try await rig.settle()
    await #expect(throws: ControlError.self) { try await call(rig, "zoom", "scale=2") }
    _ = try await call(rig, "page", "name=single")
    _ = try await call(rig, "zoom", "scale=2")
    #expect(rig.browser.zoom == 2)
  }

  @Test("open passes the bytes of an absolute path or of a URI on, and fails with the reason")
  func open() async throws {
    let rig = try BrowserRig(count: 1)
    _ = try await call(rig, "open", "path=/photos/a b.png")
    _ = try await call(rig, "open", "uri=file:///photos/%FF.png")
    #expect(
      rig.openedPaths == [
        Array("/photos/a b.png".utf8), Array("/photos/".utf8) + [0xFF] + Array(".png".utf8),
      ])
    for words in [
      ["open", "path=relative.png"], ["open"], ["open", "uri=http://a/b"],
      ["open", "path=/a", "uri=file:///a"],
    ] {
      let request = try ControlWords(words)
      await #expect(throws: ControlError.self, "\(words)") {
        try await rig.control.methods.perform(request.method, request.parameters)
      }
    }
    rig.openingFailure = "no photo found"
    let error = await #expect(throws: ControlError.self) { try await call(rig, "open", "path=/empty") }
    #expect(error?.message == "no photo found")
    #expect(rig.openedPaths.count == 3)
  }

  @Test("The revision counts each change that a client can see, and no other")
  func revision() async throws {
    let rig = try BrowserRig(count: 3)
    try await rig.settle()
    func number() async throws -> Int { Int(try await call(rig, "state")["revision"]?.number ?? -1) }
    let first = try await number()
    #expect(try await number() == first)
    _ = try await call(rig, "type.linear")
    let second = try await number()
    #expect(second == first + 1)
    _ = try await call(rig, "view.vertical")
    #expect(try await number() == second + 1)
  }

  @Test("The methods are listed without a browser")
  func list() async throws {
    let methods = BrowserControl(of: nil).methods
    for name in ["photo.next", "state", "settle", "open [path=…]"] {
      #expect(methods.text.contains("  \(name) "))
    }
    await #expect(throws: ControlError.self) { try await methods.perform("state", []) }
  }
}
