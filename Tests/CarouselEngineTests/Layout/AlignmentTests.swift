import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the position of the current item in the view, and of the ends of a strip.
@MainActor
struct AlignmentTests {
  /// Returns the positions where an item's view begins and ends along the axis.
  private func edges(_ rig: CarouselRig, _ index: Int) -> (begin: Double, end: Double) {
    guard let item = rig.drawn(index) else { return (.nan, .nan) }
    let half = rig.carousel.isVertical ? item.size.height / 2 : item.size.width / 2
    let middle = rig.carousel.isVertical ? item.seenMiddle.y : item.seenMiddle.x
    return (middle - half, middle + half)
  }

  @Test(
    "In every type, the alignment `start` or `end` puts the current item at the corresponding edge of the view",
    .proves("D022", "C16"),
    arguments: CarouselType.builtIn)
  func flush(type: CarouselType) {
    for isVertical in [false, true] {
      let rig = CarouselRig(type) {
        $0.carousel.isVertical = isVertical
        $0.carousel.snapAlignment = .start
      }
      let length = isVertical ? 600.0 : 800.0
      rig.carousel.scrollToItem(at: 3, animated: false)
      rig.settle()
      #expect(near(edges(rig, 3).begin, 0, within: 0.01))
      rig.carousel.snapAlignment = .end
      rig.settle()
      #expect(near(edges(rig, 3).end, length, within: 0.01))
      rig.carousel.snapAlignment = .center
      rig.settle()
      #expect(near(edges(rig, 3).begin + edges(rig, 3).end, length, within: 0.01))
    }
  }

  @Test("With right-to-left direction the alignment `start` is at the right edge", .proves("D022"))
  func rightToLeft() {
    let rig = CarouselRig {
      $0.carousel.layoutDirection = .rightToLeft
      $0.carousel.snapAlignment = .start
    }
    #expect(near(edges(rig, 0).end, 800) && near(edges(rig, 3).begin, 0))
  }

  @Test(
    "With any alignment, the items of a strip fill the view unless the offset is near an end", .proves("C16"),
    arguments: SnapAlignment.allCases)
  func filled(alignment: SnapAlignment) {
    let rig = CarouselRig(items: 30) { $0.carousel.snapAlignment = alignment }
    for offset in stride(from: 8.0, through: 12, by: 0.1) {
      rig.carousel.scrollOffset = offset
      rig.frame()
      let middles = rig.carousel.frame().items.map(\.seenMiddle.x).sorted()
      #expect((middles.first ?? 1e3) <= 100 && (middles.last ?? 0) >= 700)
    }
  }

  @Test(
    "With containsEnds the view has no empty part at either end, even after a flick beyond the end",
    .proves("D022"),
    arguments: SnapAlignment.allCases)
  func contained(alignment: SnapAlignment) {
    let rig = CarouselRig {
      $0.carousel.snapAlignment = alignment
      $0.carousel.containsEnds = true
    }
    let first = [SnapAlignment.start: 0, .center: 1.5, .end: 3][alignment] ?? .nan
    #expect(rig.carousel.scrollOffset == first && rig.log.isEmpty && rig.scrollCount == 0)
    #expect(near(edges(rig, 0).begin, 0))
    #expect(rig.carousel.canScrollForward && !rig.carousel.canScrollBackward)
    rig.carousel.scrollToItem(at: 9, animated: true)
    rig.settle()
    #expect(rig.carousel.scrollOffset == first + 6)
    #expect(near(edges(rig, 9).end, 800))
    #expect(!rig.carousel.canScrollForward && rig.carousel.canScrollBackward)
    var leftmost = Double.infinity
    rig.onScroll = { leftmost = min(leftmost, rig.carousel.scrollOffset) }
    rig.drag(by: Point(x: 700, y: 0), in: 0.3)
    rig.settle()
    #expect(rig.carousel.scrollOffset == first && leftmost < first - 0.1 && leftmost >= first - 1)
    // The hit test finds items where they are drawn.
    #expect(rig.carousel.index(ofItemAt: Point(x: 10, y: 300)) == 0)
    #expect(rig.carousel.index(ofItemAt: Point(x: 790, y: 300)) == 3)
  }

  @Test("A strip shorter than the view does not scroll", .proves("D022"), arguments: SnapAlignment.allCases)
  func short(alignment: SnapAlignment) {
    let rig = CarouselRig(items: 3) {
      $0.carousel.snapAlignment = alignment
      $0.carousel.containsEnds = true
    }
    let left = [SnapAlignment.start: 0.0, .center: 100, .end: 200][alignment] ?? .nan
    for index in [0, 2, 1] {
      rig.carousel.scrollToItem(at: index, animated: true)
      rig.settle()
      #expect(near(edges(rig, 0).begin, left))
    }
    #expect(!rig.carousel.canScrollForward && !rig.carousel.canScrollBackward)
    rig.drag(by: Point(x: -300, y: 0), in: 0.2)
    rig.settle()
    #expect(near(edges(rig, 0).begin, left))
  }

  @Test(
    "With containsEnds, a strip of items with different widths also ends at the edges of the view",
    .proves("D022", "D021"),
    arguments: SnapAlignment.allCases)
  func individual(alignment: SnapAlignment) {
    let widths = [120.0, 300, 80, 200, 260, 90, 140, 310, 100, 180]
    let rig = CarouselRig {
      $0.widths = { widths[$0] }
      $0.carousel.itemSizing = .individual
      $0.carousel.snapAlignment = alignment
      $0.carousel.containsEnds = true
    }
    func begin(_ index: Int) -> Double { (rig.drawn(index)?.seenMiddle.x ?? .nan) - widths[index] / 2 }
    #expect(near(begin(0), 0, within: 1e-6))
    rig.carousel.scrollToItem(at: 9, animated: false)
    rig.frame()
    #expect(near(begin(9) + widths[9], 800, within: 1e-6))
    rig.carousel.scrollToItem(at: 4, animated: false)
    rig.frame()
    switch alignment {
    case .start: #expect(near(begin(4), 0))
    case .center: #expect(near(begin(4) + 130, 400))
    case .end: #expect(near(begin(4) + 260, 800))
    }
  }

  @Test(
    "With containsEnds, a short strip of overlapping items with different widths rests on or between its items",
    .proves("D022", "D021"),
    arguments: [0.5, 0.1, 0.01], [[40.0, 220], [220, 40], [40, 300, 40, 200], [300, 40, 20, 40, 20]])
  func overlapping(spacing: Double, widths: [Double]) {
    let rig = CarouselRig(items: widths.count) {
      $0.pitch = 100
      $0.options[.spacing] = spacing
      $0.widths = { widths[$0] }
      $0.carousel.itemSizing = .individual
      $0.carousel.containsEnds = true
    }
    for index in widths.indices.reversed() {
      rig.carousel.scrollToItem(at: index, animated: true)
      rig.settle()
      #expect((0...Double(widths.count - 1)).contains(rig.carousel.scrollOffset))
    }
    rig.drag(by: Point(x: -300, y: 0), in: 0.2)
    rig.settle()
    #expect((0...Double(widths.count - 1)).contains(rig.carousel.scrollOffset))
  }

  @Test(
    "For random widths, overlaps and lengths of the view, the ends of a strip are between its first and its last item",
    .proves("D022", "D021"), arguments: SnapAlignment.allCases)
  func endsAreItems(alignment: SnapAlignment) {
    var random = SplitMix(seed: 22)
    for _ in 0..<5000 {
      let widths = (0..<random.whole(1...12)).map { _ in random.number(0...400) }
      let rule = TrackRule(
        .line(share: 1), itemWidth: 100, spacing: [0.01, 0.1, 0.5, 1, 1.5][random.whole(0...4)])
      let strip = StripGeometry(
        length: random.number(0...2000), itemWidth: rule.itemWidth, pitch: rule.itemWidth * rule.spacing,
        count: widths.count, alignment: alignment,
        track: ItemTrack(widths: widths, wraps: false, rule: rule))
      guard let ends = strip.ends else {
        Issue.record("no ends of \(widths)")
        continue
      }
      #expect(ends.lowerBound >= 0 && ends.upperBound <= Double(widths.count - 1), "\(widths), \(rule)")
    }
  }

  @Test(
    "After a change of the view's size, the canScroll properties are correct, and a strip at its end is still at its end",
    .proves("D055", "D022"))
  func resize() {
    let rig = CarouselRig {
      $0.carousel.snapAlignment = .start
      $0.carousel.containsEnds = true
    }
    rig.carousel.scrollToItem(at: 9, animated: false)
    #expect(rig.carousel.scrollOffset == 6 && !rig.carousel.canScrollForward)
    rig.carousel.bounds = Size(width: 600, height: 600)
    #expect(!rig.carousel.canScrollForward)
    rig.frame()
    #expect(rig.carousel.scrollOffset == 7 && near(edges(rig, 9).end, 600))
    rig.carousel.bounds = Size(width: 2000, height: 600)
    #expect(!rig.carousel.canScrollForward && !rig.carousel.canScrollBackward)
    let ring = CarouselRig(.rotary)
    #expect(ring.carousel.canScrollForward && ring.carousel.canScrollBackward)
  }
}
