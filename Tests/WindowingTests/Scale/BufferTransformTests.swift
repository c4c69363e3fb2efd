import Geometry
import HeadlessCompositor
import TestSupport
import Testing
import Windowing

@MainActor struct BufferTransformTests {
  /// Draws a pattern that looks the same with every transform. In it, all pixels that are inside `change` are green.
  @MainActor final class Pattern: WindowDelegate {
    var transforms: [BufferTransform] = []
    var touches: [TouchEvent] = []
    var change: Rect?

    func window(_ window: Window, draw buffer: inout DrawableBuffer, for frame: FrameInfo) -> Damage {
      transforms.append(buffer.transform)
      let transform = buffer.transform
      let size = transform.apply(to: Size(width: Double(buffer.width), height: Double(buffer.height)))
      let map = transform.map(of: size)
      let width = buffer.width
      let changed = change
      buffer.withPixels { bytes in
        let words = bytes.bindMemory(to: UInt32.self)
        for y in 0..<Int(size.height) {
          for x in 0..<Int(size.width) {
            let center = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
            guard let target = map.project(center) else { continue }
            let value = changed?.contains(center) == true ? 0xff00 : x * 89 + y * 211
            words[Int(target.y) * width + Int(target.x)] = 0xff00_0000 | UInt32(value & 0xffff)
          }
        }
      }
      guard let changed, let corner = map.project(changed.origin),
        let opposite = map.project(Point(x: changed.maxX, y: changed.maxY))
      else { return .everything }
      let (left, top) = (min(corner.x, opposite.x), min(corner.y, opposite.y))
      return .rects([
        Rect(x: left, y: top, width: abs(corner.x - opposite.x), height: abs(corner.y - opposite.y))
      ])
    }

    func window(_ window: Window, touch event: TouchEvent) { touches.append(event) }
  }

  @MainActor struct Rig {
    let server: Compositor
    let system: WindowSystem
    let window: Window
    let pattern = Pattern()

    init(_ transform: OutputTransform, scale: Double, compositor: Int32 = 6, accepts: Bool = true) throws {
      // The upright picture has 90 × 60 pixels with every transform.
      var configuration = Compositor.Configuration(
        width: transform.swapsAxes ? 60 : 90, height: transform.swapsAxes ? 90 : 60, scale: scale
      ).with("wl_compositor", version: compositor)
      configuration.transform = transform
      configuration.windowSize = .output
      let server = try Compositor(configuration)
      let system = try WindowSystem(descriptor: server.connect(), clock: { Double(server.now) / 1e9 })
      self.server = server
      self.system = system
      window = Window(
        in: system, size: Size(width: 9, height: 9), title: "Turned", appID: "org.example.turned")
      window.delegate = pattern
      window.acceptsTransformedBuffers = accepts
      server.dispatchClients = { [weak system] in system?.dispatch() }
      system.prepare()
      server.run(frames: 2)
    }

    var surface: Surface {
      get throws {
        try #require(server.toplevels.first?.surface, "failure: \(String(describing: system.failure))")
      }
    }
  }

  @Test(
    "If a window's buffers have the output's transform, the window looks the same with every transform",
    arguments: OutputTransform.allCases, [1, 1.5, 2])
  func picture(transform: OutputTransform, scale: Double) throws {
    let upright = try Rig(.normal, scale: scale)
    for version in [5, 6] as [Int32] {
      let rig = try Rig(transform, scale: scale, compositor: version)
      #expect(rig.server.capture() == upright.server.capture())
      #expect(rig.pattern.transforms.allSatisfy { $0.rawValue == transform.rawValue })
      #expect(try rig.surface.bufferTransform == transform)
      // The buffer's pixels are sent to the panel without being rearranged.
      #expect(rig.server.captureFramebuffer(of: rig.server.output) == (try rig.surface.capture()))
      #expect(rig.server.protocolErrors.isEmpty)
    }
  }

  @Test(
    "Damage and touches refer to the same positions with every transform", arguments: OutputTransform.allCases
  )
  func damageAndInput(transform: OutputTransform) throws {
    let rig = try Rig(transform, scale: 2)
    let upright = try Rig(.normal, scale: 2)
    for turned in [rig, upright] {
      turned.pattern.change = Rect(x: 20, y: 6, width: 8, height: 4)
      turned.window.invalidate()
      turned.server.run(frames: 2)
      turned.server.seat.touch.down(at: (12, 5))
      turned.server.settle()
    }
    #expect(rig.server.capture() == upright.server.capture())
    #expect(rig.server.capture()[20, 6] == 0xff00_ff00)
    #expect(try rig.surface.lastDamagedPixels == 32)
    #expect(rig.pattern.touches.first?.position == Point(x: 12, y: 5))
  }

  @Test("If acceptsTransformedBuffers is false, all buffers are upright", arguments: OutputTransform.allCases)
  func untransformed(transform: OutputTransform) throws {
    let rig = try Rig(transform, scale: 1, accepts: false)
    #expect(rig.pattern.transforms.allSatisfy { $0 == .normal })
    #expect(try rig.surface.bufferTransform == .normal)
    #expect(rig.server.capture() == (try Rig(.normal, scale: 1).server.capture()))
    #expect(rig.server.requestCount(of: "wl_surface.set_buffer_transform") == 0)
  }

  @Test(
    "When a window's screen is rotated or the window moves to a rotated screen, it is redrawn for the new rotation"
  )
  func rotation() throws {
    let rig = try Rig(.normal, scale: 1)
    let second = rig.server.addOutput(width: 60, height: 90, transform: .rotated270)
    rig.server.run(frames: 1)
    try #require(rig.server.toplevels.first).move(to: second)
    rig.server.run(frames: 2)
    #expect(rig.pattern.transforms.last == .rotated270)
    #expect(rig.server.captureFramebuffer(of: second) == (try rig.surface.capture()))
    second.transform = .flipped
    rig.server.run(frames: 2)
    #expect(rig.pattern.transforms.last == .flipped)
    #expect(try rig.surface.bufferSize == (60, 90))
    rig.window.acceptsTransformedBuffers = false
    rig.server.run(frames: 2)
    #expect(rig.pattern.transforms.last == .normal)
    #expect(try rig.surface.bufferTransform == .normal)
  }

  @Test(
    "BufferTransform maps points and sizes like the compositor's transforms",
    arguments: OutputTransform.allCases)
  func sameAsCompositor(transform: OutputTransform) throws {
    let ours = try #require(BufferTransform(rawValue: transform.rawValue))
    #expect(ours.swapsAxes == transform.swapsAxes)
    let corner = ours.map(of: Size(width: 30, height: 20)).project(Point(x: 0.5, y: 0.5))
    let size = ours.apply(to: Size(width: 30, height: 20))
    let expected: Point =
      switch ours {
      case .normal, .flipped90: Point(x: 0.5, y: 0.5)
      case .rotated90, .flipped180: Point(x: 0.5, y: size.height - 0.5)
      case .rotated180, .flipped270: Point(x: size.width - 0.5, y: size.height - 0.5)
      case .rotated270, .flipped: Point(x: size.width - 0.5, y: 0.5)
      }
    #expect(corner == expected)
  }
}
