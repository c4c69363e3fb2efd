import HeadlessCompositor
import Testing
import Wayland

@MainActor @Suite("Scale, viewports and transforms")
struct ScaleTests {
  @Test(
    "At a fractional scale, a buffer is not resampled if it has as many pixels as the window covers on the output",
    arguments: [1.0, 1.25, 1.5, 2.0])
  func fractional(scale: Double) throws {
    let server = try Compositor(.init(width: 300, height: 200, scale: scale))
    let client = try TestClient(server)
    let window = try TestWindow(client)
    let object = try client.bind(WpFractionalScaleManagerV1.self).getFractionalScale(surface: window.surface)
    var received: [UInt32] = []
    object.onEvent = { if case .preferredScale(let scale) = $0 { received.append(scale) } }
    let viewport = try client.bind(WpViewporter.self).getViewport(surface: window.surface)
    viewport.setDestination(width: 101, height: 51)
    window.surface.commit()
    client.settle()
    #expect(received == [UInt32(scale * 120)])
    let width = Int((101 * scale).rounded())
    let height = Int((51 * scale).rounded())
    let buffer = try client.buffer(width, height)
    for y in 0..<height {
      for x in 0..<width { buffer[x, y] = 0xff00_0000 | UInt32((x * 7 + y * 13) & 0xff) }
    }
    window.commit(buffer)
    client.settle()
    let peer = try #require(window.peer)
    #expect(peer.size == (101, 51))
    let picture = try #require(server.capture(peer))
    #expect((picture.width, picture.height) == (width, height))
    #expect(picture.pixels == peer.surface?.capture()?.pixels)
    server.output.scale = 1.75
    client.settle()
    #expect(received.last == 210)
    peer.surface?.sendPreferredScale(3)
    client.settle()
    #expect(received.last == 360)
  }

  @Test("With buffer scale 2, a logical pixel has 2 × 2 buffer pixels")
  func integer() throws {
    let server = try Compositor(.init(width: 100, height: 100, scale: 2))
    let client = try TestClient(server)
    let output = try client.bind(WlOutput.self)
    var scales: [Int32] = []
    output.onEvent = { if case .scale(let factor) = $0 { scales.append(factor) } }
    let window = try TestWindow(client)
    window.surface.setBufferScale(scale: 2)
    try window.show(40, 20)
    #expect(scales == [2])
    #expect(window.peer?.size ?? (0, 0) == (20, 10))
    let picture = server.capture()
    #expect(picture[39, 19] == 0xff33_6699)
    #expect(picture[40, 19] == 0xff00_0000)
    server.output.scale = 1.5
    client.settle()
    #expect(scales == [2, 2])
  }

  @Test("If a client ignores the output's scale, its content is enlarged")
  func stretched() throws {
    let server = try Compositor(.init(width: 100, height: 100, scale: 2))
    let client = try TestClient(server)
    let window = try TestWindow(client)
    window.surface.commit()
    client.settle()
    let buffer = try client.buffer(2, 1, 0xff00_0000)
    buffer[1, 0] = 0xff00_00ff
    window.commit(buffer)
    client.settle()
    let picture = server.capture()
    let row = (0..<4).map { picture[$0, 0] & 0xff }
    #expect(row == [0, 64, 191, 255])
    #expect(picture[0, 1] == picture[0, 0])
  }

  @Test("A viewport shows a part of the buffer")
  func source() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    let viewport = try client.bind(WpViewporter.self).getViewport(surface: window.surface)
    viewport.setSource(x: 3, y: 2, width: 4, height: 5)
    window.surface.commit()
    client.settle()
    let buffer = try client.buffer(10, 10)
    for y in 0..<10 { for x in 0..<10 { buffer[x, y] = 0xff00_0000 | UInt32(y * 10 + x) } }
    window.commit(buffer)
    client.settle()
    let peer = try #require(window.peer)
    #expect(peer.size == (4, 5))
    #expect(server.capture()[0, 0] == 0xff00_0000 | 23)
    #expect(server.capture()[3, 4] == 0xff00_0000 | 66)
    viewport.setSource(x: -1, y: -1, width: -1, height: -1)
    viewport.setDestination(width: 20, height: 10)
    window.surface.commit()
    client.settle()
    #expect(peer.size == (20, 10))
    viewport.destroy()
    window.surface.commit()
    client.settle()
    #expect(peer.size == (10, 10))
  }

  @Test("A window with a transformed buffer is shown upright", arguments: OutputTransform.allCases)
  func transforms(transform: OutputTransform) throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    // The upright image of 3 × 2 pixels, and the transformed image that the client writes into the buffer.
    let upright: [[UInt32]] = [[1, 2, 3], [4, 5, 6]]
    let turned: [[UInt32]] =
      switch transform {
      case .normal: [[1, 2, 3], [4, 5, 6]]
      case .rotated90: [[3, 6], [2, 5], [1, 4]]
      case .rotated180: [[6, 5, 4], [3, 2, 1]]
      case .rotated270: [[4, 1], [5, 2], [6, 3]]
      case .flipped: [[3, 2, 1], [6, 5, 4]]
      case .flipped90: [[1, 4], [2, 5], [3, 6]]
      case .flipped180: [[4, 5, 6], [1, 2, 3]]
      case .flipped270: [[6, 3], [5, 2], [4, 1]]
      }
    window.surface.setBufferTransform(transform: .init(rawValue: transform.rawValue))
    window.surface.commit()
    client.settle()
    let buffer = try client.buffer(turned[0].count, turned.count)
    for (y, row) in turned.enumerated() {
      for (x, value) in row.enumerated() { buffer[x, y] = 0xff00_0000 | value }
    }
    window.commit(buffer)
    client.settle()
    let peer = try #require(window.peer)
    let picture = try #require(server.capture(peer))
    #expect((picture.width, picture.height) == (3, 2))
    #expect(picture.pixels == upright.flatMap { $0 }.map { 0xff00_0000 | $0 })
  }

  @Test("Rotating the output by 90 degrees swaps its logical width and height")
  func outputTransform() throws {
    let server = try Compositor(.init(width: 100, height: 60))
    let client = try TestClient(server)
    let output = try client.bind(WlOutput.self)
    var events: [String] = []
    output.onEvent = { event in
      switch event {
      case .geometry(_, _, _, _, _, _, _, let transform): events.append("transform \(transform.rawValue)")
      case .mode(_, let width, let height, let refresh): events.append("mode \(width)×\(height) \(refresh)")
      case .done: events.append("done")
      case .scale, .name, .description: break
      }
    }
    client.settle()
    #expect(events == ["transform 0", "mode 100×60 60000", "done"])
    server.output.transform = .rotated90
    client.settle()
    #expect(events.suffix(3) == ["transform 1", "mode 100×60 60000", "done"])
    #expect(server.output.logicalSize == (60, 100))
    #expect(server.capture().width == 60)
  }
}
