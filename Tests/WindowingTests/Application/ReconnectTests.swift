import Foundation
import Geometry
import HeadlessCompositor
import Testing
import Wayland
import Windowing

/// Tests with a compositor that is stopped and started again on the same socket.
@MainActor struct ReconnectTests {
  @MainActor private final class Rig {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("wl-\(UUID().uuidString)").path
    let scheduler = ManualScheduler()
    let application: Application
    var server: Compositor
    var events: [String] = []
    var failures: [ConnectionError] = []
    /// The painters of all windows, because a window does not retain its delegate.
    private var painters: [Painter] = []

    init(within seconds: Double = 30) throws {
      server = try Compositor(.init(width: 400, height: 300))
      try server.listen(atPath: path)
      let scheduler = scheduler
      let system = try WindowSystem(
        descriptor: server.connect(), clock: { scheduler.now }, scheduler: scheduler)
      var options = Application.Options()
      options.reconnection = .toDisplay(name: path, within: seconds)
      application = Application(on: system, options: options)
      application.onDisconnect = { [unowned self] in events.append("lost: \($0)") }
      application.onReconnect = { [unowned self] in events.append("back") }
      system.onFailure = { [unowned self] in failures.append($0) }
      server.dispatchClients = { [unowned system] in system.dispatch() }
      server.settle()
    }

    isolated deinit { application.quit() }

    func stopServer() {
      server.close()
      application.system.dispatch()
    }

    func startServer(_ configuration: Compositor.Configuration = .init(width: 400, height: 300)) throws {
      server = try Compositor(configuration)
      try server.listen(atPath: path)
      let system = application.system
      server.dispatchClients = { [unowned system] in system.dispatch() }
    }

    func window(_ title: String, _ painter: Painter, _ size: Size = Size(width: 80, height: 60)) -> Window {
      let window = Window(in: application.system, size: size, title: title, appID: "org.example.\(title)")
      window.delegate = painter
      painters.append(painter)
      server.settle()
      return window
    }
  }

  @Test("After a restart of the compositor all windows have their previous title, size, state and content")
  func restored() throws {
    let rig = try Rig()
    let painters = [Painter(), Painter(), Painter()]
    painters[0].color = 0xff11_2233
    let floating = rig.window("Floating", painters[0])
    floating.resize(to: Size(width: 120, height: 90))
    floating.minimumSize = Size(width: 40, height: 30)
    let maximized = rig.window("Maximized", painters[1])
    let full = rig.window("Full", painters[2])
    // The compositor maximizes one window, as if the user had done so. The program makes another window full screen.
    try #require(rig.server.toplevels.first { $0.title == "Maximized" }).setMaximized(true)
    full.setFullscreen(true)
    rig.server.settle()
    floating.title = "Renamed"
    rig.server.run(frames: 3)
    try #require(rig.server.toplevels.first { $0.title == "Renamed" }).activate()
    rig.server.run(frames: 2)
    #expect(floating.state.contains(.activated))
    #expect(full.state.contains(.fullscreen) && maximized.state.contains(.maximized))

    rig.stopServer()
    #expect(rig.events == ["lost: \(ConnectionError.hungUp)"])
    #expect(!floating.isClosed && rig.application.system.failure == nil)
    #expect(rig.application.system.descriptor == -1 && rig.application.system.outputs.isEmpty)
    #expect(floating.state == [] && floating.outputs.isEmpty)
    // Changes that the program makes while the connection is lost take effect after the restart.
    floating.title = "Renamed again"
    floating.invalidate()
    rig.scheduler.advance(by: 5)
    #expect(rig.events.count == 1)

    try rig.startServer()
    rig.scheduler.advance(by: 2.1)
    rig.server.run(frames: 5)
    #expect(rig.events.last == "back")
    #expect(Set(rig.server.toplevels.map(\.title)) == ["Renamed again", "Maximized", "Full"])
    let toplevel = try #require(rig.server.toplevels.first { $0.title == "Renamed again" })
    #expect(toplevel.size == (120, 90) && toplevel.minimumSize == (40, 30))
    #expect(try #require(rig.server.capture(toplevel))[119, 89] == 0xff11_2233)
    #expect(rig.server.topmost === toplevel, "the window that had the focus has it again")
    #expect(floating.state.contains(.activated))
    #expect(full.state.contains(.fullscreen) && maximized.state.contains(.maximized))
    #expect(full.size == Size(width: 400, height: 300))
    full.setFullscreen(false)
    rig.server.run(frames: 3)
    #expect(full.size == Size(width: 80, height: 60))
    #expect(rig.server.protocolErrors.isEmpty && rig.failures.isEmpty)
  }

  @Test("A state requested while the connection is lost replaces the state from before the loss")
  func requestsMeanwhile() throws {
    let rig = try Rig()
    let delegate = Painter()
    let window = rig.window("Window", delegate)
    rig.server.run(frames: 2)
    try #require(rig.server.toplevels.first).setMaximized(true)
    rig.server.run(frames: 2)
    #expect(window.state.contains(.maximized))
    rig.stopServer()
    window.setMaximized(false)
    try rig.startServer()
    rig.scheduler.advance(by: 2.1)
    rig.server.run(frames: 5)
    #expect(rig.events.last == "back")
    #expect(!window.state.contains(.maximized))
    withExtendedLifetime(delegate) {}
  }

  @Test(
    "After a restart, a window has its state from before, whether the program or the user set that state")
  func stateOfTheUser() throws {
    let rig = try Rig()
    let painters = [Painter(), Painter(), Painter()]
    let windows = ["Left", "Entered", "Requested"].enumerated().map { rig.window($1, painters[$0]) }
    windows[0].fullscreenOutputName = "HEADLESS-1"
    windows[0].wantsFullscreen = true
    windows[0].wantsMaximized = true
    rig.server.run(frames: 2)
    #expect(windows[0].state.isSuperset(of: [.fullscreen, .maximized]))
    let toplevels = rig.server.toplevels
    let left = try #require(toplevels.first { $0.title == "Left" })
    left.setFullscreen(false)
    left.setMaximized(false)
    try #require(toplevels.first { $0.title == "Entered" }).setFullscreen(true)
    rig.server.run(frames: 2)
    // The compositor exits before it has responded to this request.
    windows[2].wantsMaximized = true
    rig.stopServer()
    for round in 1...2 {
      try rig.startServer()
      rig.scheduler.advance(by: 2.1)
      rig.server.run(frames: 5)
      #expect(!windows[0].state.contains(.fullscreen) && !windows[0].state.contains(.maximized))
      #expect(windows[0].size == Size(width: 80, height: 60))
      #expect(windows[1].state.contains(.fullscreen))
      #expect(windows[2].state.contains(.maximized), "round \(round)")
      rig.stopServer()
    }
    // A state that is requested while the connection is lost replaces the state from before the loss.
    windows[0].wantsFullscreen = true
    try rig.startServer()
    rig.scheduler.advance(by: 2.1)
    rig.server.run(frames: 5)
    #expect(windows[0].state.contains(.fullscreen))
    withExtendedLifetime(painters) {}
  }

  @Test(
    "After a restart, known screens get their former windows, new screens get new windows, and windows of missing screens close"
  )
  func outputWindows() throws {
    let rig = try Rig()
    let painter = Painter()
    var closed: [String] = []
    let walls = OutputWindows(in: rig.application.system, title: "Wall", appID: "wall") { window, _ in
      window.delegate = painter
    }
    walls.onClose = { closed.append($1.name) }
    rig.server.addOutput(width: 200, height: 100, name: "DP-2")
    rig.server.addOutput(width: 100, height: 100, name: "DP-3")
    rig.server.run(frames: 2)
    let system = rig.application.system
    let before = Dictionary(
      uniqueKeysWithValues: system.outputs.compactMap { output in
        walls.window(on: output).map { (output.name, $0) }
      })
    #expect(before.count == 3 && walls.windows.count == 3)
    rig.stopServer()
    #expect(walls.windows.count == 3)
    try rig.startServer()
    rig.server.addOutput(width: 300, height: 150, name: "DP-4")
    rig.server.addOutput(width: 240, height: 120, name: "DP-2")
    rig.scheduler.advance(by: 2.1)
    rig.server.run(frames: 5)
    #expect(rig.events.last == "back")
    #expect(closed == ["DP-3"])
    #expect(system.outputs.map(\.name) == ["HEADLESS-1", "DP-4", "DP-2"])
    #expect(rig.server.toplevels.count == 3 && walls.windows.count == 3)
    for output in system.outputs {
      let window = try #require(walls.window(on: output))
      #expect(window.size == output.logicalSize && window.outputs.map(\.name) == [output.name])
      #expect(output.name == "DP-4" || window === before[output.name])
    }
    #expect(
      rig.server.outputs.allSatisfy { rig.server.capture($0).pixels.allSatisfy { $0 == painter.color } })
    rig.server.removeOutput(rig.server.output)
    rig.server.run(frames: 2)
    #expect(closed == ["DP-3", "HEADLESS-1"] && walls.windows.count == 2)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test(
    "If the compositor restarts without a screen, OutputWindows opens no window until a screen is connected")
  func withoutScreens() throws {
    let rig = try Rig()
    let painter = Painter()
    let walls = OutputWindows(in: rig.application.system, title: "Wall", appID: "wall") { window, _ in
      window.delegate = painter
    }
    rig.server.run(frames: 2)
    rig.stopServer()
    try rig.startServer()
    rig.server.removeOutput(rig.server.output)
    rig.scheduler.advance(by: 2.1)
    rig.server.run(frames: 5)
    rig.scheduler.advance(by: 3600)
    #expect(rig.events.last == "back")
    rig.server.addOutput(width: 200, height: 100, name: "DP-2")
    rig.server.run(frames: 2)
    #expect(walls.windows.map(\.size) == [Size(width: 200, height: 100)])
    #expect(rig.server.toplevels.count == 1)
  }

  @Test("After a restart, the layer surfaces of OutputWindows are on their former screens")
  func outputLayers() throws {
    let rig = try Rig()
    let painter = Painter()
    let system = rig.application.system
    let walls = OutputWindows(in: system, layer: .wallpaper(), namespace: "wall") { window, _ in
      window.delegate = painter
    }
    rig.server.addOutput(width: 200, height: 100, name: "DP-2")
    rig.server.run(frames: 2)
    let before = system.outputs.map { walls.window(on: $0) }
    #expect(before.count == 2 && !before.contains { $0 == nil })
    rig.stopServer()
    try rig.startServer()
    rig.server.addOutput(width: 240, height: 120, name: "DP-2")
    rig.scheduler.advance(by: 2.1)
    rig.server.run(frames: 5)
    #expect(rig.server.layerSurfaces.count == 2 && walls.windows.count == 2)
    for (output, window) in zip(system.outputs, before) {
      #expect(walls.window(on: output) === window && window?.size == output.logicalSize)
      #expect(window?.outputs.map(\.name) == [output.name])
    }
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("After a restart without a screen, a wallpaper requests no surface until its screen is connected")
  func layersWithoutScreens() throws {
    let rig = try Rig()
    let painter = Painter()
    var quits = 0
    rig.application.onQuit = { quits += 1 }
    let walls = OutputWindows(in: rig.application.system, layer: .wallpaper(), namespace: "wall") {
      window, _ in window.delegate = painter
    }
    rig.server.run(frames: 2)
    let window = walls.windows.first
    rig.stopServer()
    try rig.startServer()
    rig.server.removeOutput(rig.server.output)
    rig.scheduler.advance(by: 2.1)
    rig.server.run(frames: 5)
    rig.scheduler.advance(by: 3600)
    #expect(rig.events.last == "back" && quits == 0)
    #expect(rig.server.requestCount(of: "zwlr_layer_shell_v1.get_layer_surface") == 0)
    rig.server.addOutput(width: 200, height: 100, name: "HEADLESS-1")
    rig.server.run(frames: 3)
    #expect(walls.windows.count == 1 && walls.windows.first === window)
    #expect(window?.size == Size(width: 200, height: 100))
    #expect(rig.server.layerSurfaces.count == 1 && rig.server.protocolErrors.isEmpty)
  }

  @Test("After a restart with another screen, no second wallpaper opens on the other screen")
  func layerOfMissingScreen() throws {
    let rig = try Rig()
    let painter = Painter()
    let walls = OutputWindows(in: rig.application.system, layer: .wallpaper(), namespace: "wall") {
      window, _ in window.delegate = painter
    }
    rig.server.addOutput(width: 200, height: 100, name: "DP-2")
    rig.server.run(frames: 2)
    #expect(walls.windows.count == 2)
    rig.stopServer()
    try rig.startServer()
    rig.scheduler.advance(by: 2.1)
    rig.server.run(frames: 5)
    #expect(walls.windows.map { $0.outputs.map(\.name) } == [["HEADLESS-1"]])
    #expect(rig.server.requestCount(of: "zwlr_layer_shell_v1.get_layer_surface") == 1)
  }

  @Test(
    "If the compositor closes a wallpaper and then exits, the screen has a new wallpaper after the restart")
  func closedBeforeTheLoss() throws {
    let rig = try Rig()
    let painter = Painter()
    let walls = OutputWindows(in: rig.application.system, layer: .wallpaper(), namespace: "wall") {
      window, _ in window.delegate = painter
    }
    rig.server.run(frames: 2)
    try #require(rig.server.layerSurfaces.first).close()
    rig.server.settle()
    #expect(walls.windows.isEmpty)
    rig.stopServer()
    try rig.startServer()
    rig.scheduler.advance(by: 2.1)
    rig.server.run(frames: 5)
    #expect(walls.windows.count == 1 && rig.server.layerSurfaces.count == 1)
    // The other window keeps the application running.
    let other = rig.window("Other", Painter())
    walls.windows.first?.close()
    rig.server.settle()
    rig.stopServer()
    try rig.startServer()
    rig.scheduler.advance(by: 2.1)
    rig.server.run(frames: 5)
    #expect(walls.windows.isEmpty && !other.isClosed, "a window that the program has closed stays closed")
  }

  @Test(
    "A panel is restored on its former screen, or on another screen if the former screen is missing",
    arguments: [true, false])
  func panel(isScreenBack: Bool) throws {
    let rig = try Rig()
    let painter = Painter()
    rig.server.addOutput(width: 200, height: 100, name: "DP-2")
    rig.server.settle()
    let system = rig.application.system
    let panel = Window(in: system, layer: .topPanel(height: 10), on: system.outputs.last, namespace: "panel")
    panel.delegate = painter
    rig.server.run(frames: 2)
    #expect(panel.outputs.map(\.name) == ["DP-2"])
    rig.stopServer()
    try rig.startServer()
    if isScreenBack { rig.server.addOutput(width: 300, height: 100, name: "DP-2") }
    rig.scheduler.advance(by: 2.1)
    rig.server.run(frames: 5)
    #expect(panel.outputs.map(\.name) == [isScreenBack ? "DP-2" : "HEADLESS-1"])
    #expect(panel.size == Size(width: isScreenBack ? 300 : 400, height: 10))
    #expect(rig.server.layerSurfaces.count == 1 && rig.server.protocolErrors.isEmpty)
  }

  @Test(
    "A lost connection dismisses a menu with a grab; the menu's parent is restored after the restart"
  )
  func menu() throws {
    let rig = try Rig()
    let (painter, delegate) = (Painter(), Painter())
    let window = rig.window("Window", delegate)
    rig.server.run(frames: 2)
    rig.server.seat.pointer.click(at: (5, 5))
    rig.server.settle()
    let placement = PopupPlacement.menu(
      below: Rect(x: 0, y: 0, width: 20, height: 10), size: Size(width: 30, height: 20))
    let menu = Window(popupOf: window, at: placement, grabs: true)
    menu.delegate = painter
    rig.server.run(frames: 2)
    #expect(menu.isGrabbing)
    rig.stopServer()
    #expect(menu.isClosed && painter.dismissals == 1 && !window.isClosed)
    try rig.startServer()
    rig.scheduler.advance(by: 2.1)
    rig.server.run(frames: 5)
    #expect(rig.server.toplevels.count == 1 && rig.server.popups.isEmpty)
    withExtendedLifetime(delegate) {}
  }

  @Test("Input and animations stop when the connection is lost and continue after the restart")
  func input() throws {
    let rig = try Rig()
    let painter = Painter()
    let window = rig.window("Input", painter)
    rig.server.seat.touch.down(at: (20, 20))
    rig.server.seat.keyboard.press(.tab)
    painter.framesToGo = 1000
    window.invalidate()
    rig.server.run(frames: 3)
    rig.stopServer()
    #expect(painter.touchEvents.last?.kind == .canceled)
    #expect(painter.keyboard.last == false)
    let (frames, keys) = (painter.drawings.count, painter.keyEvents.count)
    rig.scheduler.advance(by: 3)
    #expect(painter.keyEvents.count == keys, "a held key does not repeat without a compositor")
    #expect(painter.drawings.count == frames)
    for round in 1...3 {
      try rig.startServer(.init(width: 400, height: 300, scale: Double(round)))
      rig.scheduler.advance(by: 2.1)
      rig.server.run(frames: 5)
      #expect(window.scale == Double(round))
      #expect(rig.application.system.outputs.count == 1)
      rig.server.seat.touch.down(at: (5, 5))
      rig.server.settle()
      #expect(painter.touchEvents.last?.kind == .began)
      #expect(rig.server.protocolErrors.isEmpty)
      rig.stopServer()
    }
    #expect(painter.drawings.count > frames + 12)
    #expect(painter.touchEvents.count == 8)
  }

  @Test(
    "If no compositor listens within the time limit, the application reports the error that ended the connection"
  )
  func timeIsOver() throws {
    let rig = try Rig(within: 4)
    let painter = Painter()
    let window = rig.window("Lost", painter)
    rig.stopServer()
    rig.scheduler.advance(by: 3.9)
    #expect(!window.isClosed && rig.failures.isEmpty)
    rig.scheduler.advance(by: 0.2)
    #expect(rig.failures == [.hungUp] && painter.failures == [.hungUp])
    #expect(window.isClosed)
    #expect(rig.scheduler.nextDeadline == nil)
  }

  @Test(
    "If a compositor accepts the connection but never responds, the application opens no second connection")
  func silent() throws {
    let rig = try Rig(within: 4)
    let painter = Painter()
    let window = rig.window("Silent", painter)
    rig.stopServer()
    try rig.startServer()
    for _ in 0..<20 { rig.scheduler.advance(by: 0.1) }
    rig.server.step()
    #expect(rig.server.clients.count == 1)
    #expect(rig.events.count == 1 && !window.isClosed)
    rig.server.run(frames: 2)
    #expect(rig.events.last == "back")
    #expect(window.frameCount == 1 && painter.drawings.count == 2)
  }

  @Test("After a protocol error the application does not connect again")
  func protocolError() throws {
    let rig = try Rig()
    let painter = Painter()
    let window = rig.window("Wrong", painter)
    try #require(rig.server.toplevels.first?.surface).postError(code: 1, message: "wrong")
    rig.server.settle()
    #expect(window.isClosed)
    #expect(rig.failures.count == 1 && painter.failures.count == 1 && rig.events.isEmpty)
    rig.scheduler.advance(by: 0)
    #expect(rig.scheduler.nextDeadline == nil)
  }

  @Test(
    "If the restarted compositor sends a protocol error or lacks a required global, the application stops connecting",
    arguments: ["protocol error", "missing global"])
  func errorOnReconnection(kind: String) throws {
    let rig = try Rig()
    let painter = Painter()
    let window = rig.window("Wrong", painter)
    rig.stopServer()
    let configuration = Compositor.Configuration(width: 400, height: 300)
    try rig.startServer(kind == "missing global" ? configuration.without("wl_compositor") : configuration)
    rig.scheduler.advance(by: 0.1)
    rig.server.step()
    #expect(
      rig.server.clients.count == 1 && rig.scheduler.nextDeadline != nil,
      "the next attempt to connect is scheduled")
    if kind == "protocol error" { rig.server.clients.first?.postError(message: "wrong") }
    rig.server.settle()
    #expect(window.isClosed && painter.failures.count == 1)
    #expect(rig.failures.count == 1 && rig.failures != [.hungUp])
    #expect(rig.events.count == 1)
    rig.scheduler.advance(by: 0)
    #expect(rig.scheduler.nextDeadline == nil, "no timer is left")
    rig.scheduler.advance(by: 60)
    #expect(rig.failures.count == 1)
  }

  @Test("The pause between attempts to connect doubles up to 2 s, and the last pause ends at the time limit")
  func backoff() {
    var backoff = ReconnectBackoff(limit: 7.05)
    var pauses: [Double] = []
    while let pause = backoff.next() { pauses.append((pause * 1000).rounded() / 1000) }
    #expect(pauses == [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 2, 1.9])
  }
}
