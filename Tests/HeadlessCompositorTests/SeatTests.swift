import HeadlessCompositor
import Testing
import Wayland

@MainActor @Suite("Input")
struct SeatTests {
  @Test("The pointer enters, moves and presses, and keeps its focus while a button is pressed")
  func pointer() throws {
    let (server, window, log) = try InputLog.start()
    log.bindPointer()
    server.settle()
    #expect(log.take() == [])
    server.seat.pointer.move(to: (60.5, 50))
    server.settle()
    #expect(log.take() == ["enter 10.5,10.0", "frame"])
    server.advance(by: 8_000_000)
    server.seat.pointer.move(to: (62, 50.25))
    server.settle()
    #expect(log.take() == ["motion 12.0,10.25", "frame"])
    #expect(log.times == [1008])
    server.seat.pointer.press()
    server.seat.pointer.move(to: (10, 10))
    server.seat.pointer.release()
    server.settle()
    #expect(
      log.take() == [
        "button 272 1", "frame", "motion -40.0,-30.0", "frame", "button 272 0", "frame", "leave", "frame",
      ])
    server.seat.pointer.move(to: (249, 139))
    server.seat.pointer.leave()
    server.settle()
    #expect(log.take() == ["enter 199.0,99.0", "frame", "leave", "frame"])
    window.client.settle()
    #expect(server.protocolErrors == [])
  }

  @Test("A surface has the pointer focus only while the pointer is inside the surface's input region")
  func inputRegion() throws {
    let (server, window, log) = try InputLog.start()
    log.bindPointer()
    let region = window.client.compositor.createRegion()
    region.add(x: 0, y: 0, width: 100, height: 100)
    region.subtract(x: 0, y: 0, width: 50, height: 100)
    window.surface.setInputRegion(region: region)
    window.surface.commit()
    server.settle()
    server.seat.pointer.move(to: (60, 50))
    server.seat.pointer.move(to: (110, 50))
    server.seat.pointer.move(to: (170, 50))
    server.settle()
    #expect(log.take() == ["enter 60.0,10.0", "frame", "leave", "frame"])
    window.surface.setInputRegion(region: nil)
    window.surface.commit()
    server.settle()
    server.seat.pointer.move(to: (60, 50))
    server.settle()
    #expect(log.take() == ["enter 10.0,10.0", "frame"])
  }

  nonisolated static let wheelEvents: [(UInt32, [String])] = [
    (9, ["source 0", "value120 0 120", "direction 0 0", "axis 0 15.0", "frame"]),
    (8, ["source 0", "value120 0 120", "axis 0 15.0", "frame"]),
    (7, ["source 0", "discrete 0 1", "axis 0 15.0", "frame"]),
    (4, ["axis 0 15.0"]),
  ]

  @Test(
    "The version of the seat determines whether a wheel sends 120ths of a step, discrete steps or only distances",
    arguments: wheelEvents)
  func wheel(version: UInt32, expected: [String]) throws {
    let (server, _, log) = try InputLog.start(version: version)
    log.bindPointer()
    server.settle()
    server.seat.pointer.move(to: (60, 50))
    server.settle()
    _ = log.take()
    server.seat.pointer.scroll(notches: 1)
    server.settle()
    #expect(log.take() == expected)
  }

  @Test("A high-resolution wheel sends a discrete step when its fractions add up to a notch")
  func fineWheel() throws {
    let (server, _, log) = try InputLog.start(version: 5)
    log.bindPointer()
    server.settle()
    server.seat.pointer.move(to: (60, 50))
    server.settle()
    _ = log.take()
    for _ in 0..<4 { server.seat.pointer.scroll(notches: -0.25, axis: .horizontal) }
    server.settle()
    #expect(log.take().filter { $0.hasPrefix("discrete") } == ["discrete 1 -1"])
  }

  @Test("A scroll with two fingers on a touchpad sends axis and axis_stop")
  func touchpad() throws {
    let (server, _, log) = try InputLog.start()
    log.bindPointer()
    server.settle()
    server.seat.pointer.move(to: (60, 50))
    server.settle()
    _ = log.take()
    server.seat.pointer.scroll(dx: 2, dy: -3.5)
    server.seat.pointer.endScroll([.vertical, .horizontal])
    server.settle()
    #expect(
      log.take() == [
        "source 1", "axis 1 2.0", "axis 0 -3.5", "frame", "source 1", "stop 0", "stop 1", "frame",
      ])
  }

  @Test("A client can set a cursor surface, no cursor or a shape; a request with an old serial is ignored")
  func cursor() throws {
    let (server, window, log) = try InputLog.start()
    log.bindPointer()
    server.settle()
    server.seat.pointer.move(to: (60, 50))
    server.settle()
    let first = log.enterSerial
    let picture = window.client.compositor.createSurface()
    log.pointer?.setCursor(serial: first, surface: picture, hotspotX: 2, hotspotY: 1)
    picture.attach(buffer: try window.client.buffer(4, 4, 0xffff_ffff).object, x: 0, y: 0)
    picture.commit()
    server.settle()
    guard case .surface(let peer, 2, 1) = server.seat.pointer.cursor else {
      Issue.record("the cursor is \(server.seat.pointer.cursor)")
      return
    }
    #expect(peer.hasContent)
    #expect(server.capture()[60, 50] == 0xff33_6699)
    #expect(server.capture(includesCursor: true)[58, 49] == 0xffff_ffff)
    log.pointer?.setCursor(serial: first, surface: nil, hotspotX: 0, hotspotY: 0)
    server.settle()
    guard case .hidden = server.seat.pointer.cursor else {
      Issue.record("the cursor is \(server.seat.pointer.cursor)")
      return
    }
    let shapes = try window.client.bind(WpCursorShapeManagerV1.self)
    let device = shapes.getPointer(pointer: try #require(log.pointer))
    device.setShape(serial: first, shape: .grabbing)
    server.settle()
    guard case .shape(17) = server.seat.pointer.cursor else {
      Issue.record("the cursor is \(server.seat.pointer.cursor)")
      return
    }
    server.seat.pointer.leave()
    server.seat.pointer.move(to: (60, 50))
    device.setShape(serial: first, shape: .grab)
    server.settle()
    guard case .undefined = server.seat.pointer.cursor else {
      Issue.record("the cursor is \(server.seat.pointer.cursor)")
      return
    }
  }

  @Test("Touch points move independently, in surface coordinates")
  func touch() throws {
    let (server, _, log) = try InputLog.start()
    log.bindTouch()
    server.settle()
    server.seat.touch.down(at: (60, 50), id: 7)
    server.seat.touch.down(at: (70, 60), id: 12)
    server.seat.touch.down(at: (5, 5), id: 13)
    server.seat.touch.move(to: (300, 50), id: 7)
    server.seat.touch.up(id: 7)
    server.seat.touch.up(id: 12)
    server.settle()
    #expect(
      log.take() == [
        "down 7 10.0,10.0", "frame", "down 12 20.0,20.0", "frame", "motion 7 250.0,10.0", "frame", "up 7",
        "frame",
        "up 12", "frame",
      ])
    #expect(server.seat.touch.activeIDs == [])
  }

  @Test("framePolicy determines when touch frames are sent, and a canceled touch sends no up event")
  func touchFrames() throws {
    let (server, _, log) = try InputLog.start()
    log.bindTouch()
    server.settle()
    server.seat.touch.framePolicy = .exceptAfterLastUp
    server.seat.touch.down(at: (60, 50))
    server.seat.touch.up()
    server.seat.touch.framePolicy = .never
    server.seat.touch.down(at: (60, 50))
    server.seat.touch.cancel()
    server.seat.touch.up()
    server.settle()
    #expect(log.take() == ["down 0 10.0,10.0", "frame", "up 0", "down 0 10.0,10.0", "cancel"])
    server.seat.touch.framePolicy = .manually
    server.seat.touch.down(at: (60, 50))
    server.seat.touch.down(at: (61, 50), id: 1)
    server.seat.touch.frame()
    server.settle()
    #expect(log.take() == ["down 0 10.0,10.0", "down 1 11.0,10.0", "frame"])
  }

  @Test("The keyboard sends its keymap, its focus and its keys")
  func keyboard() throws {
    let (server, _, log) = try InputLog.start()
    log.bindKeyboard()
    server.settle()
    #expect(log.take() == ["keymap 1", "repeat 25 600", "enter []", "modifiers 0 0"])
    #expect(log.keymap.hasPrefix("xkb_keymap {"))
    server.seat.keyboard.press(.left)
    server.seat.keyboard.release(.left)
    server.seat.keyboard.type("q?")
    server.seat.keyboard.tap(.capsLock)
    server.settle()
    #expect(
      log.take() == [
        "key 105 1", "key 105 0", "key 16 1", "key 16 0", "key 42 1", "modifiers 1 0", "key 53 1", "key 53 0",
        "key 42 0", "modifiers 0 0", "key 58 1", "modifiers 0 2", "key 58 0",
      ])
    server.seat.keyboard.focus(nil)
    server.seat.keyboard.press(.right)
    server.settle()
    #expect(log.take() == ["leave"])
    server.seat.keyboard.focus(server.topmost)
    server.settle()
    #expect(log.take() == ["enter [106, 0, 0, 0]", "modifiers 0 2"])
    server.seat.keyboard.repeatInfo = (0, 0)
    server.settle()
    #expect(log.take() == ["repeat 0 0"])
  }

  @Test("Devices are removed and added while a client runs")
  func devices() throws {
    let (server, _, log) = try InputLog.start()
    log.bindPointer()
    log.bindKeyboard()
    server.settle()
    server.seat.pointer.move(to: (60, 50))
    server.settle()
    _ = log.take()
    server.seat.devices = [.touch]
    server.seat.pointer.move(to: (61, 50))
    server.seat.keyboard.press(.up)
    server.settle()
    #expect(log.take() == ["leave", "frame", "leave", "devices 4"])
    log.pointer?.release()
    server.seat.devices = [.touch, .pointer, .keyboard]
    log.bindPointer()
    server.settle()
    #expect(log.take() == ["devices 7", "enter []", "modifiers 0 0"])
    server.seat.pointer.move(to: (61, 50))
    server.settle()
    #expect(log.take() == ["enter 11.0,10.0", "frame"])
  }
}
