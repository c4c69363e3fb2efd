import FoundationEssentials
import HeadlessCompositor
import Testing
import Wayland

@MainActor @Suite("Content and frames")
struct ContentTests {
  @Test("A capture shows windows over the background, with one buffer pixel per output pixel")
  func outputCapture() throws {
    var configuration = Compositor.Configuration(width: 60, height: 40)
    configuration.background = 0xff10_2030
    let server = try Compositor(configuration)
    let client = try TestClient(server)
    let window = try TestWindow(client)
    let buffer = try window.show(20, 10, 0xffff_0000)
    let picture = server.capture()
    #expect((picture.width, picture.height) == (60, 40))
    #expect(picture[0, 0] == 0xffff_0000)
    #expect(picture[19, 9] == 0xffff_0000)
    #expect(picture[20, 9] == 0xff10_2030)
    // Premultiplied red with an opacity of one half, drawn over the background.
    buffer.fill(0x8080_0000)
    window.commit(buffer)
    client.settle()
    #expect(server.capture()[5, 5] == 0xff88_1018)
    try #require(window.peer).position = (30, 20)
    #expect(server.capture()[0, 0] == 0xff10_2030)
    #expect(server.capture()[30, 20] == 0xff88_1018)
  }

  @Test("A commit copies only the damaged pixels")
  func damage() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    let buffer = try window.show(20, 10, 0xff00_0001)
    buffer.fill(0xff00_0002)
    window.surface.attach(buffer: buffer.object, x: 0, y: 0)
    window.surface.damageBuffer(x: 5, y: 5, width: 5, height: 100)
    window.surface.commit()
    client.settle()
    let peer = try #require(window.peer?.surface)
    let picture = try #require(peer.capture())
    #expect(picture[4, 5] == 0xff00_0001)
    #expect(picture[5, 5] == 0xff00_0002)
    #expect(picture[9, 9] == 0xff00_0002)
    #expect(picture[10, 9] == 0xff00_0001)
    #expect(peer.lastDamagedPixels == 25)
  }

  @Test("A buffer in a format without alpha is opaque")
  func opaqueFormat() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    window.surface.commit()
    client.settle()
    window.commit(try client.buffer(4, 4, 0x0012_3456, format: .xrgb8888))
    client.settle()
    #expect(server.capture()[0, 0] == 0xff12_3456)
  }

  @Test("Pending state has no effect before the commit")
  func doubleBuffering() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    try window.show(20, 20)
    let peer = try #require(window.peer?.surface)
    window.surface.setBufferScale(scale: 2)
    window.surface.attach(buffer: nil, x: 0, y: 0)
    client.settle()
    #expect(peer.hasContent)
    #expect(peer.size == (20, 20))
    window.surface.commit()
    client.settle()
    #expect(!peer.hasContent)
    #expect(peer.bufferScale == 2)
  }

  @Test("A frame callback fires once, when a frame is presented, with the time of the frame")
  func frameCallbacks() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    let callbacks = FrameCallbackLog()
    callbacks.request(window.surface)
    try window.show(10, 10)
    #expect(callbacks.times == [])
    #expect(server.isFrameWanted)
    server.presentFrame(at: 2_500_000_000)
    client.settle()
    #expect(callbacks.times == [2500])
    #expect(!server.isFrameWanted)
    server.run(frames: 3)
    #expect(callbacks.times == [2500])
    callbacks.request(window.surface)
    window.surface.commit()
    server.run(frames: 1)
    #expect(callbacks.times == [2500, 2566])
    try #require(window.peer).minimize()
    callbacks.request(window.surface)
    window.surface.commit()
    server.run(frames: 2)
    #expect(callbacks.times.count == 2)
  }

  @Test("Event times wrap after 49.7 days")
  func wrappingTime() throws {
    var configuration = Compositor.Configuration()
    configuration.clock = .virtual(startingAt: (UInt64(UInt32.max) - 5) * 1_000_000)
    let server = try Compositor(configuration)
    let client = try TestClient(server)
    let window = try TestWindow(client)
    let callbacks = FrameCallbackLog()
    callbacks.request(window.surface)
    try window.show(10, 10)
    server.run(frames: 1)
    #expect(callbacks.times == [10])
  }

  @Test(
    "bufferRelease determines when buffers are released",
    arguments: [
      (Compositor.BufferRelease.immediately, [1, 1, 1]), (.whenReplaced, [1, 1, 0]),
      (.keepingTwo, [1, 0, 0]),
      (.manually, [0, 0, 0]),
    ])
  func releases(policy: Compositor.BufferRelease, expected: [Int]) throws {
    let server = try Compositor()
    server.bufferRelease = policy
    let client = try TestClient(server)
    let window = try TestWindow(client)
    var buffers = [try window.show(4, 4)]
    for _ in 0..<2 {
      buffers.append(try client.buffer(4, 4))
      window.commit(try #require(buffers.last))
      client.settle()
    }
    #expect(buffers.map(\.releases) == expected)
    window.peer?.surface?.releaseBuffers()
    client.settle()
    #expect(buffers.map(\.releases) == [1, 1, 1])
  }

  @Test("If a client writes to a buffer that the compositor holds, the write is detected")
  func overwriting() throws {
    var configuration = Compositor.Configuration()
    configuration.detectsOverwrittenBuffers = true
    let server = try Compositor(configuration)
    let client = try TestClient(server)
    let window = try TestWindow(client)
    let first = try window.show(16, 16, 1)
    let second = try client.buffer(16, 16, 2)
    window.commit(second)
    client.settle()
    first.fill(3)  // The compositor has released this buffer.
    window.commit(first)
    client.settle()
    #expect(server.overwrittenBufferCount == 0)
    first[15, 15] = 4  // The compositor holds this buffer.
    window.commit(second)
    client.settle()
    #expect(server.overwrittenBufferCount == 1)
  }

  @Test("Content remains after the destruction of its buffer, and a truncated buffer causes no crash")
  func hostileBuffers() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    let buffer = try window.show(16, 16, 0xffab_cdef)
    buffer.object.destroy()
    client.settle()
    #expect(server.capture()[3, 3] == 0xffab_cdef)
    let second = try client.buffer(64, 64)
    second.truncate()
    window.commit(second)
    client.settle()
    #expect(server.clients.isEmpty || server.capture().width == 1280)
    // For a truncated file, libwayland may send a protocol error.
    #expect(server.protocolErrors.map(\.interface).allSatisfy { $0.hasPrefix("wl_") })
  }

  @Test(
    "A commit of a synchronized subsurface waits for the parent's commit; a commit of a desynchronized one does not"
  )
  func subsurfaces() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    try window.show(40, 40, 0xff00_00ff)
    let child = client.compositor.createSurface()
    let subsurface = try client.bind(WlSubcompositor.self).getSubsurface(
      surface: child, parent: window.surface)
    subsurface.setPosition(x: 10, y: 10)
    let green = try client.buffer(10, 10, 0xff00_ff00)
    child.attach(buffer: green.object, x: 0, y: 0)
    child.commit()
    client.settle()
    #expect(server.capture()[12, 12] == 0xff00_00ff)
    window.surface.commit()
    client.settle()
    #expect(server.capture()[12, 12] == 0xff00_ff00)
    #expect(server.capture()[9, 9] == 0xff00_00ff)
    subsurface.setDesync()
    let red = try client.buffer(10, 10, 0xffff_0000)
    child.attach(buffer: red.object, x: 0, y: 0)
    child.damageBuffer(x: 0, y: 0, width: 10, height: 10)
    child.commit()
    client.settle()
    #expect(server.capture()[12, 12] == 0xffff_0000)
    subsurface.placeBelow(sibling: window.surface)
    client.settle()
    #expect(server.capture()[12, 12] == 0xffff_0000)
    window.surface.commit()
    client.settle()
    #expect(server.capture()[12, 12] == 0xff00_00ff)
    subsurface.destroy()
    client.settle()
    #expect(server.protocolErrors == [])
  }

  @Test("Presentation feedback reports whether content was presented, replaced or removed")
  func presentation() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    let presentation = try client.bind(WpPresentation.self)
    var clock: UInt32?
    presentation.onEvent = { if case .clockId(let id) = $0 { clock = id } }
    var log: [String] = []
    func ask(_ name: String) {
      let feedback = presentation.feedback(surface: window.surface)
      feedback.onEvent = { [unowned feedback] event in
        switch event {
        case .presented(_, let seconds, let nanoseconds, let refresh, _, let sequence, _):
          log.append("\(name) \(seconds).\(nanoseconds) \(refresh) \(sequence)")
          feedback.destroyProxy()
        case .discarded:
          log.append("\(name) discarded")
          feedback.destroyProxy()
        case .syncOutput: log.append("\(name) output")
        }
      }
    }
    _ = try client.bind(WlOutput.self)
    let buffer = try window.show(10, 10)
    #expect(clock == 1)
    ask("first")
    window.commit(buffer)
    client.settle()
    ask("second")
    window.commit(buffer)
    client.settle()
    #expect(log == ["first discarded"])
    server.presentFrame(at: 3_000_000_007)
    client.settle()
    #expect(log == ["first discarded", "second output", "second 3.7 16666667 1"])
    ask("third")
    window.surface.attach(buffer: nil, x: 0, y: 0)
    window.surface.commit()
    client.settle()
    #expect(log.last == "third discarded")
  }

  @Test("A capture is written as a PNG file; the error for an invalid path names the path")
  func png() throws {
    let server = try Compositor(.init(width: 30, height: 20))
    let folder = FileManager.default.temporaryDirectory.path
    let path = "\(folder)/headless-\(UInt32.random(in: 0 ... .max)).png"
    try server.capture().writePNG(to: path)
    let data = try Data(contentsOf: URL(filePath: path))
    #expect(data.prefix(4) == Data([0x89, 0x50, 0x4e, 0x47]))
    try FileManager.default.removeItem(atPath: path)
    let error = #expect(throws: CaptureError.self) {
      try server.capture().writePNG(to: "\(folder)/none/of/this.png")
    }
    #expect(error?.description.contains("none/of/this.png") == true)
  }
}
