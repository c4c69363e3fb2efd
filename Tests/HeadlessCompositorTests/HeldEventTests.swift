import HeadlessCompositor
import Testing
import Wayland

/// A busy compositor holds events, and sends the newest state later.
@MainActor @Suite("Held events")
struct HeldEventTests {
  @Test("Held configures are replaced by one with the newest state")
  func configures() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    try window.show(40, 30)
    let before = window.sizes.count
    window.peer?.holdsConfigures = true
    window.peer?.resize(width: 100, height: 50)
    window.peer?.resize(width: 120, height: 60)
    client.settle()
    #expect(window.sizes.count == before)
    window.peer?.holdsConfigures = false
    client.settle()
    #expect(window.sizes.count == before + 1)
    #expect(window.sizes.last.map { $0 == (120, 60) } == true)
    window.peer?.holdsConfigures = true
    window.peer?.holdsConfigures = false
    client.settle()
    #expect(window.sizes.count == before + 1, "nothing was held")
  }

  @Test("Held frame callbacks are sent later, also those of popups and subsurfaces")
  func frames() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    try window.show(40, 30)
    let log = FrameCallbackLog()
    window.peer?.holdsFrameCallbacks = true
    log.request(window.surface)
    window.surface.commit()
    server.run(frames: 3)
    #expect(log.times.isEmpty)
    #expect(!server.isFrameWanted)
    window.peer?.holdsFrameCallbacks = false
    server.run(frames: 1)
    #expect(log.times.count == 1)
  }

  @Test("A text in any script is typed with a keymap that has its characters, and the former one follows")
  func typing() throws {
    let (_, window, log) = try InputLog.start()
    log.bindKeyboard()
    window.client.settle()
    let plain = log.keymap
    _ = log.take()
    window.client.server.seat.keyboard.typeWithOwnKeymap("ж→ж")
    // The kernel ends a read at each message with a descriptor.
    for _ in 0..<4 { window.client.settle() }
    #expect(
      log.take().filter { $0.hasPrefix("key") } == [
        "keymap 1", "key 1 1", "key 1 0", "key 2 1", "key 2 0", "key 1 1", "key 1 0", "keymap 1",
      ])
    #expect(log.keymap == plain)
  }

  @Test("A part of a picture is cut out at its edges, and one outside is no picture")
  func crop() throws {
    let server = try Compositor(.init(width: 60, height: 40))
    let window = try TestWindow(TestClient(server))
    try window.show(20, 10, 0xff11_2233)
    let picture = server.capture()
    let part = try #require(picture.cropped(x: 15, y: 5, width: 100, height: 10))
    #expect((part.width, part.height) == (45, 10))
    #expect(part[0, 0] == 0xff11_2233)
    #expect(part[5, 0] == 0xff00_0000)
    #expect(part[0, 5] == 0xff00_0000)
    #expect(picture.cropped(x: 60, y: 0, width: 5, height: 5) == nil)
    #expect(picture.cropped(x: 0, y: 0, width: 0, height: 5) == nil)
  }

  @Test("A part that is drawn alone is equal to the part of the whole picture", arguments: [1, 1.5, 2.25])
  func scenes(scale: Double) throws {
    let server = try Compositor(.init(width: 90, height: 70, scale: scale))
    let window = try TestWindow(TestClient(server))
    try window.show(20, 10, 0x8011_2233)
    window.peer?.position = (-3, 4)
    let scene = server.scene(of: server.output, includesCursor: false)
    #expect(scene.draw() == server.capture())
    for (x, y, width, height) in [(0, 0, 1, 1), (1, 7, 30, 5), (33, 20, 4, 400), (0, 0, 90, 70)] {
      #expect(
        scene.draw(x: x, y: y, width: width, height: height)
          == server.capture().cropped(x: x, y: y, width: width, height: height))
    }
    #expect(scene.draw(x: 90, y: 0, width: 9, height: 9) == nil)
  }

  @Test("A global is restored in an older version")
  func restoredVersion() throws {
    let server = try Compositor()
    server.removeGlobal("wl_compositor")
    server.restoreGlobal("wl_compositor", version: 4)
    let client = try TestClient(server)
    #expect(client.compositor.version == 4)
  }

  @Test("A clipboard manager that does not read gets the newest selection later, and stays connected")
  func lateSelections() throws {
    let server = try Compositor()
    let manager = try TestClient(server)
    let device = try manager.bind(ZwlrDataControlManagerV1.self).getDataDevice(
      seat: manager.bind(WlSeat.self))
    var offers = 0
    var types: [String] = []
    device.onEvent = { event in
      guard case .dataOffer(let offer) = event else { return }
      offers += 1
      types = []
      offer.onEvent = { if case .offer(let type) = $0 { types.append(type) } }
    }
    manager.settle()
    // The manager reads nothing meanwhile.
    for number in 0..<5000 {
      server.seat.clipboard.set([("text/\(number)", [1])])
      server.step()
    }
    #expect(server.unresponsiveClients.isEmpty)
    manager.settle()
    #expect(server.clients.count == 1)
    #expect(types == ["text/4999"])
    #expect(offers < 5000)
  }
}
