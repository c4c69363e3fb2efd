import Geometry
import HeadlessCompositor
import Testing
import Windowing

@MainActor struct SeveralSeatsTests {
  private typealias ServerSeat = HeadlessCompositor.Seat

  /// Creates a rig whose compositor has a second seat.
  private func twoSeats(_ configuration: Compositor.Configuration = .init(width: 400, height: 300)) throws
    -> (WindowRig, ServerSeat)
  {
    let rig = try WindowRig(configuration)
    let second = rig.server.addSeat(named: "guest")
    rig.settle()
    return (rig, second)
  }

  @Test("Seats have names and devices, and can be added and removed")
  func list() throws {
    let (rig, second) = try twoSeats()
    #expect(rig.system.seats.map(\.name) == ["seat0", "guest"])
    #expect(rig.system.seats.allSatisfy { $0.devices == [.pointer, .keyboard, .touch] })
    second.devices = .touch
    rig.settle()
    #expect(rig.system.seats.last?.devices == .touch)
    weak let removed = rig.system.seats.last
    rig.server.removeSeat(second)
    rig.settle()
    #expect(rig.system.seats.map(\.name) == ["seat0"])
    #expect(removed == nil)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("Touches of two seats have different contact IDs even if their protocol ids are equal")
  func contacts() throws {
    let (rig, second) = try twoSeats()
    rig.server.seat.pointer.move(to: (50, 40))
    second.pointer.move(to: (60, 40))
    rig.server.seat.touch.down(at: (10, 20), id: 0)
    second.touch.down(at: (30, 20), id: 0)
    rig.server.seat.touch.up(id: 0)
    second.touch.up(id: 0)
    rig.settle()
    let touches = rig.painter.touchEvents
    #expect(touches.map(\.kind) == [.began, .began, .ended, .ended])
    #expect(touches[0].id == touches[2].id && touches[1].id == touches[3].id)
    let pointers = Set(rig.painter.pointerEvents.map(\.contactID))
    #expect(pointers.count == 2)
    #expect(pointers.union(touches.map(\.id)).count == 4)
    #expect(Set(rig.painter.pointerEvents.map(\.seat)) == Set(rig.system.seats.map(\.id)))
    #expect(touches.map(\.seat) == [0, 1, 0, 1].map { rig.system.seats[$0].id })
  }

  @Test("The modifiers of a seat's keyboard do not affect clicks of another seat")
  func modifiers() throws {
    let (rig, second) = try twoSeats()
    second.keyboard.press(.shift)
    rig.server.seat.pointer.click(at: (50, 40))
    second.pointer.click(at: (50, 40))
    rig.settle()
    let presses = rig.painter.pointerEvents.filter { $0.kind == .pressed(.left) }
    #expect(presses.map(\.modifiers) == [[], .shift])
    #expect(rig.painter.keyEvents.map(\.seat) == [rig.system.seats[1].id])
  }

  @Test("An interactive move uses the seat of the latest press")
  func latestPress() throws {
    let (rig, second) = try twoSeats()
    let first = rig.server.seat
    for (seat, press) in [
      (second, { second.pointer.click(at: (50, 40)) }), (first, { first.pointer.click(at: (50, 40)) }),
      (second, { second.touch.down(at: (20, 20)) }), (first, { first.touch.down(at: (20, 20)) }),
    ] as [(ServerSeat, () -> Void)] {
      press()
      rig.settle()
      rig.window.beginMove()
      rig.settle()
      #expect(try rig.toplevel.lastMoveRequest?.seat === seat)
    }
    // A later key or motion does not count as a press.
    second.keyboard.tap(.left)
    second.pointer.move(to: (55, 40))
    rig.settle()
    rig.window.beginMove()
    rig.settle()
    #expect(try rig.toplevel.lastMoveRequest?.seat === first)
    #expect(try rig.toplevel.moveRequestCount == 5)
  }

  @Test("A window has the keyboard focus as long as it has the keyboard focus of at least one seat")
  func keyboardFocus() throws {
    let (rig, second) = try twoSeats()
    let painter = Painter()
    let other = Window(in: rig.system, size: Size(width: 50, height: 50), title: "", appID: "other")
    other.delegate = painter
    rig.settle()
    rig.painter.keyboard = []
    painter.keyboard = []
    let toplevel = try #require(rig.server.toplevels.first)
    toplevel.position = (100, 100)
    second.pointer.click(at: (110, 110))
    rig.settle()
    #expect(
      rig.painter.keyboard == [true] && painter.keyboard == [],
      "each window has the focus of a different keyboard")
    rig.server.seat.pointer.click(at: (110, 110))
    rig.settle()
    #expect(
      rig.painter.keyboard == [true] && painter.keyboard == [false],
      "the first window has the focus of both keyboards")
    second.devices = [.pointer]
    rig.settle()
    #expect(rig.painter.keyboard == [true])
    rig.server.seat.keyboard.focus(nil as Toplevel?)
    rig.settle()
    #expect(rig.painter.keyboard == [true, false])
    rig.server.seat.keyboard.focus(toplevel)
    rig.server.removeSeat(rig.server.seat)
    rig.settle()
    #expect(rig.painter.keyboard == [true, false, true, false])
  }

  @Test("After a seat was removed, an interactive move uses the latest press of the remaining seats")
  func pressOfARemovedSeat() throws {
    let (rig, second) = try twoSeats()
    second.pointer.click(at: (50, 40))
    rig.settle()
    rig.server.removeSeat(second)
    rig.settle()
    rig.window.beginMove()
    rig.settle()
    #expect(try rig.toplevel.moveRequestCount == 0)
    rig.server.seat.pointer.click(at: (50, 40))
    rig.settle()
    rig.window.beginMove()
    rig.settle()
    #expect(try rig.toplevel.lastMoveRequest?.seat === rig.server.seat)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test(
    "When a seat is removed during a drag, each contact of the seat is canceled once",
    arguments: [true, false])
  func removalInMidDrag(isAnnounced: Bool) throws {
    let (rig, second) = try twoSeats()
    second.pointer.move(to: (50, 40))
    second.pointer.press()
    second.touch.down(at: (10, 20), id: 5)
    second.touch.down(at: (20, 20), id: 3)
    second.touch.move(to: (12, 20), id: 5)
    rig.server.seat.touch.down(at: (30, 20), id: 5)
    rig.settle()
    let began = rig.painter.touchEvents.filter { $0.kind == .began }.map(\.id)
    rig.server.removeSeat(second, isAnnounced: isAnnounced)
    second.pointer.move(to: (51, 40))
    second.touch.move(to: (13, 20), id: 5)
    second.touch.up(id: 5)
    rig.settle()
    let canceled = rig.painter.touchEvents.filter { $0.kind == .canceled }
    #expect(canceled.map(\.id) == [began[0], began[1]])
    #expect(rig.painter.pointerEvents.filter { $0.kind == .left }.count == 1)
    rig.server.seat.touch.move(to: (31, 20), id: 5)
    rig.server.seat.touch.up(id: 5)
    rig.settle()
    #expect(rig.painter.touchEvents.suffix(2).map(\.kind) == [.moved, .ended])
    #expect(rig.painter.touchEvents.suffix(2).map(\.id) == [began[2], began[2]])
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test(
    "If a device is removed and added during a drag, the drag is canceled, and the device gets new contact IDs"
  )
  func deviceComesBack() throws {
    let rig = try WindowRig()
    let seat = rig.server.seat
    seat.pointer.move(to: (50, 40))
    seat.pointer.press()
    seat.touch.down(at: (10, 20), id: 0)
    rig.settle()
    seat.devices = .keyboard
    seat.devices = [.keyboard, .pointer, .touch]
    rig.settle()
    seat.pointer.move(to: (60, 40))
    seat.touch.down(at: (10, 20), id: 0)
    rig.settle()
    #expect(rig.painter.touchEvents.map(\.kind) == [.began, .canceled, .began])
    #expect(Set(rig.painter.touchEvents.map(\.id)).count == 2)
    #expect(rig.painter.pointerEvents.filter { $0.kind == .left }.count == 1)
    #expect(Set(rig.painter.pointerEvents.map(\.contactID)).count == 2)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("The window system can be closed in the cancel event of a removed seat")
  func closeInACancel() throws {
    let (rig, second) = try twoSeats()
    second.touch.down(at: (10, 20), id: 0)
    second.touch.down(at: (20, 20), id: 1)
    rig.settle()
    rig.painter.onTouch = { [system = rig.system] event in if event.kind == .canceled { system.close() } }
    rig.server.removeSeat(second)
    rig.settle()
    #expect(rig.painter.touchEvents.map(\.kind) == [.began, .began, .canceled])
    #expect(rig.system.seats.isEmpty)
    #expect(rig.server.clients.isEmpty)
  }

  @Test("If devices have different clocks, their events have times on the window system's clock")
  func clocks() throws {
    let (rig, second) = try twoSeats()
    let devices: [UInt32] = [0, 40_000_000, 3_000_000_000]
    rig.server.seat.touch.timestampOffset = devices[1]
    second.touch.timestampOffset = devices[2]
    rig.server.seat.pointer.move(to: (50, 40))
    let start = Double(rig.server.now) / 1e9
    rig.server.seat.pointer.press()
    rig.server.seat.touch.down(at: (10, 20))
    second.touch.down(at: (20, 20))
    rig.settle()
    for step in 1...10 {
      rig.server.advance(by: 8_000_000)
      rig.server.seat.pointer.move(to: (50 + Double(step), 40))
      rig.server.seat.touch.move(to: (10 + Double(step), 20))
      second.touch.move(to: (20 + Double(step), 20))
      rig.settle()
    }
    let moves = rig.painter.touchEvents.filter { $0.kind == .moved }
    #expect(Set(moves.map(\.id)).count == 2)
    for (index, event) in moves.enumerated() {
      #expect(abs(event.time - (start + Double(index / 2 + 1) * 0.008)) < 0.001)
    }
    let motions = rig.painter.pointerEvents.filter { $0.kind == .moved }.suffix(10)
    for (index, event) in motions.enumerated() {
      #expect(abs(event.time - (start + Double(index + 1) * 0.008)) < 0.001)
    }
  }

  @Test("All versions of wl_seat can be used", arguments: 1...10)
  func versions(version: Int32) throws {
    let configuration = Compositor.Configuration(width: 400, height: 300).with("wl_seat", version: version)
    let rig = try WindowRig(configuration)
    let seat = rig.server.seat
    seat.pointer.isScrollingInverted = true
    seat.pointer.click(at: (50, 40))
    seat.pointer.scroll(notches: 1)
    seat.touch.down(at: (10, 20))
    seat.touch.up()
    seat.keyboard.press(.left)
    seat.keyboard.sendRepeat(.left)
    seat.keyboard.release(.left)
    rig.settle()
    #expect(rig.painter.pointerEvents.map(\.kind).contains(.pressed(.left)))
    guard case .scrolled(let scroll) = rig.painter.pointerEvents.last?.kind else {
      Issue.record("no scroll")
      return
    }
    let vertical = try #require(scroll.vertical)
    #expect(abs(vertical.notches - (version < 5 ? 1.5 : 1)) < 1e-9)
    #expect(vertical.isInverted == (version >= 9))
    #expect(rig.painter.touchEvents.map(\.kind) == [.began, .ended])
    let keys: [KeyEvent.Kind] = version >= 10 ? [.pressed, .repeated, .released] : [.pressed, .released]
    #expect(rig.painter.keyEvents.map(\.kind) == keys)
    #expect(rig.system.seats.map(\.name) == [version >= 2 ? "seat0" : ""])
    seat.devices = []
    rig.settle()
    rig.server.removeSeat(seat)
    rig.settle()
    #expect(rig.system.seats.isEmpty)
    #expect(rig.painter.failures.isEmpty)
    #expect(rig.server.protocolErrors.isEmpty)
    rig.system.close()
  }
}
