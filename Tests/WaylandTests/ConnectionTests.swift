import Testing
import Wayland

@MainActor
struct ConnectionTests {
  @Test("No display: the error says where it was looked for")
  func noDisplay() {
    #expect(throws: ConnectionError.noDisplay(reason: "/nowhere/wayland-9: No such file or directory")) {
      try Connection(to: "/nowhere/wayland-9")
    }
  }

  @Test("A compositor that hangs up ends the connection, not the process")
  func hangUp() throws {
    let peer = try WirePeer()
    let connection = try Connection(descriptor: peer.clientDescriptor)
    var failures: [ConnectionError] = []
    connection.onFailure = { failures.append($0) }
    peer.hangUp()
    connection.dispatch()
    connection.dispatch()
    #expect(failures == [.hungUp])
    // Requests on what is lost are left out.
    _ = connection.display.getRegistry()
    connection.flush()
  }

  @Test("A hang-up that comes with an event is noticed with it: Dispatch would not tell again")
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

  @Test("A hang-up in the middle of an event is noticed, whoever reads or writes", arguments: [false, true])
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

  @Test("A protocol error names interface, code and words")
  func protocolError() throws {
    let peer = try WirePeer()
    let connection = try Connection(descriptor: peer.clientDescriptor)
    let registry = Registry(of: connection)
    connection.flush()
    peer.send(object: 1, opcode: 0, [.word(2), .word(7), .text("out of luck")])
    peer.hangUp()
    connection.dispatch()
    guard case .protocolError(let interface, let code, let message) = connection.failure else {
      Issue.record("no protocol error: \(String(describing: connection.failure))")
      return
    }
    #expect(interface == "wl_registry")
    #expect(code == 7)
    #expect(message.contains("out of luck"))
    #expect(registry.globals.isEmpty)
  }

  @Test("The reason of a hang-up is read even when writing fails first")
  func lastWords() throws {
    let peer = try WirePeer()
    let connection = try Connection(descriptor: peer.clientDescriptor)
    peer.send(object: 1, opcode: 0, [.word(1), .word(3), .text("full")])
    peer.hangUp()
    _ = connection.display.getRegistry()
    connection.flush()
    guard case .protocolError("wl_display", 3, _) = connection.failure else {
      Issue.record("no protocol error: \(String(describing: connection.failure))")
      return
    }
  }

  @Test("A request in a handler, with more events to deliver, finds the hang-up too")
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

  @Test("A request in a handler leaves the reason of a hang-up to be read, however much comes before it")
  func lastWordsAfterMany() throws {
    let peer = try WirePeer()
    let connection = try Connection(descriptor: peer.clientDescriptor)
    _ = connection.display.getRegistry()
    connection.display.sync().onEvent = { _ in
      _ = connection.display.sync()
      connection.flush()
    }
    connection.flush()
    peer.send(object: 3, opcode: 0, [.word(0)])
    // More than libwayland 1.21 reads at once.
    let interface = String(repeating: "x", count: 200)
    for name in UInt32(0)..<100 {
      peer.send(object: 2, opcode: 0, [.word(name), .text(interface), .word(1)])
    }
    peer.send(object: 1, opcode: 0, [.word(1), .word(3), .text("full")])
    peer.hangUp()
    // The failure may be answered by closing at once, wherever it is found.
    var failures: [ConnectionError] = []
    connection.onFailure = {
      failures.append($0)
      connection.close()
    }
    connection.dispatch()
    guard case .protocolError("wl_display", 3, _) = failures.first, failures.count == 1 else {
      Issue.record("no protocol error: \(failures)")
      return
    }
  }

  @Test("A compositor that accepts and then says nothing is given up")
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

  @Test("A compositor that does not read is waited for")
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

  @Test("A global that is missing or too old is named")
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

  @Test("Values of newer compositors survive")
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

  @Test("Objects are released when destroyed, and all of them when the connection closes")
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
