import CarouselUI
import HeadlessCompositor
import Testing

/// A window with its own title bar, in a compositor that draws none.
@MainActor
final class TitleBarRig {
  let compositor: Compositor
  let system: WindowSystem
  let ui: CarouselWindow
  let cards = Cards(count: 5)
  let scheduler = ManualScheduler()
  private let queue = ManualPaintQueue()

  /// - Parameters:
  ///   - decorates: Whether the compositor draws title bars.
  ///   - hasProtocol: Whether the compositor supports the protocol for decorations.
  init(
    scale: Double = 1, decorates: Bool = false, hasProtocol: Bool = true,
    configure: (CarouselWindow) -> Void = { _ in }
  ) throws {
    var configuration = Compositor.Configuration(
      width: Int(640 * scale), height: Int(480 * scale), scale: scale)
    configuration.decoratesWindows = decorates
    configuration.background = 0xff80_8080
    if !hasProtocol { configuration = configuration.without("zxdg_decoration_manager_v1") }
    let compositor = try Compositor(configuration)
    self.compositor = compositor
    system = try WindowSystem(
      descriptor: compositor.connect(), clock: { Double(compositor.now) / 1e9 }, scheduler: scheduler)
    ui = CarouselWindow(
      title: "Photos", appID: "cards", size: Size(width: 320, height: 200), system: system,
      textures: TextureCache(queue: queue))
    ui.backgroundColor = Color(hex: 0x203040)
    ui.makesLevelsInFrames = true  // the queue may wait
    configure(ui)
    compositor.dispatchClients = { [weak system, scheduler] in
      system?.dispatch()
      if let system { scheduler.advance(to: system.clock()) }
    }
    ui.carousel.dataSource = cards
    run()
    compositor.toplevels.first?.position = (100, 100)
    run()
  }

  var seat: HeadlessCompositor.Seat { compositor.seat }
  var toplevel: Toplevel { get throws { try #require(compositor.toplevels.first) } }
  var bar: TitleBarView? {
    ui.contentView.root.subviews.lazy.compactMap { $0 as? TitleBarView }.first
  }

  /// Runs frames and paints until nothing changes.
  func run() {
    for _ in 0..<4 {
      compositor.run(limit: 1200) { [ui] in ui.isSettled && ui.window.isAtRest }
      compositor.run(frames: 2)
      queue.runAll()
    }
  }

  /// The point of the output at the middle of a view.
  func place(of view: View) throws -> (x: Double, y: Double) {
    let center = try #require(view.convert(Point(x: view.size.width / 2, y: view.size.height / 2), to: nil))
    let (window, origin) = (try toplevel.position, try toplevel.geometryOrigin)
    return (Double(window.x - origin.x) + center.x, Double(window.y - origin.y) + center.y)
  }

  func place(of item: TitleBarView.Item) throws -> (x: Double, y: Double) {
    try place(of: try #require(bar?.button(item)))
  }

  func click(_ point: (x: Double, y: Double), _ button: Pointer.Button = .left) {
    seat.pointer.move(to: point)
    seat.pointer.click(at: point, button)
    run()
  }

  func pixel(_ x: Int, _ y: Int) -> UInt32 { compositor.capture()[x, y] }
}
