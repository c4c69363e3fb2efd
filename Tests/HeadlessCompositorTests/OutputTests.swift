import HeadlessCompositor
import Testing
import Wayland

@MainActor @Suite("Adding and removing outputs")
struct OutputTests {
  /// A client that binds every announced output and has one window. It records the names of the window's outputs.
  @MainActor final class Desk {
    let server: Compositor
    let client: TestClient
    let window: TestWindow
    var log: [String] = []
    var names: [String] = []
    private var outputs: [(global: UInt32, object: WlOutput, name: String)] = []

    init(_ configuration: Compositor.Configuration = .init(width: 100, height: 80)) throws {
      server = try Compositor(configuration)
      client = try TestClient(server)
      window = try TestWindow(client)
      for global in client.registry.globals { bind(global) }
      client.registry.onGlobal = { [weak self] in self?.bind($0) }
      client.registry.onGlobalRemove = { [weak self] global in
        guard let self, let index = outputs.firstIndex(where: { $0.global == global.name }) else { return }
        log.append("removed \(outputs[index].name)")
        outputs.remove(at: index).object.release()
      }
      window.surface.onEvent = { [weak self] event in
        switch event {
        case .enter(let output): self?.log.append("enter \(self?.name(output) ?? "?")")
        case .leave(let output): self?.log.append("leave \(self?.name(output) ?? "?")")
        case .preferredBufferScale(let factor): self?.log.append("scale \(factor)")
        case .preferredBufferTransform(let transform): self?.log.append("transform \(transform.rawValue)")
        }
      }
      client.settle()
    }

    func name(_ output: WlOutput?) -> String { outputs.first { $0.object === output }?.name ?? "?" }

    func take() -> [String] {
      client.settle()
      defer { log = [] }
      return log
    }

    private func bind(_ global: Registry.Global) {
      guard global.interface == "wl_output",
        let object = try? client.registry.bind(global, as: WlOutput.self, versions: 4...4)
      else { return }
      outputs.append((global.name, object, ""))
      object.onEvent = { [weak self] event in
        guard let self, case .name(let name) = event else { return }
        if let index = outputs.firstIndex(where: { $0.object === object }) { outputs[index].name = name }
        names.append(name)
      }
    }
  }

  @Test(
    "If an output or a seat is removed after its global was removed, the removal is announced only once")
  func removedTwice() throws {
    let desk = try Desk()
    #expect(desk.server.removeGlobal("wl_output"))
    desk.server.removeOutput(desk.server.output)
    let added = desk.server.addOutput(width: 50, height: 40)
    desk.server.removeOutput(added)
    #expect(!desk.server.removeGlobal("wl_output"))
    #expect(desk.server.removeGlobal("wl_seat"))
    desk.server.removeSeat(desk.server.seat)
    desk.client.settle()
    #expect(desk.server.protocolErrors.isEmpty)
    let last = desk.server.addOutput(width: 50, height: 40)
    desk.server.close()
    desk.server.removeOutput(last)
    desk.server.addOutput(width: 50, height: 40)
  }

  @Test("A client is notified of an added output and of a removed output")
  func comesAndGoes() throws {
    let desk = try Desk()
    let second = desk.server.addOutput(width: 60, height: 40, scale: 2, name: "DP-2")
    #expect(second.position == (100, 0))
    _ = desk.take()
    #expect(desk.names == ["HEADLESS-1", "DP-2"])
    #expect(desk.server.outputs.map(\.name) == ["HEADLESS-1", "DP-2"])
    desk.server.removeOutput(second)
    #expect(desk.take() == ["removed DP-2"])
    #expect(second.isRemoved)
    desk.server.addOutput(width: 60, height: 40)
    _ = desk.take()
    #expect(desk.names.last == "HEADLESS-3")
    #expect(desk.server.protocolErrors == [])
  }

  @Test(
    "A window enters an output when the two begin to overlap, and leaves the output when they no longer overlap"
  )
  func enterAndLeave() throws {
    let desk = try Desk()
    let second = desk.server.addOutput(
      width: 200, height: 160, scale: 2, transform: .rotated90, name: "DP-2")
    try desk.window.show(20, 10)
    #expect(desk.take() == ["enter HEADLESS-1"])
    let toplevel = try #require(desk.window.peer)
    toplevel.position = (95, 0)
    #expect(desk.take() == ["enter DP-2", "scale 2", "transform 1"])
    #expect(toplevel.surface?.outputs.map(\.name) == ["DP-2", "HEADLESS-1"])
    toplevel.position = (105, 0)
    #expect(toplevel.output === second)
    #expect(desk.take() == ["leave HEADLESS-1"])
    toplevel.move(to: desk.server.output)
    #expect(desk.take() == ["enter HEADLESS-1", "leave DP-2", "scale 1", "transform 0"])
    toplevel.position = (1000, 0)
    #expect(desk.take() == ["leave HEADLESS-1"])
    #expect(!desk.server.isFrameWanted)
  }

  @Test("Subsurfaces and popups enter and leave outputs together with their window")
  func descendants() throws {
    let desk = try Desk()
    let second = desk.server.addOutput(width: 60, height: 40, name: "DP-2")
    try desk.window.show(20, 10)
    let child = desk.client.compositor.createSurface()
    let subsurface = try desk.client.bind(WlSubcompositor.self)
      .getSubsurface(surface: child, parent: desk.window.surface)
    subsurface.setDesync()
    let buffer = try desk.client.buffer(4, 4)
    child.attach(buffer: buffer.object, x: 0, y: 0)
    child.commit()
    desk.window.surface.commit()
    desk.client.settle()
    let model = try #require(desk.server.surfaces.last)
    #expect(model.outputs.map(\.name) == ["HEADLESS-1"])
    let toplevel = try #require(desk.window.peer)
    toplevel.move(to: second)
    #expect(model.outputs.map(\.name) == ["DP-2"])
    subsurface.setPosition(x: -50, y: 0)
    desk.window.surface.commit()
    desk.client.settle()
    #expect(model.outputs.map(\.name) == ["HEADLESS-1"])
    toplevel.minimize()
    #expect(model.outputs.isEmpty)
  }

  @Test(
    "When a window's output is removed, the window moves to another output, or waits for the next output to be added"
  )
  func removal() throws {
    let desk = try Desk()
    let second = desk.server.addOutput(width: 300, height: 200, name: "DP-2", at: (100, 0))
    try desk.window.show(20, 10)
    let toplevel = try #require(desk.window.peer)
    toplevel.position = (110, 30)
    toplevel.setFullscreen(true)
    _ = desk.take()
    #expect(toplevel.configuredSize == (300, 200))
    desk.server.removeOutput(second)
    #expect(desk.take() == ["enter HEADLESS-1", "leave DP-2", "removed DP-2"])
    #expect(toplevel.configuredSize == (100, 80))
    toplevel.setFullscreen(false)
    #expect(toplevel.position == (10, 30))
    let log = FrameCallbackLog()
    log.request(desk.window.surface)
    desk.window.surface.commit()
    desk.client.settle()
    desk.server.removeOutput(desk.server.output)
    desk.server.removeOutput(desk.server.output)
    #expect(desk.take() == ["leave HEADLESS-1", "removed HEADLESS-1"])
    desk.server.run(frames: 3)
    #expect(log.times.isEmpty)
    #expect(desk.server.outputs.isEmpty)
    let third = desk.server.addOutput(width: 50, height: 40, scale: 2, name: "DP-3", at: (500, 0))
    #expect(desk.take() == ["scale 2", "enter DP-3"])
    #expect(toplevel.position == (500, 0))
    desk.server.run(frames: 1)
    #expect(log.times.count == 1)
    #expect(desk.server.capture().width == third.width)
    #expect(desk.server.protocolErrors == [])
  }

  @Test("If a client binds an output that was just removed, there is no error")
  func lateBind() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let second = server.addOutput(width: 60, height: 40)
    client.settle()
    let global = try #require(client.registry.globals.last { $0.interface == "wl_output" })
    let object = try client.registry.bind(global, as: WlOutput.self, versions: 4...4)
    server.removeOutput(second)
    client.settle()
    #expect(client.failure == nil)
    object.release()
    client.settle()
    #expect(client.failure == nil && server.protocolErrors == [])
  }

  @Test("A window fills the output that the client requests for full screen")
  func fullscreenOutput() throws {
    let desk = try Desk()
    let second = desk.server.addOutput(width: 300, height: 200, transform: .rotated90, name: "DP-2")
    try desk.window.show(20, 10)
    let global = try #require(desk.client.registry.globals.last { $0.interface == "wl_output" })
    let object = try desk.client.registry.bind(global, as: WlOutput.self, versions: 4...4)
    desk.window.toplevel.setFullscreen(output: object)
    desk.client.settle()
    let toplevel = try #require(desk.window.peer)
    #expect(toplevel.output === second)
    #expect(toplevel.position == (100, 0))
    #expect(desk.window.sizes.last ?? (0, 0) == (200, 300))
    second.setMode(width: 400, height: 100)
    desk.client.settle()
    #expect(desk.window.sizes.last ?? (0, 0) == (100, 400))
    desk.window.toplevel.unsetFullscreen()
    desk.client.settle()
    #expect(toplevel.position == (0, 0))
    #expect(desk.window.sizes.last ?? (0, 0) == (20, 10))
  }

  @Test("Each output presents its own frames")
  func frames() throws {
    let desk = try Desk()
    let second = desk.server.addOutput(width: 60, height: 40, refreshRate: 50)
    try desk.window.show(20, 10)
    let other = try TestWindow(desk.client)
    try other.show(20, 10)
    try #require(other.peer).move(to: second)
    let logs = [FrameCallbackLog(), FrameCallbackLog()]
    for (log, window) in zip(logs, [desk.window, other]) {
      log.request(window.surface)
      window.surface.commit()
    }
    desk.client.settle()
    desk.server.presentFrame(at: desk.server.now + second.refreshInterval, on: second)
    desk.client.settle()
    #expect(logs.map(\.times) == [[], [1020]])
    desk.server.presentFrame(on: desk.server.output)
    desk.client.settle()
    #expect(logs.map(\.times) == [[1020], [1020]])
  }

  @Test("xdg-output sends the logical rectangle at first and after each change", arguments: [1, 2, 3])
  func logicalRectangle(version: UInt32) throws {
    let server = try Compositor(.init(width: 300, height: 200, scale: 1.5))
    let client = try TestClient(server)
    let output = try client.bind(WlOutput.self)
    var log: [String] = []
    output.onEvent = { if case .done = $0 { log.append("output done") } }
    client.settle()
    log = []
    let desktop = try client.bind(ZxdgOutputManagerV1.self, version: version).getXdgOutput(output: output)
    desktop.onEvent = { event in
      switch event {
      case .logicalPosition(let x, let y): log.append("at \(x),\(y)")
      case .logicalSize(let width, let height): log.append("\(width)×\(height)")
      case .name(let name): log.append(name)
      case .description: break
      case .done: log.append("done")
      }
    }
    client.settle()
    let name = version >= 2 ? ["HEADLESS-1"] : []
    let done = version >= 3 ? ["output done"] : ["done"]
    #expect(log == name + ["at 0,0", "200×133"] + done)
    log = []
    server.output.position = (7, -8)
    client.settle()
    #expect(log.prefix(2) == ["at 7,-8", "200×133"])
    #expect(log.last == "output done")
    desktop.destroy()
    server.output.scale = 1
    client.settle()
    #expect(client.failure == nil)
  }

  @Test("A window across two outputs of different scale is drawn on each of them")
  func capturePerOutput() throws {
    let desk = try Desk(.init(width: 10, height: 4))
    let second = desk.server.addOutput(width: 20, height: 8, scale: 2)
    desk.window.surface.setBufferScale(scale: 2)
    desk.window.surface.commit()
    desk.client.settle()
    let buffer = try desk.client.buffer(8, 4)
    for y in 0..<4 { for x in 0..<8 { buffer[x, y] = 0xff00_0000 | UInt32(y * 8 + x) } }
    desk.window.commit(buffer)
    desk.client.settle()
    try #require(desk.window.peer).position = (8, 1)
    let right = desk.server.capture(second)
    #expect((0..<4).map { right[$0, 2] & 0xff } == [4, 5, 6, 7])
    #expect(right[4, 2] == 0xff00_0000 && right[0, 1] == 0xff00_0000)
    let left = desk.server.capture(desk.server.output)
    #expect(left[7, 1] == 0xff00_0000 && left[8, 1] != 0xff00_0000 && left[9, 2] != 0xff00_0000)
    #expect(desk.server.capture() == left)
  }

  @Test(
    "If a buffer has the output's transform, the framebuffer equals the buffer",
    arguments: OutputTransform.allCases,
    [1, 2])
  func framebuffer(transform: OutputTransform, scale: Int) throws {
    var configuration = Compositor.Configuration(width: 12, height: 8, scale: Double(scale))
    configuration.transform = transform
    let server = try Compositor(configuration)
    let client = try TestClient(server)
    let window = try TestWindow(client)
    window.surface.setBufferScale(scale: Int32(scale))
    window.surface.setBufferTransform(transform: .init(rawValue: transform.rawValue))
    window.surface.commit()
    client.settle()
    #expect(window.preferences == expectedPreferences(transform, scale))
    let buffer = try client.buffer(12, 8)
    for y in 0..<8 { for x in 0..<12 { buffer[x, y] = 0xff00_0000 | UInt32(y * 12 + x) } }
    window.commit(buffer)
    client.settle()
    let toplevel = try #require(window.peer)
    #expect(toplevel.size == server.output.logicalSize)
    #expect(server.captureFramebuffer(of: server.output) == toplevel.surface?.capture())
    // The user sees the image upright. The first pixel of the buffer appears in this corner of the image.
    let upright = server.capture()
    let corner: (x: Int, y: Int) =
      switch transform {
      case .normal, .flipped90: (0, 0)
      case .rotated90, .flipped: (upright.width - 1, 0)
      case .rotated180, .flipped270: (upright.width - 1, upright.height - 1)
      case .rotated270, .flipped180: (0, upright.height - 1)
      }
    #expect(upright[corner.x, corner.y] == 0xff00_0000)
  }

  private func expectedPreferences(_ transform: OutputTransform, _ scale: Int) -> [String] {
    (scale == 1 ? [] : ["scale \(scale)"]) + (transform == .normal ? [] : ["transform \(transform.rawValue)"])
  }

  @Test(
    "On an output of any transform, a buffer of any transform and scale is drawn upright",
    arguments: OutputTransform.allCases, OutputTransform.allCases)
  func composition(bufferTransform: OutputTransform, outputTransform: OutputTransform) throws {
    for scale in [1, 2] {
      var configuration = Compositor.Configuration(width: 32, height: 32, scale: 2)
      configuration.transform = outputTransform
      let server = try Compositor(configuration)
      let client = try TestClient(server)
      let window = try TestWindow(client)
      window.surface.setBufferScale(scale: Int32(scale))
      window.surface.setBufferTransform(transform: .init(rawValue: bufferTransform.rawValue))
      window.surface.commit()
      client.settle()
      // The buffer has two halves of 2 × 4 logical pixels, side by side. The left half is red.
      let buffer = try client.buffer(4 * scale, 4 * scale, 0xffff_0000)
      let size = 4 * scale
      for y in 0..<size {
        for x in 0..<size {
          let isRight =
            switch bufferTransform {
            case .normal, .flipped180: x >= size / 2
            case .rotated180, .flipped: x < size / 2
            case .rotated90, .flipped270: y < size / 2
            case .rotated270, .flipped90: y >= size / 2
            }
          if isRight { buffer[x, y] = 0xff00_00ff }
        }
      }
      window.commit(buffer)
      client.settle()
      let picture = server.capture()
      for y in 0..<8 {
        #expect(picture[1, y] == 0xffff_0000 && picture[6, y] == 0xff00_00ff)
      }
      #expect(picture[8, 0] == 0xff00_0000)
    }
  }
}
