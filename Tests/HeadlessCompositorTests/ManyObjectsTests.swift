import HeadlessCompositor
import Testing
import Wayland

/// Tests that clients with many objects need few operations. They count operations and measure no time.
@MainActor @Suite("Clients with many objects")
struct ManyObjectsTests {
  @Test("When a client with many windows disconnects, the focus is updated only a few times")
  func windows() throws {
    let server = try Compositor(.init(width: 80, height: 60))
    let stays = try TestClient(server)
    let log = try InputLog(stays)
    log.bindPointer()
    log.bindKeyboard()
    let staying = try TestWindow(stays)
    try staying.show(40, 30)
    let client = try TestClient(server)
    var windows: [TestWindow] = []
    for _ in 0..<300 {
      let window = try TestWindow(client)
      try window.show(8, 8)
      windows.append(window)
    }
    #expect(server.toplevels.count == 301)
    // Stack the windows so that the oldest one is on top. When the client disconnects, its windows are destroyed oldest
    // first, so each window has the focus when it is destroyed.
    for toplevel in server.toplevels.dropFirst().reversed() {
      toplevel.activate()
      server.settle()
    }
    server.seat.pointer.move(to: (5, 5))
    server.settle()
    #expect(server.seat.pointer.focus === server.topmost?.surface)
    let before = server.placementCount
    _ = log.take()
    client.connection.close()
    server.settle()
    #expect(server.toplevels.count == 1 && server.surfaces.count == 1)
    #expect(server.placementCount - before <= 4)
    // The remaining window gets the keyboard focus and the pointer focus only once.
    #expect(staying.states.last == [4])
    #expect(log.take() == ["enter []", "modifiers 0 0", "enter 5.0,5.0", "frame"])
  }

  @Test(
    "When a client with 40,000 surfaces disconnects, another client is still served", .timeLimit(.minutes(10))
  )
  func disconnected() throws {
    let server = try Compositor(.init(width: 80, height: 60))
    let stays = try TestClient(server)
    let staying = try TestWindow(stays)
    try staying.show(40, 30)
    let client = try TestClient(server)
    let wmBase = try #require(client.wmBase)
    for number in 1...40_000 {
      let surface = client.compositor.createSurface()
      if number % 100 == 0 { _ = wmBase.getXdgSurface(surface: surface).getToplevel() }
      surface.commit()
      if number % 1000 == 0 { client.settle() }
    }
    client.settle()
    #expect(server.surfaces.count == 40_001 && server.toplevels.count == 401)
    client.connection.close()
    var isAnswered = false
    stays.connection.display.sync().onEvent = { _ in isAnswered = true }
    server.settle()
    #expect(isAnswered)
    #expect(server.surfaces.count == 1 && server.toplevels.count == 1)
  }

  @Test("Subsurfaces can be destroyed in any order, and the others keep their stacking order")
  func children() throws {
    let server = try Compositor(.init(width: 80, height: 60))
    let client = try TestClient(server)
    let window = try TestWindow(client)
    let subcompositor = try client.bind(WlSubcompositor.self)
    var children: [(surface: WlSurface, subsurface: WlSubsurface, buffer: TestBuffer)] = []
    for number in 0..<40 {
      let surface = client.compositor.createSurface()
      let subsurface = subcompositor.getSubsurface(surface: surface, parent: window.surface)
      let buffer = try client.buffer(4, 4, 0xff00_0000 | UInt32(number))
      surface.attach(buffer: buffer.object, x: 0, y: 0)
      surface.commit()
      children.append((surface, subsurface, buffer))
    }
    try window.show(20, 20)
    #expect(server.capture()[1, 1] == 0xff00_0027)
    for number in stride(from: 1, to: 40, by: 2) { children[number].subsurface.destroy() }
    for number in stride(from: 0, to: 40, by: 4) { children[number].surface.destroy() }
    window.surface.commit()
    client.settle()
    #expect(server.capture()[1, 1] == 0xff00_0026)
    children[6].subsurface.placeAbove(sibling: children[38].surface)
    children[2].subsurface.placeBelow(sibling: window.surface)
    window.surface.commit()
    client.settle()
    #expect(server.capture()[1, 1] == 0xff00_0006)
    #expect(server.protocolErrors == [])
    children[6].subsurface.placeAbove(sibling: children[1].surface)
    client.settle()
    #expect(server.protocolErrors.map(\.name) == ["wl_subsurface.bad_surface"])
  }

  @Test("If a commit has very many damage rectangles, the whole buffer is copied instead")
  func damage() throws {
    let server = try Compositor(.init(width: 80, height: 60))
    let client = try TestClient(server)
    let window = try TestWindow(client)
    try window.show(10, 10)
    let buffer = try client.buffer(10, 10, 0xff00_ff00)
    window.surface.attach(buffer: buffer.object, x: 0, y: 0)
    for _ in 0..<1000 { window.surface.damageBuffer(x: 0, y: 0, width: 5, height: 5) }
    window.surface.commit()
    client.settle()
    // The compositor has copied the whole buffer; real compositors copy only the damage.
    #expect(server.capture()[9, 9] == 0xff00_ff00)
    let other = try client.buffer(10, 10, 0xffff_0000)
    window.surface.attach(buffer: other.object, x: 0, y: 0)
    for _ in 0..<20 { window.surface.damageBuffer(x: 0, y: 0, width: 5, height: 5) }
    window.surface.commit()
    client.settle()
    #expect(server.capture()[4, 4] == 0xffff_0000)
    #expect(server.capture()[9, 9] == 0xff00_ff00)
  }

  @Test(
    "A surface tree of more than 100 levels is a protocol error",
    arguments: [true, false])
  func depth(isGrownAtTheBottom: Bool) throws {
    let server = try Compositor(.init(width: 80, height: 60))
    let client = try TestClient(server)
    let subcompositor = try client.bind(WlSubcompositor.self)
    var end = client.compositor.createSurface()
    for level in 1...101 {
      client.settle()
      #expect(client.failure == nil, "level \(level)")
      let next = client.compositor.createSurface()
      let (child, parent) = isGrownAtTheBottom ? (next, end) : (end, next)
      _ = subcompositor.getSubsurface(surface: child, parent: parent)
      end = next
    }
    client.settle()
    #expect(server.protocolErrors.map(\.name) == ["wl_subcompositor.bad_surface"])
  }

  @Test("A popup tree of more than 100 levels is a protocol error")
  func popups() throws {
    let server = try Compositor(.init(width: 80, height: 60))
    let client = try TestClient(server)
    let window = try TestWindow(client)
    let wmBase = try #require(client.wmBase)
    let positioner = wmBase.createPositioner()
    positioner.setSize(width: 4, height: 4)
    positioner.setAnchorRect(x: 0, y: 0, width: 1, height: 1)
    var parent = window.shell
    for level in 1...101 {
      client.settle()
      #expect(client.failure == nil, "level \(level)")
      let shell = wmBase.getXdgSurface(surface: client.compositor.createSurface())
      _ = shell.getPopup(parent: parent, positioner: positioner)
      parent = shell
    }
    client.settle()
    #expect(server.protocolErrors.map(\.name) == ["xdg_wm_base.invalid_popup_parent"])
  }
}
