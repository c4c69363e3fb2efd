import Geometry
import Glibc
import HeadlessCompositor
import TestSupport
import Testing
import Wayland
import Windowing

/// Tests with a compositor that does not read for a while, so that the socket is full.
@MainActor struct StallTests {
  private func isWritable(_ rig: WindowRig) -> Bool {
    var socket = pollfd(fd: rig.system.descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&socket, 1, 0) == 1
  }

  @Test(
    "While the socket is full, 2,000 keys are handled and nothing is drawn; afterwards the window is drawn again"
  )
  func stalled() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    var number = 0
    rig.painter.onKey = { [weak rig] in
      number += 1
      rig?.window.title = "Key \(number)"
      rig?.window.invalidate()
    }
    rig.fillSocket()
    #expect(rig.system.wantsToWrite)
    let drawn = rig.painter.drawings.count
    for _ in 0..<100 {
      for _ in 0..<10 { rig.server.seat.keyboard.tap(.tab) }
      rig.system.dispatch()
      // The event loop polls for writing and sleeps, because the socket is not writable.
      #expect(!isWritable(rig))
    }
    #expect(number == 2000)
    #expect(rig.system.failure == nil)
    #expect(rig.painter.drawings.count == drawn)
    #expect(rig.window.frameCount == drawn)
    rig.server.run(frames: 3)
    #expect(!rig.system.wantsToWrite)
    #expect(try rig.toplevel.title == "Key 2000")
    #expect(rig.painter.drawings.count == drawn + 1)
    #expect(rig.server.protocolErrors.isEmpty)
    #expect(rig.painter.failures.isEmpty)
  }

  @Test(
    "A postponed frame is drawn even if the event loop calls only flush(), each time the socket is writable")
  func writable() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    let drawn = rig.painter.drawings.count
    rig.fillSocket()
    rig.window.invalidate()
    rig.system.prepare()
    #expect(rig.painter.drawings.count == drawn)
    rig.server.step()
    while rig.system.wantsToWrite {
      rig.system.flush()
      rig.server.step()
    }
    #expect(rig.painter.drawings.count == drawn + 1)
  }

  @Test(
    "If requests were kept while the socket was full, they arrive unchanged and in order, with their descriptors"
  )
  func kept() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    rig.painter.color = 0xffff_0000
    rig.fillSocket()
    // Create the second window and all its objects while the socket is full.
    let second = Window(in: rig.system, size: Size(width: 60, height: 40), title: "Kept", appID: "kept")
    let painter = Painter()
    painter.color = 0xff12_3456
    second.delegate = painter
    second.close()
    let third = Window(in: rig.system, size: Size(width: 50, height: 30), title: "Ω kept", appID: "third")
    third.delegate = painter
    rig.system.prepare()
    #expect(painter.drawings.isEmpty)
    rig.server.run(frames: 3)
    #expect(rig.server.toplevels.map(\.title).last == "Ω kept")
    #expect(rig.server.toplevels.count == 2)
    let toplevel = try #require(rig.server.toplevels.last)
    let picture = try #require(rig.server.capture(toplevel))
    #expect(picture.width == 50 && picture[49, 29] == 0xff12_3456)
    #expect(rig.server.protocolErrors.isEmpty)
    #expect(third.frameCount == 1)
  }

  @Test("If the compositor never reads again, the connection fails after 4 MiB of requests")
  func congested() throws {
    let rig = try WindowRig()
    rig.fillSocket()
    var requests = 0
    while rig.system.failure == nil, requests < 100_000 {
      requests += 1
      rig.window.title = "\(requests)" + String(repeating: "x", count: 1000)
      rig.system.prepare()
    }
    #expect(rig.system.failure == .congested(bytes: 4 << 20))
    #expect((4000...4200).contains(requests))
    #expect(rig.window.isClosed)
  }
}

extension WindowRig {
  /// Sends requests until the socket is full. The compositor must not be dispatched during the call.
  func fillSocket() {
    var size: Int32 = 4096
    setsockopt(system.descriptor, SOL_SOCKET, SO_SNDBUF, &size, 4)
    var number = 0
    while !system.wantsToWrite, number < 100_000 {
      number += 1
      window.title = "\(number)"
      system.flush()
    }
  }
}

/// Tests in which shared memory cannot be reserved.
@MainActor struct MemoryFaultTests {
  @Test("If there is no memory for a window's buffer, this window fails and the other windows can be used")
  func oneWindow() throws {
    let rig = try WindowRig()
    let second = Window(in: rig.system, size: Size(width: 60, height: 40), title: "", appID: "")
    let painter = Painter()
    second.delegate = painter
    rig.settle()
    rig.server.run(frames: 2)
    #expect(painter.drawings.count == 1)
    rig.system.allocateMemory = { _, _, _ in ENOSPC }
    second.resize(to: Size(width: 300, height: 200))
    rig.server.run(frames: 2)
    #expect(painter.failures == [.system(call: "posix_fallocate", errno: ENOSPC)])
    #expect(second.isClosed)
    #expect(rig.system.failure == nil)
    #expect(rig.painter.failures.isEmpty)
    rig.system.allocateMemory = { posix_fallocate($0, $1, $2) }
    rig.window.resize(to: Size(width: 320, height: 210))
    rig.server.run(frames: 2)
    #expect(rig.painter.drawings.last?.width == 320)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("All memory of a buffer is reserved before the delegate draws into it")
  func reserved() throws {
    let rig = try WindowRig()
    var reserved = 0
    rig.system.allocateMemory = { descriptor, offset, length in
      let result = posix_fallocate(descriptor, offset, length)
      var status = stat()
      fstat(descriptor, &status)
      reserved = Int(status.st_blocks) * 512
      return result
    }
    rig.painter.paints = false
    rig.window.resize(to: Size(width: 400, height: 300))
    rig.server.run(frames: 1)
    #expect(rig.painter.drawings.last?.width == 400)
    #expect(reserved >= 400 * 300 * 4)
  }
}

@MainActor struct LifetimeTests {
  @Test(
    "If two windows invalidate each other but commit nothing, each draws again with the compositor's next frame"
  )
  func mutualInvalidation() throws {
    let rig = try WindowRig()
    let second = Window(in: rig.system, size: Size(width: 60, height: 40), title: "", appID: "")
    let painter = Painter()
    second.delegate = painter
    rig.settle()
    rig.server.run(frames: 2)
    for painter in [rig.painter, painter] {
      painter.paints = false
      painter.damage = .nothing
    }
    let before = rig.painter.drawings.count
    rig.painter.whileDrawing = { [weak second] _ in second?.invalidate() }
    painter.whileDrawing = { [weak rig] _ in rig?.window.invalidate() }
    rig.window.invalidate()
    rig.system.prepare()
    let first = rig.painter.drawings.count - before
    #expect((1...2).contains(first))
    rig.server.run(frames: 5)
    #expect((6...14).contains(rig.painter.drawings.count - before))
  }

  @Test(
    "Events cause no crash if another thread has released the window system and the deinitializer has not yet run"
  )
  func releasedElsewhere() async throws {
    let server = try Compositor(Compositor.Configuration(width: 400, height: 300))
    var system: WindowSystem? = try WindowSystem(descriptor: server.connect(), clock: { 0 })
    let connection = try #require(system).connection
    server.settle { connection.dispatch() }
    server.seat.devices = []
    server.seat.devices = [.pointer, .keyboard, .touch]
    weak let released = system
    let last = Unmanaged.passRetained(try #require(system))
    system = nil
    releaseOnAnotherThread(last)
    // The deinitializer has to wait for the main actor, on which this test runs.
    connection.dispatch()
    connection.prepare()
    try await waitUntil("the deinitializer", lastSeen: connection.isOpen ? "open connection" : nil) {
      released == nil && !connection.isOpen
    }
    server.settle()
    #expect(server.clients.isEmpty)
  }
}

/// Releases the object on a new thread and waits for that thread.
private nonisolated func releaseOnAnotherThread(_ object: Unmanaged<WindowSystem>) {
  var thread = pthread_t()
  pthread_create(
    &thread, nil,
    { object in
      if let object { Unmanaged<WindowSystem>.fromOpaque(object).release() }
      return nil
    }, object.toOpaque())
  pthread_join(thread, nil)
}
