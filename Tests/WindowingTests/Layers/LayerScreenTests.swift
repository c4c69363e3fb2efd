import Geometry
import HeadlessCompositor
import Testing
import Windowing

/// The screens of layer surfaces, and the end of a surface.
@MainActor
struct LayerScreenTests {
  @Test(
    "When the compositor dismisses a layer surface, it closes with its popups, and the delegate is notified")
  func closed() throws {
    let rig = try WindowRig()
    let painter = Painter()
    let panel = rig.layer(.topPanel(height: 30), painter)
    let popup = Window(
      popupOf: panel,
      at: .menu(below: Rect(x: 300, y: 0, width: 40, height: 30), size: Size(width: 90, height: 60)))
    rig.settle()
    #expect(popup.popupPosition == Point(x: 300, y: 30))
    #expect(rig.server.popups.first?.isMapped == true)
    rig.server.layerSurfaces.first?.close()
    rig.settle()
    #expect(panel.isClosed && popup.isClosed)
    #expect(painter.dismissals == 1 && painter.closes == [1])
    #expect(rig.server.layerSurfaces.isEmpty && rig.server.popups.isEmpty)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test(
    "A panel opens on the requested screen and reserves its area; removing the screen closes the panel")
  func requestedScreen() throws {
    let rig = try WindowRig()
    let second = rig.server.addOutput(width: 300, height: 200, scale: 2, name: "DP-2")
    rig.settle()
    let painter = Painter()
    painter.color = 0xffff_0000
    let panel = Window(
      in: rig.system, layer: .topPanel(height: 30), on: rig.system.outputs.last, namespace: "")
    panel.delegate = painter
    rig.settle()
    #expect(panel.size == Size(width: 150, height: 30))
    #expect(panel.outputs.map(\.name) == ["DP-2"])
    #expect(
      painter.drawings == [.init(width: 300, height: 60, age: 0)],
      "the first frame has the scale of the screen")
    let peer = try #require(rig.server.layerSurfaces.first)
    #expect(peer.position == (400, 0))
    #expect(rig.server.capture(second)[299, 59] == 0xffff_0000)
    #expect(rig.server.capture()[399, 0] != 0xffff_0000)
    rig.window.setMaximized(true)
    rig.settle()
    #expect(rig.window.size == Size(width: 400, height: 300))
    try rig.toplevel.move(to: second)
    rig.settle()
    #expect(rig.window.size == Size(width: 150, height: 70))
    second.position = (400, 50)
    rig.settle()
    #expect(peer.position == (400, 50))
    #expect(try rig.toplevel.position == (400, 80))
    rig.server.removeOutput(second)
    rig.settle()
    #expect(panel.isClosed && painter.dismissals == 1)
    #expect(rig.window.size == Size(width: 400, height: 300))
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("A menu of a panel stays on the panel's screen")
  func menuOnSecondScreen() throws {
    let rig = try WindowRig()
    rig.server.addOutput(width: 300, height: 200, name: "DP-2")
    rig.settle()
    let panel = Window(
      in: rig.system, layer: .topPanel(height: 30), on: rig.system.outputs.last, namespace: "")
    panel.delegate = Painter.forPanel
    rig.settle()
    let menu = Window(
      popupOf: panel,
      at: .menu(below: Rect(x: 280, y: 0, width: 20, height: 30), size: Size(width: 90, height: 60)))
    menu.delegate = Painter.forPanel
    rig.settle()
    #expect(menu.popupPosition == Point(x: 210, y: 30))
    #expect(menu.outputs.map(\.name) == ["DP-2"])
  }

  @Test("If a layer surface is created while no screen is connected, it opens on the next screen")
  func withoutScreens() throws {
    let rig = try WindowRig()
    rig.server.removeOutput(rig.server.output)
    rig.settle()
    let painter = Painter()
    let panel = rig.layer(.topPanel(height: 30), painter)
    #expect(painter.drawings.isEmpty && !panel.isClosed)
    rig.server.addOutput(width: 300, height: 200)
    rig.settle()
    #expect(panel.size == Size(width: 300, height: 30) && painter.drawings.count == 1)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test(
    "If its only screen is removed, a kiosk stays open, and is drawn again when another screen is connected")
  func screenReturns() throws {
    let rig = try WindowRig()
    let painter = Painter()
    let kiosk = rig.layer(.kiosk(), painter)
    let menu = Window(
      popupOf: kiosk,
      at: .menu(below: Rect(x: 0, y: 0, width: 40, height: 30), size: Size(width: 90, height: 60)))
    menu.delegate = Painter.forPanel
    rig.settle()
    #expect(painter.drawings.count == 1)
    for round in 1...3 {
      for output in rig.server.outputs { rig.server.removeOutput(output) }
      rig.settle()
      #expect(!kiosk.isClosed && painter.dismissals == 0 && menu.isClosed)
      #expect(rig.server.layerSurfaces.isEmpty)
      rig.server.advance(by: 3_600_000_000_000)
      rig.settle()
      rig.server.addOutput(width: 300 + 10 * round, height: 200)
      rig.settle()
      #expect(kiosk.size == Size(width: Double(300 + 10 * round), height: 200))
      #expect(painter.drawings.last == .init(width: 300 + 10 * round, height: 200, age: 0))
      #expect(painter.drawings.count == round + 1)
      #expect(painter.keyboard.last == true)
    }
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test(
    "If the compositor dismisses a kiosk after its first commit, the kiosk closes and is not opened again")
  func refused() throws {
    let rig = try WindowRig()
    var count = 0
    rig.server.onCommit = { _ in
      guard let surface = rig.server.layerSurfaces.first, !surface.isClosed else { return }
      count += 1
      surface.close()
    }
    let painter = Painter()
    let kiosk = rig.layer(.kiosk(), painter)
    #expect(kiosk.isClosed && painter.dismissals == 1 && count == 1)
  }

  @Test("When the screen of a layer surface is removed, the touches and the pointer on the surface end")
  func screenRemovedDuringTouch() throws {
    let rig = try WindowRig()
    let painter = Painter()
    let kiosk = rig.layer(.kiosk(), painter)
    rig.server.seat.touch.down(at: (50, 50), id: 1)
    rig.server.seat.touch.down(at: (60, 50), id: 2)
    rig.server.seat.pointer.move(to: (70, 50))
    rig.settle()
    #expect(painter.touchEvents.map(\.kind) == [.began, .began])
    for output in rig.server.outputs { rig.server.removeOutput(output) }
    rig.settle()
    #expect(!kiosk.isClosed)
    #expect(painter.touchEvents.map(\.kind) == [.began, .began, .canceled, .canceled])
    #expect(Set(painter.touchEvents.suffix(2).map(\.id)) == Set(painter.touchEvents.prefix(2).map(\.id)))
    #expect(painter.pointerEvents.last?.kind == .left)
    rig.server.addOutput(width: 300, height: 200)
    rig.settle()
    rig.server.seat.touch.up(id: 1)
    rig.server.seat.touch.up(id: 2)
    rig.settle()
    #expect(painter.touchEvents.count == 4)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test(
    "When the compositor dismisses a layer surface or a popup, the contacts on it are canceled before it closes"
  )
  func dismissedDuringTouch() throws {
    let rig = try WindowRig()
    let (painter, menuPainter) = (Painter(), Painter())
    let panel = rig.layer(.topPanel(height: 30), painter)
    let popup = Window(
      popupOf: panel,
      at: .menu(below: Rect(x: 0, y: 0, width: 40, height: 30), size: Size(width: 90, height: 60)))
    popup.delegate = menuPainter
    rig.settle()
    rig.server.seat.touch.down(at: (300, 10), id: 1)
    rig.server.seat.touch.down(at: (20, 50), id: 2)
    rig.settle()
    #expect(painter.touchEvents.count == 1 && menuPainter.touchEvents.count == 1)
    var kindsAtClose: [TouchEvent.Kind] = []
    painter.onClose = { [unowned painter] in kindsAtClose = painter.touchEvents.map(\.kind) }
    rig.server.layerSurfaces.first?.close()
    rig.settle()
    #expect(panel.isClosed && popup.isClosed)
    #expect(kindsAtClose == [.began, .canceled])
    #expect(menuPainter.touchEvents.map(\.kind) == [.began, .canceled])
    rig.server.seat.touch.up(id: 1)
    rig.server.seat.touch.up(id: 2)
    rig.settle()
    #expect(painter.touchEvents.count == 2 && rig.server.protocolErrors.isEmpty)
  }

  @Test("With waitsForScreen, a kiosk moves to the remaining screen when its requested screen is removed")
  func remainingScreen() throws {
    let rig = try WindowRig()
    let second = rig.server.addOutput(width: 300, height: 200, name: "DP-2")
    rig.settle()
    let painter = Painter()
    let kiosk = Window(in: rig.system, layer: .kiosk(), on: rig.system.outputs.last, namespace: "kiosk")
    kiosk.delegate = painter
    #expect(!kiosk.waitsForScreen)
    kiosk.waitsForScreen = true
    rig.settle()
    #expect(kiosk.outputs.map(\.name) == ["DP-2"])
    rig.server.removeOutput(second)
    rig.settle()
    #expect(kiosk.size == Size(width: 400, height: 300) && painter.dismissals == 0)
    #expect(painter.drawings.last == .init(width: 400, height: 300, age: 0))
    rig.server.layerSurfaces.first?.close()
    rig.settle()
    #expect(
      kiosk.isClosed && painter.dismissals == 1, "the kiosk closes because its screen is still connected")
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("If the compositor has no layers, a kiosk fills the requested screen")
  func fallbackOnSecondScreen() throws {
    let rig = try WindowRig(.init(width: 400, height: 300).without("zwlr_layer_shell_v1"))
    let second = rig.server.addOutput(width: 300, height: 200, name: "DP-2")
    rig.settle()
    let kiosk = Window(in: rig.system, layer: .kiosk(), on: rig.system.outputs.last, namespace: "kiosk")
    kiosk.delegate = Painter.forPanel
    rig.settle()
    #expect(kiosk.state.contains(.fullscreen))
    #expect(kiosk.size == Size(width: 300, height: 200))
    #expect(rig.server.toplevels.last?.output === second)
  }
}
