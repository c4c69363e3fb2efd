import HeadlessCompositor
import TestSupport
import Testing
import Windowing

/// Screens that a program turns off and on.
@MainActor struct OutputPowerTests {
  @Test("A program turns a screen off and on, and learns of changes by others", .proves("D086"))
  func power() throws {
    let rig = try WindowRig()
    let output = try #require(rig.system.outputs.first)
    let power = try #require(OutputPower(of: output, in: rig.system))
    var changes: [Bool?] = []
    power.onChange = { [unowned power] in changes.append(power.isOn) }
    rig.settle()
    #expect(power.isOn == true)
    power.set(false)
    rig.settle()
    #expect(power.isOn == false && !rig.server.output.isPoweredOn)
    rig.server.output.isPoweredOn = true
    rig.settle()
    #expect(changes == [true, false, true])
    power.end()
    rig.settle()
    #expect(rig.server.requestCount(of: "zwlr_output_power_v1.destroy") == 1)
    #expect(!power.isUsable && rig.server.protocolErrors.isEmpty)
  }

  @Test("A window on a screen that is off gets no frames, and its next frame comes when the screen is on")
  func frames() throws {
    let rig = try WindowRig()
    let output = try #require(rig.system.outputs.first)
    let power = try #require(OutputPower(of: output, in: rig.system))
    rig.painter.framesToGo = 1000
    rig.window.invalidate()
    rig.server.run(frames: 3)
    power.set(false)
    rig.server.run(frames: 2)
    let drawn = rig.painter.drawings.count
    rig.server.run(frames: 100)
    #expect(rig.painter.drawings.count == drawn)
    power.set(true)
    rig.server.run(frames: 2)
    #expect(rig.painter.drawings.count > drawn)
  }

  @Test("Without the protocol there is no control; it ends when the screen is removed")
  func missing() throws {
    let without = try WindowRig(
      Compositor.Configuration(width: 400, height: 300).without("zwlr_output_power_manager_v1"))
    let screen = try #require(without.system.outputs.first)
    #expect(OutputPower(of: screen, in: without.system) == nil)
    let rig = try WindowRig()
    let output = try #require(rig.system.outputs.first)
    let power = try #require(OutputPower(of: output, in: rig.system))
    rig.settle()
    rig.server.removeOutput(rig.server.output)
    rig.settle()
    #expect(!power.isUsable && power.isOn == nil)
    power.set(false)
    rig.settle()
    #expect(rig.server.protocolErrors.isEmpty && rig.system.failure == nil)
  }
}
