import HeadlessCompositor
import Testing
import Wayland

@MainActor @Suite("Layers")
struct LayerTests {
  typealias Step = (ZwlrLayerSurfaceV1, WlSurface, TestClient) throws -> Void

  /// Runs `step` on a new layer surface and returns the protocol errors.
  private func errors(version: UInt32 = 4, _ step: Step) throws -> [String] {
    let server = try Compositor()
    let client = try TestClient(server)
    let shell = try client.bind(ZwlrLayerShellV1.self, version: version)
    let surface = client.compositor.createSurface()
    let layer = shell.getLayerSurface(surface: surface, output: nil, layer: .top, namespace: "")
    layer.onEvent = { [unowned layer] event in
      if case .configure(let serial, _, _) = event { layer.ackConfigure(serial: serial) }
    }
    try step(layer, surface, client)
    client.settle()
    return server.protocolErrors.map(\.name)
  }

  @Test("Invalid requests cause the documented protocol errors")
  func protocolErrors() throws {
    #expect(try errors { _, surface, _ in surface.commit() } == ["zwlr_layer_surface_v1.invalid_size"])
    #expect(
      try errors { layer, surface, client in
        layer.setSize(width: 10, height: 10)
        surface.attach(buffer: try client.buffer(10, 10).object, x: 0, y: 0)
        surface.commit()
      } == ["zwlr_layer_surface_v1.invalid_surface_state"])
    #expect(
      try errors { layer, _, _ in layer.setAnchor(anchor: .init(rawValue: 16)) }
        == ["zwlr_layer_surface_v1.invalid_anchor"])
    #expect(
      try errors { layer, _, _ in layer.setKeyboardInteractivity(keyboardInteractivity: .init(rawValue: 3)) }
        == ["zwlr_layer_surface_v1.invalid_keyboard_interactivity"])
    #expect(
      try errors(version: 3) { layer, _, _ in
        layer.setKeyboardInteractivity(keyboardInteractivity: .init(rawValue: 2))
      } == ["zwlr_layer_surface_v1.invalid_keyboard_interactivity"])
    #expect(
      try errors { _, surface, client in
        _ = try #require(client.wmBase).getXdgSurface(surface: surface)
      } == ["xdg_wm_base.role"])
    #expect(
      try errors { _, _, client in
        let shell = try client.bind(ZwlrLayerShellV1.self)
        _ = shell.getLayerSurface(
          surface: client.compositor.createSurface(), output: nil, layer: .init(rawValue: 4), namespace: "")
      } == ["zwlr_layer_shell_v1.invalid_layer"])
    #expect(
      try errors { _, surface, client in
        let shell = try client.bind(ZwlrLayerShellV1.self)
        _ = shell.getLayerSurface(surface: surface, output: nil, layer: .top, namespace: "")
      } == ["zwlr_layer_shell_v1.role"])
  }

  @Test("Extreme sizes, margins and zones of many surfaces cause no crash")
  func extremes() throws {
    let numbers: [Int32] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
    let names = try errors { _, _, client in
      let shell = try client.bind(ZwlrLayerShellV1.self)
      var layers: [ZwlrLayerSurfaceV1] = []
      for number in numbers {
        for edges in UInt32(0)...15 {
          let surface = client.compositor.createSurface()
          let layer = shell.getLayerSurface(surface: surface, output: nil, layer: .top, namespace: "")
          layer.onEvent = { [unowned layer] event in
            if case .configure(let serial, _, _) = event { layer.ackConfigure(serial: serial) }
          }
          layers.append(layer)
          layer.setSize(width: max(1, UInt32(bitPattern: number)), height: .max)
          layer.setAnchor(anchor: .init(rawValue: edges))
          layer.setMargin(top: number, right: number, bottom: number, left: number)
          layer.setExclusiveZone(zone: number)
          surface.commit()
          client.settle()
          surface.attach(buffer: try client.buffer(4, 4).object, x: 0, y: 0)
          surface.commit()
        }
      }
      client.settle()
      client.server.output.setMode(width: 1, height: 1)
      _ = client.server.capture()
      client.server.seat.pointer.move(to: (0.5, 0.5))
      client.settle()
      #expect(client.server.layerSurfaces.count == 1 + 16 * numbers.count)
      #expect(layers.count == 16 * numbers.count)
    }
    #expect(names == [])
  }

  @Test("When a client with many layer surfaces disconnects, the other surfaces are placed only a few times")
  func many() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let shell = try client.bind(ZwlrLayerShellV1.self)
    for _ in 0..<5000 {
      let surface = client.compositor.createSurface()
      let layer = shell.getLayerSurface(surface: surface, output: nil, layer: .top, namespace: "")
      layer.setSize(width: 10, height: 10)
      surface.commit()
    }
    client.settle()
    let placements = server.placementCount
    client.connection.close()
    server.settle()
    #expect(server.layerSurfaces.isEmpty)
    #expect(server.placementCount - placements < 10)
  }
}
