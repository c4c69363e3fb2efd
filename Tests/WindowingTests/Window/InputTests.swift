import Geometry
import HeadlessCompositor
import Testing
import Windowing

@MainActor struct InputTests {
  private func milliseconds(_ stage: Stage) -> UInt32 { UInt32(stage.server.now / 1_000_000) }

  @Test("The pointer enters, moves, presses and leaves")
  func pointer() throws {
    let stage = try Stage()
    let pointer = stage.server.seat.pointer
    pointer.move(to: (50, 40))
    pointer.press()
    stage.server.advance(by: 20_000_000)
    pointer.move(to: (60, 45.5))
    pointer.release()
    pointer.leave()
    stage.settle()
    let events = stage.painter.pointerEvents.filter { $0.kind != .moved || $0.position.x != 50 }
    #expect(
      events.map(\.kind) == [.entered, .pressed(.left), .moved, .released(.left), .left])
    #expect(events[2].position == Point(x: 60, y: 45.5))
    #expect(events[2].milliseconds == milliseconds(stage))
    #expect(abs(events[2].time - Double(stage.server.now) / 1e9) < 0.001)
    #expect(events[2].milliseconds - events[1].milliseconds == 20)
  }

  @Test("A wheel's notches and a touchpad's points are told apart, with the stop")
  func scrolling() throws {
    let stage = try Stage()
    let pointer = stage.server.seat.pointer
    pointer.move(to: (50, 40))
    pointer.scroll(notches: -2)
    pointer.scroll(dx: 3, dy: 12.5)
    pointer.endScroll()
    stage.settle()
    let scrolls = stage.painter.pointerEvents.compactMap { event -> Scroll? in
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

  @Test("Fingers with any ids, with frames, without them, or without the last one", arguments: [0, 1, 2])
  func touch(policy: Int) throws {
    let stage = try Stage()
    let touch = stage.server.seat.touch
    touch.framePolicy = [.always, .never, .exceptAfterLastUp][policy]
    touch.down(at: (10, 20), id: 41)
    touch.down(at: (30, 20), id: 7)
    touch.move(to: (15, 25), id: 41)
    touch.up(id: 41)
    touch.up(id: 7)
    stage.settle()
    let events = stage.painter.touchEvents
    #expect(events.map(\.kind) == [.began, .began, .moved, .ended, .ended])
    #expect(events.map(\.id) == [41, 7, 41, 41, 7])
    #expect(events[3].position == Point(x: 15, y: 25))
  }

  @Test("A cancel ends all touches, and the next ones begin anew")
  func cancel() throws {
    let stage = try Stage()
    let touch = stage.server.seat.touch
    touch.down(at: (10, 20), id: 3)
    touch.down(at: (30, 20), id: 4)
    touch.cancel()
    touch.down(at: (30, 20), id: 3)
    stage.settle()
    #expect(stage.painter.touchEvents.map(\.kind) == [.began, .began, .cancelled, .cancelled, .began])
  }

  @Test("Devices come and go: a touch that was under way is cancelled")
  func devices() throws {
    let stage = try Stage()
    stage.server.seat.touch.down(at: (10, 20), id: 3)
    stage.settle()
    stage.server.seat.devices = []
    stage.settle()
    #expect(stage.painter.touchEvents.map(\.kind) == [.began, .cancelled])
    #expect(stage.painter.keyboard == [true, false])
    stage.server.seat.devices = [.pointer, .touch]
    stage.settle()
    stage.server.seat.pointer.move(to: (5, 5))
    stage.server.seat.touch.down(at: (10, 20), id: 0)
    stage.settle()
    #expect(stage.painter.pointerEvents.last?.position == Point(x: 5, y: 5))
    #expect(stage.painter.touchEvents.last?.kind == .began)
    #expect(stage.server.protocolErrors.isEmpty)
  }

  @Test("Keys by meaning, text and modifiers")
  func keys() throws {
    let stage = try Stage()
    stage.server.seat.keyboard.tap(.left)
    stage.server.seat.keyboard.type("aB")
    stage.settle()
    let pressed = stage.painter.keyEvents.filter { $0.kind == .pressed }
    #expect(pressed.first?.key == .left)
    #expect(pressed.first?.text == nil)
    #expect(pressed.compactMap(\.text) == ["a", "B"])
    #expect(pressed.last?.modifiers == .shift)
    #expect(pressed.last?.key == Windowing.Key("B"))
  }

  @Test("Under a Cyrillic layout shortcuts keep their Latin letters")
  func latinKeys() throws {
    var configuration = Compositor.Configuration(width: 400, height: 300)
    configuration.keyboardLayouts = ["us", "ru"]
    let stage = try Stage(configuration)
    stage.server.seat.keyboard.layout = 1
    stage.server.seat.keyboard.type("qQ[")
    stage.server.seat.keyboard.tap(.left)
    stage.settle()
    let pressed = stage.painter.keyEvents.filter { $0.kind == .pressed && $0.key.rawValue != 0xFFE1 }
    #expect(pressed.map(\.text) == ["й", "Й", "х", nil])
    #expect(pressed.map(\.latinKey.asciiCharacter) == ["q", "Q", nil, nil])
    #expect(pressed.last?.latinKey == .left)
  }

  @Test("Letters that a Latin layout adds stay what they are")
  func germanKeys() throws {
    var configuration = Compositor.Configuration(width: 400, height: 300)
    configuration.keyboardLayouts = ["de", "us"]
    let stage = try Stage(configuration)
    stage.server.seat.keyboard.type("z;")
    stage.settle()
    let pressed = stage.painter.keyEvents.filter { $0.kind == .pressed }
    #expect(pressed.map(\.text) == ["y", "ö"])
    #expect(pressed.map(\.latinKey) == pressed.map(\.key))
  }

  @Test("Modifiers are no longer held when the keyboard has gone elsewhere")
  func modifiersAfterLeaving() throws {
    let stage = try Stage()
    stage.server.seat.keyboard.press(.alt)
    stage.server.seat.keyboard.focus(nil)
    stage.server.seat.pointer.move(to: (50, 40))
    stage.settle()
    #expect(stage.painter.pointerEvents.last?.modifiers == [])
  }

  @Test("A program may close everything when it is told of a key")
  func closeFromAnEvent() throws {
    let stage = try Stage()
    stage.painter.onKey = { [system = stage.system] in system.close() }
    stage.server.seat.keyboard.type("qqqq")
    stage.settle()
    #expect(stage.painter.keyEvents.count == 1)
    #expect(stage.server.clients.isEmpty)
    #expect(stage.server.protocolErrors.isEmpty)
  }

  @Test("The cursor is set when the pointer enters, and when it changes")
  func cursor() throws {
    let stage = try Stage()
    stage.server.seat.pointer.move(to: (50, 40))
    stage.settle()
    guard case .shape(let shape) = stage.server.seat.pointer.cursor else {
      Issue.record("no shape: \(stage.server.seat.pointer.cursor)")
      return
    }
    stage.window.cursor = .grabbing
    stage.settle()
    guard case .shape(let changed) = stage.server.seat.pointer.cursor else { return }
    #expect(changed != shape)
    stage.window.cursor = .hidden
    stage.settle()
    guard case .hidden = stage.server.seat.pointer.cursor else {
      Issue.record("not hidden: \(stage.server.seat.pointer.cursor)")
      return
    }
  }

  @Test("Without cursor shapes the pointer gets a picture of the theme, at the window's scale")
  func themedCursor() throws {
    let configuration = Compositor.Configuration(width: 400, height: 300, scale: 2)
      .without("wp_cursor_shape_manager_v1")
    let stage = try Stage(configuration)
    stage.server.seat.pointer.move(to: (50, 40))
    stage.settle()
    guard case .surface(let surface, _, _) = stage.server.seat.pointer.cursor else {
      Issue.record("no picture: \(stage.server.seat.pointer.cursor)")
      return
    }
    #expect(surface.bufferScale == 2)
    #expect(surface.hasContent)
    #expect(stage.server.protocolErrors.isEmpty)
    stage.system.close()
  }

  @Test("The user moves and resizes the window after a press")
  func moveAndResize() throws {
    let stage = try Stage()
    stage.window.beginMove()
    stage.settle()
    #expect(try stage.toplevel.moveRequestCount == 0)
    stage.server.seat.pointer.move(to: (50, 40))
    stage.server.seat.pointer.press()
    stage.settle()
    stage.window.beginMove()
    stage.settle()
    #expect(try stage.toplevel.moveRequestCount == 1)
    stage.window.beginResize(.bottomRight)
    stage.settle()
    #expect(try stage.toplevel.lastResizeEdge == 10)
  }
}
