import CarouselUI
import HeadlessCompositor
import Testing

/// A tree of views on a surface of each kind.
@MainActor
struct LayerSurfaceTests {
  private static let red: UInt32 = 0xffd0_2020
  private static let blue: UInt32 = 0xff28_40d0

  private func fill(_ window: CarouselWindow, _ color: UInt32) {
    window.contentView = View()
    window.contentView.backgroundColor = Color(hex: color & 0xff_ffff)
  }

  @Test("A wallpaper fills the screen behind the windows")
  func wallpaper() throws {
    let rig = try SurfaceRig()
    let wallpaper = try CarouselWindow(layer: .wallpaper(), in: rig.system)
    fill(wallpaper, Self.red)
    let window = try CarouselWindow(title: "", size: Size(width: 100, height: 80), in: rig.system)
    window.showsTitleBar = false
    fill(window, Self.blue)
    #expect(rig.settle(wallpaper, window))
    try #require(rig.compositor.toplevels.first).position = (200, 100)
    #expect(wallpaper.contentView.size == Size(width: 640, height: 360))
    #expect(rig.color(0, 0) == Self.red && rig.color(639, 359) == Self.red)
    #expect(rig.color(250, 150) == Self.blue)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test("The controls of a panel work, and the panel can change its place")
  func panel() throws {
    let rig = try SurfaceRig()
    let panel = try CarouselWindow(layer: .topPanel(height: 40), namespace: "panel", in: rig.system)
    fill(panel, Self.red)
    var clicks = 0
    let button = Button("Menu") { clicks += 1 }
    button.frame = Rect(x: 4, y: 4, width: 80, height: 32)
    panel.contentView.addSubview(button)
    #expect(rig.settle(panel))
    #expect(rig.compositor.layerSurfaces.first?.namespace == "panel")
    #expect(rig.color(300, 39) == Self.red && rig.color(300, 40) != Self.red)
    rig.compositor.seat.pointer.click(at: (20, 20))
    #expect(rig.settle(panel))
    #expect(clicks == 1)
    var placement = LayerPlacement.topPanel(height: 60)
    placement.edges = [.bottom, .left, .right]
    panel.window.updateLayer(placement)
    #expect(rig.compositor.run { panel.contentView.size.height == 60 } && rig.settle(panel))
    #expect(rig.color(300, 300) == Self.red && rig.color(300, 39) != Self.red)
    rig.compositor.seat.pointer.click(at: (20, 320))
    #expect(rig.settle(panel))
    #expect(clicks == 2 && rig.compositor.protocolErrors.isEmpty)
  }

  @Test("A carousel in a kiosk follows a finger, and its window ends when the compositor dismisses it")
  func kiosk() throws {
    let rig = try SurfaceRig()
    let kiosk = try CarouselWindow(layer: .kiosk(), in: rig.system)
    kiosk.carousel.setItems((0..<9).map(Item.init)) { _, _ in
      LabelView("", size: Size(width: 200, height: 150), background: .blue)
    }
    var closes = 0
    kiosk.onClose = { closes += 1 }
    #expect(rig.settle(kiosk))
    let touch = rig.compositor.seat.touch
    touch.down(at: (400, 180))
    for step in 1...10 {
      touch.move(to: (400 - Double(step) * 20, 180))
      rig.compositor.run(frames: 1)
    }
    #expect(kiosk.carousel.scrollOffset > 0.5)
    rig.compositor.layerSurfaces.first?.close()
    rig.compositor.settle()
    #expect(closes == 1 && kiosk.window.isClosed && rig.compositor.layerSurfaces.isEmpty)
    #expect(!kiosk.carousel.isDragging, "the finger is canceled before the window closes")
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "A surface with a translucent background declares no opaque region", arguments: [Color.clear, .black])
  func opacity(background: Color) throws {
    let rig = try SurfaceRig()
    let wallpaper = try CarouselWindow(layer: .wallpaper(), in: rig.system)
    fill(wallpaper, Self.red)
    #expect(rig.settle(wallpaper))
    let regions = rig.compositor.requestCount(of: "wl_region.add")
    let clock = try CarouselWindow(
      layer: LayerPlacement(layer: .top, edges: .top, size: Size(width: 100, height: 50)), in: rig.system)
    clock.contentView = View()
    clock.backgroundColor = background
    #expect(rig.settle(clock))
    #expect(rig.color(320, 20) == (background == .clear ? Self.red : 0xff00_0000))
    #expect((rig.compositor.requestCount(of: "wl_region.add") == regions) == (background == .clear))
  }

  @Test("If the compositor has no layers, a wallpaper is a full-screen window without a title bar")
  func fallback() throws {
    let rig = try SurfaceRig(
      .init(width: 640, height: 360).without("zwlr_layer_shell_v1", "zxdg_decoration_manager_v1"))
    let wallpaper = try CarouselWindow(layer: .wallpaper(), in: rig.system)
    fill(wallpaper, Self.red)
    #expect(rig.settle(wallpaper))
    #expect(rig.compositor.toplevels.first?.isFullscreen == true)
    #expect(rig.color(0, 0) == Self.red && rig.color(639, 359) == Self.red)
  }

  private struct Item: Identifiable { let id: Int }
}
