import Geometry
import HeadlessCompositor
import Testing
import Windowing

@MainActor struct LayerWindowTests {
  @Test("A panel is placed at the top of the screen, and a maximized window does not cover it")
  func panel() throws {
    let rig = try WindowRig()
    let painter = Painter()
    painter.color = 0xffff_0000
    let panel = rig.layer(.topPanel(height: 30), painter, namespace: "panel")
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
        rig.layer(
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

  @Test(
    "The margins, exclusive zones and edges of several layer surfaces determine their positions and sizes")
  func arrangement() throws {
    let rig = try WindowRig()
    let painters = (0..<4).map { _ in Painter() }
    let windows = [
      rig.layer(.topPanel(height: 30), painters[0]),
      rig.layer(
        LayerPlacement(
          layer: .top, edges: [.left, .top, .bottom], size: Size(width: 50, height: 0),
          margins: EdgeInsets(left: 10), zone: .reserves(50)), painters[1]),
      rig.layer(LayerPlacement(layer: .bottom), painters[2]),
      rig.layer(LayerPlacement(layer: .top, edges: [], size: Size(width: 100, height: 70)), painters[3]),
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
    let panel = rig.layer(.topPanel(height: 30), painter)
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

  @Test("If the compositor has no layers, a kiosk is a full-screen window and a panel is an ordinary window")
  func fallback() throws {
    let rig = try WindowRig(.init(width: 400, height: 300).without("zwlr_layer_shell_v1"))
    #expect(!rig.system.hasLayers)
    let painter = Painter()
    let kiosk = rig.layer(.kiosk(), painter, namespace: "org.example.kiosk")
    #expect(kiosk.state.contains(.fullscreen))
    #expect(painter.drawings.last == .init(width: 400, height: 300, age: 0))
    #expect(rig.server.toplevels.last?.appID == "org.example.kiosk")
    let panel = rig.layer(LayerPlacement(layer: .top, size: Size(width: 90, height: 30)), Painter.forPanel)
    #expect(panel.size == Size(width: 90, height: 30))
    #expect(!panel.state.contains(.fullscreen))
    let wide = rig.layer(.topPanel(height: 30), Painter.forPanel)
    #expect(wide.size == Size(width: 400, height: 30))
    wide.resize(to: Size(width: 0, height: 50))
    rig.settle()
    #expect(wide.size == Size(width: 400, height: 50))
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("All versions of the layer shell can be used", arguments: 1...4)
  func versions(version: Int32) throws {
    let rig = try WindowRig(.init(width: 400, height: 300).with("zwlr_layer_shell_v1", version: version))
    let painter = Painter()
    var placement = LayerPlacement(layer: .top, keyboard: .onDemand)
    let window = rig.layer(placement, painter)
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
        let window = rig.layer(
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

extension WindowRig {
  /// Creates a layer surface. The output has 400 × 300 points and already shows a window of 200 × 100 points.
  func layer(_ placement: LayerPlacement, _ painter: Painter, namespace: String = "test") -> Window {
    let window = Window(in: system, layer: placement, namespace: namespace)
    window.delegate = painter
    settle()
    return window
  }
}
