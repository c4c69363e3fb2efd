import HeadlessCompositor
import Testing
import Wayland

/// Small faulty clients. Each makes one mistake, which the lint names.
@MainActor @Suite("Lint")
struct LintTests {
  private let server: Compositor
  private let client: TestClient
  private let window: TestWindow

  init() throws {
    var configuration = Compositor.Configuration(width: 400, height: 300)
    configuration.lints = true
    server = try Compositor(configuration)
    client = try TestClient(server)
    window = try TestWindow(client)
  }

  private var rules: [LintFinding.Rule] {
    client.settle()
    return server.checkedLintFindings().map(\.rule)
  }

  /// Draws in two buffers in turn, each with a color of its own, and waits for the frame callbacks.
  private func draw(_ frames: Int, _ width: Int = 40, _ height: Int = 30) throws {
    let buffers = [
      try client.buffer(width, height, 0xff00_00ff), try client.buffer(width, height, 0xff00_ff00),
    ]
    for frame in 0..<frames {
      let callbacks = FrameCallbackLog()
      callbacks.request(window.surface)
      window.commit(buffers[frame % 2])
      server.run(frames: 1)
    }
    withExtendedLifetime(buffers) { client.settle() }
  }

  @Test("A client without mistakes has no findings, also when it is resized, scaled and hidden")
  func correct() throws {
    try window.show(40, 30, 0xffff_ffff)
    try draw(12)
    window.peer?.resize(width: 200, height: 100)
    client.settle()
    try draw(2, 200, 100)
    window.peer?.setMaximized(true)
    client.settle()
    try draw(2, 400, 300)
    server.output.scale = 2
    window.peer?.setMaximized(false)
    client.settle()
    window.surface.setBufferScale(scale: 2)
    try draw(6, 400, 200)
    window.peer?.minimize()
    window.peer?.activate()
    try draw(2, 400, 200)
    server.run(frames: 60)
    #expect(server.checkedLintFindings() == [])
    #expect(server.protocolErrors == [])
  }

  @Test("A commit that applies the cursor hint of a locked pointer is not empty")
  func cursorHints() throws {
    try window.show(40, 30)
    let log = try InputLog(client)
    log.bindPointer()
    let lock = try client.bind(ZwpPointerConstraintsV1.self).lockPointer(
      surface: window.surface, pointer: try #require(log.pointer), region: nil, lifetime: .persistent)
    lock.onEvent = { _ in }
    for x in 0..<6 {
      lock.setCursorPositionHint(surfaceX: Double(x), surfaceY: 1)
      window.surface.commit()
    }
    #expect(rules == [])
    for _ in 0..<3 { window.surface.commit() }
    #expect(rules == [.emptyCommit])
  }

  @Test("Without Configuration.lints there are no findings")
  func off() throws {
    let server = try Compositor()
    let window = try TestWindow(TestClient(server))
    let buffer = try window.show(40, 30)
    buffer.fill(1)
    window.commit(buffer)
    server.settle()
    #expect(server.checkedLintFindings() == [])
  }

  @Test("held-buffer: a buffer is changed before its release", arguments: [true, false])
  func heldBuffer(isCommitted: Bool) throws {
    window.toplevel.setTitle(title: "Held")
    let buffer = try window.show(40, 30)
    buffer[3, 4] = 0xff00_0000
    if isCommitted { window.commit(buffer) }
    #expect(rules == [.heldBuffer])
    #expect(
      server.checkedLintFindings().first?.message
        == "window “Held”: the client has changed a buffer of 40 × 30 after wl_surface.commit and before wl_buffer.release. The compositor may read the buffer until then."
    )
    #expect(rules.count == 1, "a mistake is reported once")
  }

  @Test("A client that waits for held frames ignores no configure, and a hidden window may answer configures")
  func waiting() throws {
    try window.show(40, 30)
    window.peer?.holdsFrameCallbacks = true
    window.peer?.resize(width: 200, height: 100)
    client.settle()
    window.surface.commit()
    server.run(frames: 60)
    #expect(rules == [])
    window.peer?.holdsFrameCallbacks = false
    window.peer?.minimize()
    for step in 1...4 {
      window.peer?.resize(width: 200 + step, height: 100)
      client.settle()
      window.commit(try client.buffer(200 + step, 100, 0xff00_0000 | UInt32(step)))
      client.settle()
    }
    #expect(rules == [])
    window.peer?.activate()
    client.settle()
    window.surface.commit()
    window.peer?.resize(width: 300, height: 100)
    client.settle()
    window.surface.commit()
    server.run(frames: 60)
    #expect(rules == [.ignoredConfigure])
  }

  @Test("missed-damage: pixels change outside of the damage")
  func missedDamage() throws {
    try window.show(40, 30, 0xff00_0000)
    let second = try client.buffer(40, 30, 0xff00_0000)
    second[1, 2] = 0xffff_ffff
    second[30, 20] = 0xffff_ffff
    window.surface.attach(buffer: second.object, x: 0, y: 0)
    window.surface.damageBuffer(x: 0, y: 0, width: 10, height: 10)
    window.surface.commit()
    #expect(rules == [.missedDamage])
    #expect(
      server.checkedLintFindings().first?.message.contains(
        "1 pixels have changed outside of the damage, such as 30, 20.")
        == true)
  }

  @Test("empty-commit and unchanged-content: commits change nothing")
  func nothing() throws {
    let buffer = try window.show(40, 30)
    // The first commit answers the configure that has activated the window.
    for _ in 0..<3 { window.surface.commit() }
    #expect(rules == [])
    window.surface.commit()
    #expect(rules == [.emptyCommit])
    for _ in 0..<2 { window.commit(buffer) }
    #expect(rules == [.emptyCommit])
    window.commit(buffer)
    #expect(rules == [.emptyCommit, .unchangedContent])
  }

  @Test("unchanged-content does not apply to a cursor, which clients commit again when the pointer enters")
  func cursor() throws {
    try window.show(40, 30)
    let log = try InputLog(client)
    log.bindPointer()
    client.settle()
    server.seat.pointer.move(to: (10, 10))
    client.settle()
    let (picture, buffer) = (client.compositor.createSurface(), try client.buffer(4, 4))
    log.pointer?.setCursor(serial: log.enterSerial, surface: picture, hotspotX: 0, hotspotY: 0)
    for _ in 0..<6 {
      picture.attach(buffer: buffer.object, x: 0, y: 0)
      picture.damageBuffer(x: 0, y: 0, width: 4, height: 4)
      picture.commit()
    }
    #expect(rules == [])
    #expect(server.surfaces.last?.commitCount == 6)
  }

  @Test("late-ack and ignored-configure: a configure is not acknowledged")
  func lateAck() throws {
    try window.show(40, 30, 0xffff_ffff)
    window.acknowledges = false
    window.peer?.resize(width: 40, height: 30)
    client.settle()
    try draw(2)
    #expect(rules == [])
    try draw(1)
    #expect(rules == [.lateAck])
    server.run(frames: 30)
    #expect(rules == [.lateAck, .ignoredConfigure])
  }

  @Test(
    "ignored-configure: a configure is acknowledged, and the window keeps its size", arguments: [true, false])
  func ignoredConfigure(draws: Bool) throws {
    try window.show(40, 30, 0xffff_ffff)
    server.run(frames: 1)
    window.peer?.resize(width: 100, height: 30)
    client.settle()
    if draws { try draw(2) } else { server.run(frames: 31) }
    #expect(rules == [.ignoredConfigure])
    #expect(
      server.checkedLintFindings().first?.message.contains(
        "xdg_toplevel.configure with 100 × 30 was acknowledged, but the window still is 40 × 30.") == true)
  }

  @Test("A window whose size is limited, or a multiple of a cell, does not ignore a configure")
  func cells() throws {
    window.toplevel.setMaxSize(width: 60, height: 30)
    try window.show(40, 30, 0xffff_ffff)
    window.peer?.resize(width: 500, height: 20)
    client.settle()
    try draw(3, 57, 30)
    server.run(frames: 40)
    #expect(rules == [])
  }

  @Test("frame-storm: callbacks wait for the same frame, or the client does not wait for them")
  func storms() throws {
    try window.show(40, 30)
    let callbacks = FrameCallbackLog()
    for _ in 0..<3 { callbacks.request(window.surface) }
    window.surface.commit()
    #expect(rules == [.frameStorm])
    let other = try TestWindow(client)
    try other.show(10, 10)
    let buffers = [try client.buffer(10, 10, 1), try client.buffer(10, 10, 2)]
    for number in 0..<8 { other.commit(buffers[number % 2]) }
    #expect(rules == [.frameStorm])
    other.commit(buffers[0])
    #expect(rules == [.frameStorm, .frameStorm])
  }

  @Test("hidden-frames: a window is drawn while it is minimized")
  func hidden() throws {
    try window.show(40, 30, 0xffff_ffff)
    window.peer?.minimize()
    client.settle()
    let buffers = [try client.buffer(40, 30, 1), try client.buffer(40, 30, 2)]
    // The first commit answers the configure of the minimized window.
    for number in 0..<4 { window.commit(buffers[number % 2]) }
    #expect(rules == [.hiddenFrames])
  }

  @Test("geometry: the window geometry is not inside of the surface, or a maximized window has another size")
  func geometry() throws {
    try window.show(40, 30)
    window.shell.setWindowGeometry(x: 5, y: 0, width: 40, height: 30)
    window.commit(try client.buffer(40, 30, 1))
    #expect(rules == [.geometry])
    let other = try TestWindow(client)
    try other.show(10, 10)
    other.peer?.setMaximized(true)
    client.settle()
    other.commit(try client.buffer(400, 290, 1))
    #expect(rules == [.geometry, .geometry])
  }

  @Test("buffer-scale: the buffers have another scale than the output")
  func scale() throws {
    server.output.scale = 2
    try window.show(40, 30, 0xffff_ffff)
    try draw(3)
    #expect(rules == [.bufferScale])
    #expect(
      server.checkedLintFindings()[0].message.contains(
        "the buffers have the scale 1, but the output HEADLESS-1 has 2")
    )
  }

  @Test("buffer-scale: a buffer has another size than its destination at the fractional scale")
  func fraction() throws {
    server.output.scale = 1.5
    let viewport = try client.bind(WpViewporter.self).getViewport(surface: window.surface)
    _ = try client.bind(WpFractionalScaleManagerV1.self).getFractionalScale(surface: window.surface)
    viewport.setDestination(width: 40, height: 30)
    try window.show(60, 45, 0xffff_ffff)
    try draw(6, 60, 45)
    // A client that turns its content has buffers with swapped sides.
    window.surface.setBufferTransform(transform: .init(rawValue: 1))
    try draw(6, 45, 60)
    #expect(rules == [])
    window.surface.setBufferTransform(transform: .init(rawValue: 0))
    try draw(6, 40, 30)
    #expect(rules == [.bufferScale])
  }

  @Test("leaked-objects: a client keeps many objects that are not needed")
  func leaks() throws {
    try window.show(40, 30)
    for _ in 0..<32 { _ = client.compositor.createRegion() }
    #expect(rules == [])
    _ = client.compositor.createRegion()
    #expect(rules == [.leakedObjects])
    #expect(
      server.checkedLintFindings()[0].description
        == "leaked-objects: the client has 33 objects wl_region. A region can be destroyed after its use (wl_region.destroy)."
    )
  }

  @Test("The findings of a hostile client are limited")
  func limit() throws {
    for _ in 0..<1100 {
      let surface = client.compositor.createSurface()
      for _ in 0..<3 { _ = surface.frame() }
      surface.commit()
    }
    client.settle()
    #expect(server.checkedLintFindings().count == 1000)
  }

  @Test("A client that has bound no wl_shm gets a note about GPUs")
  func noBuffers() throws {
    let connection = try Connection(descriptor: server.connect())
    let registry = Registry(of: connection)
    for _ in 0..<3 { server.settle { connection.dispatch() } }
    _ = try registry.bind(WlCompositor.self, versions: 1...4)
    server.settle { connection.dispatch() }
    connection.close()
    client.connection.close()
    server.settle()
    #expect(server.clientNotes.count == 1)
    #expect(server.clientNotes.first?.contains("needs zwp_linux_dmabuf_v1") == true)
  }
}
