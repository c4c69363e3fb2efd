import Geometry
import HeadlessCompositor
import Testing
import Windowing

/// Tests of clipboards, drags and input methods with two seats.
@MainActor struct SeveralSeatsTransferTests {
  private typealias ServerSeat = HeadlessCompositor.Seat

  private func twoSeats() throws -> (WindowRig, ServerSeat) {
    let rig = try WindowRig()
    let second = rig.server.addSeat(named: "guest")
    rig.drain()
    return (rig, second)
  }

  @Test("Each seat has its own clipboard and primary selection")
  func selections() throws {
    let (rig, second) = try twoSeats()
    rig.server.seat.keyboard.tap(.left)
    rig.drain()
    let first = try #require(rig.system.clipboard)
    #expect(first.set(.text("of the first")))
    #expect(try #require(rig.system.primarySelection).set(.text("selected by the first")))
    second.keyboard.tap(.left)
    rig.drain()
    let guest = try #require(rig.system.clipboard)
    #expect(guest !== first)
    #expect(guest.set(.text("of the guest")))
    rig.drain()
    #expect(second.primarySelection.types.isEmpty && !rig.server.seat.primarySelection.types.isEmpty)
    for (seat, text) in [(rig.server.seat, "of the first"), (second, "of the guest")] {
      let read = seat.clipboard.read("text/plain")
      rig.transfer()
      #expect(read.text == text)
    }
    #expect(first.isOwned && guest.isOwned)
    // If another client sets the selection of one seat, only the clipboard of that seat changes.
    second.clipboard.set([("text/html", Array("<b>".utf8))])
    rig.drain()
    #expect(guest.content?.types == ["text/html"] && !guest.isOwned)
    #expect(first.isOwned && first.content?.types.contains("text/html") == false)
    #expect(rig.server.protocolErrors == [])
  }

  @Test(
    "The input method of a second seat inserts text in the field of the window that has that seat's keyboard focus"
  )
  func textInput() throws {
    let (rig, second) = try twoSeats()
    let field = TextInputTests.Field()
    let session = rig.window.beginTextInput(field.context, delegate: field)
    rig.drain()
    #expect(second.textInput.focus != nil && second.textInput.state != nil)
    second.textInput.insert("é")
    rig.drain()
    #expect(field.context.text == "é")
    #expect(field.changes.count == 1)
    withExtendedLifetime(session) {}
  }

  @Test(
    "A drag uses the seat with the latest press, even if another seat has sent other events since that press",
    arguments: [false, true])
  func drag(byTouch: Bool) throws {
    let (rig, second) = try twoSeats()
    let basket = DropTests.Basket()
    basket.type = "text/plain"
    rig.window.dropTarget = basket
    if byTouch { second.touch.down(at: (10, 20), id: 3) } else { second.pointer.click(at: (10, 20)) }
    if !byTouch { second.pointer.press() }
    rig.drain()
    // A key press or a focus change of the other seat does not count as a press.
    rig.server.seat.keyboard.tap(.left)
    rig.drain()
    let drag = try #require(rig.window.beginDrag(.text("dragged")))
    rig.drain()
    #expect(second.drag != nil && rig.server.seat.drag == nil)
    #expect(drag.acceptedType == "text/plain")
    if byTouch { second.touch.up(id: 3) } else { second.pointer.release() }
    rig.transfer()
    #expect(second.drag == nil)
    #expect(basket.lines.last == "dropped")
    #expect(drag.outcome == .dropped(.copy))
    // After the drag, the window has the pointer focus again.
    rig.painter.pointerEvents = []
    second.pointer.click(at: (11, 20))
    rig.drain()
    #expect(rig.painter.pointerEvents.last?.kind == .released(.left))
    #expect(rig.server.protocolErrors == [])
  }
}
