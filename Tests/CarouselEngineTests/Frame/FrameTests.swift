import CarouselEngine
import Foundation
import Geometry
import TestSupport
import Testing

/// Tests of the transforms, the order and the hit areas of drawn items.
@MainActor
struct FrameTests {
  @Test("In a linear layout items are side by side, and the current item is in the middle", .proves("T01"))
  func row() throws {
    let rig = CarouselRig()
    #expect(try #require(rig.drawn(0)).seenMiddle == Point(x: 400, y: 300))
    rig.carousel.scrollOffset = 0.5
    #expect(near(try #require(rig.drawn(0)).seenMiddle.x, 300))
    #expect(near(try #require(rig.drawn(1)).seenWidth, 200))
  }

  @Test(
    "On a ring, the items behind the current item are smaller and drawn first", .proves("T02", "T04"),
    arguments: [CarouselType.rotary, .cylinder])
  func ring(type: CarouselType) throws {
    let rig = CarouselRig(type, items: 12)
    let items = rig.carousel.frame().items
    #expect(items.last?.index == 0)
    let (front, back) = (try #require(items.last), try #require(items.first))
    #expect(back.index == 6 && abs(back.seenWidth) < abs(front.seenWidth))
    #expect(near(front.seenWidth, 200, within: 0.01))
  }

  @Test(
    "A view at the far side of a cylinder shows its back, so its image is mirrored", .proves("T04", "T05"))
  func mirrored() throws {
    let rig = CarouselRig(.cylinder, items: 12)
    #expect(try #require(rig.drawn(6)).seenWidth < 0)
    #expect(try #require(rig.drawn(6)).homography.determinant < 0)
  }

  @Test(
    "A custom layout that computes the linear formula has the same frames as the linear layout",
    .proves("T12", "G10"))
  func custom() {
    let linear = CarouselRig(.linear)
    let custom = CarouselRig(.custom) { rig in
      rig.customTransform = { offset, base in base.translated(x: offset * 200) }
    }
    for rig in [linear, custom] { rig.carousel.scrollOffset = 3.3 }
    let pictures = [linear, custom].map { rig in
      Dictionary(uniqueKeysWithValues: rig.carousel.frame().items.map { ($0.index, $0.transform) })
    }
    #expect(pictures[0].allSatisfy { pictures[1][$0.key] == $0.value })
  }

  @Test(
    "With every type, axis and item count, all transforms are finite, and a tap at a point hits the item that is drawn there",
    .proves("T13"),
    arguments: CarouselType.builtIn, [0, 1, 2, 3, 50])
  func everyType(type: CarouselType, count: Int) throws {
    for vertical in [false, true] {
      let rig = CarouselRig(type, items: count) { $0.carousel.isVertical = vertical }
      rig.carousel.scrollOffset = 0.1
      let items = rig.carousel.frame().items
      #expect(items.isEmpty == (count == 0))
      #expect(items.allSatisfy { $0.transform.isFinite && (0...1).contains($0.alpha) })
      guard let front = items.last, front.index >= 0 else { continue }
      #expect(rig.carousel.itemView(at: front.seenMiddle) === front.view)
    }
  }

  @Test(
    "At each point of a grid, the hit test returns the item whose surface is nearest to the viewer",
    .proves("M11", "K08"),
    arguments: CarouselType.builtIn)
  func depthOracle(type: CarouselType) {
    let rig = CarouselRig(type, items: 14)
    rig.carousel.scrollOffset = 4.2
    let items = rig.carousel.frame().items
    var hits = 0
    for x in stride(from: 5.0, to: 800, by: 30) {
      for y in stride(from: 5.0, to: 600, by: 30) {
        let point = Point(x: x, y: y)
        // Among the items whose drawn outlines contain the point, the item that is drawn last.
        let seen = items.last { item in
          item.homography.projectedOutline(of: item.size, nearestW: 1e-9).surrounds(point)
        }
        let hit = rig.carousel.itemView(at: point)
        #expect(hit.map { ObjectIdentifier($0) } == seen.map { ObjectIdentifier($0.view) })
        if hit != nil { hits += 1 }
      }
    }
    #expect(hits > 20)
  }

  @Test(
    "Deeper items are drawn first; at equal depth, items farther from the current item; at equal distance, items with a lower index",
    .proves("K08"))
  func order() {
    let at = { (x: Double, z: Double) in Transform3D.identity.translated(x: x, z: z) }
    func place(_ x: Double, _ z: Double, _ index: Int) -> DepthOrder {
      DepthOrder(at(x, z), by: .init(current: .identity, axis: .horizontal), index: index)
    }
    let order = [
      place(0, -9, 5), place(-30, 0, 2), place(-10, 0, 1), place(10, 0, 3), place(0, 0, 0), place(50, 4, 9),
    ]
    #expect(order.shuffled().sorted() == order)
    #expect(zip(order, order.dropFirst()).allSatisfy { $0 < $1 && !($1 < $0) })
  }

  @Test(
    "In a linear layout at rest the current item is drawn last, in front of the other items", .proves("K08"))
  func rowOrder() {
    let rig = CarouselRig()
    rig.carousel.scrollOffset = 4
    #expect(
      rig.carousel.frame().items.map(\.index)
        == [1, 7, 2, 6, 3, 5, 4].filter(rig.carousel.indexesForVisibleItems.contains))
  }

  @Test(
    "At depth z an item is scaled by 1 / (1 − z · m34); with perspective 0 it is not scaled", .proves("Y04"))
  func perspective() throws {
    let rig = CarouselRig(.coverFlow)
    let (item, z) = (try #require(rig.drawn(1)), -100.0)
    #expect(near(item.homography.w(at: Point(x: 100, y: 75)), 1 + z * -0.002))
    rig.carousel.perspective = 0
    #expect(near(try #require(rig.drawn(1)).homography.w(at: Point(x: 100, y: 75)), 1))
    rig.carousel.perspective = .nan
    #expect(rig.carousel.perspective == 0)
  }

  @Test("The content offset moves all items by the same distance", .proves("Y05"))
  func contentOffset() throws {
    let (still, moved) = (CarouselRig(.rotary, items: 12), CarouselRig(.rotary, items: 12))
    moved.carousel.contentOffset = Size(width: 40, height: 30)
    for index in still.carousel.indexesForVisibleItems {
      let (a, b) = (try #require(still.drawn(index)), try #require(moved.drawn(index)))
      let difference = b.seenMiddle - a.seenMiddle
      #expect(near(difference.x, 40) && near(difference.y, 30))
    }
  }

  @Test(
    "When the viewpoint moves, items move in the opposite direction, near items more than far items",
    .proves("Y06"))
  func viewpoint() throws {
    let (still, moved) = (CarouselRig(.rotary, items: 12), CarouselRig(.rotary, items: 12))
    moved.carousel.viewpointOffset = Size(width: 0, height: -50)
    func shift(_ index: Int) throws -> Double {
      try #require(moved.drawn(index)).seenMiddle.y - #require(still.drawn(index)).seenMiddle.y
    }
    let (front, far) = (try shift(0), try shift(6))
    #expect(near(front, 50))
    #expect(far > 0 && far < 40)
  }

  @Test("In a linear layout, each item is drawn at the position that offsetForItem returns", .proves("M10"))
  func offsets() throws {
    let rig = CarouselRig()
    rig.onScroll = {
      for item in rig.carousel.frame().items {
        #expect(near((item.seenMiddle.x - 400) / 200, rig.carousel.offsetForItem(at: item.index)))
      }
    }
    rig.carousel.scrollByNumberOfItems(5, duration: 0.5)
    rig.settle()
  }

  @Test(
    "If the delegate changes a property while the items of a frame are placed, another frame is requested",
    .proves("G03"))
  func changedWhilePlacing() {
    let rig = CarouselRig(.custom)
    rig.settle()
    rig.customTransform = { _, base in
      rig.carousel.perspective = -0.005
      return base
    }
    rig.carousel.setNeedsLayout()
    rig.carousel.advance(to: rig.now)
    _ = rig.carousel.frame()
    #expect(rig.carousel.needsFrame)
    rig.settle()
    #expect(!rig.carousel.needsFrame)
    rig.customTransform = nil
  }
}
