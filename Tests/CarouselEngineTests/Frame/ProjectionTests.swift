import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of perspective, viewpoint and depth, with exact numbers.
@MainActor
struct ProjectionTests {
  @Test(
    "A cover 100 points behind the screen is scaled by 1/1.2 with perspective −1/500, by 1/2 with −1/100 and by 1 with 0",
    .proves("Y04", "R173"),
    arguments: [(-0.002, 1.2), (-0.01, 2), (0, 1)])
  func perspective(value: Double, w: Double) throws {
    let rig = CarouselRig(.coverFlow) { $0.options = [.tilt: 0] }
    rig.carousel.perspective = value
    #expect(near(try #require(rig.drawn(1)).seenWidth, 200 / w))
    #expect(near(try #require(rig.drawn(0)).seenWidth, 200))
  }

  @Test(
    "A content offset moves all items and the vanishing point by this offset", .proves("Y05", "R154"),
    arguments: CarouselType.builtIn)
  func contentOffset(type: CarouselType) throws {
    let rig = CarouselRig(type, items: 12) { $0.options = [.visibleItems: 8] }
    rig.carousel.scrollOffset = 3
    let before = rig.carousel.frame().items
    rig.carousel.contentOffset = Size(width: 40, height: -30)
    rig.frame()
    for item in before {
      let moved = try #require(rig.drawn(item.index))
      for corner in [Point.zero, Point(x: 200, y: 150)] {
        guard let old = item.homography.project(corner), let new = moved.homography.project(corner) else {
          continue
        }
        #expect(near(new.x - old.x, 40, within: 1e-6) && near(new.y - old.y, -30, within: 1e-6))
      }
    }
  }

  @Test(
    "A viewpoint offset of 50 moves items in front by 50 points, and the far side of rings by 50 / 2.49282 points",
    .proves("Y06", "R59", "R154"),
    arguments: [CarouselType.rotary, .cylinder])
  func viewpoint(type: CarouselType) throws {
    let rig = CarouselRig(type, items: 12)
    let before = [0, 6].map { rig.drawn($0)?.seenMiddle ?? .zero }
    rig.carousel.viewpointOffset = Size(width: 20, height: -50)
    rig.frame()
    let moved = try [0, 6].enumerated().map { try #require(rig.drawn($1)).seenMiddle - before[$0] }
    #expect(near(moved[0].x, -20, within: 0.01) && near(moved[0].y, 50, within: 0.01))
    #expect(near(moved[1].x, -8.023, within: 0.01) && near(moved[1].y, 20.0576, within: 0.01))
  }

  @Test(
    "A delegate's custom transform gets the item's offset and a base with perspective and viewpoint",
    .proves("G10", "T12", "R65"))
  func base() {
    let (carousel, listener, numbers) = (
      Carousel(bounds: Size(width: 800, height: 600)), Listener(), Numbers(9)
    )
    carousel.type = .custom
    carousel.viewpointOffset = Size(width: 30, height: -20)
    carousel.delegate = listener
    carousel.dataSource = numbers
    carousel.advance(to: Timestamp(seconds: 0))
    carousel.scrollOffset = 4
    listener.bases = []
    _ = carousel.frame()
    let offsets = Set(listener.bases.map(\.offset))
    #expect(offsets == Set((-4...4).map { Double($0) }))
    for (_, transform) in listener.bases {
      #expect(transform.m34 == -0.002 && transform.m41 == -30 && transform.m42 == 20 && transform.m43 == 0)
      #expect(transform.m11 == 1 && transform.m44 == 1)
    }
  }

  @Test(
    "Only a carousel of type `.custom` asks the delegate for transforms; if it is vertical, vertical drags scroll it",
    .proves("G10", "T12"))
  func onlyCustom() {
    let rig = CarouselRig(.linear, itemSize: Size(width: 200, height: 200))
    rig.customTransform = { _, base in
      Issue.record("asked for a row")
      return base
    }
    rig.frame()
    rig.customTransform = { offset, base in base.translated(y: offset * 10) }
    rig.carousel.type = .custom
    rig.carousel.isVertical = true
    rig.frame()
    rig.down()
    rig.move(to: Point(x: 400, y: 290))
    rig.move(to: Point(x: 400, y: 190))
    #expect(near(rig.carousel.scrollOffset, 0.5))
  }

  @Test(
    "In each frame of a scroll, items nearer to the viewer are drawn later; at equal depth, items nearer to the center are drawn later",
    .proves("K08", "R148"),
    arguments: CarouselType.builtIn, [false, true])
  func order(type: CarouselType, vertical: Bool) {
    let rig = CarouselRig(type, items: 20) { $0.carousel.isVertical = vertical }
    rig.carousel.scrollByNumberOfItems(7, duration: 0.4)
    while rig.carousel.isScrolling {
      rig.frame()
      let items = rig.carousel.frame().items
      let current = items.first { $0.index == rig.carousel.currentItemIndex }?.transform
      for (back, front) in zip(items, items.dropFirst()) {
        #expect(depth(back) <= depth(front))
        guard depth(back) == depth(front), let current else { continue }
        let center = place(current, vertical: vertical)
        let distances = [back, front].map { abs(place($0.transform, vertical: vertical) - center) }
        #expect(distances[0] >= distances[1])
      }
    }
  }

  /// Returns the position along the axis of the point (1, 1, 1) after `transform`.
  private func place(_ transform: Transform3D, vertical: Bool) -> Double {
    if vertical { return transform.m12 + transform.m22 + transform.m32 + transform.m42 }
    return transform.m11 + transform.m21 + transform.m31 + transform.m41
  }

  private func depth(_ item: CarouselFrame.Item) -> Double {
    item.transform.m13 + item.transform.m23 + item.transform.m33 + item.transform.m43
  }

  @Test("A hundred items at one position are always drawn in the same order", .proves("R87", "K08"))
  func equals() {
    let orders = (0..<100).map {
      DepthOrder(.identity, by: .init(current: .identity, axis: .horizontal), index: $0)
    }
    #expect(orders.shuffled().sorted() == orders)
    for (a, b) in zip(orders, orders.dropFirst()) { #expect(a < b && !(b < a) && !(a < a)) }
    let rig = CarouselRig(.custom, items: 25)
    rig.customTransform = { _, _ in .identity }
    rig.carousel.setNeedsLayout()
    rig.frame()
    let first = rig.carousel.frame().items.map(\.index)
    #expect(rig.carousel.frame().items.map(\.index) == first && first == Array(0..<25))
  }

  @Test(
    "If the carousel is resized during a flick, the current item stays in the middle, and the ring gets more positions",
    .proves("R91", "D010", "Y15")
  )
  func resized() throws {
    let rig = CarouselRig(.rotary, items: 100)
    rig.fling(velocity: -3000)
    for step in 1...30 {
      rig.carousel.bounds = Size(width: 600 + Double(step) * 45, height: 500 + Double(step))
      rig.frame()
      let (bounds, items) = (rig.carousel.bounds, rig.carousel.frame().items)
      let front = try #require(items.last)
      #expect(front.index == rig.carousel.currentItemIndex)
      #expect(front.center == Point(x: bounds.width / 2, y: bounds.height / 2))
      #expect(abs(front.seenMiddle.x - bounds.width / 2) < 110 && near(front.seenMiddle.y, bounds.height / 2))
    }
    #expect(rig.carousel.isDecelerating && rig.carousel.derived.circularItemCount == 30)
  }
}
