import HeadlessCompositor
import Testing
import Wayland

@MainActor @Suite("Globals with few requests")
struct ExtraGlobalTests {
  @Test("A configure states whether the compositor draws the decoration", arguments: [true, false])
  func decoration(grants: Bool) throws {
    var configuration = Compositor.Configuration()
    configuration.decoratesWindows = grants
    let server = try Compositor(configuration)
    let client = try TestClient(server)
    let window = try TestWindow(client)
    let decoration = try client.bind(ZxdgDecorationManagerV1.self).getToplevelDecoration(
      toplevel: window.toplevel)
    var modes: [ZxdgToplevelDecorationV1.Mode] = []
    decoration.onEvent = { if case .configure(let mode) = $0 { modes.append(mode) } }
    try window.show(10, 10)
    let expected: ZxdgToplevelDecorationV1.Mode = grants ? .serverSide : .clientSide
    #expect(modes == [expected])
    let before = window.serials.count
    decoration.setMode(mode: .clientSide)
    client.settle()
    #expect(modes == [expected, expected])
    #expect(window.serials.count == before + 1)
    #expect(window.peer?.isDecoratedByCompositor == grants)
    decoration.destroy()
    client.settle()
    #expect(window.peer?.isDecoratedByCompositor == nil)
    #expect(server.protocolErrors == [])
  }

  @Test("An activation token can be used once")
  func activation() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let first = try TestWindow(client)
    try first.show(10, 10)
    let second = try TestWindow(client)
    try second.show(10, 10)
    let activation = try client.bind(XdgActivationV1.self)
    let request = activation.getActivationToken()
    var token = ""
    request.onEvent = { if case .done(let text) = $0 { token = text } }
    request.commit()
    client.settle()
    #expect(!token.isEmpty)
    activation.activate(token: "made-up", surface: first.surface)
    client.settle()
    #expect(first.states.last == [])
    activation.activate(token: token, surface: first.surface)
    client.settle()
    #expect(first.states.last == [4])
    #expect(second.states.last == [])
    activation.activate(token: token, surface: second.surface)
    client.settle()
    #expect(second.states.last == [])
  }

  @Test("A viewport stretches a single-pixel buffer over a surface")
  func singlePixel() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    let manager = try client.bind(WpSinglePixelBufferManagerV1.self)
    let buffer = manager.createU32RgbaBuffer(r: 0x8000_0000, g: 0, b: .max, a: .max)
    let viewport = try client.bind(WpViewporter.self).getViewport(surface: window.surface)
    viewport.setDestination(width: 30, height: 20)
    window.surface.commit()
    client.settle()
    window.surface.attach(buffer: buffer, x: 0, y: 0)
    window.surface.commit()
    client.settle()
    let peer = try #require(window.peer)
    #expect(peer.size == (30, 20))
    #expect(server.capture(peer)?.pixels == Array(repeating: 0xff80_00ff, count: 600))
    buffer.destroy()
    client.settle()
    #expect(server.capture()[29, 19] == 0xff80_00ff)
  }

  @Test("A surface inhibits idle until its inhibitor is destroyed")
  func idleInhibit() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    try window.show(10, 10)
    let inhibitor = try client.bind(ZwpIdleInhibitManagerV1.self).createInhibitor(surface: window.surface)
    client.settle()
    #expect(window.peer?.surface?.inhibitsIdle == true)
    inhibitor.destroy()
    client.settle()
    #expect(window.peer?.surface?.inhibitsIdle == false)
  }

  @Test("requestCount(of:) returns the number of requests of a kind")
  func counts() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    try window.show(10, 10)
    let before = server.requestCount(of: "wl_surface.frame")
    server.run(frames: 10)
    #expect(server.requestCount(of: "wl_surface.frame") == before)
    #expect(server.requestCount(of: "wl_surface.commit") == 2)
    #expect(window.peer?.surface?.commitCount == 2)
  }
}
