import Glibc
import HeadlessCompositor
import Synchronization
import TestSupport
import Testing
import Wayland

@MainActor @Suite("Running the compositor")
struct RunningTests {
  @Test("The end of a client is reported, also if it sends no request before")
  func endOfClient() throws {
    let server = try Compositor()
    let descriptor = try server.connect()
    server.settle()
    var reports = 0
    server.onDispatch = { reports += 1 }
    server.step()
    #expect(reports == 0)
    close(descriptor)
    server.step()
    #expect(reports == 1 && server.clients.isEmpty)
  }

  @Test(
    "If a compositor is attached to the main queue, it serves clients and presents the frames that they request"
  )
  func attached() async throws {
    let server = try Compositor()
    let connection = try Connection(descriptor: server.connect())
    server.attach(presentingAt: 1000)
    connection.start()
    let registry = Registry(of: connection)
    try await waitForReport("the reply to the roundtrip", of: Void.self) { report in
      let callback = connection.display.sync()
      callback.onEvent = { _ in
        callback.destroyProxy()
        report(())
      }
    }
    let surface = try registry.bind(WlCompositor.self, versions: 4...5).createSurface()
    let shell = try registry.bind(XdgWmBase.self, versions: 1...5).getXdgSurface(surface: surface)
    let toplevel = shell.getToplevel()
    let shm = try registry.bind(WlShm.self, versions: 1...1)
    let buffer = try TestBuffer(shm, width: 8, height: 8, color: 0xff00_ff00, format: .argb8888)
    var times: [UInt32] = []
    try await waitForReport("five frames", of: Void.self) { report in
      @MainActor func ask() {
        let callback = surface.frame()
        callback.onEvent = { event in
          callback.destroyProxy()
          guard case .done(let time) = event else { return }
          times.append(time)
          if times.count == 5 { return report(()) }
          ask()
          surface.commit()
        }
      }
      shell.onEvent = { event in
        guard case .configure(let serial) = event else { return }
        shell.ackConfigure(serial: serial)
        guard times.isEmpty, server.surfaces.first?.hasContent == false else { return }
        ask()
        surface.attach(buffer: buffer.object, x: 0, y: 0)
        surface.commit()
      }
      surface.commit()
    }
    #expect(times == [1001, 1002, 1003, 1004, 1005])
    #expect(server.capture()[7, 7] == 0xff00_ff00)
    #expect(!server.isFrameWanted)
    server.detach()
    toplevel.destroy()
    connection.close()
  }

  @Test("run(until:) stops at the first frame in which the condition is true, or at the frame limit")
  func runUntil() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    try window.show(4, 4)
    let callbacks = FrameCallbackLog()
    let other = try TestClient(server)
    let second = try TestWindow(other)
    try second.show(4, 4)
    let start = server.now
    callbacks.request(window.surface)
    window.surface.commit()
    #expect(server.run(until: { callbacks.times.count == 1 }))
    #expect(server.now == start + server.refreshInterval)
    #expect(!server.run(limit: 10, until: { false }))
    #expect(server.now == start + 11 * server.refreshInterval)
  }

  @Test("A compositor serves a client in real time until a condition is true")
  func serve() throws {
    let server = try Compositor()
    let descriptor = try server.connect()
    let thread = BlockingClient(descriptor)
    thread.start()
    #expect(server.serve(seconds: 30, until: { thread.isDone }))
    #expect(thread.sawReply)
  }

  @Test("When clients have disconnected and the compositor was destroyed, no objects are left")
  func noLeaks() throws {
    weak var oldServer: Compositor?
    weak var surface: Surface?
    weak var toplevel: Toplevel?
    weak var peer: Client?
    weak var pointer: Pointer?
    do {
      let server = try Compositor()
      let client = try TestClient(server)
      let log = try InputLog(client)
      log.bindPointer()
      log.bindTouch()
      log.bindKeyboard()
      let window = try TestWindow(client)
      try window.show(30, 30)
      server.seat.pointer.move(to: (5, 5))
      server.seat.touch.down(at: (5, 5))
      server.run(frames: 2)
      (oldServer, surface, toplevel, peer, pointer) =
        (server, window.peer?.surface, window.peer, client.peer, server.seat.pointer)
      #expect(surface != nil)
      client.connection.close()
      server.settle()
      #expect(surface == nil)
      #expect(toplevel == nil)
      #expect(peer == nil)
      server.dispatchClients = nil
    }
    #expect(oldServer == nil)
    #expect(pointer == nil)
  }

  @Test("Calls on a closed compositor cause no crash")
  func closed() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    try window.show(30, 30)
    server.close()
    server.close()
    client.connection.dispatch()
    #expect(client.failure == .hungUp)
    server.seat.pointer.move(to: (5, 5))
    server.seat.touch.down(at: (5, 5))
    server.run(frames: 2)
    server.output.scale = 2
    #expect(server.clients.isEmpty)
    #expect(throws: CompositorError.noDisplay) { _ = try server.connect() }
  }
}

/// A client on another thread that requests the registry and blocks until the first event.
private final class BlockingClient: Sendable {
  private let descriptor: Int32
  private let state = Mutex((isDone: false, sawReply: false))

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  var isDone: Bool { state.withLock { $0.isDone } }
  var sawReply: Bool { state.withLock { $0.sawReply } }

  func start() {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<BlockingClient>.fromOpaque(context).takeRetainedValue().talk() }
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    pthread_detach(thread)
  }

  private func talk() {
    // The bytes of wl_display.get_registry: object 1, opcode 1, size 12, new id 2.
    let request: [UInt32] = [1, 12 << 16 | 1, 2]
    _ = request.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    var answer: [UInt32] = [0, 0]
    let count = answer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    let sawReply = count == 8 && answer[0] == 2
    state.withLock { $0 = (true, sawReply) }
    close(descriptor)
  }
}
