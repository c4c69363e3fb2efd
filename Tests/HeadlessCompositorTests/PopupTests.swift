import HeadlessCompositor
import Testing
import Wayland

@MainActor @Suite("Popups")
struct PopupTests {
  @Test(
    "A popup is placed as its positioner requests; if it has a grab, a press outside of the client dismisses it"
  )
  func popupGrab() throws {
    let (server, window, log) = try InputLog.start()
    log.bindPointer()
    server.settle()
    server.seat.pointer.click(at: (60, 50))
    server.settle()
    let wmBase = try #require(window.client.wmBase)
    let positioner = wmBase.createPositioner()
    positioner.setSize(width: 40, height: 30)
    positioner.setAnchorRect(x: 10, y: 20, width: 20, height: 10)
    positioner.setAnchor(anchor: .bottomLeft)
    positioner.setGravity(gravity: .bottomRight)
    positioner.setOffset(x: 1, y: 2)
    let surface = window.client.compositor.createSurface()
    let shell = wmBase.getXdgSurface(surface: surface)
    let popup = shell.getPopup(parent: window.shell, positioner: positioner)
    var received: [String] = []
    shell.onEvent = { [unowned shell] in
      if case .configure(let serial) = $0 { shell.ackConfigure(serial: serial) }
    }
    popup.onEvent = { event in
      switch event {
      case .configure(let x, let y, let width, let height): received.append("at \(x),\(y) \(width)×\(height)")
      case .popupDone: received.append("done")
      case .repositioned(let token): received.append("token \(token)")
      }
    }
    popup.grab(seat: log.seat, serial: log.pressSerial)
    surface.commit()
    server.settle()
    #expect(received == ["at 11,32 40×30"])
    let picture = try window.client.buffer(40, 30, 0xff00_ff00)
    surface.attach(buffer: picture.object, x: 0, y: 0)
    surface.commit()
    server.settle()
    #expect(server.capture()[50 + 11, 40 + 32] == 0xff00_ff00)
    #expect(server.capture()[50 + 10, 40 + 32] == 0xff33_6699)
    server.seat.pointer.click(at: (70, 80))
    server.settle()
    #expect(received.count == 1)
    server.seat.pointer.click(at: (55, 45))
    server.settle()
    #expect(received.last == "done")
    popup.destroy()
    shell.destroy()
    surface.destroy()
    server.settle()
    #expect(server.popups.isEmpty)
    #expect(server.protocolErrors == [])
  }
}
