import Geometry
import HeadlessCompositor
import Testing
import Windowing

@MainActor struct ScaleTests {
  @Test(
    "A buffer in output pixels at every scale, and the same size in points",
    arguments: [1.0, 1.25, 1.5, 2.0])
  func fractional(scale: Double) throws {
    let stage = try Stage(.init(width: 600, height: 400, scale: scale), size: Size(width: 101, height: 51))
    stage.server.run(frames: 3)
    #expect(stage.window.scale == scale)
    #expect(stage.window.size == Size(width: 101, height: 51))
    #expect(try stage.toplevel.size == (101, 51))
    let buffer = try #require(try stage.toplevel.surface).bufferSize
    #expect(buffer == (Int((101 * scale).rounded()), Int((51 * scale).rounded())))
    #expect(stage.server.protocolErrors.isEmpty)
  }

  @Test("Without fractional scale the output's whole scale counts from the first frame")
  func integer() throws {
    let configuration = Compositor.Configuration(width: 600, height: 400, scale: 2)
      .without("wp_fractional_scale_manager_v1")
    let stage = try Stage(configuration)
    #expect(stage.painter.drawings.map(\.width) == [400])
    #expect(try stage.toplevel.surface?.bufferScale == 2)
    #expect(try stage.toplevel.size == (200, 100))
    stage.server.output.scale = 1
    stage.server.run(frames: 2)
    #expect(stage.painter.drawings.last?.width == 200)
    #expect(try stage.toplevel.size == (200, 100))
  }

  @Test("The scale changes while the window is shown")
  func change() throws {
    let stage = try Stage()
    stage.server.run(frames: 2)
    stage.server.output.scale = 1.5
    stage.server.run(frames: 2)
    #expect(stage.window.scale == 1.5)
    #expect(stage.painter.drawings.last.map { [$0.width, $0.height, $0.age] } == [300, 150, 0])
    #expect(stage.painter.sizes.count == 2)
    #expect(try stage.toplevel.size == (200, 100))
  }
}
