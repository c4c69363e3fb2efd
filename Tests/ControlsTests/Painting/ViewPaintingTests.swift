import Controls
import Drawing
import Geometry
import Testing
import ViewFixtures
import Views

@MainActor
@Suite("Painting views")
struct ViewPaintingTests {
  private let size = Size(width: 40, height: 30)

  @Test("Each painting of a view increments its paint count")
  func counts() throws {
    let view = LabelView("a", size: size)
    #expect(view.paintCount == 0)
    let first = try ViewPainting.paint(view, scale: 1)
    #expect(view.paintCount == 1)
    #expect(first.isCurrent(for: view, scale: 1))
    #expect(!first.isCurrent(for: view, scale: 2))
    view.text = "a"  // no change, so nothing to paint
    #expect(first.isCurrent(for: view, scale: 1))
    view.text = "b"
    #expect(!first.isCurrent(for: view, scale: 1))
    let job = try #require(ViewPainting.job(for: view, scale: 1))
    #expect(view.paintCount == 1)
    _ = try job.run()
    #expect(view.paintCount == 2)
  }

  @Test("Each change of a view calls onNeedsDisplay once")
  func notifies() {
    let view = LabelView("", size: size)
    var versions: [Int] = []
    view.onNeedsDisplay = { versions.append($0.contentVersion) }
    view.text = "a"
    view.text = "a"
    view.background = .white
    view.size = Size(width: 50, height: 30)
    view.size = Size(width: 50, height: 30)
    view.setNeedsDisplay()
    #expect(versions == [1, 2, 3, 4])
  }

  @Test(
    "The pixel size is the point size × scale, rounded up",
    arguments: [
      (1.0, 40, 30), (1.5, 60, 45), (2, 80, 60), (1.25, 50, 38), (1.1, 44, 33), (0.01, 1, 1),
    ])
  func pixelSizes(scale: Double, width: Int, height: Int) throws {
    let painted = try ViewPainting.paint(PaintedView(size: size) { _ in }, scale: scale)
    #expect(painted.image.width == width)
    #expect(painted.image.height == height)
    #expect(painted.scale == scale)
    #expect(painted.size == size)
  }

  @Test(
    "An opaque view has opaque edges at any scale", arguments: [1, 1.1, 1.25, 1.5, 1.75, 2, 3])
  func opaqueEdges(scale: Double) throws {
    let view = LabelView("x", size: Size(width: 33.3, height: 21.7), background: .blue)
    #expect(view.isOpaque)
    #expect(try ViewPainting.paint(view, scale: scale).image.isOpaque)
  }

  @Test("If a view wrongly claims to be opaque, its pixels are not marked as opaque")
  func falseClaim() throws {
    let view = PaintedView(size: size, isOpaque: true) {
      $0.fill(Rect(x: 0, y: 0, width: 39, height: 30), with: .red)
    }
    #expect(view.isOpaque)
    #expect(try ViewPainting.paint(view, scale: 1).image.isOpaque == false)
  }

  @Test(
    "Painting a view with an empty, infinite or too large size throws an error",
    arguments: [
      Size.zero, Size(width: -4, height: 3), Size(width: .nan, height: 3), Size(width: .infinity, height: 3),
      Size(width: 40000, height: 3), Size(width: 1e300, height: 3),
    ])
  func badSizes(size: Size) throws {
    let view = LabelView("x", size: size)
    #expect(throws: SurfaceError.self) { try ViewPainting.paint(view, scale: 1) }
    let job = try #require(ViewPainting.job(for: view, scale: 1))
    #expect(throws: SurfaceError.self) { try job.run() }
    #expect(view.paintCount == 0)
  }

  @Test("Painting on another thread yields the same bytes", arguments: [1, 1.5, 2])
  func offMain(scale: Double) async throws {
    let broken = ImageView(size: Size(width: 180, height: 120), caption: "broken.jpg")
    broken.failure = "This file ends in the middle of the picture."
    let rounded = ImageView(
      size: Size(width: 180, height: 120), image: try picture(.teal), caption: "東京 مرحبا 👍🏽")
    rounded.cornerRadius = 9
    let views: [View] = [
      broken, rounded, ImageView(size: Size(width: 90, height: 60)),
      LabelView("42", size: Size(width: 100, height: 80), background: .purple),
      PaintedView(size: Size(width: 20, height: 20)) {
        $0.fill(.circle(center: $0.bounds.center, radius: 8), with: .red)
      },
    ]
    for view in views {
      let job = try #require(ViewPainting.job(for: view, scale: scale))
      let offMain = try await Task.detached { try job.run() }.value
      let onMain = try ViewPainting.paint(view, scale: scale)
      #expect(offMain.bytes == onMain.bytes)
      #expect(offMain.image.isOpaque == onMain.image.isOpaque)
      #expect(offMain.isCurrent(for: view, scale: scale))
      #expect(view.paintCount == 2)
    }
  }

  @Test(
    "A job paints the view as it was at the job's creation; if the view changes meanwhile, the result is outdated"
  )
  func staleJob() throws {
    let view = ImageView(size: size)
    view.image = try picture(Color(hex: 0xFF0000))
    let job = try #require(ViewPainting.job(for: view, scale: 1))
    view.image = try picture(Color(hex: 0x00FF00))
    let painted = try job.run()
    #expect(painted[20, 15] == Pixel(blue: 0, green: 0, red: 255, alpha: 255))
    #expect(!painted.isCurrent(for: view, scale: 1))
  }

  @Test("If a view overrides draw(in:), it is painted on the main actor with its current state")
  func subclass() throws {
    final class Meter: View {
      var level = 0.0 { didSet { setNeedsDisplay() } }
      override func draw(in canvas: Canvas) {
        canvas.fill(Rect(x: 0, y: 0, width: size.width * level, height: size.height), with: .white)
      }
    }
    let meter = Meter(size: size)
    meter.level = 0.5
    #expect(ViewPainting.job(for: meter, scale: 1) == nil)
    let painted = try ViewPainting.paint(meter, scale: 1)
    #expect(painted[19, 0] == .white)
    #expect(painted[20, 0] == .clear)
  }
}
