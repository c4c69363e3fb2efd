import Geometry
import HeadlessCompositor
import Testing
import Windowing

@MainActor struct PopupWindowTests {
  /// Creates a window of 200 × 100 points at (100, 80) on an output of 400 × 300 points. If `pressing` is true, the
  /// user clicks in the window at `button`.
  private func rig(pressing: Bool = true) throws -> WindowRig {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    try rig.toplevel.position = (100, 80)
    if pressing {
      rig.server.seat.pointer.click(at: (120, 95))
      rig.settle()
    }
    return rig
  }

  private let button = Rect(x: 10, y: 10, width: 40, height: 20)

  private func menu(_ parent: Window, _ painter: Painter? = nil, width: Double = 80) -> Window {
    let popup = Window(
      popupOf: parent, at: .menu(below: button, size: Size(width: width, height: 60)), grabs: true)
    popup.delegate = painter
    return popup
  }

  @Test("A menu opens below its button, gets the keyboard focus and is drawn")
  func opens() throws {
    let rig = try rig()
    let painter = Painter()
    painter.color = 0xff00_ff00
    let popup = menu(rig.window, painter)
    rig.settle()
    #expect(popup.popupPosition == Point(x: 10, y: 30))
    #expect(popup.size == Size(width: 80, height: 60))
    #expect(painter.drawings == [.init(width: 80, height: 60, age: 0)])
    #expect(popup.isGrabbing)
    #expect(painter.keyboard == [true])
    #expect(rig.window.popups.count == 1)
    #expect(rig.server.capture()[110, 110] == 0xff00_ff00)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test(
    "If a key, a finger, a pen or the pointer of any seat opens a menu, the menu has a grab", arguments: 0...3
  )
  func opensWithoutAPointer(device: Int) throws {
    let rig = try rig(pressing: false)
    let seat = rig.server.addSeat(named: "guest")
    let pen = seat.addTool()
    rig.settle()
    switch device {
    case 0: seat.keyboard.press(.enter)
    case 1: seat.touch.down(at: (120, 95))
    case 2:
      pen.move(to: (120, 95))
      pen.down()
    default: seat.pointer.click(at: (120, 95))
    }
    rig.settle()
    let popup = menu(rig.window)
    rig.settle()
    #expect(popup.isGrabbing && !popup.isClosed)
    #expect(rig.server.popups.count == 1)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("A press outside of a menu closes the menu and notifies the menu's delegate once")
  func dismissed() throws {
    let rig = try rig()
    let painter = Painter()
    let popup = menu(rig.window, painter)
    rig.settle()
    rig.server.seat.pointer.click(at: (20, 20))
    rig.settle()
    #expect(popup.isClosed)
    #expect(painter.dismissals == 1)
    #expect(rig.window.popups.isEmpty)
    #expect(rig.server.popups.isEmpty)
    #expect(rig.painter.keyboard == [true, false, true])
    rig.server.seat.pointer.click(at: (20, 20))
    rig.settle()
    #expect(painter.dismissals == 1)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test(
    "A press on a menu dismisses its submenu; a press outside of both dismisses the submenu, then the menu")
  func nested() throws {
    let rig = try rig()
    let painter = Painter()
    let menu = menu(rig.window, painter)
    rig.settle()
    let item = Rect(x: 0, y: 20, width: 80, height: 20)
    var order: [String] = []
    painter.onDismiss = { order.append("menu") }
    for isOuter in [false, true] {
      let inner = Painter()
      inner.onDismiss = { order.append("submenu") }
      let submenu = Window(
        popupOf: menu, at: .submenu(beside: item, size: Size(width: 50, height: 40)), grabs: true)
      submenu.delegate = inner
      rig.settle()
      #expect(submenu.popupPosition == Point(x: 80, y: 20))
      #expect(submenu.isGrabbing)
      rig.server.seat.pointer.click(at: isOuter ? (20, 20) : (115, 115))
      rig.settle()
      #expect(submenu.isClosed)
      #expect(menu.isClosed == isOuter)
    }
    #expect(order == ["submenu", "submenu", "menu"])
    #expect(rig.server.popups.isEmpty)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("A second menu replaces the first one without a protocol error")
  func secondMenu() throws {
    let rig = try rig()
    let painter = Painter()
    let first = menu(rig.window, painter)
    rig.settle()
    let submenu = Window(
      popupOf: first, at: .submenu(beside: button, size: Size(width: 50, height: 40)), grabs: true)
    rig.settle()
    let second = menu(rig.window, width: 70)
    rig.settle()
    #expect(first.isClosed && submenu.isClosed)
    #expect(!second.isClosed && second.isGrabbing)
    #expect(painter.dismissals == 1)
    #expect(rig.server.popups.count == 1)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test(
    "If nothing was pressed, a menu opens without a grab; the submenu of a menu without a grab also has none")
  func withoutPress() throws {
    let rig = try rig(pressing: false)
    let popup = menu(rig.window)
    rig.settle()
    #expect(!popup.isGrabbing)
    rig.server.seat.pointer.click(at: (300, 250))
    rig.settle()
    #expect(!popup.isClosed)
    rig.server.seat.pointer.click(at: (120, 95))
    rig.settle()
    let child = menu(popup)
    rig.settle()
    #expect(!child.isGrabbing && !child.isClosed)
    #expect(rig.server.popups.count == 2)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("A window closes its popups before itself, regardless of the order in which they were opened")
  func closing() throws {
    let rig = try rig()
    let tooltip = Window(
      popupOf: rig.window, at: .tooltip(for: button, size: Size(width: 40, height: 20)))
    let first = menu(rig.window)
    rig.settle()
    let second = menu(first)
    rig.settle()
    #expect(rig.server.popups.count == 3)
    rig.window.close()
    rig.settle()
    #expect(tooltip.isClosed && first.isClosed && second.isClosed)
    #expect(rig.server.popups.isEmpty && rig.server.toplevels.isEmpty)
    let late = menu(rig.window)
    rig.settle()
    #expect(late.isClosed)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("If a popup is created before its parent's first frame, the popup opens with that frame")
  func early() throws {
    let server = try Compositor(.init(width: 400, height: 300))
    let system = try WindowSystem(descriptor: server.connect(), clock: { Double(server.now) / 1e9 })
    let window = Window(in: system, size: Size(width: 200, height: 100), title: "", appID: "early")
    let (painter, inner) = (Painter(), Painter())
    window.delegate = painter
    let popup = Window(
      popupOf: window, at: .tooltip(for: button, size: Size(width: 40, height: 20)))
    popup.delegate = inner
    server.onCommit = { _ in
      if !server.popups.isEmpty { #expect(server.toplevels.first?.isMapped == true) }
    }
    server.dispatchClients = { system.dispatch() }
    server.run(frames: 3)
    #expect(popup.popupPosition == Point(x: 10, y: 34))
    #expect(inner.drawings.count == 1)
    #expect(server.protocolErrors.isEmpty)
    system.close()
  }

  @Test(
    "A popup is placed relative to its parent's window geometry, and its size does not include its own shadow"
  )
  func shadows() throws {
    let rig = try WindowRig(.init(width: 400, height: 300).without("zxdg_decoration_manager_v1"))
    rig.window.borders = WindowBorders(shadow: EdgeInsets(20))
    rig.server.run(frames: 3)
    let popup = Window(
      popupOf: rig.window,
      at: PopupPlacement(
        size: Size(width: 40, height: 30), anchorRect: Rect(x: 30, y: 30, width: 10, height: 10),
        adjustment: []))
    popup.borders = WindowBorders(shadow: EdgeInsets(5))
    let painter = Painter()
    popup.delegate = painter
    rig.settle()
    #expect(popup.popupPosition == Point(x: 10, y: 20))
    #expect(painter.drawings.last == .init(width: 50, height: 40, age: 0))
    #expect(popup.size == Size(width: 40, height: 30))
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("A popup can be moved and resized, and a reactive popup follows its parent")
  func reposition() throws {
    let rig = try rig()
    let painter = Painter()
    let popup = Window(
      popupOf: rig.window, at: .tooltip(for: button, size: Size(width: 40, height: 20)))
    popup.delegate = painter
    rig.settle()
    #expect(popup.popupPosition == Point(x: 10, y: 34))
    let other = PopupPlacement(
      size: Size(width: 60, height: 20), anchorRect: button, adjustment: .slideX, isReactive: true)
    let wasPossible = popup.reposition(to: other)
    #expect(wasPossible)
    rig.settle()
    #expect(popup.popupPosition == Point(x: 10, y: 30))
    #expect(painter.drawings.last?.width == 60)
    #expect(popup.role == .popup(other))
    popup.resize(to: Size(width: 70, height: 25))
    rig.settle()
    #expect(popup.size == Size(width: 70, height: 25))
    try rig.toplevel.position = (350, 80)
    rig.settle()
    #expect(popup.popupPosition == Point(x: -20, y: 30))
    #expect(!rig.window.reposition(to: other))
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test(
    "When a window gets another size, its reactive popups state the size and the configure for which they are placed",
    arguments: [true, false])
  func parentConfigure(isReactive: Bool) throws {
    let rig = try rig()
    let popup = Window(
      popupOf: rig.window,
      at: PopupPlacement(size: Size(width: 80, height: 60), anchorRect: button, isReactive: isReactive))
    let painter = Painter()
    popup.delegate = painter
    rig.server.run(frames: 2)
    #expect(rig.server.popups.first?.parentConfigure == nil)
    try rig.toplevel.resize(width: 260, height: 140)
    rig.server.run(frames: 2)
    let stated = rig.server.popups.first?.parentConfigure
    #expect(stated?.width == (isReactive ? 260 : nil) && stated?.height == (isReactive ? 140 : nil))
    #expect(rig.window.size == Size(width: 260, height: 140) && !popup.isClosed)
    #expect(rig.server.protocolErrors.isEmpty)
    popup.close()
  }

  @Test("With version 1 of xdg_wm_base, menus can be opened but not moved")
  func oldest() throws {
    let rig = try WindowRig(.init(width: 400, height: 300).with("xdg_wm_base", version: 1))
    rig.server.run(frames: 2)
    rig.server.seat.pointer.click(at: (20, 20))
    rig.settle()
    let popup = Window(
      popupOf: rig.window,
      at: PopupPlacement(size: Size(width: 80, height: 60), anchorRect: button, isReactive: true), grabs: true
    )
    rig.settle()
    #expect(popup.popupPosition == Point(x: 10, y: 30))
    let other = PopupPlacement(size: Size(width: 60, height: 20), anchorRect: button)
    #expect(!popup.reposition(to: other))
    rig.server.seat.pointer.click(at: (390, 290))
    rig.settle()
    #expect(popup.isClosed)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("Sizes and rectangles that are not finite, empty or outside of the parent cause no error")
  func extremes() throws {
    let rig = try rig()
    for value in [Double.nan, .infinity, -.infinity, 1e300, -1, 0] {
      let popup = Window(
        popupOf: rig.window,
        at: PopupPlacement(
          size: Size(width: value, height: value),
          anchorRect: Rect(x: value, y: value, width: value, height: value),
          adjustment: PopupAdjustment(rawValue: .max), offset: Point(x: value, y: value)))
      rig.settle()
      #expect(popup.popupPosition != nil)
      popup.close()
      rig.settle()
    }
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("The tooltip of a suspended window is not drawn")
  func suspended() throws {
    let rig = try rig()
    let painter = Painter()
    let popup = Window(
      popupOf: rig.window, at: .tooltip(for: button, size: Size(width: 40, height: 20)))
    popup.delegate = painter
    rig.server.run(frames: 3)
    try rig.toplevel.setSuspended(true)
    rig.settle()
    #expect(popup.isSuspended && !painter.states.isEmpty)
    popup.invalidate()
    rig.server.run(frames: 3)
    #expect(painter.drawings.count == 1)
    try rig.toplevel.setSuspended(false)
    rig.server.run(frames: 3)
    #expect(painter.drawings.count == 2)
  }
}
