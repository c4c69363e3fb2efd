import Testing
import Wayland

@MainActor
struct ConnectionTests {
  @Test("If the display is missing, the error names the socket")
  func noDisplay() {
    #expect(throws: ConnectionError.noDisplay(reason: "/nowhere/wayland-9: No such file or directory")) {
      try Connection(to: "/nowhere/wayland-9")
    }
  }

  @Test(
    "If WAYLAND_SOCKET is no open socket, the error names the variable and its value, also with another display"
  )
  func unusableSocket() {
    for name in [nil, "wayland-9"] {
      let error = ConnectionError.noDisplay(named: name, socket: "abc", errno: 0)
      #expect("\(error)" == "no Wayland display: WAYLAND_SOCKET=abc is not the descriptor of an open socket")
    }
  }

  @Test("A hang-up is reported once and does not end the process")
  func hangUp() throws {
    let peer = try WirePeer()
    let connection = try Connection(descriptor: peer.clientDescriptor)
    var failures: [ConnectionError] = []
    connection.onFailure = { failures.append($0) }
    peer.hangUp()
    connection.dispatch()
    connection.dispatch()
    #expect(failures == [.hungUp])
    // Requests after the hang-up have no effect.
    _ = connection.display.getRegistry()
    connection.flush()
  }

  @Test(
    "If the peer hangs up directly after an event, one dispatch handles the event and detects the hang-up")
  func hangUpAfterEvent() throws {
    let peer = try WirePeer()
    let connection = try Connection(descriptor: peer.clientDescriptor)
    var failures: [ConnectionError] = []
    connection.onFailure = { failures.append($0) }
    var isAnswered = false
    connection.display.sync().onEvent = { _ in isAnswered = true }
    connection.flush()
    peer.send(object: 2, opcode: 0, [.word(0)])
    peer.hangUp()
    connection.dispatch()
    #expect(isAnswered)
    #expect(failures == [.hungUp])
  }

  @Test(
    "If the peer hangs up in the middle of an event, both reading and writing detect the hang-up",
    arguments: [false, true])
  func halfAnEvent(writes: Bool) throws {
    let peer = try WirePeer()
    let connection = try Connection(descriptor: peer.clientDescriptor)
    peer.send(bytes: [1, 0, 0, 0, 1, 0])
    if !writes { connection.dispatch() }
    peer.hangUp()
    if writes {
      _ = connection.display.sync()
      connection.flush()
    } else {
      connection.dispatch()
    }
    #expect(connection.failure == .hungUp)
    #expect(!connection.wantsToWrite)
  }

  @Test("A protocol error has the interface, the code and the message")
  func protocolError() throws {
    let peer = try WirePeer()
    let connection = try Connection(descriptor: peer.clientDescriptor)
    let registry = Registry(of: connection)
    connection.flush()
    peer.send(object: 1, opcode: 0, [.word(2), .word(7), .text("out of luck")])
    peer.hangUp()
    connection.dispatch()
    guard case .protocolError(let error) = connection.failure else {
      Issue.record("no protocol error: \(String(describing: connection.failure))")
      return
    }
    #expect(error.interface == "wl_registry")
    #expect(error.object == 2)
    #expect(error.request == nil, "no request was sent to the registry")
    #expect(error.code == 7 && error.codeName == nil)
    #expect(error.message.contains("out of luck"))
    #expect(registry.globals.isEmpty)
  }

  @Test("If a protocol error was sent before a hang-up, it is read even if writing fails first")
  func errorBeforeHangUp() throws {
    let peer = try WirePeer()
    let connection = try Connection(descriptor: peer.clientDescriptor)
    peer.send(object: 1, opcode: 0, [.word(1), .word(3), .text("full")])
    peer.hangUp()
    _ = connection.display.getRegistry()
    connection.flush()
    guard case .protocolError(let error) = connection.failure, error.codeName == "implementation" else {
      Issue.record("no protocol error: \(String(describing: connection.failure))")
      return
    }
  }

  @Test("A hang-up is detected even if a handler sends a request while other events are queued")
  func hangUpInHandler() throws {
    let peer = try WirePeer()
    let connection = try Connection(descriptor: peer.clientDescriptor)
    connection.display.sync().onEvent = { _ in
      _ = connection.display.getRegistry()
      connection.flush()
    }
    _ = connection.display.sync()
    connection.flush()
    for callback in [2, 3] { peer.send(object: UInt32(callback), opcode: 0, [.word(0)]) }
    peer.hangUp()
    connection.dispatch()
    #expect(connection.failure == .hungUp)
  }

  @Test(
    "If a protocol error was sent before a hang-up, it is read even after many events and a request in a handler"
  )
  func errorAfterManyEvents() throws {
    let peer = try WirePeer()
    let connection = try Connection(descriptor: peer.clientDescriptor)
    _ = connection.display.getRegistry()
    connection.display.sync().onEvent = { _ in
      _ = connection.display.sync()
      connection.flush()
    }
    connection.flush()
    peer.send(object: 3, opcode: 0, [.word(0)])
    // The events have more bytes than libwayland 1.21 reads at a time.
    let interface = String(repeating: "x", count: 200)
    for name in UInt32(0)..<100 {
      peer.send(object: 2, opcode: 0, [.word(name), .text(interface), .word(1)])
    }
    peer.send(object: 1, opcode: 0, [.word(1), .word(3), .text("full")])
    peer.hangUp()
    // The failure handler is allowed to close the connection.
    var failures: [ConnectionError] = []
    connection.onFailure = {
      failures.append($0)
      connection.close()
    }
    connection.dispatch()
    guard case .protocolError(let error) = failures.first, error.code == 3, failures.count == 1 else {
      Issue.record("no protocol error: \(failures)")
      return
    }
  }

  @Test("A round trip fails if the compositor does not respond within the time limit")
  func unresponsive() throws {
    let peer = try WirePeer()
    let connection = try Connection(descriptor: peer.clientDescriptor)
    #expect(throws: ConnectionError.unresponsive(seconds: 0)) { try connection.roundtrip(seconds: 0) }
    peer.send(object: 2, opcode: 0, [.word(0)])
    peer.send(object: 3, opcode: 0, [.word(0)])
    try connection.roundtrip()
    peer.hangUp()
    #expect(throws: ConnectionError.hungUp) { try connection.roundtrip() }
  }

  @Test("While the compositor does not read, requests are queued")
  func fullSocket() throws {
    let peer = try WirePeer()
    let connection = try Connection(descriptor: peer.clientDescriptor)
    var sent = 0
    while !connection.wantsToWrite, sent < 1_000_000 {
      _ = connection.display.sync()
      connection.flush()
      sent += 1
    }
    #expect(connection.wantsToWrite)
    #expect(connection.failure == nil)
    var received = peer.drain()
    connection.flush()
    received += peer.drain()
    #expect(!connection.wantsToWrite)
    #expect(received == sent * 12)
  }

  @Test("If a global is missing or its version is too old, the error names its interface")
  func registry() throws {
    let peer = try WirePeer()
    let connection = try Connection(descriptor: peer.clientDescriptor)
    let registry = Registry(of: connection)
    connection.flush()
    peer.send(object: 2, opcode: 0, [.word(1), .text("wl_seat"), .word(4)])
    peer.send(object: 2, opcode: 0, [.word(2), .text("wl_shm"), .word(99)])
    connection.dispatch()
    #expect(throws: ConnectionError.versionTooOld(interface: "wl_seat", required: 5, offered: 4)) {
      try registry.bind(WlSeat.self, versions: 5...7)
    }
    #expect(throws: ConnectionError.missing(interface: "wl_compositor")) {
      try registry.bind(WlCompositor.self, versions: 4...6)
    }
    let shm = try registry.bind(WlShm.self, versions: 1...100)
    #expect(shm.version == WlShm.newestVersion)
    peer.send(object: 2, opcode: 1, [.word(1)])
    connection.dispatch()
    #expect(registry.globals.map(\.interface) == ["wl_shm"])
  }

  @Test("Unknown enumeration values keep their raw value")
  func unknownValues() throws {
    let peer = try WirePeer()
    let connection = try Connection(descriptor: peer.clientDescriptor)
    let registry = Registry(of: connection)
    connection.flush()
    peer.send(object: 2, opcode: 0, [.word(2), .text("wl_shm"), .word(1)])
    connection.dispatch()
    let shm = try registry.bind(WlShm.self, versions: 1...1)
    var formats: [WlShm.Format] = []
    shm.onEvent = { if case .format(let format) = $0 { formats.append(format) } }
    peer.send(object: 3, opcode: 0, [.word(0)])
    peer.send(object: 3, opcode: 0, [.word(0xDEAD_BEEF)])
    connection.dispatch()
    #expect(formats == [.argb8888, WlShm.Format(rawValue: 0xDEAD_BEEF)])
  }

  @Test("A destroyed object is deallocated, and closing a connection deallocates all objects")
  func nothingLeaks() throws {
    let peer = try WirePeer()
    weak var callback: WlCallback?
    weak var registry: Registry?
    weak var lost: Connection?
    do {
      let connection = try Connection(descriptor: peer.clientDescriptor)
      lost = connection
      let kept = Registry(of: connection)
      registry = kept
      do {
        let made = connection.display.sync()
        made.onEvent = { _ in _ = made.version }
        callback = made
      }
      #expect(callback != nil)
      connection.flush()
      peer.send(object: 3, opcode: 0, [.word(0)])
      connection.dispatch()
      #expect(callback == nil)
      _ = kept
    }
    #expect(registry == nil)
    #expect(lost == nil)
  }
}
