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
}
