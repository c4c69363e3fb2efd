import Geometry
import HeadlessCompositor
import Testing
import Wayland
import Windowing

/// The way programs run: both ends on Dispatch's main queue, in real time.
@MainActor struct MainQueueTests {
  @Test("The main queue serves a window: it opens, animates and rests", .timeLimit(.minutes(10)))
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
    while !(window.isAtRest && painter.drawings.count == 21) { await Task.yield() }
    // A change from outside the loop is served, too.
    window.title = "Later"
    window.invalidate()
    while !(window.isAtRest && painter.drawings.count == 22) { await Task.yield() }
    #expect(server.toplevels.first?.title == "Later")
    system.close()
    server.detach()
  }

  @Test("A new connection is served although the last one was closed just before", .timeLimit(.minutes(10)))
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
      while painter.drawings.count == before { await Task.yield() }
      // The descriptors are free now, and the next round gets the same numbers.
      system.close()
      server.close()
    }
    #expect(painter.drawings.count == 5)
  }
}
