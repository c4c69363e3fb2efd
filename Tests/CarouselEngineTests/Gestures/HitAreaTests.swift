import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests that the hit area of an item is exactly the area in which it is drawn.
@MainActor
struct HitAreaTests {
  @Test(
    "In a vertical carousel, the left and right ends of a wide item are part of its hit area", .proves("R26"),
    arguments: [-199.0, 199])
  func wide(x: Double) throws {
    let rig = CarouselRig(itemSize: Size(width: 400, height: 100)) { $0.carousel.isVertical = true }
    for index in 0...2 {
      let y = 300 + 100 * Double(index)
      #expect(rig.carousel.index(ofItemAt: Point(x: 400 + x, y: y)) == index)
      #expect(rig.carousel.index(ofItemAt: Point(x: 400 + x * 202 / 199, y: y)) == nil)
      #expect(rig.carousel.index(ofItemAt: Point(x: 400 + x, y: y + 49)) == index)
    }
    #expect(rig.tap(at: Point(x: 400 + x, y: 400)) == .selected(1))
  }

  @Test(
    "A tap 2 points outside the drawn outline misses the item, and a tap 2 points inside the outline hits it",
    .proves("R43", "K09"),
    arguments: CarouselType.builtIn)
  func outline(type: CarouselType) throws {
    let rig = CarouselRig(type, items: 1)
    let corners = [(300.0, 225.0, 1.0, 1.0), (500, 225, -1, 1), (500, 375, -1, -1), (300, 375, 1, -1)]
    for (x, y, inwards, down) in corners {
      #expect(rig.carousel.index(ofItemAt: Point(x: x + 2 * inwards, y: y + 2 * down)) == 0)
      #expect(rig.carousel.index(ofItemAt: Point(x: x - 2 * inwards, y: y + 2 * down)) == nil)
      #expect(rig.carousel.index(ofItemAt: Point(x: x + 2 * inwards, y: y - 2 * down)) == nil)
    }
  }

  @Test("The hit area of a tilted cover ends at its slanted sides", .proves("R43", "R59", "M11"))
  func cover() throws {
    let rig = CarouselRig(.coverFlow, items: 2)
    let item = try #require(rig.drawn(1))
    let outline = item.homography.projectedOutline(of: item.size)
    let (topRight, bottomRight) = (outline[1], outline[2])
    let right = (topRight + bottomRight) * 0.5
    #expect(rig.carousel.index(ofItemAt: right + Point(x: -2, y: 0)) == 1)
    #expect(rig.carousel.index(ofItemAt: right + Point(x: 2, y: 0)) == nil)
    // The top side is slanted: a point at the height of its right end, but near its left end, lies outside
    // the item.
    #expect(rig.carousel.index(ofItemAt: topRight + Point(x: -2, y: 3)) == 1)
    #expect(rig.carousel.index(ofItemAt: Point(x: outline[0].x + 2, y: topRight.y + 3)) != 1)
    #expect(topRight.y < outline[0].y - 10)
  }

  @Test(
    "In an inverted cylinder, an item whose back is hidden is not hit", .proves("R44"),
    arguments: [false, true])
  func hiddenBack(vertical: Bool) {
    let rig = CarouselRig(.invertedCylinder, items: 12) { rig in
      rig.options = [.visibleItems: 12]
      rig.carousel.isVertical = vertical
    }
    rig.carousel.perspective = 0
    let items = rig.carousel.frame().items
    #expect(items.allSatisfy { $0.transform.m33 > 0 } && items.count < 12)
    let center = Point(x: 400, y: 300)
    for offset in [4.0, 5, 6, -5] {
      let transform = rig.carousel.transform(forOffset: offset, toggle: 0)
      let size = Size(width: 200, height: 150)
      let back = Homography(placing: transform, size: size, center: center)
      guard let point = back.project(Point(x: 100, y: 75)) else { continue }
      let hit = rig.carousel.index(ofItemAt: point)
      #expect(hit == nil || items.contains { $0.index == hit })
    }
    rig.options = [.visibleItems: 1]
    rig.carousel.setNeedsLayout()
    rig.carousel.currentItemIndex = 6
    rig.frame()
    #expect(rig.carousel.index(ofItemAt: center) == 6)
  }

  @Test(
    "The hit area of an item has the size of its view, not the item width; after a reload it has the size of the new view",
    .proves("K09")
  )
  func reloaded() {
    let rig = CarouselRig(items: 1) { rig in
      rig.pitch = 300
      rig.reusesViews = false
    }
    func hits(_ x: Double) -> Bool { rig.carousel.index(ofItemAt: Point(x: 400 + x, y: 300)) == 0 }
    #expect(hits(99) && hits(-99) && !hits(101) && !hits(140))
    rig.itemSize = Size(width: 100, height: 150)
    rig.carousel.reloadItem(at: 0, animated: false)
    rig.frame()
    #expect(hits(49) && hits(-49) && !hits(51))
    rig.itemSize = Size(width: 320, height: 150)
    rig.carousel.reloadItem(at: 0, animated: false)
    rig.frame()
    #expect(hits(159) && !hits(161))
  }

  @Test(
    "At every point, the hit test finds the item that is visible there",
    .proves("D005", "M11", "R11", "R17", "R148"),
    arguments: CarouselType.builtIn, [false, true])
  func everyItem(type: CarouselType, vertical: Bool) {
    var (wrong, hits) = ([String](), 0)
    for count in [1, 2, 3, 5, 7, 50] {
      let rig = CarouselRig(type, items: count) { $0.carousel.isVertical = vertical }
      for part in [0.0, 0.23, 0.48, 1] {
        rig.carousel.scrollOffset = Double(count - 1) * part
        let items = rig.carousel.frame().items
        let outlines = items.map { $0.homography.projectedOutline(of: $0.size, nearestW: 1e-9) }
        for item in items {
          for (u, v) in [(0.4931, 0.4877), (0.0317, 0.0411), (0.9713, 0.9607)] {
            let source = Point(x: item.size.width * u, y: item.size.height * v)
            guard let point = item.homography.project(source) else { continue }
            // The last view drawn at the point is the visible one.
            let top = outlines.lastIndex { $0.surrounds(point) }.map { items[$0].index }
            let hit = rig.carousel.index(ofItemAt: point)
            if hit != nil { hits += 1 }
            if hit != top {
              wrong.append("\(count) items at \(part): \(point), \(hit ?? -99) for \(top ?? -99)")
            }
          }
        }
      }
    }
    #expect(wrong.prefix(3) == [])
    #expect(hits > 150)
  }
}
