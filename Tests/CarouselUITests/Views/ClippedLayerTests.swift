import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// Layers under views that clip with rounded corners or in a tilted plane.
@MainActor
struct ClippedLayerTests {
  /// A rounded card with a list of rows in two colors.
  @MainActor
  private struct Rig {
    let rig: WindowRig
    let card = PaintedView(size: Size(width: 200, height: 150)) { $0.fill(with: Color(hex: 0x800000)) }
    let list: ListView
    let source: GivenViews

    init(_ type: CarouselType, offset: Double, scale: Double) throws {
      list = ListView(numberOfRows: 10_000, size: Size(width: 160, height: 110)) { index, old in
        let row = old ?? View()
        row.backgroundColor = index % 2 == 0 ? Color(hex: 0x00FF00) : Color(hex: 0x0000FF)
        return row
      }
      list.rowHeight = 40
      list.showsScrollBars = false
      list.frame.origin = Point(x: 20, y: 20)
      card.clipsToBounds = true
      card.cornerRadius = 24
      card.addSubview(list)
      source = GivenViews([card] + (0..<5).map { _ in View(size: Size(width: 200, height: 150)) })
      rig = try WindowRig(scale: scale, cards: Cards(count: 0)) {
        $0.type = type
        $0.scrollToItemBoundary = false
      }
      rig.carousel.dataSource = source
      rig.carousel.scrollOffset = offset
      settle()
    }

    func settle() {
      for _ in 0..<3 {
        rig.queue.runAll()
        rig.runUntilSettled()
      }
    }

    func color(_ x: Double, _ y: Double, in view: View) throws -> UInt32 {
      let point = try #require(view.convert(Point(x: x, y: y), to: nil))
      let scale = rig.ui.window.scale
      return rig.compositor.capture()[Int(point.x * scale), Int(point.y * scale)]
    }
  }

  nonisolated static let planes: [(CarouselType, Double)] = [
    (.linear, 0), (.rotary, 0.3), (.coverFlow, 0.3), (.wheel, 0.1),
  ]

  @Test(
    "In a rounded, tilted card, a list scrolls without repainting the card, and is clipped to its own bounds",
    .proves("I06", "Y34"), arguments: planes, [1, 1.5])
  func list(plane: (type: CarouselType, offset: Double), scale: Double) throws {
    let rig = try Rig(plane.type, offset: plane.offset, scale: scale)
    let (card, list) = (rig.card, rig.list)
    #expect(try rig.color(80, 5, in: list) == 0xFF00_FF00)
    #expect(try rig.color(80, 60, in: list) == 0xFF00_00FF)
    let painted = card.paintCount
    for step in 1...10 {
      list.contentOffset.y = Double(step) * 4
      rig.rig.compositor.run(frames: 1)
    }
    rig.settle()
    #expect(card.paintCount == painted)
    #expect(try rig.color(80, 5, in: list) == 0xFF00_00FF)
    // The rows extend 40 points above and below the list. Around the list, the card is visible.
    for (x, y) in [(80.0, -4.0), (80, 114), (-4, 50), (164, 50)] {
      #expect(try rig.color(x, y, in: list) == 0xFF80_0000, "\(x), \(y)")
    }
    for (x, y) in [(80.0, 3.0), (80, 106), (40, 50), (120, 50)] {
      #expect(try rig.color(x, y, in: list) != 0xFF80_0000, "\(x), \(y)")
    }
  }

  @Test(
    "If a layer fills a rounded card, it is clipped to the card's rounded corners", arguments: planes,
    [1, 1.5])
  func roundedCorners(plane: (type: CarouselType, offset: Double), scale: Double) throws {
    let rig = try Rig(plane.type, offset: plane.offset, scale: scale)
    let cover = PaintedView(size: Size(width: 200, height: 150)) { $0.fill(with: Color(hex: 0xFFFFFF)) }
    cover.isLayered = true
    rig.card.addSubview(cover)
    rig.settle()
    #expect(cover.isLayerRoot)
    // Along the diagonal, the arc of 24 points is 7 points from the corner of the bounds.
    for (x, y, across, down) in [
      (0.0, 0.0, 1.0, 1.0), (200, 0, -1, 1), (200, 150, -1, -1), (0, 150, 1, -1),
    ] {
      let outside = try rig.color(x + across * 4, y + down * 4, in: cover)
      let inside = try rig.color(x + across * 11, y + down * 11, in: cover)
      #expect(outside != 0xFFFF_FFFF && inside == 0xFFFF_FFFF, "\(x), \(y)")
    }
  }

  @Test("A spinner in a moving, rounded card rotates without repainting the card")
  func spinner() throws {
    let rig = try Rig(.rotary, offset: 0.3, scale: 1)
    let spinner = ActivityIndicator(isAnimating: true)
    spinner.frame.origin = Point(x: 90, y: 2)
    rig.card.addSubview(spinner)
    rig.rig.compositor.run(frames: 3)
    let painted = rig.card.paintCount
    let before = rig.rig.compositor.capture()
    rig.rig.compositor.run(frames: 10)
    #expect(rig.card.paintCount == painted)
    #expect(rig.rig.compositor.capture() != before)
  }
}
