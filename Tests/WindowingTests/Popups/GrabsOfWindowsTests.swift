import Geometry
import HeadlessCompositor
import Testing
import Windowing

@MainActor struct GrabsOfWindowsTests {
  @Test("When a menu gets a grab, the open menu and submenu of another window are dismissed first")
  func twoWindows() throws {
    let rig = try WindowRig()
    let other = Window(
      in: rig.system, size: Size(width: 80, height: 60), title: "Other", appID: "org.example.other")
    other.delegate = rig.painter
    rig.server.run(frames: 2)
    rig.server.seat.keyboard.press(.enter)
    rig.settle()
    let button = Rect(x: 1, y: 1, width: 5, height: 5)
    let painter = Painter()
    let menu = Window(
      popupOf: other, at: .menu(below: button, size: Size(width: 20, height: 20)), grabs: true)
    menu.delegate = painter
    rig.settle()
    let submenu = Window(
      popupOf: menu, at: .menu(below: button, size: Size(width: 20, height: 20)), grabs: true)
    submenu.delegate = painter
    rig.settle()
    #expect(rig.server.popups.count == 2)
    // A key press opens the menu of the first window. A button press would dismiss the other menus before.
    let last = Window(
      popupOf: rig.window, at: .menu(below: button, size: Size(width: 20, height: 20)), grabs: true)
    last.delegate = rig.painter
    rig.settle()
    #expect(rig.server.protocolErrors == [])
    #expect(painter.dismissals == 2)
    #expect(menu.isClosed && submenu.isClosed)
    #expect(last.isGrabbing && rig.server.popups.count == 1)
  }

  @Test("If a menu closes its window while another menu of the window opens, the other menu stays closed")
  func windowClosesMeanwhile() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    rig.server.seat.keyboard.press(.enter)
    rig.settle()
    let placement = PopupPlacement.menu(
      below: Rect(x: 1, y: 1, width: 5, height: 5), size: Size(width: 20, height: 20))
    let painter = Painter()
    let menu = Window(popupOf: rig.window, at: placement, grabs: true)
    menu.delegate = painter
    rig.settle()
    #expect(rig.server.popups.count == 1)
    painter.onClose = { rig.window.close() }
    let next = Window(popupOf: rig.window, at: placement, grabs: true)
    rig.settle()
    #expect(menu.isClosed && next.isClosed && rig.window.isClosed)
    #expect(rig.system.failure == nil && rig.server.protocolErrors.isEmpty)
    #expect(rig.server.popups.isEmpty && rig.server.toplevels.isEmpty)
    let other = Window(in: rig.system, size: Size(width: 80, height: 60), title: "Other", appID: "")
    other.delegate = rig.painter
    rig.server.run(frames: 2)
    #expect(rig.server.toplevels.count == 1, "the connection is still in use")
  }
}
