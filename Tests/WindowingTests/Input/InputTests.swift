import Geometry
import HeadlessCompositor
import Testing
import Windowing

@MainActor struct InputTests {
  private func milliseconds(_ rig: WindowRig) -> UInt32 { UInt32(rig.server.now / 1_000_000) }

  @Test("Pointer events arrive with position and time")
  func pointer() throws {
    let rig = try WindowRig()
    let pointer = rig.server.seat.pointer
    pointer.move(to: (50, 40))
    pointer.press()
    rig.server.advance(by: 20_000_000)
    pointer.move(to: (60, 45.5))
    pointer.release()
    pointer.leave()
    rig.settle()
    let events = rig.painter.pointerEvents.filter { $0.kind != .moved || $0.position.x != 50 }
    #expect(
      events.map(\.kind) == [.entered, .pressed(.left), .moved, .released(.left), .left])
    #expect(events[2].position == Point(x: 60, y: 45.5))
    #expect(events[2].milliseconds == milliseconds(rig))
    #expect(abs(events[2].time - Double(rig.server.now) / 1e9) < 0.001)
    #expect(events[2].milliseconds - events[1].milliseconds == 20)
  }

  @Test("A wheel scrolls by notches; a touchpad scrolls by points, and the end of its scroll is reported")
  func scrolling() throws {
    let rig = try WindowRig()
    let pointer = rig.server.seat.pointer
    pointer.move(to: (50, 40))
    pointer.scroll(notches: -2)
    pointer.scroll(dx: 3, dy: 12.5)
    pointer.endScroll()
    rig.settle()
    let scrolls = rig.painter.pointerEvents.compactMap { event -> Scroll? in
      if case .scrolled(let scroll) = event.kind { scroll } else { nil }
    }
    try #require(scrolls.count >= 3)
    #expect(scrolls[0].source == .wheel)
    #expect(scrolls[0].vertical?.notches == -2)
    #expect(scrolls[1].source == .finger)
    #expect(scrolls[1].vertical?.distance == 12.5)
    #expect(scrolls[1].horizontal?.distance == 3)
    #expect(scrolls.last?.vertical?.isStop == true)
  }

  @Test(
    "Touches are recognized with any IDs, even if some or all frame events are missing", arguments: [0, 1, 2])
  func touch(policy: Int) throws {
    let rig = try WindowRig()
    let touch = rig.server.seat.touch
    touch.framePolicy = [.always, .never, .exceptAfterLastUp][policy]
    touch.down(at: (10, 20), id: 41)
    touch.down(at: (30, 20), id: 7)
    touch.move(to: (15, 25), id: 41)
    touch.up(id: 41)
    touch.up(id: 7)
    rig.settle()
    let events = rig.painter.touchEvents
    #expect(events.map(\.kind) == [.began, .began, .moved, .ended, .ended])
    #expect(events.map(\.id) == [events[0].id, events[1].id, events[0].id, events[0].id, events[1].id])
    #expect(events[0].id != events[1].id)
    #expect(events[3].position == Point(x: 15, y: 25))
  }

  @Test("wl_touch.cancel cancels all touches, and a new touch can begin")
  func cancel() throws {
    let rig = try WindowRig()
    let touch = rig.server.seat.touch
    touch.down(at: (10, 20), id: 3)
    touch.down(at: (30, 20), id: 4)
    touch.cancel()
    touch.down(at: (30, 20), id: 3)
    rig.settle()
    #expect(rig.painter.touchEvents.map(\.kind) == [.began, .began, .canceled, .canceled, .began])
  }

  @Test("Removing a touchscreen cancels its touches, and events of devices that are added later are reported")
  func devices() throws {
    let rig = try WindowRig()
    rig.server.seat.touch.down(at: (10, 20), id: 3)
    rig.settle()
    rig.server.seat.devices = []
    rig.settle()
    #expect(rig.painter.touchEvents.map(\.kind) == [.began, .canceled])
    #expect(rig.painter.keyboard == [true, false])
    rig.server.seat.devices = [.pointer, .touch]
    rig.settle()
    rig.server.seat.pointer.move(to: (5, 5))
    rig.server.seat.touch.down(at: (10, 20), id: 0)
    rig.settle()
    #expect(rig.painter.pointerEvents.last?.position == Point(x: 5, y: 5))
    #expect(rig.painter.touchEvents.last?.kind == .began)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("Key events have the key, its text and the modifiers")
  func keys() throws {
    let rig = try WindowRig()
    rig.server.seat.keyboard.tap(.left)
    rig.server.seat.keyboard.type("aB")
    rig.settle()
    let pressed = rig.painter.keyEvents.filter { $0.kind == .pressed }
    #expect(pressed.first?.key == .left)
    #expect(pressed.first?.text == nil)
    #expect(pressed.compactMap(\.text) == ["a", "B"])
    #expect(pressed.last?.modifiers == .shift)
    #expect(pressed.last?.key == Windowing.Key("B"))
  }

  @Test("In a Cyrillic layout, latinKey is the letter that the key has in a Latin layout")
  func latinKeys() throws {
    var configuration = Compositor.Configuration(width: 400, height: 300)
    configuration.keyboardLayouts = ["us", "ru"]
    let rig = try WindowRig(configuration)
    rig.server.seat.keyboard.layout = 1
    rig.server.seat.keyboard.type("qQ[")
    rig.server.seat.keyboard.tap(.left)
    rig.settle()
    let pressed = rig.painter.keyEvents.filter { $0.kind == .pressed && $0.key.rawValue != 0xFFE1 }
    #expect(pressed.map(\.text) == ["й", "Й", "х", nil])
    #expect(pressed.map(\.latinKey.asciiCharacter) == ["q", "Q", nil, nil])
    #expect(pressed.last?.latinKey == .left)
  }

  @Test(
    "With a layout without Latin letters alone, latinKey is the letter at the position of the key",
    arguments: [("ru", "аеФ"), ("gr", "φτΑ"), ("il", "כא")])
  func positionKeys(layout: String, text: String) throws {
    var configuration = Compositor.Configuration(width: 400, height: 300)
    configuration.keyboardLayouts = [layout]
    let rig = try WindowRig(configuration)
    rig.server.seat.keyboard.type("ftA")
    rig.server.seat.keyboard.type("[")
    rig.settle()
    let pressed = rig.painter.keyEvents.filter { $0.kind == .pressed && $0.key.rawValue != 0xFFE1 }
    // The Hebrew layout types Latin capital letters with Shift.
    let typed = layout == "il" ? text + "A" : text
    #expect(pressed.prefix(3).compactMap(\.text).joined() == typed)
    #expect(pressed.map(\.latinKey.asciiCharacter).prefix(3) == ["f", "t", "A"])
    // A position without a letter in the American layout has no Latin key.
    #expect(pressed.last?.latinKey == pressed.last?.key)
  }

  @Test("With a layout whose digits are of another script, latinKey is the digit of the same value")
  func digitKeys() throws {
    var configuration = Compositor.Configuration(width: 400, height: 300)
    configuration.keyboardLayouts = ["ir"]
    let rig = try WindowRig(configuration)
    rig.server.seat.keyboard.type("130")
    rig.settle()
    let pressed = rig.painter.keyEvents.filter { $0.kind == .pressed }
    #expect(pressed.compactMap(\.text).joined() == "۱۳۰")
    #expect(pressed.map(\.latinKey.asciiCharacter) == ["1", "3", "0"])
  }

  @Test("In a Latin layout, latinKey of a letter such as ö is the letter itself")
  func germanKeys() throws {
    var configuration = Compositor.Configuration(width: 400, height: 300)
    configuration.keyboardLayouts = ["de", "us"]
    let rig = try WindowRig(configuration)
    rig.server.seat.keyboard.type("z;")
    rig.settle()
    let pressed = rig.painter.keyEvents.filter { $0.kind == .pressed }
    #expect(pressed.map(\.text) == ["y", "ö"])
    #expect(pressed.map(\.latinKey) == pressed.map(\.key))
  }

  @Test("A dead key composes with the next key, also if it is the first key that is pressed")
  func deadKeys() throws {
    var configuration = Compositor.Configuration(width: 400, height: 300)
    configuration.keyboardLayouts = ["de"]
    let rig = try WindowRig(configuration)
    rig.server.seat.keyboard.tap(.left)
    let acute = HeadlessCompositor.Key(code: 13)
    rig.server.seat.keyboard.tap(acute)
    rig.server.seat.keyboard.type("e")
    rig.server.seat.keyboard.type("e")
    rig.settle()
    let pressed = rig.painter.keyEvents.filter { $0.kind == .pressed }
    #expect(pressed.map(\.text) == [nil, nil, "é", "e"])
    #expect(pressed.first?.key == .left)
  }

  @Test("When the keyboard focus leaves, the modifiers are reset")
  func modifiersAfterLeaving() throws {
    let rig = try WindowRig()
    rig.server.seat.keyboard.press(.alt)
    rig.server.seat.keyboard.focus(nil)
    rig.server.seat.pointer.move(to: (50, 40))
    rig.settle()
    #expect(rig.painter.pointerEvents.last?.modifiers == [])
  }

  @Test("A program can close the window system in a key event")
  func closeFromAnEvent() throws {
    let rig = try WindowRig()
    rig.painter.onKey = { [system = rig.system] in system.close() }
    rig.server.seat.keyboard.type("qqqq")
    rig.settle()
    #expect(rig.painter.keyEvents.count == 1)
    #expect(rig.server.clients.isEmpty)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("The cursor is set when the pointer enters the window and when the window's cursor changes")
  func cursor() throws {
    let rig = try WindowRig()
    rig.server.seat.pointer.move(to: (50, 40))
    rig.settle()
    guard case .shape(let shape) = rig.server.seat.pointer.cursor else {
      Issue.record("no shape: \(rig.server.seat.pointer.cursor)")
      return
    }
    rig.window.cursor = .grabbing
    rig.settle()
    guard case .shape(let changed) = rig.server.seat.pointer.cursor else { return }
    #expect(changed != shape)
    rig.window.cursor = .hidden
    rig.settle()
    guard case .hidden = rig.server.seat.pointer.cursor else {
      Issue.record("not hidden: \(rig.server.seat.pointer.cursor)")
      return
    }
  }

  @Test("Without wp_cursor_shape, the cursor is an image of the cursor theme at the window's scale")
  func themedCursor() throws {
    let configuration = Compositor.Configuration(width: 400, height: 300, scale: 2)
      .without("wp_cursor_shape_manager_v1")
    let rig = try WindowRig(configuration)
    rig.server.seat.pointer.move(to: (50, 40))
    rig.settle()
    guard case .surface(let surface, _, _) = rig.server.seat.pointer.cursor else {
      Issue.record("no theme image: \(rig.server.seat.pointer.cursor)")
      return
    }
    #expect(surface.bufferScale == 2)
    #expect(surface.hasContent)
    #expect(rig.server.protocolErrors.isEmpty)
    rig.system.close()
  }

  @Test("An interactive move or resize requires a press")
  func moveAndResize() throws {
    let rig = try WindowRig()
    rig.window.beginMove()
    rig.settle()
    #expect(try rig.toplevel.moveRequestCount == 0)
    rig.server.seat.pointer.move(to: (50, 40))
    rig.server.seat.pointer.press()
    rig.settle()
    rig.window.beginMove()
    rig.settle()
    #expect(try rig.toplevel.moveRequestCount == 1)
    rig.window.beginResize(.bottomRight)
    rig.settle()
    #expect(try rig.toplevel.lastResizeEdge == 10)
  }
}
