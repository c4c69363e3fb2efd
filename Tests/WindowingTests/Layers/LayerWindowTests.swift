import Geometry
import HeadlessCompositor
import Testing
import Windowing

@MainActor struct LayerWindowTests {
  /// Creates a layer surface. The output has 400 × 300 points and already shows a window of 200 × 100 points.
  private func layer(
    _ rig: WindowRig, _ placement: LayerPlacement, _ painter: Painter, namespace: String = "test"
  ) -> Window {
    let window = Window(in: rig.system, layer: placement, namespace: namespace)
    window.delegate = painter
    rig.settle()
    return window
  }

  @Test("A panel is placed at the top of the screen, and a maximized window does not cover it")
  func panel() throws {
    let rig = try WindowRig()
    let painter = Painter()
    painter.color = 0xffff_0000
    let panel = layer(rig, .topPanel(height: 30), painter, namespace: "panel")
    #expect(panel.size == Size(width: 400, height: 30))
    #expect(painter.drawings == [.init(width: 400, height: 30, age: 0)])
    #expect(rig.server.layerSurfaces.first?.namespace == "panel")
    #expect(rig.server.capture()[399, 29] == 0xffff_0000)
    rig.window.setMaximized(true)
    rig.settle()
    #expect(rig.window.size == Size(width: 400, height: 270))
    #expect(rig.server.capture()[200, 30] == rig.painter.color)
    panel.close()
    rig.settle()
    #expect(rig.window.size == Size(width: 400, height: 300))
    #expect(rig.server.layerSurfaces.isEmpty)
    #expect(rig.server.protocolErrors.isEmpty)
  }

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
    let panel = layer(rig, placement, painter)
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

  @Test(
    "From back to front, surfaces are stacked as wallpaper, bottom layer, windows, panels, full-screen window, overlay"
  )
  func stacking() throws {
    let rig = try WindowRig()
    try rig.toplevel.position = (0, 0)
    var windows: [Window] = []
    var painters: [Painter] = []
    for (index, layer) in LayerPlacement.Layer.allCases.enumerated() {
      let painter = Painter()
      painter.color = 0xff00_0000 | UInt32(index + 1)
      painters.append(painter)
      windows.append(
        self.layer(
          rig,
          LayerPlacement(
            layer: layer, edges: [.top, .left], size: Size(width: Double(350 - 100 * index), height: 50)),
          painter))
    }
    #expect(windows.count == painters.count)
    // The layers are 350, 250, 150 and 50 points wide, and the window is 200 points wide.
    let places = [25, 100, 175, 225, 300, 375]
    #expect(places.map { rig.server.capture()[$0, 25] & 0xff } == [4, 3, 0x99, 2, 1, 0])
    rig.window.setFullscreen(true)
    rig.settle()
    #expect(places.map { rig.server.capture()[$0, 25] & 0xff } == [4, 0x99, 0x99, 0x99, 0x99, 0x99])
  }

  @Test("A kiosk covers the screen and keeps the keyboard focus, even if another window opens later")
  func kiosk() throws {
    let rig = try WindowRig()
    let panel = layer(rig, .topPanel(height: 30), Painter.forPanel)
    let painter = Painter()
    let kiosk = layer(rig, .kiosk(), painter)
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
    let surface = layer(
      rig,
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

  @Test(
    "The margins, exclusive zones and edges of several layer surfaces determine their positions and sizes")
  func arrangement() throws {
    let rig = try WindowRig()
    let painters = (0..<4).map { _ in Painter() }
    let windows = [
      layer(rig, .topPanel(height: 30), painters[0]),
      layer(
        rig,
        LayerPlacement(
          layer: .top, edges: [.left, .top, .bottom], size: Size(width: 50, height: 0),
          margins: EdgeInsets(left: 10), zone: .reserves(50)), painters[1]),
      layer(rig, LayerPlacement(layer: .bottom), painters[2]),
      layer(rig, LayerPlacement(layer: .top, edges: [], size: Size(width: 100, height: 70)), painters[3]),
    ]
    let sizes = windows.map(\.size)
    #expect(
      sizes == [
        Size(width: 400, height: 30), Size(width: 50, height: 270), Size(width: 340, height: 270),
        Size(width: 100, height: 70),
      ])
    let places = rig.server.layerSurfaces.map { [$0.position.x, $0.position.y] }
    #expect(places == [[0, 0], [10, 30], [60, 30], [180, 130]])
    #expect(painters.map(\.drawings.count) == [1, 1, 1, 1])
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("A layer surface can change its position, size and layer while it is open")
  func update() throws {
    let rig = try WindowRig()
    let painter = Painter()
    let panel = layer(rig, .topPanel(height: 30), painter)
    panel.updateLayer(
      LayerPlacement(
        layer: .overlay, edges: [.bottom, .left, .right], size: Size(width: 0, height: 40),
        zone: .reserves(40)))
    rig.settle()
    let peer = try #require(rig.server.layerSurfaces.first)
    #expect(panel.size == Size(width: 400, height: 40))
    #expect(peer.position == (0, 260))
    #expect(peer.layer == .overlay)
    panel.resize(to: Size(width: 0, height: 50))
    rig.settle()
    #expect(painter.drawings.last?.height == 50)
    #expect(!peer.isConfigurePending)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test(
    "When the compositor dismisses a layer surface, it closes with its popups, and the delegate is notified")
  func closed() throws {
    let rig = try WindowRig()
    let painter = Painter()
    let panel = layer(rig, .topPanel(height: 30), painter)
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

  @Test("A menu of a panel opens, gets the grab and is dismissed like a menu of a window")
  func menu() throws {
    let rig = try WindowRig()
    let panel = layer(rig, .topPanel(height: 30), Painter.forPanel)
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

  @Test("If the compositor has no layers, a kiosk is a full-screen window and a panel is an ordinary window")
  func fallback() throws {
    let rig = try WindowRig(.init(width: 400, height: 300).without("zwlr_layer_shell_v1"))
    #expect(!rig.system.hasLayers)
    let painter = Painter()
    let kiosk = layer(rig, .kiosk(), painter, namespace: "org.example.kiosk")
    #expect(kiosk.state.contains(.fullscreen))
    #expect(painter.drawings.last == .init(width: 400, height: 300, age: 0))
    #expect(rig.server.toplevels.last?.appID == "org.example.kiosk")
    let panel = layer(rig, LayerPlacement(layer: .top, size: Size(width: 90, height: 30)), Painter.forPanel)
    #expect(panel.size == Size(width: 90, height: 30))
    #expect(!panel.state.contains(.fullscreen))
    let wide = layer(rig, .topPanel(height: 30), Painter.forPanel)
    #expect(wide.size == Size(width: 400, height: 30))
    wide.resize(to: Size(width: 0, height: 50))
    rig.settle()
    #expect(wide.size == Size(width: 400, height: 50))
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
    let panel = layer(rig, .topPanel(height: 30), painter)
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
    let kiosk = layer(rig, .kiosk(), painter)
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
    let kiosk = layer(rig, .kiosk(), painter)
    #expect(kiosk.isClosed && painter.dismissals == 1 && count == 1)
  }

  @Test("When the screen of a layer surface is removed, the touches and the pointer on the surface end")
  func screenRemovedDuringTouch() throws {
    let rig = try WindowRig()
    let painter = Painter()
    let kiosk = layer(rig, .kiosk(), painter)
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

  @Test("All versions of the layer shell can be used", arguments: 1...4)
  func versions(version: Int32) throws {
    let rig = try WindowRig(.init(width: 400, height: 300).with("zwlr_layer_shell_v1", version: version))
    let painter = Painter()
    var placement = LayerPlacement(layer: .top, keyboard: .onDemand)
    let window = layer(rig, placement, painter)
    placement.layer = .overlay
    window.updateLayer(placement)
    rig.settle()
    let peer = try #require(rig.server.layerSurfaces.first)
    #expect(peer.layer == (version >= 2 ? .overlay : .top))
    #expect(peer.keyboardInteractivity == (version >= 4 ? .onDemand : .none))
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("Sizes and margins that are not finite, negative or huge cause no error")
  func extremes() throws {
    let rig = try WindowRig()
    for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0.4] {
      // Only one side is huge: if both were, the surface would have too many pixels for the compositor.
      for size in [Size(width: value, height: 30), Size(width: 30, height: value)] {
        let window = layer(
          rig,
          LayerPlacement(
            layer: .top, edges: LayerPlacement.Edges(rawValue: .max), size: size, margins: EdgeInsets(value),
            zone: .reserves(value)), Painter.forPanel)
        #expect(rig.server.layerSurfaces.first?.isMapped == true)
        window.close()
        rig.settle()
      }
    }
    #expect(rig.server.protocolErrors.isEmpty)
  }
}

extension Painter {
  /// A painter that is never deallocated, because windows do not retain their delegates.
  static let forPanel = Painter()
}
