import HeadlessCompositor
import Testing
import Wayland

@MainActor @Suite("Protocol errors")
struct ProtocolErrorTests {
  /// A client's misuse of a protocol, and the error it causes.
  struct Misuse: Sendable, CustomTestStringConvertible {
    let error: String
    let act: @MainActor (TestClient) throws -> Void
    var testDescription: String { error }

    init(_ error: String, _ act: @escaping @MainActor (TestClient) throws -> Void) {
      self.error = error
      self.act = act
    }
  }

  nonisolated static let misuses: [Misuse] = [
    Misuse("xdg_surface.unconfigured_buffer") { client in
      let window = try TestWindow(client)
      window.commit(try client.buffer(10, 10))
    },
    Misuse("xdg_surface.unconfigured_buffer") { client in
      let window = try TestWindow(client)
      window.acknowledges = false
      window.surface.commit()
      client.settle()
      window.commit(try client.buffer(10, 10))
    },
    Misuse("xdg_surface.not_constructed") { client in
      let surface = client.compositor.createSurface()
      _ = client.wmBase?.getXdgSurface(surface: surface)
      surface.commit()
    },
    Misuse("xdg_surface.invalid_serial") { client in
      let window = try TestWindow(client)
      window.surface.commit()
      client.settle()
      window.shell.ackConfigure(serial: 4711)
    },
    Misuse("xdg_surface.invalid_size") { client in
      try TestWindow(client).shell.setWindowGeometry(x: 0, y: 0, width: 0, height: 10)
    },
    Misuse("xdg_surface.already_constructed") { client in
      _ = try TestWindow(client).shell.getToplevel()
    },
    Misuse("xdg_surface.defunct_role_object") { client in
      try TestWindow(client).shell.destroy()
    },
    Misuse("xdg_wm_base.role") { client in
      let window = try TestWindow(client)
      _ = client.wmBase?.getXdgSurface(surface: window.surface)
    },
    Misuse("xdg_wm_base.invalid_surface_state") { client in
      let surface = client.compositor.createSurface()
      surface.attach(buffer: try client.buffer(10, 10).object, x: 0, y: 0)
      _ = client.wmBase?.getXdgSurface(surface: surface)
    },
    Misuse("xdg_wm_base.defunct_surfaces") { client in
      _ = try TestWindow(client)
      client.wmBase?.destroy()
    },
    Misuse("xdg_wm_base.invalid_positioner") { client in
      let window = try TestWindow(client)
      let surface = client.compositor.createSurface()
      let positioner = try #require(client.wmBase).createPositioner()
      let shell = try #require(client.wmBase).getXdgSurface(surface: surface)
      _ = shell.getPopup(parent: window.shell, positioner: positioner)
    },
    Misuse("xdg_wm_base.invalid_popup_parent") { client in
      let wmBase = try #require(client.wmBase)
      let positioner = wmBase.createPositioner()
      positioner.setSize(width: 4, height: 4)
      positioner.setAnchorRect(x: 0, y: 0, width: 1, height: 1)
      let shell = wmBase.getXdgSurface(surface: client.compositor.createSurface())
      _ = shell.getPopup(parent: shell, positioner: positioner)
    },
    Misuse("xdg_toplevel.invalid_size") { client in
      let window = try TestWindow(client)
      window.toplevel.setMinSize(width: 100, height: 100)
      window.toplevel.setMaxSize(width: 50, height: 50)
      try window.show(10, 10)
    },
    Misuse("wl_surface.invalid_scale") { client in
      client.compositor.createSurface().setBufferScale(scale: 0)
    },
    Misuse("wl_surface.invalid_transform") { client in
      client.compositor.createSurface().setBufferTransform(transform: .init(rawValue: 8))
    },
    Misuse("wl_surface.invalid_size") { client in
      let window = try TestWindow(client)
      window.surface.setBufferScale(scale: 2)
      try window.show(11, 10)
    },
    Misuse("wl_surface.invalid_offset") { client in
      client.compositor.createSurface().attach(buffer: nil, x: 3, y: 0)
    },
    Misuse("wp_viewport.bad_value") { client in
      let viewporter = try client.bind(WpViewporter.self)
      viewporter.getViewport(surface: client.compositor.createSurface()).setDestination(width: 0, height: 5)
    },
    Misuse("wp_viewport.out_of_buffer") { client in
      let window = try TestWindow(client)
      let viewport = try client.bind(WpViewporter.self).getViewport(surface: window.surface)
      viewport.setSource(x: 0, y: 0, width: 20, height: 20)
      try window.show(10, 10)
    },
    Misuse("wp_viewport.bad_size") { client in
      let window = try TestWindow(client)
      let viewport = try client.bind(WpViewporter.self).getViewport(surface: window.surface)
      viewport.setSource(x: 0, y: 0, width: 2.5, height: 2)
      try window.show(10, 10)
    },
    Misuse("wp_viewport.no_surface") { client in
      let surface = client.compositor.createSurface()
      let viewport = try client.bind(WpViewporter.self).getViewport(surface: surface)
      surface.destroy()
      viewport.setDestination(width: 5, height: 5)
    },
    Misuse("wp_viewporter.viewport_exists") { client in
      let viewporter = try client.bind(WpViewporter.self)
      let surface = client.compositor.createSurface()
      _ = viewporter.getViewport(surface: surface)
      _ = viewporter.getViewport(surface: surface)
    },
    Misuse("wp_fractional_scale_manager_v1.fractional_scale_exists") { client in
      let manager = try client.bind(WpFractionalScaleManagerV1.self)
      let surface = client.compositor.createSurface()
      _ = manager.getFractionalScale(surface: surface)
      _ = manager.getFractionalScale(surface: surface)
    },
    Misuse("zxdg_toplevel_decoration_v1.unconfigured_buffer") { client in
      let window = try TestWindow(client)
      try window.show(10, 10)
      _ = try client.bind(ZxdgDecorationManagerV1.self).getToplevelDecoration(toplevel: window.toplevel)
    },
    Misuse("zxdg_toplevel_decoration_v1.orphaned") { client in
      let window = try TestWindow(client)
      _ = try client.bind(ZxdgDecorationManagerV1.self).getToplevelDecoration(toplevel: window.toplevel)
      window.toplevel.destroy()
    },
    Misuse("wl_subcompositor.bad_surface") { client in
      let surface = client.compositor.createSurface()
      _ = try client.bind(WlSubcompositor.self).getSubsurface(surface: surface, parent: surface)
    },
    Misuse("wl_pointer.role") { client in
      let window = try TestWindow(client)
      let pointer = try client.bind(WlSeat.self).getPointer()
      pointer.setCursor(serial: 0, surface: window.surface, hotspotX: 0, hotspotY: 0)
    },
    Misuse("wl_shm_pool.invalid_stride") { client in
      let memory = try client.buffer(10, 10)
      let pool = client.shm.createPool(fd: memory.file, size: 400)
      _ = pool.createBuffer(offset: 0, width: 10, height: 10, stride: 8, format: .argb8888)
    },
    Misuse("wl_display.implementation") { client in
      let memory = try client.buffer(10, 10)
      let pool = client.shm.createPool(fd: memory.file, size: 400)
      // libwayland compares the stride of 20 with the width in pixels and accepts it. But ten pixels need 40 bytes.
      let buffer = pool.createBuffer(offset: 0, width: 10, height: 10, stride: 20, format: .argb8888)
      client.compositor.createSurface().attach(buffer: buffer, x: 0, y: 0)
    },
    Misuse("xdg_activation_token_v1.already_used") { client in
      let token = try client.bind(XdgActivationV1.self).getActivationToken()
      token.commit()
      token.commit()
    },
  ]

  @Test("Each misuse of the protocol ends the connection with the documented error", arguments: misuses)
  func misuse(_ misuse: Misuse) throws {
    let server = try Compositor()
    let client = try TestClient(server)
    try misuse.act(client)
    client.settle()
    let error = try #require(server.protocolErrors.first, "no error was raised")
    #expect(error.name == misuse.error)
    #expect(!error.message.isEmpty)
    #expect(server.protocolErrors.count == 1)
    guard case .protocolError(let failure)? = client.failure else {
      Issue.record("the client sees \(String(describing: client.failure))")
      return
    }
    // If the client has destroyed the object, libwayland reports wl_display instead.
    #expect(failure.interface == error.interface || failure.interface == "wl_display")
    #expect(failure.code == error.code)
    #expect(server.clients.isEmpty)
    #expect(server.surfaces.isEmpty)
  }

  @Test("After an invalid commit the surface has no content")
  func nothingToCapture() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    try window.show(10, 10)
    var contents: [Bool] = []
    server.onCommit = { surface in
      contents.append(surface.hasContent)
      _ = server.capture()
    }
    let viewport = try client.bind(WpViewporter.self).getViewport(surface: window.surface)
    viewport.setSource(x: 200_000, y: 200_000, width: 20, height: 20)
    viewport.setDestination(width: 20, height: 20)
    window.surface.commit()
    client.settle()
    #expect(contents == [false])
    #expect(server.protocolErrors.map(\.name) == ["wp_viewport.out_of_buffer"])
  }

  @Test("Requesting a device causes an error only if the seat has never had such a device")
  func missingCapability() throws {
    var configuration = Compositor.Configuration()
    configuration.inputDevices = [.pointer]
    let server = try Compositor(configuration)
    let client = try TestClient(server)
    let seat = try client.bind(WlSeat.self)
    server.seat.devices = []
    _ = seat.getPointer()
    client.settle()
    #expect(server.protocolErrors == [])
    _ = seat.getTouch()
    client.settle()
    #expect(server.protocolErrors.map(\.name) == ["wl_seat.missing_capability"])
  }

  @Test("A client receives the protocol error that a test sends with postError")
  func injected() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    try window.show(10, 10)
    try #require(window.peer?.surface).postError(code: 2, message: "made up")
    client.settle()
    guard case .protocolError(let failure)? = client.failure else {
      Issue.record("the client sees \(String(describing: client.failure))")
      return
    }
    #expect(failure.interface == "wl_surface" && failure.codeName == "invalid_size")
    #expect(server.protocolErrors.map(\.name) == ["wl_surface.invalid_size"])
    #expect(server.clients.isEmpty)
  }

  @Test("The names of errors match the protocol files")
  func names() throws {
    #expect(
      ProtocolError.names["xdg_surface"]?[XdgSurface.Error.unconfiguredBuffer.rawValue]
        == "unconfigured_buffer")
    #expect(ProtocolError.names["wp_viewport"]?[WpViewport.Error.outOfBuffer.rawValue] == "out_of_buffer")
    #expect(ProtocolError.names["wl_surface"]?[WlSurface.Error.invalidOffset.rawValue] == "invalid_offset")
  }
}
