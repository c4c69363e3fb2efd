import Geometry
import HeadlessCompositor
import Testing
import Windowing

/// The keyboard focus of layer surfaces.
@MainActor
struct LayerFocusTests {
  @Test(
    "An exclusive layer surface keeps the keyboard focus when a window is pressed or a keyboard is plugged in"
  )
  func exclusiveKeyboard() throws {
    let rig = try WindowRig()
    try rig.toplevel.position = (0, 100)
    let painter = Painter()
    var placement = LayerPlacement.topPanel(height: 30)
    placement.layer = .overlay
    placement.keyboard = .exclusive
    let panel = rig.layer(placement, painter)
    #expect(painter.keyboard == [true])
    rig.server.seat.pointer.click(at: (20, 120))
    rig.settle()
    #expect(painter.keyboard == [true])
    rig.server.seat.devices = [.pointer, .touch]
    rig.server.seat.devices = [.pointer, .touch, .keyboard]
    rig.settle()
    #expect(painter.keyboard.last == true)
    rig.server.addSeat(named: "guest")
    rig.settle()
    rig.server.seats.last?.keyboard.tap(.tab)
    rig.settle()
    #expect(painter.keyEvents.count == 2)
    panel.close()
  }

  @Test("A kiosk covers the screen and keeps the keyboard focus, even if another window opens later")
  func kiosk() throws {
    let rig = try WindowRig()
    let panel = rig.layer(.topPanel(height: 30), Painter.forPanel)
    let painter = Painter()
    let kiosk = rig.layer(.kiosk(), painter)
    #expect(kiosk.size == Size(width: 400, height: 300))
    #expect(painter.keyboard == [true])
    let later = Window(in: rig.system, size: Size(width: 50, height: 50), title: "", appID: "later")
    let other = Painter()
    later.delegate = other
    rig.settle()
    #expect(other.keyboard.isEmpty)
    rig.server.seat.keyboard.tap(.space)
    rig.settle()
    #expect(painter.keyEvents.count == 2)
    kiosk.close()
    rig.settle()
    #expect(other.keyboard == [true])
    panel.close()
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test(
    "With on-demand focus, a layer surface gets the keyboard focus by a press, and loses it by a press elsewhere"
  )
  func onDemand() throws {
    let rig = try WindowRig()
    try rig.toplevel.position = (0, 100)
    let painter = Painter()
    let surface = rig.layer(
      LayerPlacement(layer: .top, edges: .top, size: Size(width: 400, height: 50), keyboard: .onDemand),
      painter)
    #expect(painter.keyboard.isEmpty)
    rig.server.seat.pointer.click(at: (200, 20))
    rig.settle()
    #expect(painter.keyboard == [true])
    rig.server.seat.pointer.click(at: (100, 150))
    rig.settle()
    #expect(painter.keyboard == [true, false])
    #expect(!surface.isClosed)
  }

  @Test("A menu of a panel opens, gets the grab and is dismissed like a menu of a window")
  func menu() throws {
    let rig = try WindowRig()
    let panel = rig.layer(.topPanel(height: 30), Painter.forPanel)
    rig.server.seat.pointer.click(at: (380, 10))
    rig.settle()
    let painter = Painter()
    painter.color = 0xff00_ff00
    let menu = Window(
      popupOf: panel,
      at: .menu(below: Rect(x: 370, y: 0, width: 20, height: 30), size: Size(width: 90, height: 60)),
      grabs: true)
    menu.delegate = painter
    rig.settle()
    #expect(menu.popupPosition == Point(x: 310, y: 30))
    #expect(rig.server.capture()[399, 89] == 0xff00_ff00)
    #expect(painter.keyboard == [true])
    rig.server.seat.pointer.click(at: (10, 200))
    rig.settle()
    #expect(menu.isClosed)
    #expect(rig.server.protocolErrors.isEmpty)
  }
}
