import HeadlessCompositor
import Testing
import Windowing

/// Tests with a held key while the compositor or the program stalls.
@MainActor struct HeldKeyTests {
  private func repeats(_ rig: WindowRig) -> [KeyEvent] {
    rig.painter.keyEvents.filter { $0.kind == .repeated }
  }

  @Test("A held key repeats at the compositor's rate, with the time of each repeat")
  func rate() throws {
    let rig = try WindowRig()
    let timers = rig.useVirtualTimers()
    rig.server.seat.keyboard.press(.right)
    rig.settle()
    let start = Double(rig.server.now) / 1e9
    timers.advance(by: 0.59) { rig.settle() }
    #expect(repeats(rig).isEmpty)
    timers.advance(by: 0.42) { rig.settle() }
    let events = repeats(rig)
    #expect(events.count == 11)
    #expect(events.allSatisfy { $0.key == .right })
    for (index, event) in events.enumerated() {
      #expect(abs(event.time - (start + 0.6 + 0.04 * Double(index))) < 0.002)
    }
    rig.server.seat.keyboard.release(.right)
    rig.settle()
    timers.advance(by: 5) { rig.settle() }
    #expect(repeats(rig).count == 11)
    #expect(timers.count == 0)
  }

  @Test("While the compositor does not respond, a held key causes no repeats, no more requests and no timer")
  func stalledCompositor() throws {
    let rig = try WindowRig()
    let timers = rig.useVirtualTimers()
    rig.server.seat.keyboard.press(.right)
    rig.settle()
    timers.advance(by: 0.7) { rig.settle() }
    let before = repeats(rig).count
    let syncs = rig.server.requestCount(of: "wl_display.sync")
    // The compositor reads nothing for a minute.
    timers.advance(by: 60) { rig.system.dispatch() }
    #expect(repeats(rig).count == before)
    #expect(timers.count == 0)
    rig.settle()
    #expect(rig.server.requestCount(of: "wl_display.sync") == syncs + 1)
    #expect(repeats(rig).count == before + 1)
    // The repeats of this minute are skipped.
    timers.advance(by: 0.2) { rig.settle() }
    #expect((5...7).contains(repeats(rig).count - before))
  }

  @Test("If a key's release was sent before a stall but is read after it, the key does not repeat")
  func unreadRelease() throws {
    let rig = try WindowRig()
    let timers = rig.useVirtualTimers()
    rig.server.seat.keyboard.press(.right)
    rig.settle()
    rig.server.seat.keyboard.release(.right)
    // The program is busy for a second and reads nothing.
    timers.advance(by: 1) {}
    rig.settle()
    timers.advance(by: 5) { rig.settle() }
    #expect(rig.painter.keyEvents.map(\.kind) == [.pressed, .released])
  }

  @Test("If a key is pressed during a pending round trip, its repeats begin after its own delay")
  func nextKey() throws {
    let rig = try WindowRig()
    let timers = rig.useVirtualTimers()
    rig.server.seat.keyboard.press(.right)
    rig.settle()
    timers.advance(by: 0.65) {}
    rig.server.seat.keyboard.press(.left)
    rig.settle()
    timers.advance(by: 0.5) { rig.settle() }
    #expect(repeats(rig).isEmpty)
    timers.advance(by: 0.2) { rig.settle() }
    #expect(Set(repeats(rig).map(\.key)) == [.left])
  }

  @Test("Removing the keyboard or the seat, or closing the window, ends the repeats", arguments: 0...2)
  func removal(what: Int) throws {
    let rig = try WindowRig()
    let timers = rig.useVirtualTimers()
    rig.server.seat.keyboard.press(.right)
    rig.settle()
    timers.advance(by: 0.65) { rig.settle() }
    let before = repeats(rig).count
    #expect(before > 0)
    switch what {
    case 0: rig.server.seat.devices = .pointer
    case 1: rig.server.removeSeat(rig.server.seat, isAnnounced: false)
    default: rig.window.close()
    }
    rig.settle()
    timers.advance(by: 5) { rig.settle() }
    #expect(repeats(rig).count == before)
    #expect(timers.count == 0)
  }

  @Test("Two seats repeat their keys independently")
  func twoSeats() throws {
    let rig = try WindowRig()
    let second = rig.server.addSeat(named: "guest")
    let timers = rig.useVirtualTimers()
    rig.settle()
    rig.server.seat.keyboard.press(.right)
    second.keyboard.press(.left)
    rig.settle()
    timers.advance(by: 0.7) { rig.settle() }
    second.keyboard.release(.left)
    rig.settle()
    timers.advance(by: 0.11) { rig.settle() }
    let seats = rig.system.seats.map(\.id)
    #expect(repeats(rig).filter { $0.seat == seats[1] }.count == 3)
    #expect(repeats(rig).filter { $0.seat == seats[0] }.count == 6)
  }
}
