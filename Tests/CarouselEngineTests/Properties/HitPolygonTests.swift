import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests that the hit test of a point returns the frontmost item whose drawn outline contains the point.
@MainActor
struct HitPolygonTests {
  /// A point nearer to an edge than this distance may count as inside or as outside.
  private static let edge = 1e-6

  @Test(
    "At rest and in any motion, the hit test of a point returns the frontmost item whose outline contains the point",
    arguments: CarouselType.builtIn)
  func hits(type: CarouselType) {
    var (random, misses, hits): (SplitMix, [String], Int) = (SplitMix(seed: 11), [], 0)
    for seed in 0..<40 {
      let rig = CarouselRig(type, items: random.whole(1...40)) {
        $0.options = random.once(in: 3) ? [.wrap: random.once(in: 2) ? 1 : 0] : [:]
        $0.carousel.isVertical = random.once(in: 2)
        if random.once(in: 3) { $0.carousel.axisAngle = random.number(-3...3) }
        if random.once(in: 3) { $0.carousel.layoutDirection = .rightToLeft }
        if random.once(in: 3) { $0.carousel.viewpointOffset = Size(width: 90, height: -60) }
        if random.once(in: 4) { $0.carousel.perspective = random.number(-0.004...0) }
      }
      Self.move(rig, &random)
      for _ in 0..<12 {
        for _ in 0..<random.whole(0...6) { rig.frame() }
        let frame = rig.carousel.frame()
        let outlines = frame.items.map { (index: $0.index, corners: $0.outline) }
        for _ in 0..<25 {
          let point = Self.point(near: outlines.map(\.corners), &random)
          if outlines.contains(where: { $0.corners.distanceOfEdges(from: point) < Self.edge }) { continue }
          let expected = outlines.last { $0.corners.surrounds(point) }?.index
          let hit = rig.carousel.index(ofItemAt: point)
          if expected != nil { hits += 1 }
          guard hit != expected else { continue }
          misses.append(
            "seed \(seed), \(type) at \(rig.carousel.scrollOffset): \(point) hits \(hit as Int?) not \(expected as Int?)"
          )
        }
      }
    }
    #expect(misses.prefix(3) == [])
    #expect(hits > 1000)
  }

  private static func move(_ rig: CarouselRig, _ random: inout SplitMix) {
    rig.carousel.scrollOffset = random.number(0...Double(rig.itemCount))
    switch random.whole(0...4) {
    case 0: rig.settle()
    case 1: rig.carousel.autoscroll = random.number(-3...3)
    case 2: rig.fling(velocity: random.number(-3000...3000), after: random.number(-200...200))
    case 3: rig.carousel.scrollToItem(at: random.whole(0...40), duration: 1)
    default:
      rig.carousel.beginDrag(at: rig.now)
      rig.carousel.moveDrag(
        translation: Point(x: random.number(-200...200), y: random.number(-200...200)), at: rig.now)
    }
  }

  /// Returns a random point of the view, or a point beside a corner or an edge of an outline.
  private static func point(near outlines: [[Point]], _ random: inout SplitMix) -> Point {
    let anywhere = Point(x: random.number(-100...900), y: random.number(-100...700))
    let seen = outlines.filter { !$0.isEmpty }
    guard !seen.isEmpty, !random.once(in: 3) else { return anywhere }
    let corners = random.choice(seen)
    let (a, b) = (random.choice(corners), random.choice(corners))
    let offset = Point(x: random.number(-4...4), y: random.number(-4...4))
    let point = a + (b - a) * random.number(0...1) + offset
    // Far outside the view, rounding errors are larger than `edge`.
    return abs(point.x) + abs(point.y) < 3000 ? point : anywhere
  }
}
