import Geometry
import HeadlessCompositor
import Testing
import Wayland
import Windowing

@MainActor struct WindowTests {
  @Test("A window opens with the requested size and shows its content")
  func opens() throws {
    let rig = try WindowRig()
    #expect(rig.painter.drawings == [.init(width: 200, height: 100, age: 0)])
    #expect(rig.painter.sizes == [Size(width: 200, height: 100)])
    #expect(try rig.toplevel.title == "Stage")
    #expect(try rig.toplevel.appID == "org.example.stage")
    #expect(rig.window.state.contains(.activated))
    #expect(rig.window.isDecorated)
    let picture = try #require(try rig.server.capture(rig.toplevel))
    #expect((picture.width, picture.height) == (200, 100))
    #expect(picture[199, 99] == 0xff33_6699)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("At rest no frame is due or drawn, and no callback is pending")
  func rest() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    let drawn = rig.painter.drawings.count
    rig.server.run(frames: 100)
    #expect(rig.window.isAtRest)
    #expect(rig.painter.drawings.count == drawn)
    #expect(!rig.server.isFrameWanted)
    #expect(try rig.toplevel.surface?.pendingFrameCallbackCount == 0)
  }

  @Test(
    "During an animation, a window draws once per frame, in equal time steps; then the window is at rest",
    arguments: [([String](), 1e-6), (["wp_presentation"], 0.001)])
  func animation(missing: [String], tolerance: Double) throws {
    let rig = try WindowRig(
      missing.reduce(Compositor.Configuration(width: 400, height: 300)) { $0.without($1) })
    rig.server.run(frames: 2)
    rig.painter.frameTimes = []
    rig.painter.framesToGo = 29
    rig.window.invalidate()
    rig.server.run(frames: 100)
    let times = rig.painter.frameTimes
    #expect(times.count == 30)
    for (earlier, later) in zip(times.dropFirst(), times.dropFirst(2)) {
      #expect(abs(later - earlier - 1.0 / 60) < tolerance)
    }
    #expect(rig.window.isAtRest)
  }

  @Test("Fifty configures in one dispatch cause one frame, with the size of the last configure")
  func configures() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    let drawn = rig.painter.drawings.count
    for step in 0..<50 { try rig.toplevel.resize(width: 200 + step, height: 100) }
    rig.settle()
    #expect(rig.painter.drawings.count == drawn + 1)
    #expect(rig.window.size == Size(width: 249, height: 100))
    #expect(try rig.toplevel.size == (249, 100))
    #expect(try !rig.toplevel.isConfigurePending)
  }

  @Test("If the same size is configured twice, each acknowledging commit has this size")
  func sizeConfiguredTwice() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    let toplevel = try rig.toplevel
    var answers: [String] = []
    rig.server.onCommit = { _ in
      if !toplevel.isConfigurePending { answers.append("\(toplevel.size.width) × \(toplevel.size.height)") }
    }
    toplevel.setMaximized(true)
    toplevel.repeatConfigure()
    rig.settle()
    #expect(Set(answers) == ["400 × 300"])
    #expect(rig.window.state.contains(.maximized))
  }

  @Test("A configure without a change is acknowledged without drawing")
  func repeatedConfigure() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    let drawn = rig.painter.drawings.count
    try rig.toplevel.repeatConfigure()
    rig.settle()
    #expect(rig.painter.drawings.count == drawn)
    #expect(try !rig.toplevel.isConfigurePending)
  }

  @Test("Leaving full screen restores the previous size")
  func fullscreen() throws {
    let rig = try WindowRig()
    rig.window.setFullscreen(true)
    rig.settle()
    #expect(rig.window.state.contains(.fullscreen))
    #expect(rig.window.size == Size(width: 400, height: 300))
    rig.window.setFullscreen(false)
    rig.settle()
    #expect(!rig.window.state.contains(.fullscreen))
    #expect(rig.window.size == Size(width: 200, height: 100))
    rig.window.setMaximized(true)
    rig.settle()
    #expect(rig.window.state.contains(.maximized))
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("Full screen can be requested again after the user has left it")
  func fullscreenAgain() throws {
    let rig = try WindowRig()
    rig.window.setFullscreen(true)
    rig.settle()
    try rig.toplevel.setFullscreen(false)
    rig.settle()
    #expect(!rig.window.state.contains(.fullscreen))
    rig.window.setFullscreen(true)
    rig.settle()
    #expect(rig.window.state.contains(.fullscreen))
  }

  @Test("The compositor's close request does not close the window, close() does")
  func close() throws {
    let rig = try WindowRig()
    try rig.toplevel.close()
    rig.settle()
    #expect(rig.painter.closeRequests == 1)
    #expect(!rig.window.isClosed)
    #expect(rig.painter.closes.isEmpty)
    rig.window.close()
    rig.window.close()
    rig.settle()
    #expect(rig.server.toplevels.isEmpty)
    #expect(rig.painter.closes == [0])
    rig.window.invalidate()
    rig.settle()
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("A window can be closed by the delegate of its popup")
  func closeByPopup() throws {
    let rig = try WindowRig()
    let painter = Painter()
    let popup = Window(
      popupOf: rig.window,
      at: .menu(below: Rect(x: 10, y: 0, width: 40, height: 30), size: Size(width: 90, height: 60)))
    popup.delegate = painter
    painter.onClose = { [window = rig.window] in window.close() }
    rig.settle()
    rig.window.close()
    rig.settle()
    #expect(painter.closes == [0] && rig.painter.closes == [0])
    #expect(rig.server.toplevels.isEmpty && rig.server.popups.isEmpty)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("A closing window refuses a popup that the delegate of another popup opens")
  func popupDuringClose() throws {
    let rig = try WindowRig()
    let painter = Painter()
    let placement = PopupPlacement.menu(
      below: Rect(x: 10, y: 0, width: 40, height: 30), size: Size(width: 90, height: 60))
    let popup = Window(popupOf: rig.window, at: placement)
    popup.delegate = painter
    var late: Window?
    painter.onClose = { [window = rig.window] in late = Window(popupOf: window, at: placement) }
    rig.settle()
    rig.window.close()
    rig.settle()
    #expect(late?.isClosed == true)
    #expect(rig.server.popups.isEmpty && rig.server.protocolErrors.isEmpty)
  }

  @Test("A window can be closed while it draws")
  func closeWhileDrawing() throws {
    let rig = try WindowRig()
    rig.painter.whileDrawing = { $0.close() }
    rig.window.invalidate()
    rig.server.run(frames: 3)
    #expect(rig.server.toplevels.isEmpty)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("When the last reference to a window is released, the window closes")
  func released() throws {
    let rig = try WindowRig()
    var second: Window? = Window(
      in: rig.system, size: Size(width: 50, height: 50), title: "Second", appID: "second")
    let painter = Painter()
    second?.delegate = painter
    rig.settle()
    #expect(rig.server.toplevels.count == 2)
    #expect(painter.drawings.count == 1)
    second = nil
    rig.settle()
    #expect(rig.server.toplevels.map(\.title) == ["Stage"])
  }

  @Test("Properties that are set before a window opens take effect when it opens")
  func early() throws {
    let server = try Compositor(.init(width: 400, height: 300))
    let system = try WindowSystem(descriptor: server.connect(), clock: { Double(server.now) / 1e9 })
    let window = Window(in: system, size: Size(width: 200, height: 100), title: "", appID: "early")
    let painter = Painter()
    window.delegate = painter
    window.title = String(repeating: "Ω", count: 5000)
    window.minimumSize = Size(width: 150, height: 80)
    window.setFullscreen(true)
    window.inhibitsIdle = true
    server.settle { system.dispatch() }
    let toplevel = try #require(server.toplevels.first)
    #expect(toplevel.isFullscreen)
    #expect(toplevel.minimumSize == (150, 80))
    #expect(toplevel.title == String(repeating: "Ω", count: 1024))
    #expect(toplevel.surface?.inhibitsIdle == true)
    #expect(painter.drawings.map(\.width) == [400])
    system.close()
  }
}
