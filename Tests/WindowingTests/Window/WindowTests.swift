import Geometry
import HeadlessCompositor
import Testing
import Wayland
import Windowing

@MainActor struct WindowTests {
  @Test("A window opens with the size it wants, and its picture is shown")
  func opens() throws {
    let stage = try Stage()
    #expect(stage.painter.drawings == [.init(width: 200, height: 100, age: 0)])
    #expect(stage.painter.sizes == [Size(width: 200, height: 100)])
    #expect(try stage.toplevel.title == "Stage")
    #expect(try stage.toplevel.appID == "org.example.stage")
    #expect(stage.window.state.contains(.activated))
    #expect(stage.window.isDecorated)
    let picture = try #require(try stage.server.capture(stage.toplevel))
    #expect((picture.width, picture.height) == (200, 100))
    #expect(picture[199, 99] == 0xff33_6699)
    #expect(stage.server.protocolErrors.isEmpty)
  }

  @Test("At rest no frame is drawn, none wanted and no callback requested")
  func rest() throws {
    let stage = try Stage()
    stage.server.run(frames: 2)
    let drawn = stage.painter.drawings.count
    stage.server.run(frames: 100)
    #expect(stage.window.isAtRest)
    #expect(stage.painter.drawings.count == drawn)
    #expect(!stage.server.isFrameWanted)
    #expect(try stage.toplevel.surface?.pendingFrameCallbackCount == 0)
  }

  @Test(
    "An animation draws once a frame, in equal steps, and then rests; callbacks tell whole milliseconds",
    arguments: [([String](), 1e-6), (["wp_presentation"], 0.001)])
  func animation(missing: [String], tolerance: Double) throws {
    let stage = try Stage(
      missing.reduce(Compositor.Configuration(width: 400, height: 300)) { $0.without($1) })
    stage.server.run(frames: 2)
    stage.painter.frameTimes = []
    stage.painter.framesToGo = 29
    stage.window.invalidate()
    stage.server.run(frames: 100)
    let times = stage.painter.frameTimes
    #expect(times.count == 30)
    for (earlier, later) in zip(times.dropFirst(), times.dropFirst(2)) {
      #expect(abs(later - earlier - 1.0 / 60) < tolerance)
    }
    #expect(stage.window.isAtRest)
  }

  @Test("Fifty configures at once are answered with one drawing, of the last size")
  func configures() throws {
    let stage = try Stage()
    stage.server.run(frames: 2)
    let drawn = stage.painter.drawings.count
    for step in 0..<50 { try stage.toplevel.resize(width: 200 + step, height: 100) }
    stage.settle()
    #expect(stage.painter.drawings.count == drawn + 1)
    #expect(stage.window.size == Size(width: 249, height: 100))
    #expect(try stage.toplevel.size == (249, 100))
    #expect(try !stage.toplevel.isConfigurePending)
  }

  @Test("A size told twice at once is acknowledged with a picture of that size, never with an older one")
  func sizeToldTwice() throws {
    let stage = try Stage()
    stage.server.run(frames: 2)
    let toplevel = try stage.toplevel
    var answers: [String] = []
    stage.server.onCommit = { _ in
      if !toplevel.isConfigurePending { answers.append("\(toplevel.size.width) × \(toplevel.size.height)") }
    }
    toplevel.setMaximized(true)
    toplevel.repeatConfigure()
    stage.settle()
    #expect(Set(answers) == ["400 × 300"])
    #expect(stage.window.state.contains(.maximized))
  }

  @Test("A configure that changes nothing is acknowledged without drawing")
  func repeatedConfigure() throws {
    let stage = try Stage()
    stage.server.run(frames: 2)
    let drawn = stage.painter.drawings.count
    try stage.toplevel.repeatConfigure()
    stage.settle()
    #expect(stage.painter.drawings.count == drawn)
    #expect(try !stage.toplevel.isConfigurePending)
  }

  @Test("Full screen and back to the size before")
  func fullscreen() throws {
    let stage = try Stage()
    stage.window.setFullscreen(true)
    stage.settle()
    #expect(stage.window.state.contains(.fullscreen))
    #expect(stage.window.size == Size(width: 400, height: 300))
    stage.window.setFullscreen(false)
    stage.settle()
    #expect(!stage.window.state.contains(.fullscreen))
    #expect(stage.window.size == Size(width: 200, height: 100))
    stage.window.setMaximized(true)
    stage.settle()
    #expect(stage.window.state.contains(.maximized))
    #expect(stage.server.protocolErrors.isEmpty)
  }

  @Test("Full screen can be wanted again after the user left it")
  func fullscreenAgain() throws {
    let stage = try Stage()
    stage.window.setFullscreen(true)
    stage.settle()
    try stage.toplevel.setFullscreen(false)
    stage.settle()
    #expect(!stage.window.state.contains(.fullscreen))
    stage.window.setFullscreen(true)
    stage.settle()
    #expect(stage.window.state.contains(.fullscreen))
  }

  @Test("Closing is asked for, then done")
  func close() throws {
    let stage = try Stage()
    try stage.toplevel.close()
    stage.settle()
    #expect(stage.painter.closeRequests == 1)
    #expect(!stage.window.isClosed)
    stage.window.close()
    stage.settle()
    #expect(stage.server.toplevels.isEmpty)
    stage.window.invalidate()
    stage.settle()
    #expect(stage.server.protocolErrors.isEmpty)
  }

  @Test("A window may be closed while it is drawn")
  func closeWhileDrawing() throws {
    let stage = try Stage()
    stage.painter.whileDrawing = { $0.close() }
    stage.window.invalidate()
    stage.server.run(frames: 3)
    #expect(stage.server.toplevels.isEmpty)
    #expect(stage.server.protocolErrors.isEmpty)
  }

  @Test("A window nobody holds any more closes")
  func released() throws {
    let stage = try Stage()
    var second: Window? = Window(
      in: stage.system, size: Size(width: 50, height: 50), title: "Second", appID: "second")
    let painter = Painter()
    second?.delegate = painter
    stage.settle()
    #expect(stage.server.toplevels.count == 2)
    #expect(painter.drawings.count == 1)
    second = nil
    stage.settle()
    #expect(stage.server.toplevels.map(\.title) == ["Stage"])
  }

  @Test("Requests before the window is open are remembered")
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
