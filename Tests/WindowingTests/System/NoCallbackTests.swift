import Geometry
import Glibc
import HeadlessCompositor
import TestSupport
import Testing
import Wayland
import Windowing

@MainActor struct NoCallbackTests {
  @Test(
    "While no frame callback arrives, input is handled but nothing is drawn; the next callback causes a frame"
  )
  func noCallbacks() throws {
    let scheduler = ManualScheduler()
    let rig = try WindowRig(scheduler: scheduler)
    rig.painter.framesToGo = 1000
    rig.window.invalidate()
    rig.server.run(frames: 3)
    let drawn = rig.painter.drawings.count
    for number in 1...60 {
      rig.server.advance(by: 1_000_000_000)
      scheduler.advance(by: 1)
      rig.server.seat.touch.down(at: (20, 20))
      rig.server.seat.touch.up()
      rig.server.seat.keyboard.tap(.tab)
      rig.settle()
      #expect(rig.painter.touchEvents.count == 2 * number && rig.painter.keyEvents.count == 2 * number)
      var socket = pollfd(fd: rig.system.descriptor, events: Int16(POLLIN), revents: 0)
      #expect(poll(&socket, 1, 0) == 0 && !rig.system.wantsToWrite, "the event loop can sleep")
    }
    #expect(rig.painter.drawings.count == drawn)
    #expect(scheduler.nextDeadline == nil)
    rig.server.run(frames: 1)
    #expect(rig.painter.drawings.count == drawn + 1)
    #expect(try #require(rig.painter.frameTimes.last) > 60)
    rig.system.close()
  }

  @Test(
    "With a limit, a frame whose callback is lost is drawn after the limit, and later ones wait for callbacks again"
  )
  func limit() throws {
    let scheduler = ManualScheduler()
    let rig = try WindowRig(scheduler: scheduler)
    rig.window.frameWaitLimit = 1
    func pass(seconds: Double) {
      rig.server.advance(by: UInt64(seconds * 1e9))
      scheduler.advance(by: seconds)
      rig.settle()
    }
    rig.server.run(frames: 3)
    #expect(scheduler.nextDeadline == nil, "at rest, no timer runs")
    rig.painter.framesToGo = 1000
    rig.window.invalidate()
    rig.settle()
    let drawn = rig.painter.drawings.count
    pass(seconds: 0.9)
    #expect(rig.painter.drawings.count == drawn)
    pass(seconds: 0.2)
    #expect(rig.painter.drawings.count == drawn + 1)
    for _ in 0..<60 { pass(seconds: 1) }
    #expect(rig.painter.drawings.count == drawn + 1, "a window that is not visible is not drawn")
    #expect(scheduler.nextDeadline == nil)
    rig.server.run(frames: 1)
    #expect(rig.painter.drawings.count == drawn + 2)
    pass(seconds: 0.9)
    rig.server.run(frames: 1)
    #expect(rig.painter.drawings.count == drawn + 3)
    pass(seconds: 0.9)
    #expect(rig.painter.drawings.count == drawn + 3, "the limit counts from the last callback")
    pass(seconds: 1.2)
    #expect(rig.painter.drawings.count == drawn + 4)
    rig.system.close()
  }

  @Test("A commit that only requests a callback has damage, without which some compositors begin no frame")
  func damage() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 3)
    let (damages, frames) = (
      rig.server.requestCount(of: "wl_surface.damage_buffer"), rig.window.frameCount
    )
    rig.painter.damage = .nothing
    rig.painter.framesToGo = 3
    rig.window.invalidate()
    rig.server.run(frames: 5)
    #expect(rig.window.frameCount == frames)
    #expect(rig.server.requestCount(of: "wl_surface.damage_buffer") == damages + 3)
    rig.system.close()
  }

  @Test("A suspended window has no timer for a callback that is late")
  func suspended() throws {
    let scheduler = ManualScheduler()
    let rig = try WindowRig(scheduler: scheduler)
    rig.window.frameWaitLimit = 1
    rig.server.run(frames: 3)
    rig.painter.framesToGo = 1000
    rig.window.invalidate()
    rig.settle()
    try rig.toplevel.setSuspended(true)
    rig.settle()
    let drawn = rig.painter.drawings.count
    for _ in 0..<3 {
      scheduler.advance(by: 1)
      rig.settle()
    }
    #expect(scheduler.nextDeadline == nil && rig.painter.drawings.count == drawn)
    rig.system.close()
  }

  @Test("The lint counts commits with damage and without a buffer as requests for callbacks only")
  func lint() throws {
    var configuration = Compositor.Configuration(width: 400, height: 300)
    configuration.lints = true
    let rig = try WindowRig(configuration)
    rig.server.run(frames: 3)
    rig.painter.damage = .nothing
    rig.painter.framesToGo = 70
    rig.window.invalidate()
    rig.server.run(frames: 75)
    #expect(rig.server.checkedLintFindings().map(\.rule) == [.emptyCommit])
    rig.system.close()
  }
}
