import Geometry
import HeadlessCompositor
import Testing
import Windowing

@MainActor struct ScaleTests {
  @Test(
    "At any scale, a window has the same size in points, and its buffer has one pixel per pixel of the output",
    arguments: [1.0, 1.25, 1.5, 2.0])
  func fractional(scale: Double) throws {
    let rig = try WindowRig(.init(width: 600, height: 400, scale: scale), size: Size(width: 101, height: 51))
    rig.server.run(frames: 3)
    #expect(rig.window.scale == scale)
    #expect(rig.window.size == Size(width: 101, height: 51))
    #expect(try rig.toplevel.size == (101, 51))
    let buffer = try #require(try rig.toplevel.surface).bufferSize
    #expect(buffer == (Int((101 * scale).rounded()), Int((51 * scale).rounded())))
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("Without wp_fractional_scale the output's integer scale is used from the first frame")
  func integer() throws {
    let configuration = Compositor.Configuration(width: 600, height: 400, scale: 2)
      .without("wp_fractional_scale_manager_v1")
    let rig = try WindowRig(configuration)
    #expect(rig.painter.drawings.map(\.width) == [400])
    #expect(try rig.toplevel.surface?.bufferScale == 2)
    #expect(try rig.toplevel.size == (200, 100))
    rig.server.output.scale = 1
    rig.server.run(frames: 2)
    #expect(rig.painter.drawings.last?.width == 200)
    #expect(try rig.toplevel.size == (200, 100))
  }

  @Test("A change of the output's scale redraws the window")
  func change() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    rig.server.output.scale = 1.5
    rig.server.run(frames: 2)
    #expect(rig.window.scale == 1.5)
    #expect(rig.painter.drawings.last.map { [$0.width, $0.height, $0.age] } == [300, 150, 0])
    #expect(rig.painter.sizes.count == 2)
    #expect(try rig.toplevel.size == (200, 100))
  }
}
