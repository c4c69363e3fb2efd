import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing
import Windowing

/// The content of one window on several screens.
@MainActor
struct MirrorWindowTests {
  /// Four colored quarters, which record the touches on them.
  private final class Quarters: ContainerView {
    static let colors = [0xff0000, 0x00ff00, 0x0000ff, 0xffffff]
    private(set) var touched: [Int] = []
    private(set) lazy var parts = Self.colors.indices.map { index in
      Part { [unowned self] in touched.append(index) }
    }

    init() {
      super.init()
      for (part, color) in zip(parts, Self.colors) {
        part.backgroundColor = Color(hex: UInt32(color))
        addSubview(part)
      }
    }

    override func layoutSubviews() {
      let half = Size(width: size.width / 2, height: size.height / 2)
      for (index, part) in parts.enumerated() {
        part.frame = Rect(
          origin: Point(x: Double(index % 2) * half.width, y: Double(index / 2) * half.height), size: half)
      }
    }
  }

  private final class Part: View {
    private let onTouch: () -> Void
    init(_ onTouch: @escaping () -> Void) {
      self.onTouch = onTouch
      super.init()
    }
    override func contactBegan(_ contact: Contact) -> ContactResponse {
      onTouch()
      return .tracking
    }
  }

  @MainActor
  private final class Wall {
    let rig: SurfaceRig
    let main: CarouselWindow
    let mirror: MirrorWindow
    let quarters = Quarters()
    var second: HeadlessCompositor.Output { rig.compositor.outputs[1] }

    /// Opens a window on the first screen, of 640 × 360 pixels, and a mirror on the second one, of 300 × 200 pixels.
    init() throws {
      rig = try SurfaceRig(secondScreen: true)
      let outputs = rig.system.outputs
      main = try CarouselWindow(layer: .kiosk(), on: outputs[0], in: rig.system)
      main.backgroundColor = Color(hex: 0x202020)
      main.sharing.isEnabled = true
      main.contentView = quarters
      mirror = MirrorWindow(
        of: main, on: Window(in: rig.system, layer: .kiosk(), on: outputs[1], namespace: "mirror"))
      settle()
    }

    func settle() {
      let isAtRest = rig.compositor.run {
        main.isSettled && main.window.isAtRest && mirror.window.isAtRest && mirror.window.frameCount > 0
      }
      #expect(isAtRest && rig.compositor.protocolErrors.isEmpty)
    }

    func colors(_ points: [(Int, Int)], on output: HeadlessCompositor.Output? = nil) -> [Int] {
      points.map { Int(rig.color($0.0, $0.1, on: output)) & 0xffffff }
    }
  }

  @Test(
    "A mirror shows the whole content as large as it fits, and a touch on it reaches the view under it",
    .proves("D077"))
  func mirrored() throws {
    let wall = try Wall()
    let points = [(60, 60), (240, 60), (60, 140), (240, 140)]
    #expect(wall.colors(points, on: wall.second) == Quarters.colors)
    // 640 × 360 in a width of 300 is 169 high, so there are bars above and below.
    #expect(wall.colors([(150, 5), (150, 195)], on: wall.second) == [0x202020, 0x202020])
    let origin = wall.second.position
    for point in points {
      wall.rig.compositor.seat.touch.down(at: (Double(origin.x + point.0), Double(origin.y + point.1)))
      wall.rig.compositor.settle()
      wall.rig.compositor.seat.touch.up()
      wall.rig.compositor.settle()
    }
    #expect(wall.quarters.touched == [0, 1, 2, 3])
  }

  @Test("A change is shown on both screens in the same frame; without a change, neither commits one")
  func inStep() throws {
    let wall = try Wall()
    let before = wall.mirror.window.frameCount
    wall.rig.compositor.run(frames: 20)
    #expect(wall.mirror.window.frameCount == before)
    wall.quarters.parts[0].backgroundColor = Color(hex: 0xff00ff)
    for _ in 0..<4 {
      wall.rig.compositor.run(frames: 1)
      #expect(
        wall.colors([(100, 60)]) == wall.colors([(60, 60)], on: wall.second))
    }
    #expect(wall.colors([(60, 60)], on: wall.second) == [0xff00ff])
  }

  @Test("Two windows show the parts of one content, and touches reach the views in both", .proves("D077"))
  func spanned() throws {
    let wall = try Wall()
    // 940 × 360 points: the second screen is at the right, and shows the upper 200 points.
    wall.main.extent = WindowExtent(size: Size(width: 940, height: 360), origin: .zero)
    wall.mirror.part = Rect(x: 640, y: 0, width: 300, height: 200)
    wall.settle()
    #expect(wall.colors([(469, 0), (470, 0), (469, 180), (470, 180)]) == Quarters.colors)
    #expect(wall.colors([(0, 179), (299, 180)], on: wall.second) == [0x00ff00, 0xffffff])
    let origin = wall.second.position
    for point in [(10.0, 10.0), (630, 10), (640, 10), (700, 190)] {
      wall.rig.compositor.seat.touch.down(at: (Double(origin.x) - 640 + point.0, Double(origin.y) + point.1))
      wall.rig.compositor.settle()
      wall.rig.compositor.seat.touch.up()
      wall.rig.compositor.settle()
    }
    #expect(wall.quarters.touched == [0, 1, 1, 3])
    // The main window at the right.
    wall.main.extent = WindowExtent(size: Size(width: 940, height: 360), origin: Point(x: 300, y: 0))
    wall.mirror.part = Rect(x: 0, y: 0, width: 300, height: 200)
    wall.settle()
    #expect(wall.colors([(169, 0), (170, 0)]) == [0xff0000, 0x00ff00])
    #expect(wall.colors([(299, 179), (0, 180)], on: wall.second) == [0xff0000, 0x0000ff])
  }

  @Test("The first frame of a mirror on a new screen shows the content")
  func newScreen() throws {
    let wall = try Wall()
    wall.mirror.window.close()
    wall.rig.compositor.settle()
    let output = wall.rig.compositor.addOutput(width: 320, height: 180, scale: 2, name: "DP-3")
    wall.rig.compositor.settle()
    let third = MirrorWindow(
      of: wall.main,
      on: Window(in: wall.rig.system, layer: .kiosk(), on: wall.rig.system.outputs[2], namespace: "mirror"))
    wall.rig.compositor.run { third.window.frameCount == 1 }
    #expect(wall.colors([(10, 10), (300, 10), (10, 170), (300, 170)], on: output) == Quarters.colors)
  }
}
