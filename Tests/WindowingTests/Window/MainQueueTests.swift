import Geometry
import HeadlessCompositor
import Testing
import Wayland
import Windowing

/// The way programs run: both ends on Dispatch's main queue, in real time.
@MainActor struct MainQueueTests {
  @Test("The main queue serves a window: it opens, animates and rests", .timeLimit(.minutes(1)))
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
}
