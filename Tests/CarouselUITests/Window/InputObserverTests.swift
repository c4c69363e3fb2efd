import CarouselUI
import HeadlessCompositor
import Testing

/// Observers of the input of a window, and its idle timers.
@MainActor
struct InputObserverTests {
  @Test("An application observes the events of all devices, also those that a view uses, once each")
  func observes() throws {
    let rig = try WindowRig()
    var heard: [String] = []
    rig.ui.onInput = { event in
      switch event {
      case .pointer(.moved, let point): heard.append("pointer moved \(point.position.x)")
      case .pointer(.pressed(.primary), _): heard.append("pointer pressed")
      case .pointer(.released(.primary), _): heard.append("pointer released")
      case .pointer(let action, _): heard.append("pointer \(action)")
      case .touch(let action, let point): heard.append("touch \(action) \(point.position.x)")
      case .pen(let action, _): heard.append("pen \(action)")
      case .scroll(let scroll, _): heard.append("scroll \(scroll.source)")
      case .pinch(let gesture, _): heard.append("pinch \(gesture.phase)")
      case .swipe(let gesture, _): heard.append("swipe \(gesture.phase) \(gesture.fingerCount)")
      case .hold(let gesture, _): heard.append("hold \(gesture.phase) \(gesture.fingerCount)")
      case .drag(let action, _): heard.append("drag \(action)")
      case .keyPressed(let key): heard.append("pressed \(key.symbol.rawValue)")
      case .keyReleased(let key): heard.append("released \(key.symbol.rawValue)")
      }
    }
    func take() -> [String] {
      rig.compositor.settle()
      defer { heard = [] }
      return heard
    }
    let button = Button("Add")
    button.frame = Rect(x: 10, y: 10, width: 100, height: 34)
    var presses = 0
    button.onClick = { presses += 1 }
    rig.ui.contentView.addSubview(button)
    rig.runUntilSettled()
    rig.seat.pointer.move(to: (50, 20))
    rig.seat.pointer.move(to: (51, 20))
    rig.seat.pointer.press()
    rig.seat.pointer.release()
    #expect(
      take() == ["pointer moved 50.0", "pointer moved 51.0", "pointer pressed", "pointer released"])
    rig.seat.touch.down(at: (50, 20))
    rig.seat.touch.up()
    #expect(take() == ["touch began 50.0", "touch ended 50.0"] && presses == 2)
    rig.seat.pointer.scroll(notches: 1)
    #expect(take() == ["scroll wheel"])
    rig.seat.keyboard.tap(.escape)
    #expect(take() == ["pressed 65307", "released 65307"])
    let touchpad = rig.seat.pointer.gestures
    touchpad.beginSwipe(fingers: 3)
    touchpad.swipe(dx: 4, dy: 0)
    touchpad.end()
    #expect(take() == ["swipe began 3", "swipe changed 3", "swipe ended 3"])
    touchpad.beginHold(fingers: 4)
    touchpad.end(isCanceled: true)
    #expect(take() == ["hold began 4", "hold canceled 4"])
    let drag = rig.seat.beginDrag([("text/plain", [65])], at: (200, 100))
    #expect(take().suffix(1) == ["drag entered"])
    rig.seat.pointer.move(to: (210, 100))
    #expect(take() == ["drag moved"])
    drag?.cancel()
    #expect(take().prefix(1) == ["drag left"])
  }

  @Test("An application observes the events of popups")
  func popup() throws {
    let rig = try PopupRig()
    let opened = try rig.openMenu()
    var touches = 0
    rig.ui.onInput = { if case .touch = $0 { touches += 1 } }
    rig.seat.touch.down(at: try rig.place(of: 1, in: opened.menu, rig.popups[0]), id: 3)
    rig.rig.compositor.run(frames: 2)
    rig.seat.touch.up(id: 3)
    rig.rig.runUntilSettled()
    #expect(touches == 2 && rig.chosen == ["Print"])
  }

  @Test("The idle timer fires once after the last input of any device, and again after the next period")
  func idle() throws {
    let rig = try WindowRig()
    var count = 0
    let timer = rig.ui.onIdle(after: 10) { count += 1 }
    rig.wait(9)
    rig.seat.keyboard.tap(.left)
    rig.compositor.settle()
    rig.wait(9)
    rig.seat.pointer.move(to: (100, 100))
    rig.compositor.settle()
    rig.wait(9.9)
    #expect(count == 0)
    rig.wait(0.2)
    #expect(count == 1)
    rig.wait(100)
    #expect(count == 1)
    rig.seat.pointer.scroll(notches: 1)
    rig.compositor.settle()
    rig.wait(9.9)
    #expect(count == 1)
    rig.wait(0.2)
    #expect(count == 2)
    rig.seat.pointer.move(to: (110, 100))
    rig.compositor.settle()
    timer.cancel()
    rig.wait(100)
    #expect(count == 2)
  }

  @Test("A finger that rests on a view counts as input; invalid periods never end")
  func restingFinger() throws {
    let rig = try WindowRig()
    var count = 0
    rig.ui.onIdle(after: 5) { count += 1 }
    for seconds in [Double.nan, .infinity] { rig.ui.onIdle(after: seconds) { count += 100 } }
    rig.seat.touch.down(at: (320, 180))
    rig.compositor.settle()
    rig.wait(20)
    #expect(count == 0)
    rig.seat.touch.up()
    rig.compositor.settle()
    rig.wait(20)
    #expect(count == 1)
  }

  @Test("If an observer closes the window, the views do not receive the event")
  func closesWindow() throws {
    let rig = try WindowRig()
    var presses = 0
    let button = Button("Add") { presses += 1 }
    button.frame = Rect(x: 10, y: 10, width: 100, height: 34)
    rig.ui.contentView.addSubview(button)
    rig.runUntilSettled()
    rig.seat.touch.down(at: (50, 20))
    rig.compositor.settle()
    rig.ui.onInput = { [ui = rig.ui] event in if case .touch(.ended, _) = event { ui.close() } }
    rig.seat.touch.up()
    rig.compositor.settle()
    #expect(rig.ui.window.isClosed && presses == 0)
  }

  @Test("A finger in a popup, and text of an input method, count as input of the window")
  func otherInput() throws {
    let rig = try PopupRig()
    var count = 0
    let opened = try rig.openMenu()
    rig.ui.onIdle(after: 5) { count += 1 }
    rig.seat.touch.down(at: try rig.place(of: 1, in: opened.menu, rig.popups[0]), id: 3)
    rig.rig.compositor.settle()
    rig.rig.wait(20)
    #expect(count == 0)
    rig.seat.touch.up(id: 3)
    rig.rig.runUntilSettled()
    let field = TextField("text")
    rig.ui.contentView.addSubview(field)
    rig.rig.runUntilSettled()
    field.becomeFocused()
    rig.rig.runUntilSettled()
    rig.seat.textInput.insert("x")
    rig.rig.compositor.settle()
    count = 0
    for _ in 1...3 {
      rig.rig.wait(4)
      rig.seat.textInput.insert("x")
      rig.rig.compositor.settle()
    }
    #expect(field.text == "textxxxx" && count == 0)
    rig.rig.wait(5.1)
    #expect(count == 1)
  }

  @Test("A closed window ignores events and starts no idle timer")
  func closed() throws {
    let rig = try WindowRig()
    var count = 0
    rig.ui.onIdle(after: 1) { count += 1 }
    let window = rig.ui.window
    rig.ui.close()
    rig.ui.onIdle(after: 1) { count += 1 }
    let point = Point(x: 320, y: 180)
    for kind in [PointerEvent.Kind.entered, .moved, .pressed(.left), .moved, .released(.left), .left] {
      rig.ui.window(
        window,
        pointer: PointerEvent(kind: kind, position: point, milliseconds: 0, time: 1, modifiers: []))
    }
    for kind in [TouchEvent.Kind.began, .moved, .ended] {
      rig.ui.window(window, touch: TouchEvent(kind: kind, id: 4, position: point, milliseconds: 0, time: 1))
    }
    rig.ui.window(
      window, key: KeyEvent(kind: .pressed, key: .right, text: nil, modifiers: [], milliseconds: 0, time: 1))
    rig.wait(10)
    #expect(count == 0)
  }
}
