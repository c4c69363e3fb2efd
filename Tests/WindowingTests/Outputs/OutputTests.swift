import Geometry
import HeadlessCompositor
import TestSupport
import Testing
import Windowing

@MainActor struct OutputTests {
  @Test("Once an output is listed, its name, sizes, scale, transform and refresh rate are known")
  func values() throws {
    var configuration = Compositor.Configuration(width: 960, height: 480, scale: 1.5)
    configuration.transform = .rotated90
    configuration.refreshRate = 75
    let rig = try WindowRig(configuration)
    let output = try #require(rig.system.outputs.first)
    #expect(output.name == "HEADLESS-1")
    #expect(output.description == "Headless output HEADLESS-1")
    #expect(output.manufacturer == "Headless" && output.model == "Output")
    #expect(output.scale == 2)
    #expect(output.transform == .rotated90)
    #expect((output.pixelWidth, output.pixelHeight) == (960, 480))
    #expect(output.refreshRate == 75)
    #expect(output.physicalSize == Size(width: 254, height: 127))
    #expect(output.position == .zero)
    #expect(output.logicalSize == Size(width: 320, height: 640))
  }

  @Test("Without xdg-output the logical size is computed from the mode, the transform and the integer scale")
  func withoutDesktopOutput() throws {
    var configuration = Compositor.Configuration(width: 960, height: 480, scale: 2)
      .without("zxdg_output_manager_v1")
    configuration.transform = .flipped270
    let rig = try WindowRig(configuration)
    #expect(rig.system.outputs.first?.logicalSize == Size(width: 240, height: 480))
  }

  @Test(
    "Before version 4 of wl_output the name comes from xdg-output or is empty", arguments: [2, 3] as [Int32],
    [1, 2, 3] as [Int32])
  func oldVersions(output: Int32, desktop: Int32) throws {
    let rig = try WindowRig(
      Compositor.Configuration(width: 300, height: 200, scale: 1.5).with("wl_output", version: output)
        .with("zxdg_output_manager_v1", version: desktop))
    let found = try #require(rig.system.outputs.first)
    #expect(found.name == (desktop >= 2 ? "HEADLESS-1" : ""))
    #expect(found.logicalSize == Size(width: 200, height: 133))
    rig.server.run(frames: 2)
    #expect(rig.window.outputs.map(\.name) == [found.name])
  }

  @Test("If there is no wl_output, a window has the surface's preferred scale and transform")
  func withoutOutputs() throws {
    var configuration = Compositor.Configuration(width: 600, height: 400, scale: 2)
      .without("wl_output", "wp_fractional_scale_manager_v1")
    configuration.transform = .rotated90
    let rig = try WindowRig(configuration)
    rig.window.acceptsTransformedBuffers = true
    rig.server.run(frames: 2)
    #expect(rig.system.outputs.isEmpty)
    #expect(rig.window.scale == 2)
    #expect(rig.painter.drawings.last.map { [$0.width, $0.height] } == [200, 400])
    #expect(try rig.toplevel.surface?.bufferTransform == .rotated90)
  }

  @Test("Each added, changed or removed output is reported once, with all values")
  func changes() throws {
    let rig = try WindowRig()
    var log: [String] = []
    rig.system.onOutputChange = { change in
      switch change {
      case .added(let output): log.append("added \(output.name) \(output.logicalSize.width)")
      case .changed(let output): log.append("changed \(output.name) \(output.logicalSize.width)")
      case .removed(let output): log.append("removed \(output.name)")
      }
    }
    let second = rig.server.addOutput(width: 300, height: 200, scale: 1.5, name: "DP-2")
    rig.settle()
    #expect(log == ["added DP-2 200.0"])
    let output = try #require(rig.system.outputs.last)
    #expect(output.position == Point(x: 400, y: 0))
    var changes = 0
    output.onChange = { changes += 1 }
    second.setMode(width: 600, height: 200)
    second.setMode(width: 600, height: 200)
    rig.settle()
    #expect(log.last == "changed DP-2 400.0" && log.count == 2)
    #expect(changes == 1)
    rig.server.removeOutput(second)
    rig.settle()
    #expect(log.last == "removed DP-2" && log.count == 3)
    #expect(rig.system.outputs.map(\.name) == ["HEADLESS-1"])
  }

  @Test("A window lists the outputs that it is on")
  func membership() throws {
    let rig = try WindowRig()
    let second = rig.server.addOutput(width: 300, height: 200, name: "DP-2")
    rig.server.run(frames: 2)
    #expect(rig.window.outputs.map(\.name) == ["HEADLESS-1"])
    try rig.toplevel.position = (350, 0)
    rig.settle()
    #expect(rig.window.outputs.map(\.name) == ["HEADLESS-1", "DP-2"])
    rig.server.removeOutput(rig.server.output)
    rig.settle()
    #expect(rig.window.outputs.map(\.name) == ["DP-2"])
    #expect(try rig.toplevel.output === second)
  }

  // MARK: Full screen

  @Test(
    "A full-screen window fills the output with the requested name, even if the output is connected later")
  func namedFullscreen() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    rig.window.fullscreenOutputName = "DP-2"
    rig.window.wantsFullscreen = true
    rig.server.run(frames: 2)
    #expect(rig.window.size == Size(width: 400, height: 300))
    let second = rig.server.addOutput(width: 640, height: 240, scale: 2, name: "DP-2")
    rig.server.run(frames: 2)
    #expect(try rig.toplevel.output === second)
    #expect(rig.window.size == Size(width: 320, height: 120))
    #expect(rig.window.outputs.map(\.name) == ["DP-2"])
    #expect(rig.painter.drawings.last.map { [$0.width, $0.height] } == [640, 240])
    rig.server.removeOutput(second)
    rig.server.run(frames: 2)
    #expect(rig.window.size == Size(width: 400, height: 300))
    let again = rig.server.addOutput(width: 100, height: 100, name: "DP-2")
    rig.server.run(frames: 2)
    #expect(try rig.toplevel.output === again)
    rig.window.fullscreenOutputName = "HEADLESS-1"
    rig.server.run(frames: 2)
    #expect(rig.window.size == Size(width: 400, height: 300))
    rig.window.wantsFullscreen = false
    rig.server.run(frames: 2)
    #expect(rig.window.size == Size(width: 200, height: 100))
  }

  // MARK: Hot-plug

  @Test(
    "After an hour without outputs, a window commits a frame immediately when an output is added",
    .proves("D084"),
    arguments: [5, 6] as [Int32])
  func anHourWithoutOutputs(version: Int32) throws {
    let rig = try WindowRig(
      Compositor.Configuration(width: 400, height: 300).with("wl_compositor", version: version))
    rig.server.run(frames: 2)
    rig.painter.framesToGo = 1000
    rig.window.invalidate()
    rig.server.run(frames: 3)
    let before = rig.window.frameCount
    rig.server.removeOutput(rig.server.output)
    rig.server.run(frames: 5)
    #expect(rig.window.frameCount <= before + 1)
    #expect(rig.window.outputs.isEmpty && rig.system.outputs.isEmpty)
    let resting = rig.window.frameCount
    for _ in 0..<60 {
      rig.server.advance(by: 60 * 1_000_000_000)
      rig.window.invalidate()
      rig.settle()
    }
    #expect(rig.window.frameCount == resting)
    rig.painter.color = 0xff12_3456
    let callbacks = rig.server.requestCount(of: "wl_surface.frame")
    rig.server.addOutput(width: 800, height: 600, scale: 2)
    rig.settle()
    #expect(rig.window.frameCount == resting + 1)
    #expect(
      rig.server.requestCount(of: "wl_surface.frame") == callbacks + 1,
      "a new callback is requested, because the compositor may never send the old one")
    #expect(try rig.toplevel.surface?.bufferSize.width == 400)
    #expect(rig.server.capture()[10, 10] == 0xff12_3456)
    let last = try #require(rig.painter.frameTimes.last)
    #expect(abs(last - Double(rig.server.now) / 1e9) < 0.1)
    rig.server.run(frames: 3)
    #expect(rig.window.frameCount >= resting + 3)
    #expect(rig.server.protocolErrors.isEmpty)
  }
}
