import HeadlessCompositor
import Testing
import Wayland

@MainActor @Suite("Life cycle of windows and clients")
struct LifecycleTests {
  @Test("A window is configured, mapped, activated, asked to close and destroyed")
  func windowLife() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    window.toplevel.setTitle(title: "Photos")
    window.toplevel.setAppId(appId: "photos")
    _ = try client.bind(WlOutput.self)
    let buffer = try window.show(320, 200)
    let peer = try #require(window.peer)
    #expect(peer.isMapped)
    #expect(peer.title == "Photos")
    #expect(peer.appID == "photos")
    #expect(peer.size == (320, 200))
    // Only the second configure has the state "activated" (4).
    #expect(window.states == [[], [4]])
    #expect(window.sizes.first ?? (1, 1) == (0, 0))
    #expect(window.outputEvents == ["enter"])
    #expect(server.capture(peer)?.pixels.allSatisfy { $0 == 0xff33_6699 } == true)
    peer.close()
    client.settle()
    #expect(window.closeRequests == 1)
    window.surface.attach(buffer: nil, x: 0, y: 0)
    window.surface.commit()
    client.settle()
    #expect(!peer.isMapped)
    #expect(buffer.releases == 1)
    window.toplevel.destroy()
    window.shell.destroy()
    window.surface.destroy()
    client.settle()
    #expect(server.toplevels.isEmpty)
    #expect(server.surfaces.isEmpty)
    #expect(server.protocolErrors == [])
  }

  @Test("Full-screen and maximized windows get the output's size, and afterwards their previous size")
  func windowStates() throws {
    let server = try Compositor(.init(width: 1024, height: 768))
    let client = try TestClient(server)
    let window = try TestWindow(client)
    try window.show(320, 200)
    window.toplevel.setFullscreen(output: nil)
    client.settle()
    #expect(window.sizes.last ?? (0, 0) == (1024, 768))
    #expect(window.states.last == [2, 4])
    window.toplevel.unsetFullscreen()
    client.settle()
    #expect(window.sizes.last ?? (0, 0) == (320, 200))
    window.toplevel.setMaximized()
    client.settle()
    #expect(window.sizes.last ?? (0, 0) == (1024, 768))
    #expect(window.states.last == [1, 4])
    server.output.setMode(width: 800, height: 600)
    client.settle()
    #expect(window.sizes.last ?? (0, 0) == (800, 600))
  }

  @Test("A new window is activated; when it is destroyed, the previous window is activated again")
  func focusMoves() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let first = try TestWindow(client)
    try first.show(100, 100)
    let second = try TestWindow(client)
    try second.show(50, 50)
    #expect(first.states.last == [])
    #expect(second.states.last == [4])
    second.toplevel.destroy()
    second.shell.destroy()
    client.settle()
    #expect(first.states.last == [4])
    #expect(server.protocolErrors == [])
  }

  @Test("A client may disconnect at any moment", arguments: 0..<12)
  func vanishing(moment: Int) throws {
    let server = try Compositor()
    let stays = try TestClient(server)
    let staying = try TestWindow(stays)
    try staying.show(64, 64)
    let client = try TestClient(server)
    let peer = try #require(client.peer)
    let seat = try client.bind(WlSeat.self)
    let pointer = seat.getPointer()
    _ = seat.getTouch()
    _ = seat.getKeyboard()
    _ = try client.bind(WlOutput.self)
    let decoration = try client.bind(ZxdgDecorationManagerV1.self)
    let presentation = try client.bind(WpPresentation.self)
    let viewporter = try client.bind(WpViewporter.self)
    let callbacks = FrameCallbackLog()
    var buffers: [TestBuffer] = []
    func leaveIf(_ now: Int) -> Bool {
      if moment == now { client.connection.close() }
      return moment == now
    }
    scenario: do {
      if leaveIf(0) { break scenario }
      let window = try TestWindow(client)
      _ = decoration.getToplevelDecoration(toplevel: window.toplevel)
      _ = viewporter.getViewport(surface: window.surface)
      client.settle()
      if leaveIf(1) { break scenario }
      window.surface.commit()
      client.settle()
      if leaveIf(2) { break scenario }
      callbacks.request(window.surface)
      _ = presentation.feedback(surface: window.surface)
      let buffer = try client.buffer(100, 100)
      buffers.append(buffer)
      window.commit(buffer)
      if leaveIf(3) { break scenario }
      client.settle()
      if leaveIf(4) { break scenario }
      server.seat.pointer.move(to: (80, 80))
      server.seat.touch.down(at: (20, 20), id: 7)
      server.seat.keyboard.press(.left)
      if leaveIf(5) { break scenario }
      client.settle()
      let cursor = client.compositor.createSurface()
      pointer.setCursor(serial: 1, surface: cursor, hotspotX: 0, hotspotY: 0)
      client.settle()
      if leaveIf(6) { break scenario }
      let child = client.compositor.createSurface()
      _ = try client.bind(WlSubcompositor.self).getSubsurface(surface: child, parent: window.surface)
      let small = try client.buffer(10, 10)
      buffers.append(small)
      child.attach(buffer: small.object, x: 0, y: 0)
      child.commit()
      client.settle()
      if leaveIf(7) { break scenario }
      window.surface.destroy()  // wrong order: the toplevel must be destroyed first
      client.settle()
      if leaveIf(8) { break scenario }
      if moment == 9 { peer.disconnect() }
      if moment == 10 { peer.postError(message: "enough") }
      if moment == 11 {
        server.onCommit = { _ in peer.disconnect() }
        let late = client.compositor.createSurface()
        late.commit()
      }
    }
    server.settle()
    server.presentFrame()
    server.seat.touch.move(to: (30, 30), id: 7)
    server.seat.touch.up(id: 7)
    server.seat.pointer.move(to: (10, 10))
    server.settle()
    #expect(!peer.isConnected)
    #expect(server.clients.count == 1)
    #expect(server.toplevels.count == 1)
    #expect(server.surfaces.count == 1)
    #expect(staying.states.last == [4])
    #expect(stays.failure == nil)
    #expect(server.protocolErrors.map(\.name) == (moment == 10 ? ["wl_display.implementation"] : []))
    if moment >= 9 { #expect(client.failure != nil) }
  }

  @Test("When the compositor is destroyed, its clients get an error")
  func compositorEnds() throws {
    var server: Compositor? = try Compositor()
    let connection = try Connection(descriptor: try #require(server).connect())
    let registry = Registry(of: connection)
    server?.settle { connection.dispatch() }
    #expect(!registry.globals.isEmpty)
    server = nil
    connection.dispatch()
    #expect(connection.failure == .hungUp)
  }

  @Test(
    "If a callback closes the compositor, the clients are disconnected when the dispatch ends",
    arguments: [false, true])
  func closedInCallback(isMapped: Bool) throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let other = try TestClient(server)
    let window = try TestWindow(client)
    var surfaces = -1
    if isMapped {
      server.onMap = { [unowned server] _ in server.close() }
    } else {
      server.onCommit = { [unowned server] _ in
        server.close()
        surfaces = server.surfaces.count
      }
    }
    _ = try? window.show(30, 30)
    window.surface.commit()
    client.settle()
    #expect(client.failure == .hungUp && other.failure == .hungUp)
    #expect(server.clients.isEmpty && server.surfaces.isEmpty)
    #expect(isMapped || surfaces == 1, "the objects exist until the dispatch ends")
    #expect(throws: CompositorError.noDisplay) { _ = try server.connect() }
  }

  @Test("A client is unresponsive from a ping until its pong")
  func ping() throws {
    let server = try Compositor()
    let bystander = try TestClient(server)
    let bystanderPeer = try #require(bystander.peer)
    let unresponsive = try TestClient(server, answeringPings: false)
    let unresponsivePeer = try #require(unresponsive.peer)
    bystanderPeer.ping()
    unresponsivePeer.ping()
    #expect(!bystanderPeer.isResponsive)
    server.settle()
    #expect(bystanderPeer.isResponsive)
    #expect(!unresponsivePeer.isResponsive)
  }

  @Test("Binding a global throws an error if the global was removed or its version is too old")
  func globals() throws {
    let configuration = Compositor.Configuration().without("xdg_wm_base", "wp_viewporter").with(
      "wl_seat", version: 4)
    let server = try Compositor(configuration)
    let client = try TestClient(server)
    #expect(client.wmBase == nil)
    #expect(throws: ConnectionError.missing(interface: "wp_viewporter")) {
      _ = try client.bind(WpViewporter.self)
    }
    #expect(throws: ConnectionError.versionTooOld(interface: "wl_seat", required: 5, offered: 4)) {
      _ = try client.registry.bind(WlSeat.self, versions: 5...8)
    }
  }

  @Test("All supported globals are advertised in their newest versions")
  func supportedGlobals() throws {
    let server = try Compositor()
    let connection = try Connection(descriptor: server.connect())
    let registry = Registry(of: connection)
    server.settle { connection.dispatch() }
    let offered = Dictionary(uniqueKeysWithValues: registry.globals.map { ($0.interface, Int32($0.version)) })
    #expect(offered == Compositor.Configuration.supportedGlobals)
  }
}
