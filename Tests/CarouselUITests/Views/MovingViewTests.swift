import CarouselUI
import HeadlessCompositor
import Raster
import Testing

/// Views that move beside views at rest, and views that move under a resting pointer.
@MainActor
struct MovingViewTests {
  private final class Spinner: View {
    override func makePainter() -> Painter? { { $0.fill(with: .white) } }
    override func animate(to now: Timestamp) -> Bool {
      transform = .rotation(by: now.seconds)
      return true
    }
  }

  @Test(
    "A carousel at rest stays aligned to whole pixels while a spinner rotates beside it", arguments: [1, 1.5])
  func restsBesideSpinner(scale: Double) throws {
    // With an odd width, the sides of the upright card would be between two pixels.
    let rig = try WindowRig(scale: scale, cards: Cards(count: 1, size: Size(width: 161, height: 121)))
    for _ in 0..<3 {
      rig.queue.runAll()
      rig.runUntilSettled()
    }
    var maps: [Homography] = []
    rig.ui.onScene = { scene in maps = scene.layers.map(\.homography) }
    rig.carousel.setNeedsLayout()
    rig.ui.invalidate()
    rig.compositor.run(frames: 1)
    let rest = try #require(maps.first)
    let spinner = Spinner(size: Size(width: 20, height: 20))
    rig.add(spinner, at: Point(x: 10, y: 10))
    spinner.isLayered = true
    spinner.setNeedsAnimation()
    for _ in 0..<4 {
      rig.compositor.run(frames: 1)
      #expect(maps.count == 2 && maps[0] == rest)
      #expect(abs(maps[0].m2 - maps[0].m2.rounded()) < 1e-9)
    }
    #expect(!rig.ui.isSettled)
    // A carousel in motion is not aligned to whole pixels.
    rig.carousel.dataSource = rig.cards
    rig.cards.count = 5
    rig.carousel.reloadData()
    rig.carousel.scrollToItem(at: 2, duration: 2)
    rig.compositor.run(frames: 20)
    #expect(maps.contains { abs($0.m2 - $0.m2.rounded()) > 0.01 })
  }

  @Test(
    "If a carousel is painted into the pixels of another view, a repaint of that view does not repaint the cards",
    arguments: [1, 1.25, 1.5])
  func keepsTextures(scale: Double) throws {
    let cards = Cards(count: 3, size: Size(width: 61, height: 41), keepsViews: true)
    let rig = try WindowRig(scale: scale, cards: Cards(count: 0))
    // Neither the width nor the height is a whole number of pixels.
    let view = CarouselView(size: Size(width: 201.3, height: 101.7))
    view.carousel.dataSource = cards
    let holder = PaintedHolder(view)
    rig.add(holder, at: Point(x: 20, y: 20))
    let label = LabelView("outside", size: Size(width: 99, height: 31), background: .white)
    rig.add(label, at: Point(x: 300, y: 20))
    for _ in 0..<3 {
      rig.queue.runAll()
      rig.runUntilSettled()
    }
    let counts = cards.views.map(\.paintCount) + [label.paintCount]
    for _ in 0..<5 {
      holder.setNeedsDisplay()
      rig.runUntilSettled()
    }
    #expect(cards.views.map(\.paintCount) + [label.paintCount] == counts)
  }

  /// Paints the items of its carousel into its own pixels.
  private final class PaintedHolder: View {
    let carousel: CarouselView
    init(_ carousel: CarouselView) {
      self.carousel = carousel
      super.init(size: carousel.size)
      addSubview(carousel)
    }
    override func draw(in canvas: Canvas) { tree?.paintSubviews?(carousel, canvas) }
  }

  @Test("When a button moves below the resting pointer, the cursor gets the button's shape")
  func shapeOfRestingPointer() throws {
    let rig = try WindowRig()
    let button = PushButton(frame: Rect(x: 10, y: 10, width: 60, height: 34))
    rig.add(button, at: Point(x: 10, y: 10))
    rig.runUntilSettled()
    rig.seat.pointer.move(to: (200, 20))
    rig.compositor.settle()
    #expect(rig.ui.cursors.isEmpty)
    button.frame.origin.x = 180
    rig.runUntilSettled()
    #expect(button.isHovered && rig.ui.cursors.map(\.value) == [.hand])
    button.removeFromSuperview()
    rig.runUntilSettled()
    #expect(rig.ui.cursors.isEmpty)
  }

  @Test(
    "After Tab was pressed, the focused carousel has a focus ring until the next touch",
    arguments: [1, 1.5])
  func ringAroundCarousel(scale: Double) throws {
    let rig = try WindowRig(scale: scale, cards: Cards(count: 0))
    let view = CarouselView(size: Size(width: 200, height: 120))
    view.carousel.dataSource = rig.cards
    view.theme = .light
    rig.add(view, at: Point(x: 40, y: 40))
    rig.runUntilSettled()
    func color(_ x: Double, _ y: Double) -> UInt32 {
      rig.compositor.capture()[Int(x * scale), Int(y * scale)]
    }
    let accent = Theme.light.colors.accent.premultipliedBGRA.pixel
    view.becomeFocused()
    rig.runUntilSettled()
    #expect(color(140, 42) != accent)
    rig.seat.keyboard.tap(.tab)
    rig.compositor.settle()
    view.becomeFocused()
    rig.runUntilSettled()
    #expect(view.isFocusVisible)
    for (x, y) in [(140.0, 42.0), (140, 158), (42, 100), (238, 100)] { #expect(color(x, y) == accent) }
    #expect(color(140, 45) == 0xFF00_0000 && color(140, 39) == 0xFF00_0000)
    rig.seat.touch.down(at: (600, 300), id: 1)
    rig.seat.touch.up(id: 1)
    rig.runUntilSettled()
    #expect(color(140, 42) != accent)
  }
}
