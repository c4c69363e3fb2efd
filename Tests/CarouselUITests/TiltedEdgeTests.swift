import CarouselUI
import HeadlessCompositor
import TestBitmaps
import TestSupport
import Testing

/// The edges of a tilted opaque card, in the captured pixels of a window.
@MainActor
struct TiltedEdgeTests {
  nonisolated private static let poses: [(CarouselType, Double)] = [
    (.coverFlow, 0.3), (.wheel, 0.2), (.invertedWheel, 0.2), (.cylinder, 0.4), (.invertedCylinder, 0.3),
  ]

  @Test(
    "The edge of a tilted opaque card is at most two pixels wide, and no pixel is brighter or darker than both sides",
    .proves("D037"), arguments: poses, [1, 1.5, 2])
  func edge(pose: (type: CarouselType, offset: Double), scale: Double) throws {
    let size = Size(width: 101, height: 83)
    let card = PaintedView(size: size, isOpaque: true) { $0.fill(with: Color(hex: 0xB4B4B4)) }
    // The other items have no pixels.
    let source = GivenViews([card] + (0..<5).map { _ in View(size: size) })
    let rig = try WindowRig(width: 240, height: 160, scale: scale, cards: Cards(count: 0)) {
      $0.type = pose.type
      $0.scrollToItemBoundary = false
    }
    rig.ui.backgroundColor = Color(hex: 0x28_28_28)
    rig.carousel.dataSource = source
    rig.carousel.scrollOffset = pose.offset
    for _ in 0..<3 {
      rig.queue.runAll()
      rig.runUntilSettled()
    }
    let outline = try #require(rig.ui.outlines.first)
    let (mixed, problem) = Self.examine(rig.compositor.capture(), card: 0xB4, background: 0x28, outline)
    #expect(problem == nil)
    #expect(mixed > 50, "the edges are not smooth")
    withExtendedLifetime(source) {}
  }

  /// Returns the number of pixels with a color between those of the card and of the background, and a description of the
  /// first wrong pixel.
  private static func examine(
    _ capture: Capture, card: UInt32, background: UInt32, _ outline: [Point]
  ) -> (mixed: Int, problem: String?) {
    let sides = ConvexOutline(outline.map { ($0.x, $0.y) })
    var mixed = 0
    for y in 0..<capture.height {
      for x in 0..<capture.width {
        let pixel = capture[x, y]
        let value = pixel & 0xFF
        // Positive inside of the card.
        let depth = sides.depth(x: Double(x) + 0.5, y: Double(y) + 0.5)
        // The middle of a mixed pixel is less than one pixel away from the edge.
        let isRight =
          pixel == 0xFF00_0000 | value << 16 | value << 8 | value && value >= background && value <= card
          && (depth < 1 || value == card) && (depth > -1 || value == background)
        guard isRight else { return (mixed, "the pixel \(x), \(y) is \(pixel), \(depth) px inside the card") }
        if value != card, value != background { mixed += 1 }
      }
    }
    return (mixed, nil)
  }
}
