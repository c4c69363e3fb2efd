import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the place of an application's own view in the drawing order of the items.
@MainActor
struct OwnViewOrderTests {
  /// The depth by which iCarousel orders views on a horizontal carousel.
  private func depth(_ transform: Transform3D) -> Double {
    transform.m13 + transform.m23 + transform.m33 + transform.m43
  }

  private func place(
    _ transform: Transform3D, in frame: CarouselFrame, number: Int = 0
  ) -> (behind: Int, depth: Double) {
    let place = frame.space.project(transform, size: Size(width: 40, height: 40), number: number)
    return (
      frame.itemCount(behind: place.depth), depth(transform.concatenated(with: frame.space.projection))
    )
  }

  /// Checks that exactly the items at a smaller depth are behind the view.
  private func expectConsistent(
    _ transform: Transform3D, in frame: CarouselFrame, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (behind, own) = place(transform, in: frame)
    let items = frame.items.map { depth($0.transform) }
    #expect(items.prefix(behind).allSatisfy { $0 <= own }, sourceLocation: sourceLocation)
    #expect(items.dropFirst(behind).allSatisfy { $0 >= own }, sourceLocation: sourceLocation)
  }

  private static func custom(_ offset: Double, _ base: Transform3D) -> Transform3D {
    base.translated(x: offset * 120, y: 0, z: -abs(offset) * 35).rotated(by: offset * 0.2, y: 1)
  }

  @Test(
    "At random offsets, an own view is in front of all items behind it and behind all items in front of it",
    .proves("Y18", "R155"), arguments: CarouselType.allCases)
  func order(type: CarouselType) {
    var random = SplitMix(seed: 18)
    let rig = CarouselRig(type, items: 24)
    rig.customTransform = Self.custom
    for _ in 0..<120 {
      rig.carousel.scrollOffset = random.number(0...23)
      if random.once(in: 6) {
        rig.carousel.viewpointOffset = Size(width: random.number(-80...80), height: random.number(-80...80))
        rig.carousel.contentOffset = Size(width: random.number(-80...80), height: random.number(-80...80))
        rig.carousel.perspective = random.number(-0.004...0)
      }
      if random.once(in: 8) {
        rig.carousel.animate(withDuration: 1) { rig.carousel.type = random.choice(CarouselType.allCases) }
      }
      rig.frame()
      let frame = rig.carousel.frame()
      let transform = Transform3D.identity.translated(
        x: random.number(-300...300), y: random.number(-90...90), z: random.number(-500...200)
      ).rotated(by: random.once(in: 3) ? random.number(-1...1) : 0, y: 1)
      expectConsistent(transform, in: frame)
      // Toward the viewer, more items are behind the view.
      let counts = stride(from: -900.0, through: 900, by: 60).map {
        place(transform.concatenated(with: .identity.translated(z: $0)), in: frame).behind
      }
      #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }

  @Test(
    "An own view with the transform of an item is projected like the item, and is drawn directly after it",
    .proves("Y18"), arguments: [CarouselType.linear, .custom])
  func projection(type: CarouselType) throws {
    let rig = CarouselRig(type, items: 9)
    rig.customTransform = Self.custom
    rig.carousel.viewpointOffset = Size(width: 40, height: -25)
    rig.carousel.contentOffset = Size(width: 12, height: 30)
    rig.carousel.perspective = -1 / 300
    rig.carousel.scrollOffset = 4.3
    rig.frame()
    let frame = rig.carousel.frame()
    let current = try #require(frame.items.first { $0.index == rig.carousel.currentItemIndex })
    let measure = DepthOrder.Measure(current: current.transform, axis: .horizontal)
    for (index, item) in frame.items.enumerated() {
      let transform: Transform3D =
        type == .custom
        ? Self.custom(item.offset, .identity) : .identity.translated(x: item.offset * rig.carousel.itemWidth)
      let own = frame.space.project(transform, size: item.size, number: 0)
      for point in [Point.zero, Point(x: 200, y: 0), Point(x: 70, y: 150)] {
        let (expected, seen) = (item.homography.project(point), own.homography.project(point))
        #expect(try #require(expected).distance(to: #require(seen)) < 1e-9)
      }
      // Exactly the items of lower rank are behind. An item as far on the other side of the current item has equal rank
      // except for its index, and is behind the view, too.
      let rank = DepthOrder(transform.concatenated(with: frame.space.projection), by: measure, index: .max)
      let behind = frame.items.count { DepthOrder($0.transform, by: measure, index: $0.index) < rank }
      #expect(frame.itemCount(behind: own.depth) == behind && behind > index)
    }
  }

  @Test(
    "During a change of the layout, the space of an own view changes continuously with the items",
    .proves("Y18"))
  func transition() {
    let rig = CarouselRig(.linear, items: 9)
    rig.frame()
    let before = rig.carousel.frame().space.projection
    rig.carousel.animate(withDuration: 1) {
      rig.carousel.perspective = -1 / 200
      rig.carousel.viewpointOffset = Size(width: 100, height: 0)
    }
    var last = before
    for _ in 0..<50 {
      rig.frame()
      let space = rig.carousel.frame().space
      #expect(abs(space.projection.m41 - last.m41) < 10 && space.projection.m41 <= last.m41)
      last = space.projection
    }
    rig.settle()
    #expect(rig.carousel.frame().space.projection.m41 == -100)
    #expect(rig.carousel.frame().space.projection.m34 == -1.0 / 200)
  }

  @Test("An item in the hand is in front of every own view", .proves("Y18"))
  func lifted() throws {
    let rig = ReorderRig()
    rig.carousel.perspective = 0
    rig.lift()
    rig.frame()
    let frame = rig.carousel.frame()
    let own = place(.identity.translated(z: 1e6), in: frame)
    #expect(own.behind == frame.items.count - 1)
    #expect(try #require(frame.items.last).index == rig.carousel.currentItemIndex)
  }

  @Test(
    "A carousel without items has a space; an extreme transform has the effect of the identity",
    .proves("Y18"),
    arguments: [0, 9])
  func extremes(items: Int) {
    let rig = CarouselRig(.linear, items: items)
    rig.carousel.contentOffset = Size(width: 10, height: 20)
    rig.frame()
    let frame = rig.carousel.frame()
    #expect(frame.space.center == Point(x: 410, y: 320))
    let size = Size(width: 10, height: 10)
    let identity = frame.space.project(.identity, size: size, number: 0)
    for number in [Double.nan, .infinity, 1e300, -1e200] {
      let transform = Transform3D.identity.translated(x: number, z: number)
      let extreme = frame.space.project(transform, size: size, number: 0)
      #expect(frame.itemCount(behind: extreme.depth) == frame.itemCount(behind: identity.depth))
      #expect(extreme.homography == identity.homography)
    }
  }
}
