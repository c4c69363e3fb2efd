import Geometry
import HeadlessCompositor
import TestSupport
import Testing
import Windowing

@MainActor struct SuspendedWindowTests {
  @Test("While a window is suspended, it draws nothing; at the end of the suspension, it draws one frame")
  func oneFrameOnReturn() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    let drawn = rig.painter.drawings.count
    let toplevel = try rig.toplevel
    toplevel.setSuspended(true)
    rig.settle()
    #expect(rig.window.isSuspended)
    #expect(rig.painter.states.last?.contains(.suspended) == true)
    for _ in 0..<10 {
      rig.window.invalidate()
      rig.server.run(frames: 1)
    }
    #expect(rig.painter.drawings.count == drawn)
    #expect(rig.window.isAtRest)
    #expect(!toplevel.isConfigurePending)

    toplevel.setSuspended(false)
    rig.settle()
    #expect(rig.painter.drawings.count == drawn + 1)
    rig.server.run(frames: 5)
    #expect(rig.painter.drawings.count == drawn + 1)
    #expect(!rig.window.isSuspended)
    #expect(rig.painter.states.last?.contains(.suspended) == false)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("When a suspension ends, the animation that was running before continues")
  func midAnimation() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    rig.painter.framesToGo = 1000
    rig.window.invalidate()
    rig.server.run(frames: 5)
    let toplevel = try rig.toplevel
    toplevel.setSuspended(true)
    rig.settle()
    let drawn = rig.painter.drawings.count
    rig.server.run(frames: 60)
    #expect(rig.painter.drawings.count == drawn)
    toplevel.setSuspended(false)
    rig.settle()
    // The callback from before the suspension is still pending. The new frame does not wait for it.
    #expect(rig.painter.drawings.count == drawn + 1)
    rig.server.run(frames: 10)
    #expect(rig.painter.drawings.count == drawn + 11)
  }

  @Test(
    "If a window gets a new size during a suspension, it acknowledges the size and draws when the suspension ends"
  )
  func resizedMeanwhile() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    let drawn = rig.painter.drawings.count
    let toplevel = try rig.toplevel
    toplevel.setSuspended(true)
    rig.settle()
    toplevel.resize(width: 150, height: 90)
    rig.settle()
    #expect(rig.painter.drawings.count == drawn)
    #expect(toplevel.isConfigurePending)
    let commits = rig.server.requestCount(of: "wl_surface.commit")
    toplevel.setSuspended(false)
    rig.settle()
    #expect(rig.painter.drawings.count == drawn + 1)
    #expect(rig.painter.drawings.last == .init(width: 150, height: 90, age: 0))
    #expect(toplevel.size == (150, 90))
    #expect(!toplevel.isConfigurePending)
    #expect(rig.server.requestCount(of: "wl_surface.commit") == commits + 1)
  }

  @Test("If a window is suspended before its first frame, it draws one frame, so that it is mapped")
  func opensSuspended() throws {
    let server = try Compositor(.init(width: 400, height: 300))
    let system = try WindowSystem(descriptor: server.connect(), clock: { Double(server.now) / 1e9 })
    let window = Window(in: system, size: Size(width: 200, height: 100), title: "", appID: "hidden")
    let painter = Painter()
    window.delegate = painter
    server.dispatchClients = { system.dispatch() }
    server.onCommit = { _ in
      // The window has received its first configure, but has not drawn yet.
      if server.toplevels.first?.isSuspended == false { server.toplevels.first?.setSuspended(true) }
    }
    server.settle()
    #expect(window.isSuspended)
    #expect(painter.drawings.count == 1)
    #expect(server.toplevels.first?.isMapped == true)
    window.invalidate()
    server.run(frames: 3)
    #expect(painter.drawings.count == 1)
    system.close()
  }

  @Test(
    "Before version 6 of xdg_wm_base, a hidden window that gets no callbacks handles input but does not draw",
    .proves("D085"))
  func olderVersion() throws {
    let rig = try WindowRig(.init(width: 400, height: 300).with("xdg_wm_base", version: 5))
    rig.server.run(frames: 2)
    try rig.toplevel.setSuspended(true)
    rig.window.invalidate()
    rig.settle()
    #expect(!rig.window.isSuspended)
    let drawn = rig.painter.drawings.count
    for step in 0..<200 {
      rig.server.seat.pointer.move(to: (Double(step), 50))
      rig.window.invalidate()
      let isQuiet = rig.server.settle()
      #expect(isQuiet)
    }
    rig.server.seat.keyboard.tap(.space)
    rig.server.run(frames: 60)
    #expect(rig.painter.drawings.count == drawn)
    #expect(rig.painter.pointerEvents.count >= 200)
    #expect(rig.painter.keyEvents.count == 2)
    try rig.toplevel.setSuspended(false)
    rig.server.run(frames: 2)
    #expect(rig.painter.drawings.count == drawn + 1)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("Closing suspended windows causes no error")
  func closes() throws {
    let rig = try WindowRig()
    try rig.toplevel.setSuspended(true)
    rig.settle()
    rig.window.close()
    rig.settle()
    #expect(rig.server.toplevels.isEmpty)
    #expect(rig.server.protocolErrors.isEmpty)
  }
}
