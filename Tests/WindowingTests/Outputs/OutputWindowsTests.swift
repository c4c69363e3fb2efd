import Geometry
import HeadlessCompositor
import Testing
import Windowing

@MainActor struct OutputWindowsTests {
  /// Draws all windows, and records for each screen the times of its frames: those that the windows share in `times`,
  /// the window's own in `frameTimes`.
  @MainActor final class Wall: WindowDelegate {
    var windows: OutputWindows?
    var names: [ObjectIdentifier: String] = [:]
    var times: [String: [Double]] = [:]
    var frameTimes: [String: [Double]] = [:]
    var framesToGo = 0

    func window(_ window: Window, draw buffer: inout DrawableBuffer, for frame: FrameInfo) -> Damage {
      buffer.withPixels { $0.bindMemory(to: UInt32.self).update(repeating: 0xff33_6699) }
      guard let windows, let name = names[ObjectIdentifier(window)] else { return .everything }
      times[name, default: []].append(windows.time(for: frame, of: window))
      frameTimes[name, default: []].append(frame.time)
      if framesToGo > 0 { window.invalidate() }
      return .everything
    }
  }

  @MainActor struct Rig {
    let server: Compositor
    let system: WindowSystem
    let wall = Wall()
    let windows: OutputWindows

    init(outputs: Int32 = 4) throws {
      let server = try Compositor(
        Compositor.Configuration(width: 200, height: 100).with("wl_output", version: outputs)
          .without("wp_presentation"))
      server.addOutput(width: 300, height: 200, scale: 2, name: "DP-2")
      let system = try WindowSystem(descriptor: server.connect(), clock: { Double(server.now) / 1e9 })
      self.server = server
      self.system = system
      let wall = wall
      windows = OutputWindows(in: system, title: "Wall", appID: "org.example.wall") { window, output in
        window.delegate = wall
        wall.names[ObjectIdentifier(window)] = output.name
      }
      wall.windows = windows
      server.dispatchClients = { [weak system] in system?.dispatch() }
      system.prepare()
      server.run(frames: 2)
    }
  }

  @Test(
    "Each screen has its own window, including a screen that is connected later",
    arguments: [2, 4] as [Int32])
  func oneEach(version: Int32) throws {
    let rig = try Rig(outputs: version)
    #expect(
      rig.windows.windows.map(\.size) == [Size(width: 200, height: 100), Size(width: 150, height: 100)])
    for (output, toplevel) in zip(rig.server.outputs, rig.server.toplevels) {
      #expect(toplevel.isFullscreen && toplevel.output === output)
      #expect(rig.server.capture(output).pixels.allSatisfy { $0 == 0xff33_6699 })
    }
    let third = rig.server.addOutput(width: 80, height: 60, transform: .rotated90, name: "DP-3")
    rig.server.run(frames: 2)
    #expect(rig.windows.windows.map(\.outputs.count) == [1, 1, 1])
    #expect(rig.server.capture(third).pixels.allSatisfy { $0 == 0xff33_6699 })
    var closed: [String] = []
    rig.windows.onClose = { closed.append("\($1.name) \($0.isClosed)") }
    let first = try #require(rig.system.outputs.first)
    #expect(rig.windows.window(on: first) === rig.windows.windows.first)
    rig.server.removeOutput(rig.server.output)
    rig.server.run(frames: 2)
    #expect(closed == ["\(first.name) false"])
    #expect(rig.windows.windows.count == 2 && rig.server.toplevels.count == 2)
    #expect(rig.windows.window(on: first) == nil)
    rig.windows.close()
    rig.server.addOutput(width: 80, height: 60)
    rig.server.run(frames: 2)
    #expect(rig.server.toplevels.isEmpty)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("After all screens were removed, the next connected screen gets a window")
  func allGone() throws {
    let rig = try Rig()
    for output in rig.server.outputs { rig.server.removeOutput(output) }
    rig.server.run(frames: 2)
    #expect(rig.windows.windows.isEmpty && rig.server.toplevels.isEmpty)
    let output = rig.server.addOutput(width: 80, height: 60)
    rig.server.run(frames: 1)
    #expect(rig.server.capture(output).pixels.allSatisfy { $0 == 0xff33_6699 })
  }

  @Test("If screens refresh at different moments, their windows still draw their content for the same times")
  func inStep() throws {
    let rig = try Rig()
    rig.wall.framesToGo = 1
    rig.windows.invalidate()
    rig.server.settle()
    rig.wall.times = [:]
    rig.wall.frameTimes = [:]
    for _ in 0..<10 {
      // The second screen refreshes 5 ms after the first one.
      rig.server.presentFrame(at: rig.server.now + 11_666_667, on: rig.server.outputs[0])
      rig.server.settle()
      rig.server.presentFrame(at: rig.server.now + 5_000_000, on: rig.server.outputs[1])
      rig.server.settle()
    }
    let times = rig.wall.times
    #expect(times["HEADLESS-1"]?.count == 10)
    #expect(times["HEADLESS-1"] == times["DP-2"])
    #expect(rig.wall.frameTimes["HEADLESS-1"] != rig.wall.frameTimes["DP-2"])
  }

  @Test(
    "Windows share frame times; a window on a slow screen skips some times, and no window's time decreases")
  func rates() {
    final class Key {}
    let (fast, slow) = (Key(), Key())
    var shared = SharedFrameTime()
    func time(_ key: Key, _ frame: Double) -> Double {
      shared.time(of: ObjectIdentifier(key), frame: frame, interval: 0.02)
    }
    #expect(time(fast, 1) == 1)
    #expect(time(slow, 1.005) == 1)
    #expect(time(fast, 1.01) == 1.01)
    #expect(time(fast, 1.02) == 1.02)
    #expect(time(slow, 1.025) == 1.02)
    #expect(time(slow, 1.035) == 1.035)
    #expect(time(fast, 1.03) == 1.035)
    #expect(time(fast, 9) == 9)
    #expect(time(slow, 20) == 20)
    #expect(time(fast, 19.99) == 20)
  }

  @Test(
    "Layer surfaces on each screen open and close with their screens; without layers they are full screen",
    arguments: [true, false])
  func layers(hasLayers: Bool) throws {
    let configuration = Compositor.Configuration(width: 200, height: 100)
    let server = try Compositor(hasLayers ? configuration : configuration.without("zwlr_layer_shell_v1"))
    let second = server.addOutput(width: 300, height: 200, name: "DP-2")
    let system = try WindowSystem(descriptor: server.connect(), clock: { Double(server.now) / 1e9 })
    let painter = Painter()
    let windows = OutputWindows(in: system, layer: .wallpaper(), namespace: "wall") { window, _ in
      window.delegate = painter
    }
    server.dispatchClients = { [weak system] in system?.dispatch() }
    system.prepare()
    server.run(frames: 2)
    #expect(
      server.layerSurfaces.count == (hasLayers ? 2 : 0) && server.toplevels.count == (hasLayers ? 0 : 2))
    for output in server.outputs {
      #expect(server.capture(output).pixels.allSatisfy { $0 == painter.color })
    }
    server.removeOutput(second)
    server.run(frames: 2)
    #expect(windows.windows.count == 1)
    let third = server.addOutput(width: 80, height: 60, name: "DP-3")
    server.run(frames: 2)
    #expect(windows.windows.map(\.size) == [Size(width: 200, height: 100), Size(width: 80, height: 60)])
    #expect(server.capture(third).pixels.allSatisfy { $0 == painter.color })
    windows.close()
    server.run(frames: 1)
    #expect(server.layerSurfaces.isEmpty && server.toplevels.isEmpty && server.protocolErrors.isEmpty)
    system.close()
  }
}
