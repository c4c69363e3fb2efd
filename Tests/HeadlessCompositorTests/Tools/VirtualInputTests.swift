import CSystem
import Glibc
import HeadlessCompositor
import Testing
import Wayland

/// Keyboards and pointers of clients, constraints of the pointer, and input methods.
@MainActor @Suite("Input of clients")
struct VirtualInputTests {
  /// A client with a virtual keyboard, beside a client whose window has the focus.
  @MainActor private final class Rig {
    let server: Compositor
    let window: TestWindow
    let log: InputLog
    let sender: TestClient
    let seat: WlSeat
    let text = "xkb_keymap {};"

    init() throws {
      (server, window, log) = try InputLog.start()
      log.bindKeyboard()
      log.bindPointer()
      sender = try TestClient(server)
      seat = try sender.bind(WlSeat.self, version: 8)
      server.settle()
      _ = log.take()
    }

    func keyboard(keymap: String? = nil) throws -> ZwpVirtualKeyboardV1 {
      let keyboard = try sender.bind(ZwpVirtualKeyboardManagerV1.self).createVirtualKeyboard(seat: seat)
      if let keymap {
        let file = csystem_memfd("keymap")
        let bytes = Array(keymap.utf8CString)
        try #require(bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == bytes.count)
        keyboard.keymap(format: 1, fd: file, size: UInt32(bytes.count))
        close(file)
      }
      return keyboard
    }

    /// Returns the lines of the focused client, without its `frame` lines.
    ///
    /// It dispatches several times, because a read of a socket ends behind a message with a descriptor.
    func lines() -> [String] {
      for _ in 0..<4 { server.settle() }
      return log.take().filter { $0 != "frame" }
    }
  }

  @Test(
    "The focused client gets the keymap of a virtual keyboard before its keys, and that of the seat afterwards"
  )
  func virtualKeyboard() throws {
    let rig = try Rig()
    let keyboard = try rig.keyboard(keymap: rig.text)
    #expect(rig.lines() == [])
    keyboard.modifiers(modsDepressed: 5, modsLatched: 0, modsLocked: 2, group: 0)
    keyboard.key(time: 0, key: 30, state: 1)
    keyboard.key(time: 0, key: 30, state: 1)
    #expect(rig.lines() == ["keymap 1", "modifiers 5 2", "modifiers 5 2", "key 30 1"])
    #expect(rig.log.keymap == rig.text)
    rig.server.seat.keyboard.tap(.escape)
    #expect(rig.lines() == ["keymap 1", "modifiers 0 0", "key 1 1", "key 1 0"])
    #expect(rig.log.keymap.contains("pc+us"))
    keyboard.destroy()
    #expect(rig.lines() == ["keymap 1", "modifiers 5 2", "key 30 0", "keymap 1", "modifiers 0 0"])
    #expect(rig.server.protocolErrors == [])
  }

  @Test(
    "A virtual keyboard without a readable keymap gets an error", arguments: [nil, "none", "short", "open"])
  func wrongKeymaps(kind: String?) throws {
    let rig = try Rig()
    let keyboard = try rig.keyboard()
    let file = csystem_memfd("keymap")
    defer { close(file) }
    _ = "xkb".withCString { write(file, $0, kind == "open" ? 3 : 4) }
    switch kind {
    case "none": keyboard.keymap(format: 0, fd: file, size: 4)
    case "short": keyboard.keymap(format: 1, fd: file, size: .max)
    case "open": keyboard.keymap(format: 1, fd: file, size: 3)
    default: keyboard.key(time: 0, key: 1, state: 1)
    }
    #expect(rig.lines() == [])
    #expect(rig.server.protocolErrors.map(\.name) == ["zwp_virtual_keyboard_v1.no_keymap"])
    #expect(rig.window.client.failure == nil)
  }

  @Test("A client that sends keys without a pause is disconnected, and not the client that cannot read them")
  func flood() throws {
    let rig = try Rig()
    let keyboard = try rig.keyboard(keymap: rig.text)
    let sender = rig.sender.connection
    rig.server.dispatchClients = { sender.dispatch() }
    // The socket of the focused client is full long before.
    for round in 0..<40_000 where rig.sender.failure == nil {
      keyboard.key(time: 0, key: 30, state: 1)
      keyboard.key(time: 0, key: 30, state: 0)
      if round % 50 == 0 { rig.server.settle() }
    }
    #expect(rig.sender.failure != nil)
    #expect(
      rig.server.protocolErrors.map(\.message) == [
        "the client sends input faster than the focused client reads it"
      ])
    #expect(rig.server.unresponsiveClients == [])
    rig.server.dispatchClients = { rig.window.client.connection.dispatch() }
    for _ in 0..<500 { rig.server.settle() }
    #expect(rig.window.client.failure == nil)
    #expect(rig.log.take().count > 0, "it gets the keys that were sent before")
  }

  @Test("A flood of keymaps goes to the focused client only; another client gets the last one with the focus")
  func keymapFlood() throws {
    let rig = try Rig()
    let idle = try TestClient(rig.server)
    let log = try InputLog(idle)
    log.bindKeyboard()
    let window = try TestWindow(idle)
    try window.show(10, 10)
    let idlePeer = window.peer
    rig.server.toplevels.first?.activate()
    rig.server.settle()
    _ = (log.take(), rig.lines())
    let keyboards = [try rig.keyboard(keymap: rig.text), try rig.keyboard(keymap: "xkb_keymap { };")]
    let (sender, reader) = (rig.sender.connection, rig.window.client.connection)
    rig.server.dispatchClients = {
      sender.dispatch()
      reader.dispatch()
    }
    for _ in 0..<5000 {
      for keyboard in keyboards { keyboard.key(time: 0, key: 30, state: 1) }
      for keyboard in keyboards { keyboard.key(time: 0, key: 30, state: 0) }
      for _ in 0..<4 { rig.server.settle() }
    }
    #expect(rig.log.take().count { $0 == "keymap 1" } > 5000)
    #expect(rig.server.unresponsiveClients == [])
    rig.server.dispatchClients = {
      sender.dispatch()
      reader.dispatch()
      idle.connection.dispatch()
    }
    #expect(rig.lines() == [])
    #expect(log.take() == [])
    idlePeer?.activate()
    _ = rig.lines()
    #expect(log.take().prefix(2) == ["keymap 1", "enter []"])
    #expect(log.keymap == "xkb_keymap { };")
    #expect(idle.failure == nil)
    #expect(rig.server.protocolErrors == [])
  }

  @Test("A virtual pointer moves, clicks and scrolls, and releases its buttons when it is destroyed")
  func virtualPointer() throws {
    let rig = try Rig()
    let manager = try rig.sender.bind(ZwlrVirtualPointerManagerV1.self)
    let output = try rig.sender.bind(WlOutput.self)
    let pointer = manager.createVirtualPointerWithOutput(seat: nil, output: output)
    pointer.motionAbsolute(time: 0, x: 1, y: 1, xExtent: 10, yExtent: 10)
    pointer.frame()
    #expect(rig.lines() == ["enter 78.0,32.0"])
    pointer.motion(time: 0, dx: 2, dy: -1.5)
    pointer.button(time: 0, button: 0x110, state: .pressed)
    #expect(rig.lines() == ["motion 80.0,30.5", "button 272 1"])
    pointer.axisSource(axisSource: .wheel)
    pointer.axisDiscrete(time: 0, axis: .verticalScroll, value: 15, discrete: 1)
    #expect(rig.lines() == [])
    pointer.frame()
    pointer.axis(time: 0, axis: .horizontalScroll, value: 3)
    pointer.axisStop(time: 0, axis: .horizontalScroll)
    pointer.frame()
    #expect(rig.lines() == ["source 0", "value120 0 120", "axis 0 15.0", "axis 1 3.0", "stop 1"])
    pointer.destroy()
    #expect(rig.lines() == ["button 272 0"])
    let wrong = manager.createVirtualPointer(seat: rig.seat)
    wrong.axis(time: 0, axis: .init(rawValue: 2), value: 1)
    rig.server.settle()
    #expect(rig.server.protocolErrors.map(\.name) == ["zwlr_virtual_pointer_v1.invalid_axis"])
  }

  @Test(
    "A locked pointer sends distances and does not move; when the lock ends, it is where the client drew its cursor"
  )
  func lock() throws {
    let rig = try Rig()
    let client = rig.window.client
    let constraints = try client.bind(ZwpPointerConstraintsV1.self)
    let pointer = try #require(rig.log.pointer)
    let relative = try client.bind(ZwpRelativePointerManagerV1.self).getRelativePointer(pointer: pointer)
    var events: [String] = []
    relative.onEvent = { event in
      if case .relativeMotion(_, _, let dx, let dy, _, _) = event { events.append("moved \(dx),\(dy)") }
    }
    rig.server.seat.pointer.move(to: (60, 60))
    let lock = constraints.lockPointer(
      surface: rig.window.surface, pointer: pointer, region: nil, lifetime: .persistent)
    lock.onEvent = { events.append("\($0)") }
    rig.server.settle()
    #expect(events == ["locked"])
    _ = rig.lines()
    rig.server.seat.pointer.move(by: (5, -7))
    rig.server.seat.pointer.move(by: (2000, 0))
    #expect(rig.lines() == [])
    #expect(events == ["locked", "moved 5.0,-7.0", "moved 2000.0,0.0"])
    #expect(rig.server.seat.pointer.position == (60, 60))
    lock.setCursorPositionHint(surfaceX: 40, surfaceY: 50)
    rig.window.surface.commit()
    lock.destroy()
    rig.server.settle()
    #expect(rig.server.seat.pointer.position == (90, 90))
    let far = constraints.lockPointer(
      surface: rig.window.surface, pointer: pointer, region: nil, lifetime: .persistent)
    far.setCursorPositionHint(surfaceX: 1e6, surfaceY: 50)
    rig.window.surface.commit()
    far.destroy()
    rig.server.settle()
    #expect(rig.server.seat.pointer.position == (90, 90), "a hint outside of the surface is ignored")
    rig.server.seat.pointer.move(by: (1, 0))
    #expect(rig.lines() == ["motion 41.0,50.0"])
    _ = constraints.lockPointer(
      surface: rig.window.surface, pointer: pointer, region: nil, lifetime: .oneshot)
    _ = constraints.confinePointer(
      surface: rig.window.surface, pointer: pointer, region: nil, lifetime: .oneshot)
    rig.server.settle()
    #expect(rig.server.protocolErrors.map(\.name) == ["zwp_pointer_constraints_v1.already_constrained"])
  }

  @Test("A lock begins again after the pointer has entered its surface")
  func lockAfterEnter() throws {
    let rig = try Rig()
    let lock = try rig.window.client.bind(ZwpPointerConstraintsV1.self).lockPointer(
      surface: rig.window.surface, pointer: try #require(rig.log.pointer), region: nil, lifetime: .persistent)
    var events: [String] = []
    lock.onEvent = { events.append("\($0) after \(rig.log.take().first ?? "nothing")") }
    rig.server.settle()
    rig.server.seat.pointer.move(to: (60, 60))
    rig.server.settle()
    rig.server.seat.pointer.leave()
    rig.server.settle()
    #expect(events == ["locked after enter 10.0,20.0", "unlocked after leave"])
  }

  @Test("A motion beyond the edge of the output ends at the edge, and the window keeps the focus")
  func edge() throws {
    let rig = try Rig()
    let pointer = rig.server.seat.pointer
    let relative = try rig.window.client.bind(ZwpRelativePointerManagerV1.self)
      .getRelativePointer(pointer: try #require(rig.log.pointer))
    var distances: [Double] = []
    relative.onEvent = { if case .relativeMotion(_, _, let dx, _, _, _) = $0 { distances.append(dx) } }
    let width = rig.server.output.logicalSize.width
    rig.window.peer?.position = (width - 200, 40)
    pointer.move(to: (Double(width) - 10, 60))
    _ = rig.lines()
    pointer.move(by: (100, 0))
    #expect(rig.lines() == ["motion 199.99609375,20.0"])
    pointer.press()
    _ = rig.lines()
    pointer.move(by: (50, 0))
    #expect(rig.lines() == [])
    pointer.move(by: (-1, 1))
    #expect(rig.lines() == ["motion 198.99609375,21.0"])
    #expect(distances.suffix(3) == [100, 50, -1])
  }

  @Test("A confined pointer stays in its region until the surface loses the focus")
  func confinement() throws {
    let rig = try Rig()
    let client = rig.window.client
    let region = client.compositor.createRegion()
    region.add(x: 10, y: 10, width: 50, height: 20)
    let confined = try client.bind(ZwpPointerConstraintsV1.self).confinePointer(
      surface: rig.window.surface, pointer: try #require(rig.log.pointer), region: region, lifetime: .oneshot)
    var events: [String] = []
    confined.onEvent = { events.append("\($0)") }
    rig.server.settle()
    rig.server.seat.pointer.move(to: (51, 41))
    rig.server.settle()
    #expect(events == [], "the pointer is not in the region")
    rig.server.seat.pointer.move(to: (70, 60))
    _ = rig.lines()
    #expect(events == ["confined"])
    rig.server.seat.pointer.move(to: (500, 20))
    #expect(rig.lines() == ["motion 59.99609375,10.0"])
    rig.server.seat.pointer.leave()
    rig.server.settle()
    #expect(events == ["confined", "unconfined"])
    rig.server.seat.pointer.move(to: (70, 60))
    rig.server.seat.pointer.move(to: (90, 90))
    rig.server.settle()
    #expect(events == ["confined", "unconfined"], "the constraint was for once")
    #expect(rig.server.protocolErrors == [])
  }

  @Test(
    "A confined pointer stays on its surface and out of subtracted parts of the region",
    arguments: [(0, "motion 0.0,30.0"), (19, nil)])
  func confinementToRegion(hole: Int32, motion: String?) throws {
    let rig = try Rig()
    let client = rig.window.client
    let region = client.compositor.createRegion()
    region.add(x: -100, y: -100, width: 300, height: 300)
    region.subtract(x: 0, y: 0, width: hole, height: 100)
    let confined = try client.bind(ZwpPointerConstraintsV1.self).confinePointer(
      surface: rig.window.surface, pointer: try #require(rig.log.pointer), region: region,
      lifetime: .persistent)
    var events: [String] = []
    confined.onEvent = { events.append("\($0)") }
    rig.server.settle()
    rig.server.seat.pointer.move(to: (70, 60))
    _ = rig.lines()
    rig.server.seat.pointer.move(to: (-500, 70))
    #expect(rig.lines() == (motion.map { [$0] } ?? []))
    #expect(events == ["confined"])
  }

  @Test("An input method gets the state of the text field and the keys, and changes the text")
  func inputMethod() throws {
    let rig = try Rig()
    let client = rig.window.client
    let field = try client.bind(ZwpTextInputManagerV3.self).getTextInput(seat: rig.log.seat)
    var texts: [String] = []
    field.onEvent = { event in
      switch event {
      case .preeditString(let text, _, _): texts.append("preedit \(text ?? "")")
      case .commitString(let text): texts.append("commit \(text ?? "")")
      case .deleteSurroundingText(let before, let after): texts.append("delete \(before) \(after)")
      case .done(let serial): texts.append("done \(serial)")
      default: break
      }
    }
    let manager = try rig.sender.bind(ZwpInputMethodManagerV2.self)
    let method = manager.getInputMethod(seat: rig.seat)
    var events: [String] = []
    method.onEvent = { event in
      switch event {
      case .surroundingText(let text, let cursor, let anchor): events.append("\(text) \(cursor) \(anchor)")
      case .textChangeCause, .contentType: break
      default: events.append("\(event)")
      }
    }
    rig.server.settle()
    #expect(events == [])
    field.enable()
    field.setSurroundingText(text: "before", cursor: 3, anchor: 6)
    field.setCursorRectangle(x: 20, y: 30, width: 1, height: 12)
    field.commit()
    rig.server.settle()
    #expect(events == ["activate", "before 3 6", "done"])
    method.setPreeditString(text: "pre", cursorBegin: 0, cursorEnd: 3)
    method.deleteSurroundingText(beforeLength: 1, afterLength: 2)
    method.commitString(text: "new")
    method.commit(serial: 7)
    method.commitString(text: "newer")
    method.commit(serial: 1)
    rig.server.settle()
    #expect(texts == ["commit newer", "done 1"], "a commit with another serial has no effect")
    let surface = rig.sender.compositor.createSurface()
    let popup = method.getInputPopupSurface(surface: surface)
    let buffer = try rig.sender.buffer(8, 8, 0xff00_ff00)
    surface.attach(buffer: buffer.object, x: 0, y: 0)
    surface.damage(x: 0, y: 0, width: 8, height: 8)
    surface.commit()
    rig.server.settle()
    #expect(rig.server.capture()[50 + 21, 40 + 43] == 0xff00_ff00)
    popup.destroy()
    let grab = method.grabKeyboard()
    var keys: [UInt32] = []
    grab.onEvent = { if case .key(_, _, let key, _) = $0 { keys.append(key) } }
    rig.server.settle()
    _ = rig.lines()
    rig.server.seat.keyboard.tap(.escape)
    #expect(rig.lines() == [])
    #expect(keys == [1, 1])
    let keyboard = try rig.keyboard(keymap: rig.text)
    keyboard.key(time: 0, key: 30, state: 1)
    #expect(rig.lines().last == "key 30 1", "the keys of the input method itself go to the text field")
    let second = manager.getInputMethod(seat: rig.seat)
    var isUnavailable = false
    second.onEvent = { if case .unavailable = $0 { isUnavailable = true } }
    rig.server.settle()
    #expect(isUnavailable)
    events = []
    field.disable()
    field.commit()
    rig.server.settle()
    #expect(events == ["deactivate", "done"])
    method.destroy()
    _ = rig.lines()
    rig.server.seat.keyboard.tap(.escape)
    #expect(rig.lines().suffix(2) == ["key 1 1", "key 1 0"])
    #expect(rig.server.protocolErrors == [])
  }

  @Test("A text field of version 1 gets text from an input method")
  func oldTextField() throws {
    let rig = try Rig()
    let field = try rig.window.client.bind(ZwpTextInputManagerV1.self).createTextInput()
    var texts: [String] = []
    field.onEvent = { event in
      switch event {
      case .commitString(let serial, let text): texts.append("commit \(serial) \(text)")
      case .preeditString(let serial, let text, _): texts.append("preedit \(serial) \(text)")
      case .enter: texts.append("enter")
      case .leave: texts.append("leave")
      default: break
      }
    }
    field.activate(seat: rig.log.seat, surface: rig.window.surface)
    field.setContentType(hint: [], purpose: .date)
    field.commitState(serial: 9)
    rig.server.settle()
    #expect(rig.server.seat.textInput.state?.purpose == 10)
    rig.server.seat.textInput.sendPreedit("pre")
    rig.server.seat.textInput.done()
    rig.server.seat.textInput.insert("text")
    rig.server.settle()
    #expect(texts == ["enter", "preedit 9 pre", "commit 9 text"])
    field.deactivate(seat: rig.log.seat)
    rig.server.settle()
    #expect(rig.server.seat.textInput.state == nil)
    #expect(texts.last == "leave")
    #expect(rig.server.protocolErrors == [])
  }
}
