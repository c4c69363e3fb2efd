import Geometry
import Glibc
import HeadlessCompositor
import Testing
import Wayland
import Windowing

@MainActor struct ApplicationTests {
  private func application(
    _ server: Compositor, on scheduler: ManualScheduler, options: Application.Options = .init()
  ) throws -> Application {
    let system = try WindowSystem(
      descriptor: server.connect(), clock: { Double(server.now) / 1e9 + scheduler.now }, scheduler: scheduler)
    return Application(on: system, options: options)
  }

  @Test("An application retains its windows and quits when the last one closes")
  func quitsAfterLastWindow() throws {
    let server = try Compositor(.init(width: 400, height: 300))
    let scheduler = ManualScheduler()
    let application = try application(server, on: scheduler)
    var quits = 0
    application.onQuit = { quits += 1 }
    server.dispatchClients = { application.system.dispatch() }
    for title in ["One", "Two"] {
      _ = Window(in: application.system, size: Size(width: 50, height: 40), title: title, appID: "")
    }
    server.settle()
    #expect(server.toplevels.map(\.title) == ["One", "Two"])
    application.windows[0].close()
    scheduler.advance(by: 1)
    #expect(quits == 0 && application.windows.map(\.title) == ["Two"])
    application.windows[0].close()
    #expect(quits == 0, "the application quits later, so that a handler can open another window")
    scheduler.advance(by: 1)
    #expect(quits == 1)
    server.settle()
    #expect(server.clients.isEmpty)
    application.quit()
    #expect(quits == 1)
  }

  @Test(
    "An application keeps running if another window opens before it quits, or if quitsAfterLastWindow is false"
  )
  func staysOpen() throws {
    let server = try Compositor(.init(width: 400, height: 300))
    let scheduler = ManualScheduler()
    let application = try application(server, on: scheduler)
    var quits = 0
    application.onQuit = { quits += 1 }
    let size = Size(width: 50, height: 40)
    Window(in: application.system, size: size, title: "Old", appID: "").close()
    let next = Window(in: application.system, size: size, title: "New", appID: "")
    scheduler.advance(by: 1)
    #expect(quits == 0 && application.windows.count == 1)
    next.close()
    application.quit()
    #expect(quits == 1)

    var options = Application.Options()
    options.quitsAfterLastWindow = false
    let tray = try self.application(server, on: scheduler, options: options)
    tray.onQuit = { quits += 1 }
    Window(in: tray.system, size: size, title: "", appID: "").close()
    scheduler.advance(by: 1)
    #expect(quits == 1)
    tray.quit()
    #expect(quits == 2)
  }

  @Test("An application retains the delegates of its windows until the windows are closed")
  func retainsDelegates() throws {
    let server = try Compositor(.init(width: 400, height: 300))
    let application = try application(server, on: ManualScheduler())
    weak var painter: Painter?
    do {
      let made = Painter()
      Window(in: application.system, size: Size(width: 50, height: 40), title: "", appID: "").delegate = made
      painter = made
    }
    #expect(painter != nil)
    application.windows.first?.close()
    #expect(painter == nil)
    application.quit()
  }

  @Test("If an application has a window on each screen, it keeps running when all screens are unplugged")
  func allScreensUnplugged() throws {
    let server = try Compositor(.init(width: 400, height: 300))
    let scheduler = ManualScheduler()
    let application = try application(server, on: scheduler)
    var quits = 0
    application.onQuit = { quits += 1 }
    server.dispatchClients = { application.system.dispatch() }
    let painter = Painter()
    let walls = OutputWindows(in: application.system, title: "Wall", appID: "wall") { window, _ in
      window.delegate = painter
    }
    server.addOutput(width: 200, height: 100)
    server.run(frames: 2)
    #expect(application.windows.count == 2)
    for output in server.outputs { server.removeOutput(output) }
    server.settle()
    scheduler.advance(by: 3600)
    #expect(application.windows.isEmpty && quits == 0)
    server.addOutput(width: 300, height: 200)
    server.run(frames: 2)
    #expect(application.windows.map(\.size) == [Size(width: 300, height: 200)])
    // The user closes the last window while a screen is connected.
    application.windows.first?.close()
    scheduler.advance(by: 1)
    #expect(quits == 1)
    walls.close()
  }

  @Test("An application keeps running if the compositor closes a layer surface before it removes the screen")
  func surfaceClosedBeforeItsScreen() throws {
    let server = try Compositor(.init(width: 400, height: 300))
    let scheduler = ManualScheduler()
    let application = try application(server, on: scheduler)
    var quits = 0
    application.onQuit = { quits += 1 }
    server.dispatchClients = { application.system.dispatch() }
    let painter = Painter()
    let walls = OutputWindows(in: application.system, layer: .wallpaper(), namespace: "wall") { window, _ in
      window.delegate = painter
    }
    server.run(frames: 2)
    #expect(application.windows.count == 1)
    try #require(server.layerSurfaces.first).close()
    server.settle()
    scheduler.advance(by: 1)
    #expect(application.windows.isEmpty && quits == 0)
    server.removeOutput(server.output)
    server.settle()
    scheduler.advance(by: 3600)
    #expect(quits == 0)
    server.addOutput(width: 300, height: 200)
    server.run(frames: 2)
    #expect(application.windows.map(\.size) == [Size(width: 300, height: 200)])
    // The program closes the last window while a screen is connected.
    application.windows.first?.close()
    scheduler.advance(by: 1)
    #expect(quits == 1)
    walls.close()
  }

  @Test(
    "If the compositor closes a layer surface whose screen stays, the surface opens again, at most twice a minute"
  )
  func surfaceClosedOnConnectedScreen() throws {
    let server = try Compositor(.init(width: 400, height: 300))
    let scheduler = ManualScheduler()
    let application = try application(server, on: scheduler)
    var quits = 0
    application.onQuit = { quits += 1 }
    server.dispatchClients = { application.system.dispatch() }
    let painter = Painter()
    let walls = OutputWindows(in: application.system, layer: .wallpaper(), namespace: "wall") { window, _ in
      window.delegate = painter
    }
    func closeSurface() throws {
      try #require(server.layerSurfaces.first).close()
      server.settle()
      scheduler.advance(by: 0.1)
      #expect(application.windows.isEmpty)
    }
    server.run(frames: 2)
    for _ in 0..<5 {
      try closeSurface()
      scheduler.advance(by: 2)
      server.run(frames: 2)
      #expect(application.windows.count == 1 && server.layerSurfaces.count == 1 && quits == 0)
      scheduler.advance(by: 60)
    }
    for _ in 0..<2 {
      try closeSurface()
      scheduler.advance(by: 2)
      server.run(frames: 2)
      #expect(application.windows.count == 1 && quits == 0)
    }
    try closeSurface()
    scheduler.advance(by: 3600)
    server.settle()
    #expect(quits == 1 && server.protocolErrors.isEmpty)
    walls.close()
  }

  @Test("An application quits when its OutputWindows object is closed while no screen is connected")
  func wallWithoutScreens() throws {
    let server = try Compositor(.init(width: 400, height: 300))
    let scheduler = ManualScheduler()
    let application = try application(server, on: scheduler)
    var quits = 0
    application.onQuit = { quits += 1 }
    server.dispatchClients = { application.system.dispatch() }
    var walls: OutputWindows? = OutputWindows(in: application.system, title: "", appID: "") { _, _ in }
    server.settle()
    server.removeOutput(server.output)
    server.settle()
    scheduler.advance(by: 1)
    #expect(walls?.windows.isEmpty == true && quits == 0)
    walls?.close()
    walls = nil
    scheduler.advance(by: 1)
    #expect(quits == 1)
  }

  @Test("With virtual timers, a held key repeats at the compositor's rate until the key is released")
  func keyRepeat() throws {
    let server = try Compositor(.init(width: 400, height: 300))
    let scheduler = ManualScheduler()
    let application = try application(server, on: scheduler)
    server.dispatchClients = { application.system.dispatch() }
    let painter = Painter()
    let window = Window(in: application.system, size: Size(width: 50, height: 40), title: "", appID: "")
    window.delegate = painter
    server.settle()
    server.seat.keyboard.press(.tab)
    server.settle()
    #expect(painter.keyEvents.map(\.kind) == [.pressed])
    let before = scheduler.nextDeadline
    #expect(before != nil)
    for _ in 0..<120 {
      scheduler.advance(by: 1.0 / 60)
      server.settle()
    }
    let repeats = painter.keyEvents.count { $0.kind == .repeated }
    #expect((20...60).contains(repeats))
    server.seat.keyboard.release(.tab)
    server.settle()
    scheduler.advance(by: 60)
    #expect(painter.keyEvents.count { $0.kind == .repeated } == repeats)
    #expect(painter.keyEvents.last?.kind == .released)
    application.quit()
  }

  @Test("While the socket is full, a held key causes no events and no requests")
  func stalledRepeat() throws {
    let scheduler = ManualScheduler()
    let rig = try WindowRig(scheduler: scheduler)
    rig.painter.onKey = { [weak rig] in rig?.window.invalidate() }
    rig.server.seat.keyboard.press(.tab)
    rig.server.settle()
    rig.fillSocket()
    #expect(rig.system.wantsToWrite)
    let (keys, drawn) = (rig.painter.keyEvents.count, rig.painter.drawings.count)
    for _ in 0..<60 {
      scheduler.advance(by: 1)
      rig.system.dispatch()
    }
    #expect(rig.painter.keyEvents.count == keys)
    #expect(rig.painter.drawings.count == drawn)
    rig.server.run(frames: 2)
    scheduler.advance(by: 1)
    #expect(rig.painter.keyEvents.count > keys)
    #expect(rig.system.failure == nil && rig.server.protocolErrors.isEmpty)
    rig.system.close()
  }

  @Test(
    "The program's own poll loop can drive windows, timers and another descriptor", .timeLimit(.minutes(10)))
  func pollLoop() throws {
    var configuration = Compositor.Configuration(width: 400, height: 300)
    configuration.clock = .monotonic
    let server = try Compositor(configuration)
    let scheduler = ManualScheduler(startingAt: MonotonicClock.now())
    let system = try WindowSystem(descriptor: server.connect(), scheduler: scheduler)
    let application = Application(on: system)
    let painter = Painter()
    painter.framesToGo = 5
    let window = Window(in: system, size: Size(width: 50, height: 40), title: "", appID: "")
    window.delegate = painter
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    var (ticks, bytes) = (0, 0)
    let watch = scheduler.watch(
      ends[0],
      onReadable: {
        var byte: UInt8 = 0
        bytes += read(ends[0], &byte, 1)
      }, onWritable: {})
    let timer = scheduler.timer(after: 0.001, every: 0.001) {
      ticks += 1
      if ticks == 3 { write(ends[1], "x", 1) }
    }
    while painter.drawings.count < 6 || bytes == 0 {
      // The loop of a toolkit: prepare, wait for descriptors until the next deadline, dispatch.
      system.prepare()
      let wait = scheduler.nextDeadline.map { max(0, $0 - MonotonicClock.now()) } ?? 1
      let interest = Int16(system.wantsToWrite ? POLLIN | POLLOUT : POLLIN)
      var polled = [pollfd(fd: system.descriptor, events: interest, revents: 0)]
      polled += scheduler.descriptors.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      poll(&polled, nfds_t(polled.count), Int32(wait * 1000))
      if polled[0].revents & Int16(POLLOUT) != 0 { system.flush() }
      if polled[0].revents & Int16(POLLIN | POLLHUP) != 0 { system.dispatch() }
      scheduler.poll()
      scheduler.advance(to: MonotonicClock.now())
      // The compositor of this test runs on the same thread.
      server.step()
      if server.isFrameWanted { server.presentFrame() }
    }
    #expect(ticks >= 3 && bytes == 1)
    #expect(window.frameCount == 6)
    timer.cancel()
    watch?.cancel()
    #expect(scheduler.nextDeadline == nil && scheduler.descriptors.isEmpty)
    for end in ends { close(end) }
    application.quit()
  }
}

@MainActor struct ManualSchedulerTests {
  @Test("Timers fire in the order of their times, and a repeating timer fires once in each interval")
  func order() {
    let scheduler = ManualScheduler()
    var log: [String] = []
    let late = scheduler.timer(after: 0.25, every: nil) { log.append("late") }
    let tick = scheduler.timer(after: 0.1, every: 0.1) { [unowned scheduler] in log.append("\(scheduler.now)")
    }
    scheduler.soon { log.append("soon") }
    #expect(scheduler.nextDeadline == 0)
    scheduler.advance(to: 0.35)
    #expect(log == ["soon", "0.1", "0.2", "late", "\(0.1 + 0.1 + 0.1)"])
    #expect(scheduler.now == 0.35)
    tick.cancel()
    #expect(scheduler.nextDeadline == nil)
    withExtendedLifetime(late) {}
  }

  @Test("A released timer does not fire")
  func released() {
    let scheduler = ManualScheduler()
    var count = 0
    _ = scheduler.timer(after: 0.1, every: nil) { count += 1 }
    scheduler.advance(by: 1)
    #expect(count == 0)
  }

  @Test("A manual scheduler can serve a connection without an event loop")
  func served() throws {
    let scheduler = ManualScheduler()
    let rig = try WindowRig(scheduler: scheduler)
    rig.server.dispatchClients = { scheduler.poll() }
    rig.system.start()
    rig.window.title = "Served"
    rig.window.invalidate()
    scheduler.advance(by: 0)
    rig.server.run(frames: 2)
    #expect(try rig.toplevel.title == "Served")
    #expect(rig.painter.drawings.count == 2)
    rig.system.close()
    #expect(scheduler.descriptors.isEmpty)
  }
}
