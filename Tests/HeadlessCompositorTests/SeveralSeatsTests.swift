import HeadlessCompositor
import Testing
import Wayland

@MainActor @Suite("Several seats")
struct SeveralSeatsTests {
  /// A client with a window of 200 × 100 at (40, 50), and a second seat with its log.
  private func start() throws -> (Compositor, TestClient, Seat, InputLog) {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    try window.show(200, 100)
    window.peer?.position = (50, 40)
    let seat = server.addSeat(named: "guest")
    server.settle()
    let global = try #require(client.registry.globals.last)
    let log = InputLog(try client.registry.bind(global, as: WlSeat.self, versions: 1...10))
    server.settle()
    return (server, client, seat, log)
  }

  @Test("An added seat has its own name, devices and focus")
  func added() throws {
    let (server, _, seat, log) = try start()
    #expect(log.take() == ["devices 7", "seat guest"])
    log.bindPointer()
    log.bindKeyboard()
    server.settle()
    #expect(log.take() == ["keymap 1", "repeat 25 600", "enter []", "modifiers 0 0"])
    server.seat.pointer.move(to: (60, 50))
    server.seat.keyboard.tap(.left)
    server.settle()
    #expect(log.take() == [])
    seat.pointer.move(to: (70, 50))
    seat.keyboard.press(.left)
    server.settle()
    #expect(log.take() == ["enter 20.0,10.0", "frame", "key 105 1"])
    #expect(server.seats.map(\.name) == ["seat0", "guest"])
  }

  @Test("A removed seat disappears from the registry; its input has no effect")
  func removed() throws {
    let (server, client, seat, log) = try start()
    log.bindPointer()
    log.bindTouch()
    seat.pointer.move(to: (60, 50))
    seat.touch.down(at: (60, 50))
    server.settle()
    _ = log.take()
    server.removeSeat(seat)
    server.removeSeat(seat)
    seat.pointer.move(to: (70, 50))
    seat.touch.up()
    seat.devices = [.pointer]
    server.settle()
    #expect(log.take() == ["leave", "frame", "cancel", "devices 0"])
    #expect(client.registry.globals.filter { $0.interface == "wl_seat" }.count == 1)
    // The client may not have read the removal yet, so it may still request a pointer.
    log.bindPointer()
    server.settle()
    #expect(server.protocolErrors == [])
  }

  @Test("A seat can be removed without events to its clients")
  func removedSilently() throws {
    let (server, client, seat, log) = try start()
    log.bindPointer()
    seat.pointer.move(to: (60, 50))
    server.settle()
    _ = log.take()
    server.removeSeat(seat, isAnnounced: false)
    seat.pointer.move(to: (70, 50))
    server.settle()
    #expect(log.take() == [])
    #expect(client.registry.globals.filter { $0.interface == "wl_seat" }.count == 1)
  }

  @Test("A press gives the window the keyboard focus of the pressing seat, but of no other seat")
  func focus() throws {
    let (server, client, seat, _) = try start()
    let other = try TestWindow(client)
    try other.show(200, 100)
    other.peer?.position = (400, 40)
    let surface = try #require(other.peer?.surface)
    seat.pointer.click(at: (60, 50))
    server.settle()
    #expect(server.seat.keyboard.focus === surface)
    #expect(seat.keyboard.focus !== surface && seat.keyboard.focus != nil)
    // The first seat presses the same window, which is already active.
    server.seat.pointer.click(at: (60, 50))
    server.settle()
    #expect(server.seat.keyboard.focus === seat.keyboard.focus)
  }

  @Test("timestampOffset is added to the timestamps of a device")
  func timestamps() throws {
    let (server, _, seat, log) = try start()
    log.bindPointer()
    seat.pointer.move(to: (60, 50))
    seat.pointer.timestampOffset = .max
    server.advance(by: 5_000_000)
    server.settle()
    seat.pointer.move(to: (61, 50))
    seat.pointer.timestampOffset = 70_000
    seat.pointer.move(to: (62, 50))
    server.settle()
    #expect(log.times == [1004, 71_005])
  }

  @Test("A cursor shape is set for the seat of the wl_pointer, not for other seats")
  func cursors() throws {
    let (server, client, seat, log) = try start()
    log.bindPointer()
    server.settle()
    seat.pointer.move(to: (60, 50))
    server.seat.pointer.move(to: (60, 50))
    server.settle()
    let shapes = try client.bind(WpCursorShapeManagerV1.self)
    let device = shapes.getPointer(pointer: try #require(log.pointer))
    device.setShape(serial: log.enterSerial, shape: .grabbing)
    server.settle()
    guard case .shape(17) = seat.pointer.cursor, case .undefined = server.seat.pointer.cursor else {
      Issue.record("the cursors are \(seat.pointer.cursor) and \(server.seat.pointer.cursor)")
      return
    }
  }
}
