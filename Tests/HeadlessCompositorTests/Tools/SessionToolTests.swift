import Glibc
import HeadlessCompositor
import Testing
import Wayland

/// Screenshot tools, task bars, clipboard managers, settings of outputs, and locks of the session.
@MainActor @Suite("Programs that control a session")
struct SessionToolTests {
  // MARK: Copies of outputs

  /// A client that copies outputs.
  @MainActor private final class Copier {
    let client: TestClient
    let manager: ZwlrScreencopyManagerV1
    let output: WlOutput
    var events: [String] = []

    init(_ server: Compositor) throws {
      client = try TestClient(server)
      manager = try client.bind(ZwlrScreencopyManagerV1.self)
      output = try client.bind(WlOutput.self)
    }

    func watch(_ frame: ZwlrScreencopyFrameV1) -> ZwlrScreencopyFrameV1 {
      frame.onEvent = { [weak self] event in
        switch event {
        case .buffer(_, let width, let height, let stride):
          self?.events.append("\(width)x\(height) \(stride)")
        case .ready(_, let seconds, let nanoseconds): self?.events.append("ready \(seconds).\(nanoseconds)")
        case .damage(_, _, let width, let height): self?.events.append("damage \(width)x\(height)")
        case .flags: break
        default: self?.events.append("\(event)")
        }
      }
      client.settle()
      return frame
    }

    func take() -> [String] {
      client.settle()
      defer { events = [] }
      return events
    }
  }

  @Test("A copy has the pixels of the output, in the orientation of its mode")
  func copies() throws {
    let server = try Compositor(.init(width: 64, height: 48))
    server.output.transform = .rotated90
    let window = try TestWindow(TestClient(server))
    let content = try window.show(20, 10)
    content[3, 2] = 0xff12_3456
    window.commit(content)
    let copier = try Copier(server)
    let whole = copier.watch(copier.manager.captureOutput(overlayCursor: 0, output: copier.output))
    #expect(copier.take() == ["64x48 256", "bufferDone"])
    let buffer = try copier.client.buffer(64, 48, 0)
    whole.copy(buffer: buffer.object)
    #expect(copier.take() == ["ready 1.0"])
    let expected = server.captureFramebuffer(of: server.output)
    #expect(Array(UnsafeBufferPointer(start: buffer.words, count: 64 * 48)) == expected.pixels)
    let part = copier.watch(
      copier.manager.captureOutputRegion(
        overlayCursor: 0, output: copier.output, x: 3, y: 2, width: 4, height: 1000))
    #expect(copier.take() == ["62x4 248", "bufferDone"])
    let small = try copier.client.buffer(62, 4, 0)
    part.copy(buffer: small.object)
    #expect(copier.take() == ["ready 1.0"])
    #expect(small[0, 3] == 0xff12_3456)
    _ = copier.watch(
      copier.manager.captureOutputRegion(
        overlayCursor: 0, output: copier.output, x: .min, y: .max, width: .max, height: 1))
    #expect(copier.take() == ["failed"])
    part.copy(buffer: small.object)
    copier.client.settle()
    #expect(server.protocolErrors.map(\.name) == ["zwlr_screencopy_frame_v1.already_used"])
  }

  @Test("A buffer of another size is an error, and a buffer that was destroyed is none")
  func wrongCopies() throws {
    let server = try Compositor(.init(width: 64, height: 48))
    let copier = try Copier(server)
    let gone = copier.watch(copier.manager.captureOutput(overlayCursor: 1, output: copier.output))
    let buffer = try copier.client.buffer(64, 48, 0)
    gone.copyWithDamage(buffer: buffer.object)
    buffer.object.destroy()
    copier.client.settle()
    let window = try TestWindow(TestClient(server))
    try window.show(20, 10)
    server.run(frames: 1)
    #expect(copier.take().last == "failed")
    let frame = copier.watch(copier.manager.captureOutput(overlayCursor: 0, output: copier.output))
    frame.copy(buffer: try copier.client.buffer(48, 64, 0).object)
    copier.client.settle()
    #expect(server.protocolErrors.map(\.name) == ["zwlr_screencopy_frame_v1.invalid_buffer"])
  }

  @Test("A copy with damage waits for a change, and is made with the next frame")
  func damage() throws {
    let server = try Compositor(.init(width: 64, height: 48))
    let window = try TestWindow(TestClient(server))
    let content = try window.show(20, 10)
    server.run(frames: 1)
    let copier = try Copier(server)
    let frame = copier.watch(copier.manager.captureOutput(overlayCursor: 0, output: copier.output))
    let buffer = try copier.client.buffer(64, 48, 0)
    frame.copyWithDamage(buffer: buffer.object)
    _ = copier.take()
    server.run(frames: 2)
    #expect(copier.take() == [])
    #expect(!server.isFrameWanted)
    content.fill(0xffab_cdef)
    window.commit(content)
    server.settle()
    #expect(server.isFrameWanted)
    #expect(copier.take() == [])
    server.run(frames: 1)
    #expect(copier.take().first == "damage 64x48")
    #expect(buffer[0, 0] == 0xffab_cdef)
    server.removeOutput(server.output)
    _ = copier.watch(copier.manager.captureOutput(overlayCursor: 0, output: copier.output))
    #expect(copier.take() == ["failed"])
    #expect(server.protocolErrors == [])
  }

  // MARK: Lists of windows

  /// A client that lists windows.
  @MainActor private final class TaskBar {
    let client: TestClient
    let manager: ZwlrForeignToplevelManagerV1
    private(set) var handles: [ZwlrForeignToplevelHandleV1] = []
    private var events: [String] = []

    init(_ server: Compositor) throws {
      client = try TestClient(server)
      _ = try client.bind(WlOutput.self)
      manager = try client.bind(ZwlrForeignToplevelManagerV1.self)
      manager.onEvent = { [weak self] event in
        guard case .toplevel(let handle) = event else { return self?.events.append("\(event)") ?? () }
        self?.add(handle)
      }
      client.settle()
    }

    private func add(_ handle: ZwlrForeignToplevelHandleV1) {
      let number = handles.count
      handles.append(handle)
      handle.onEvent = { [weak self] event in
        switch event {
        case .title(let text): self?.events.append("\(number) title \(text)")
        case .appId(let text): self?.events.append("\(number) app \(text)")
        case .state(let bytes):
          let states = stride(from: 0, to: bytes.count, by: 4).map { bytes[$0] }
          self?.events.append("\(number) states \(states)")
        case .outputEnter: self?.events.append("\(number) enter")
        case .outputLeave: self?.events.append("\(number) leave")
        case .parent(let parent): self?.events.append("\(number) parent \(parent != nil)")
        case .done: self?.events.append("\(number) done")
        case .closed: self?.events.append("\(number) closed")
        }
      }
    }

    func take() -> [String] {
      client.settle()
      defer { events = [] }
      return events
    }
  }

  @Test("A list has the windows with their title, state and outputs, and controls them")
  func windowList() throws {
    let server = try Compositor()
    let window = try TestWindow(TestClient(server))
    window.toplevel.setTitle(title: "one")
    window.toplevel.setAppId(appId: "app")
    try window.show(20, 10)
    let bar = try TaskBar(server)
    #expect(
      bar.take() == ["0 title one", "0 app app", "0 states [2]", "0 parent false", "0 enter", "0 done"])
    for number in 0..<1000 { window.toplevel.setTitle(title: "\(number)") }
    let titles = bar.take()
    #expect(titles.last == "0 done" && titles.contains("0 title 999"))
    #expect(titles.count < 20, "changes of one dispatch are one event")
    window.toplevel.setTitle(title: "999")
    #expect(bar.take() == [], "nothing has changed")
    bar.handles[0].setMaximized()
    #expect(bar.take() == ["0 states [0, 2]", "0 done"])
    bar.handles[0].setMinimized()
    #expect(bar.take() == ["0 states [0, 1]", "0 leave", "0 done"])
    bar.handles[0].activate(seat: try bar.client.bind(WlSeat.self))
    bar.handles[0].unsetMaximized()
    bar.handles[0].setFullscreen(output: nil)
    #expect(bar.take().contains("0 states [2, 3]"))
    let child = try TestWindow(window.client)
    child.toplevel.setParent(parent: window.toplevel)
    try child.show(10, 10)
    #expect(bar.take().contains("1 parent true"))
    bar.handles[1].close()
    server.settle()
    #expect(child.closeRequests == 1)
    child.toplevel.destroy()
    #expect(bar.take().contains("1 closed"))
    bar.handles[1].setMaximized()
    bar.manager.stop()
    #expect(bar.take() == ["finished"])
    let later = try TestWindow(window.client)
    try later.show(10, 10)
    window.toplevel.setTitle(title: "two")
    #expect(bar.take().contains("0 title two"), "the handles stay valid")
    #expect(bar.handles.count == 2)
    bar.handles[0].setRectangle(
      surface: bar.client.compositor.createSurface(), x: 0, y: 0, width: -1, height: 1)
    server.settle()
    #expect(
      server.protocolErrors.map(\.name) == ["zwlr_foreign_toplevel_handle_v1.invalid_rectangle"])
  }

  // MARK: Outputs

  /// A client that lists and configures outputs.
  @MainActor private final class Settings {
    let client: TestClient
    let manager: ZwlrOutputManagerV1
    private(set) var heads: [ZwlrOutputHeadV1] = []
    private(set) var modes: [ZwlrOutputModeV1] = []
    private(set) var serial: UInt32 = 0
    private var events: [String] = []

    init(_ server: Compositor) throws {
      client = try TestClient(server)
      manager = try client.bind(ZwlrOutputManagerV1.self)
      manager.onEvent = { [weak self] event in
        switch event {
        case .head(let head): self?.add(head)
        case .done(let serial): self?.serial = serial
        case .finished: self?.events.append("finished")
        }
      }
      client.settle()
    }

    private func add(_ head: ZwlrOutputHeadV1) {
      heads.append(head)
      head.onEvent = { [weak self] event in
        switch event {
        case .name(let name): self?.events.append(name)
        case .mode(let mode):
          self?.modes.append(mode)
          mode.onEvent = {
            if case .size(let width, let height) = $0 { self?.events.append("\(width)x\(height)") }
          }
        case .scale(let scale): self?.events.append("scale \(scale)")
        case .transform(let transform): self?.events.append("transform \(transform.rawValue)")
        case .position(let x, let y): self?.events.append("at \(x),\(y)")
        case .finished: self?.events.append("gone")
        default: break
        }
      }
    }

    func take() -> [String] {
      client.settle()
      defer { events = [] }
      return events
    }

    /// Creates a configuration whose answer is logged.
    func configuration(serial: UInt32? = nil) -> ZwlrOutputConfigurationV1 {
      let configuration = manager.createConfiguration(serial: serial ?? self.serial)
      configuration.onEvent = { [weak self] in self?.events.append("\($0)") }
      return configuration
    }
  }

  @Test("Outputs are listed, and a configuration changes all their properties at once")
  func outputs() throws {
    let server = try Compositor(.init(width: 64, height: 48))
    let settings = try Settings(server)
    #expect(settings.take() == ["HEADLESS-1", "64x48", "at 0,0", "transform 0", "scale 1.0"])
    let watcher = try TestClient(server)
    var doneCount = 0
    let output = try watcher.bind(WlOutput.self)
    output.onEvent = { if case .done = $0 { doneCount += 1 } }
    watcher.settle()
    doneCount = 0
    let change = settings.configuration()
    let head = change.enableHead(head: settings.heads[0])
    head.setCustomMode(width: 80, height: 60, refresh: 0)
    head.setScale(scale: 2)
    head.setTransform(transform: .init(rawValue: 1))
    head.setPosition(x: 7, y: 8)
    change.apply()
    let sent = settings.take()
    #expect(sent == ["80x60", "at 7,8", "transform 1", "scale 2.0", "succeeded"])
    #expect(server.output.logicalSize == (30, 40))
    watcher.settle()
    #expect(doneCount == 1)
    let old = settings.configuration(serial: settings.serial - 1)
    _ = old.enableHead(head: settings.heads[0])
    old.apply()
    #expect(settings.take() == ["cancelled"])
    let impossible = settings.configuration()
    impossible.disableHead(head: settings.heads[0])
    impossible.test()
    #expect(settings.take() == ["failed"])
    let slow = settings.configuration()
    slow.enableHead(head: settings.heads[0]).setCustomMode(width: 80, height: 60, refresh: 999)
    slow.apply()
    #expect(settings.take() == ["failed"], "all clients would wait for their frames")
    server.addOutput(width: 10, height: 10, name: "DP-2")
    #expect(settings.take().contains("DP-2"))
    server.removeOutput(server.output)
    #expect(settings.take().contains("gone"))
    settings.manager.stop()
    #expect(settings.take() == ["gone", "finished"], "the list of the outputs ends, too")
    #expect(server.protocolErrors == [])
  }

  @Test(
    "A wrong configuration of an output is an error",
    arguments: [
      "already_configured_head", "unconfigured_head", "already_used", "already_set", "invalid_custom_mode",
      "invalid_transform", "invalid_scale", "invalid_mode",
    ])
  func wrongConfigurations(name: String) throws {
    let server = try Compositor(.init(width: 64, height: 48))
    server.addOutput(width: 10, height: 10, name: "DP-2")
    let settings = try Settings(server)
    let change = settings.configuration()
    let head = name == "unconfigured_head" ? nil : change.enableHead(head: settings.heads[0])
    switch name {
    case "already_configured_head": change.disableHead(head: settings.heads[0])
    case "unconfigured_head": change.test()
    case "invalid_mode":
      head?.setMode(mode: settings.modes[0])
      #expect(settings.take().last == "scale 1.0", "a mode of the output itself is valid")
      change.enableHead(head: settings.heads[1]).setMode(mode: settings.modes[0])
    case "already_used":
      change.disableHead(head: settings.heads[1])
      change.test()
      change.apply()
    case "already_set":
      head?.setPosition(x: 0, y: 0)
      head?.setPosition(x: 0, y: 0)
    case "invalid_custom_mode": head?.setCustomMode(width: 0, height: 1, refresh: 0)
    case "invalid_transform": head?.setTransform(transform: .init(rawValue: 8))
    default: head?.setScale(scale: 0)
    }
    server.settle()
    let interface = head == nil || name.hasPrefix("already_") && name != "already_set" ? "v1" : "head_v1"
    #expect(server.protocolErrors.map(\.name) == ["zwlr_output_configuration_\(interface).\(name)"])
  }

  // MARK: Selections

  @Test("A client reads and sets both selections without the keyboard focus")
  func selections() throws {
    let server = try Compositor()
    let window = try TestWindow(TestClient(server))
    try window.show(10, 10)
    let client = try TestClient(server)
    let manager = try client.bind(ZwlrDataControlManagerV1.self)
    let seat = try client.bind(WlSeat.self)
    let device = manager.getDataDevice(seat: seat)
    var events: [String] = []
    var offers: [ZwlrDataControlOfferV1] = []
    device.onEvent = { event in
      switch event {
      case .dataOffer(let offer):
        offers.append(offer)
        offer.onEvent = { if case .offer(let type) = $0 { events.append(type) } }
      case .selection(let offer): events.append("selection \(offer != nil)")
      case .primarySelection(let offer): events.append("primary \(offer != nil)")
      case .finished: events.append("finished")
      }
    }
    client.settle()
    #expect(events == ["selection false", "primary false"])
    events = []
    server.seat.clipboard.set([("text/plain", Array("abc".utf8))])
    client.settle()
    #expect(events == ["text/plain", "selection true"])
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    try #require(offers.first).receive(mimeType: "text/plain", fd: ends[1])
    close(ends[1])
    server.settle()
    server.step()
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(ends[0], &bytes, 8) == 3)
    close(ends[0])
    let source = manager.createDataSource()
    source.onEvent = { event in
      switch event {
      case .send(_, let file):
        let descriptor = file.take()
        _ = "xyz".withCString { write(descriptor, $0, 3) }
        close(descriptor)
      case .cancelled: events.append("cancelled")
      }
    }
    source.offer(mimeType: "text/html")
    device.setPrimarySelection(source: source)
    client.settle()
    let transfer = server.seat.primarySelection.read("text/html")
    server.settle()
    #expect(transfer.text == "xyz")
    events = []
    server.seat.primarySelection.clear()
    client.settle()
    #expect(events == ["cancelled", "primary false"])
    server.removeSeat(server.seat)
    client.settle()
    #expect(events.last == "finished")
    #expect(server.protocolErrors == [])
  }

  @Test("A source is a selection once, and gets no types afterwards", arguments: [true, false])
  func usedSources(isOffer: Bool) throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let manager = try client.bind(ZwlrDataControlManagerV1.self)
    let device = manager.getDataDevice(seat: try client.bind(WlSeat.self))
    let source = manager.createDataSource()
    device.setSelection(source: source)
    if isOffer { source.offer(mimeType: "a/b") } else { device.setPrimarySelection(source: source) }
    server.settle()
    #expect(
      server.protocolErrors.map(\.name) == [
        isOffer ? "zwlr_data_control_source_v1.invalid_offer" : "zwlr_data_control_device_v1.used_source"
      ])
  }

  // MARK: Locks

  /// A client that locks the session.
  @MainActor private final class Locker {
    let client: TestClient
    let lock: ExtSessionLockV1
    let output: WlOutput
    private(set) var events: [String] = []
    private(set) var serials: [UInt32] = []

    init(_ server: Compositor) throws {
      client = try TestClient(server)
      output = try client.bind(WlOutput.self)
      lock = try client.bind(ExtSessionLockManagerV1.self).lock()
      lock.onEvent = { [weak self] in self?.events.append("\($0)") }
      client.settle()
    }

    func surface(_ width: Int, _ height: Int, acknowledges: Bool = true) throws -> WlSurface {
      let surface = client.compositor.createSurface()
      let object = lock.getLockSurface(surface: surface, output: output)
      object.onEvent = { [weak self, unowned object] event in
        guard case .configure(let serial, let width, let height) = event else { return }
        self?.events.append("\(width)x\(height)")
        if acknowledges { object.ackConfigure(serial: serial) }
      }
      client.settle()
      let buffer = try client.buffer(width, height, 0xffaa_0000)
      surface.attach(buffer: buffer.object, x: 0, y: 0)
      surface.damage(x: 0, y: 0, width: 1000, height: 1000)
      surface.commit()
      client.settle()
      return surface
    }
  }

  @Test("While the session is locked, only the lock surfaces are visible and get input")
  func lock() throws {
    let server = try Compositor(.init(width: 64, height: 48))
    let window = try TestWindow(TestClient(server))
    try window.show(20, 10)
    let other = window.peer?.surface
    server.seat.pointer.move(to: (5, 5))
    #expect(server.seat.pointer.focus === other)
    let locker = try Locker(server)
    #expect(locker.events == ["locked"])
    #expect(server.isSessionLocked)
    #expect(server.seat.keyboard.focus == nil)
    #expect(server.capture()[5, 5] == 0xff00_0000, "no content is visible before the first lock surface")
    let surface = try locker.surface(64, 48)
    #expect(locker.events == ["locked", "64x48"])
    #expect(server.capture()[5, 5] == 0xffaa_0000)
    server.seat.pointer.click(at: (6, 6))
    #expect(server.seat.keyboard.focus != nil && server.seat.keyboard.focus !== other)
    #expect(server.seat.pointer.focus === server.seat.keyboard.focus)
    window.peer?.activate()
    #expect(server.seat.keyboard.focus !== other)
    let second = try Locker(server)
    #expect(second.events == ["finished"])
    second.client.connection.close()
    let callbacks = FrameCallbackLog()
    callbacks.request(surface)
    surface.commit()
    server.run(frames: 1)
    #expect(callbacks.times.count == 1)
    server.output.setMode(width: 80, height: 60)
    server.settle()
    #expect(locker.events.last == "80x60")
    locker.lock.unlockAndDestroy()
    server.settle()
    #expect(!server.isSessionLocked)
    #expect(server.seat.keyboard.focus === other)
    #expect(server.protocolErrors == [])
  }

  @Test("A lock ends the grabs of a held button and a pen, so the window below gets no input")
  func lockDuringGrab() throws {
    let server = try Compositor(.init(width: 64, height: 48))
    let client = try TestClient(server)
    let log = try InputLog(client)
    log.bindPointer()
    let window = try TestWindow(client)
    try window.show(20, 10)
    let (pointer, tool) = (server.seat.pointer, server.seat.addTool())
    pointer.move(to: (5, 5))
    pointer.press()
    tool.move(to: (6, 6))
    tool.down()
    server.settle()
    _ = log.take()
    let locker = try Locker(server)
    #expect(log.take() == ["leave", "frame"])
    pointer.move(to: (7, 7))
    pointer.scroll(notches: 1)
    pointer.release()
    tool.move(to: (8, 8))
    server.settle()
    #expect(log.take() == [])
    #expect(pointer.focus == nil && tool.focus == nil)
    locker.lock.unlockAndDestroy()
    server.settle()
    #expect(pointer.focus === window.peer?.surface)
  }

  @Test("The session stays locked if the client leaves; another client or the compositor unlocks it")
  func abandonedLock() throws {
    let server = try Compositor(.init(width: 64, height: 48))
    let first = try Locker(server)
    _ = try first.surface(64, 48)
    first.client.connection.close()
    server.settle()
    #expect(server.isSessionLocked)
    #expect(server.capture()[5, 5] == 0xff00_0000)
    let second = try Locker(server)
    #expect(second.events == ["locked"])
    server.unlockSession()
    server.settle()
    #expect(second.events == ["locked", "finished"])
    #expect(!server.isSessionLocked)
    second.lock.destroy()
    server.settle()
    #expect(server.protocolErrors == [])
  }

  @Test(
    "A wrong lock surface is an error of its client, and the session stays locked",
    arguments: [
      "ext_session_lock_surface_v1.dimensions_mismatch",
      "ext_session_lock_surface_v1.commit_before_first_ack",
      "ext_session_lock_surface_v1.null_buffer", "ext_session_lock_v1.duplicate_output",
      "ext_session_lock_v1.role", "ext_session_lock_v1.already_constructed",
      "ext_session_lock_v1.invalid_destroy", "ext_session_lock_v1.invalid_unlock",
    ])
  func wrongLocks(name: String) throws {
    let server = try Compositor(.init(width: 64, height: 48))
    let window = try TestWindow(TestClient(server))
    try window.show(20, 10)
    let other = name.hasSuffix("invalid_unlock") ? try Locker(server) : nil
    let locker = try Locker(server)
    let free = locker.client.compositor.createSurface()
    switch name.split(separator: ".").last {
    case "dimensions_mismatch": _ = try locker.surface(64, 47)
    case "commit_before_first_ack": _ = try locker.surface(64, 48, acknowledges: false)
    case "null_buffer":
      let surface = try locker.surface(64, 48)
      surface.attach(buffer: nil, x: 0, y: 0)
      surface.commit()
    case "duplicate_output":
      _ = try locker.surface(64, 48)
      _ = locker.lock.getLockSurface(surface: free, output: locker.output)
    case "role":
      _ = try #require(locker.client.wmBase).getXdgSurface(surface: free).getToplevel()
      _ = locker.lock.getLockSurface(surface: free, output: locker.output)
    case "already_constructed":
      free.attach(buffer: try locker.client.buffer(64, 48).object, x: 0, y: 0)
      _ = locker.lock.getLockSurface(surface: free, output: locker.output)
    case "invalid_destroy": locker.lock.destroy()
    default: locker.lock.unlockAndDestroy()
    }
    server.settle()
    #expect(server.protocolErrors.map(\.name) == [name])
    #expect(server.isSessionLocked)
    #expect(window.client.failure == nil)
    withExtendedLifetime(other) {}
  }
}
