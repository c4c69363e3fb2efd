import Geometry
import Glibc
import HeadlessCompositor
import Testing
import Windowing

@MainActor @Suite("Activation")
struct ActivationTests {
  /// Creates a rig whose compositor does not activate new windows.
  private func start() throws -> WindowRig {
    var configuration = Compositor.Configuration(width: 400, height: 300)
    configuration.activatesNewWindows = false
    return try WindowRig(configuration)
  }

  @Test("startupToken activates the first window of the program, but not the second")
  func startup() throws {
    var configuration = Compositor.Configuration(width: 400, height: 300)
    configuration.activatesNewWindows = false
    let server = try Compositor(configuration)
    let system = try WindowSystem(descriptor: server.connect(), clock: { Double(server.now) / 1e9 })
    system.startupToken = ActivationToken(server.issueActivationToken())
    server.dispatchClients = { [weak system] in system?.dispatch() }
    let painter = Painter()
    let windows = (0..<2).map { _ in
      let window = Window(
        in: system, size: Size(width: 50, height: 50), title: "Stage", appID: "org.example.stage")
      window.delegate = painter
      return window
    }
    system.prepare()
    server.settle()
    server.run(frames: 2)
    #expect(windows.map { $0.state.contains(.activated) } == [true, false])
    #expect(system.startupToken == nil)
    #expect(server.requestCount(of: "xdg_activation_v1.activate") == 1)
    #expect(server.protocolErrors == [])
  }

  @Test(
    "The request for a token names the seat with the latest press or key event, even if another seat gets focus later"
  )
  func seat() throws {
    let rig = try start()
    let second = rig.server.addSeat(named: "guest")
    rig.settle()
    let toplevel = try rig.toplevel
    second.pointer.click(at: (Double(toplevel.position.x) + 5, Double(toplevel.position.y) + 5))
    rig.settle()
    rig.server.seat.keyboard.focus(nil as Toplevel?)
    rig.server.seat.keyboard.focus(toplevel)
    rig.settle()
    rig.window.requestActivationToken { _ in }
    rig.settle()
    #expect(rig.server.activationRequests.last?.seatName == "guest")
    rig.server.seat.keyboard.tap(.left)
    rig.settle()
    rig.window.requestActivationToken { _ in }
    rig.settle()
    #expect(rig.server.activationRequests.last?.seatName == "seat0")
  }

  @Test(
    "The request for a token contains the serial of the latest press, the surface and the other program's app ID"
  )
  func request() throws {
    let rig = try start()
    let toplevel = try rig.toplevel
    rig.server.seat.keyboard.focus(toplevel)
    rig.server.seat.pointer.click(at: (Double(toplevel.position.x) + 5, Double(toplevel.position.y) + 5))
    rig.settle()
    var tokens: [ActivationToken?] = []
    rig.window.requestActivationToken(for: "org.example.viewer") { tokens.append($0) }
    #expect(tokens.isEmpty)
    rig.settle()
    let request = try #require(rig.server.activationRequests.first)
    #expect(tokens == [ActivationToken(request.token)])
    #expect(request.appID == "org.example.viewer")
    #expect(request.serial != nil)
    #expect(request.isFromFocus)
    #expect(
      tokens.first??.environment == [
        "XDG_ACTIVATION_TOKEN": request.token, "DESKTOP_STARTUP_ID": request.token,
      ])
    rig.server.seat.keyboard.focus(nil as Toplevel?)
    rig.settle()
    #expect(!rig.window.state.contains(.activated))
    rig.window.activate(with: ActivationToken("unknown"))
    rig.settle()
    #expect(!rig.window.state.contains(.activated))
    rig.window.activate(with: ActivationToken(request.token))
    rig.settle()
    #expect(rig.window.state.contains(.activated))
    #expect(rig.server.protocolErrors == [])
  }

  @Test("Without xdg_activation_v1 or after the window has closed, requestActivationToken returns nil")
  func unavailable() throws {
    let rig = try WindowRig(.init(width: 400, height: 300).without("xdg_activation_v1"))
    var tokens: [ActivationToken?] = []
    rig.window.requestActivationToken { tokens.append($0) }
    #expect(tokens == [nil])
    rig.window.activate(with: ActivationToken("any"))
    let other = try start()
    other.window.close()
    other.window.requestActivationToken { tokens.append($0) }
    #expect(tokens == [nil, nil])
    #expect(other.server.protocolErrors == [])
  }

  @Test("A token of 100,000 bytes is truncated to 2048 bytes")
  func long() throws {
    let rig = try start()
    let token = ActivationToken(String(repeating: "ü", count: 50_000))
    #expect(token.text.utf8.count == 2048)
    rig.window.activate(with: token)
    rig.settle()
    #expect(rig.painter.failures.isEmpty)
  }
}
