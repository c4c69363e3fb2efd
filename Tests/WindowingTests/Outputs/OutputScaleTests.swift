import Geometry
import HeadlessCompositor
import TestSupport
import Testing
import Windowing

@MainActor struct OutputScaleTests {
  /// The way in which a compositor sends the scale.
  enum Source: CaseIterable {
    case fractional, preferred, outputs

    func configuration(scale: Double) -> Compositor.Configuration {
      let all = Compositor.Configuration(width: 1200, height: 900, scale: scale)
      return switch self {
      case .fractional: all
      case .preferred: all.without("wp_fractional_scale_manager_v1")
      case .outputs: all.without("wp_fractional_scale_manager_v1").with("wl_compositor", version: 5)
      }
    }
  }

  @Test(
    "When a window moves to an output with another scale, its next commit has the new scale", .proves("D065"),
    arguments: Source.allCases, [(1.0, 2.0), (2.0, 1.0), (1.0, 3.0), (3.0, 2.0)])
  func move(source: Source, scales: (Double, Double)) throws {
    let rig = try WindowRig(source.configuration(scale: scales.0), size: Size(width: 101, height: 51))
    let second = rig.server.addOutput(width: 1200, height: 900, scale: scales.1, name: "DP-2")
    rig.server.run(frames: 2)
    #expect(rig.window.scale == scales.0)
    for (output, scale) in [(second, scales.1), (rig.server.output, scales.0)] {
      rig.painter.framesToGo = 1
      rig.window.invalidate()
      rig.settle()
      try rig.toplevel.move(to: output)
      var seen: [Int] = []
      rig.server.onCommit = { seen.append($0.bufferSize.width) }
      rig.server.run(frames: 3)
      #expect(seen.first == Int(101 * scale) && Set(seen).count == 1)
      #expect(rig.window.scale == scale)
      #expect(try rig.toplevel.size == (101, 51))
      let capture = rig.server.capture(output)
      #expect(capture[0, 0] == rig.painter.color)
      #expect(capture[Int(101 * scale) - 1, Int(51 * scale) - 1] == rig.painter.color)
    }
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test(
    "At an integer scale, the sides of a buffer are multiples of the scale for any window size",
    .proves("D066"),
    arguments: [Source.preferred, .outputs], [1, 2, 3])
  func multiples(source: Source, scale: Int) throws {
    let rig = try WindowRig(source.configuration(scale: Double(scale)))
    var seed: UInt32 = 20_261_122
    func random(_ limit: UInt32) -> Int {
      seed = seed &* 1_664_525 &+ 1_013_904_223  // the generator of Numerical Recipes
      return Int((seed >> 8) % limit) + 1
    }
    for _ in 0..<40 {
      let (width, height) = (random(300), random(200))
      try rig.toplevel.resize(width: width, height: height)
      rig.server.run(frames: 1)
      let surface = try #require(try rig.toplevel.surface)
      #expect(surface.bufferScale == scale)
      #expect(surface.bufferSize == (width * scale, height * scale))
      #expect(try rig.toplevel.size == (width, height))
    }
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test(
    "In a full-screen window, a checkerboard of single pixels is shown without resampling",
    arguments: [1, 1.25, 1.5, 2, 3], [(600, 300), (1024, 768)])
  func checkerboard(scale: Double, size: (Int, Int)) throws {
    let server = try Compositor(.init(width: size.0, height: size.1, scale: scale))
    let system = try WindowSystem(descriptor: server.connect(), clock: { Double(server.now) / 1e9 })
    let window = Window(
      in: system, size: Size(width: 10, height: 10), title: "Board", appID: "org.example.board")
    let board = Checkerboard()
    window.delegate = board
    window.wantsFullscreen = true
    server.dispatchClients = { [weak system] in system?.dispatch() }
    system.prepare()
    server.run(frames: 2)
    let picture = server.capture()
    #expect((picture.width, picture.height) == size)
    var wrong = 0
    for y in 0..<size.1 { for x in 0..<size.0 where picture[x, y] != Checkerboard.color(x, y) { wrong += 1 } }
    #expect(wrong == 0)
    #expect(server.protocolErrors.isEmpty)
  }
}

/// Draws a checkerboard of single pixels in white and black.
@MainActor private final class Checkerboard: WindowDelegate {
  static func color(_ x: Int, _ y: Int) -> UInt32 { (x + y) % 2 == 0 ? 0xffff_ffff : 0xff00_0000 }

  func window(_ window: Window, draw buffer: inout DrawableBuffer, for frame: FrameInfo) -> Damage {
    let (width, height) = (buffer.width, buffer.height)
    buffer.withPixels { bytes in
      let words = bytes.bindMemory(to: UInt32.self)
      for y in 0..<height { for x in 0..<width { words[y * width + x] = Self.color(x, y) } }
    }
    return .everything
  }
}
