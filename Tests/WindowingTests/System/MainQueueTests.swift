import Geometry
import HeadlessCompositor
import TestSupport
import Testing
import Wayland
import Windowing

/// Tests with the client and the compositor on Dispatch's main queue in real time, as in a program.
@MainActor struct MainQueueTests {
  @Test("A window that the main queue serves opens, animates and comes to rest")
  func mainQueue() async throws {
    var configuration = Compositor.Configuration(width: 400, height: 300)
    configuration.clock = .monotonic
    let server = try Compositor(configuration)
    let system = try WindowSystem(descriptor: server.connect())
    let window = Window(in: system, size: Size(width: 200, height: 100), title: "", appID: "")
    let painter = Painter()
    painter.framesToGo = 20
    window.delegate = painter
    server.attach(presentingAt: 500)
    system.start()
    try await waitUntil("rest after 21 frames", lastSeen: painter.drawings.count) {
      window.isAtRest && painter.drawings.count == 21
    }
    // Make a change outside of an event handler.
    window.title = "Later"
    window.invalidate()
    try await waitUntil("rest after 22 frames", lastSeen: painter.drawings.count) {
      window.isAtRest && painter.drawings.count == 22
    }
    #expect(server.toplevels.first?.title == "Later")
    system.close()
    server.detach()
  }

  @Test(
    "A connection can be opened and served directly after another connection was closed")
  func reconnect() async throws {
    let painter = Painter()
    for _ in 0..<5 {
      let server = try Compositor(Compositor.Configuration(width: 400, height: 300))
      let system = try WindowSystem(descriptor: server.connect())
      let window = Window(in: system, size: Size(width: 200, height: 100), title: "", appID: "")
      window.delegate = painter
      let before = painter.drawings.count
      server.attach()
      system.start()
      try await waitUntil("the first frame of connection \(before + 1)") { painter.drawings.count > before }
      // The connection of the next iteration gets the same descriptor numbers.
      system.close()
      server.close()
    }
    #expect(painter.drawings.count == 5)
  }
}
