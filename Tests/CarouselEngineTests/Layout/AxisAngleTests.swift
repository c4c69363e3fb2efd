import CarouselEngine
import Foundation
import Geometry
import TestSupport
import Testing

/// Tests of carousels with an axis angle (a turned axis).
@MainActor
struct AxisAngleTests {
  nonisolated private static let angles = [0.0, .pi / 4, -1, .pi / 2, .pi, 1e9]

  private func turned(_ point: Point, by angle: Double) -> Point {
    Point(x: point.x * cos(angle) - point.y * sin(angle), y: point.x * sin(angle) + point.y * cos(angle))
  }

  private func rig(
    _ type: CarouselType, items: Int = 12, angle: Double = 0, vertical: Bool = false
  ) -> CarouselRig {
    CarouselRig(type, items: items, itemSize: Size(width: 180, height: 180)) { rig in
      rig.carousel.axisAngle = angle
      rig.carousel.isVertical = vertical
    }
  }

  private func nearlyEqual(_ a: Transform3D, _ b: Transform3D) -> Bool {
    let (a, b) = (a.rows, b.rows)
    let difference = [a.0 - b.0, a.1 - b.1, a.2 - b.2, a.3 - b.3]
    return difference.allSatisfy { row in (0..<4).allSatisfy { abs(row[$0]) <= 1e-9 } }
  }

  @Test(
    "With an axis angle of a quarter turn, a horizontal carousel has the frames of a vertical carousel",
    .proves("T13"),
    arguments: CarouselType.builtIn)
  func quarterTurn(type: CarouselType) {
    let (turned, vertical) = (rig(type, angle: .pi / 2), rig(type, vertical: true))
    #expect(turned.carousel.forwardDirection == Point(x: 0, y: 1))
    for rig in [turned, vertical] {
      rig.carousel.viewpointOffset = Size(width: 17, height: 30)
      rig.carousel.contentOffset = Size(width: 40, height: -25)
    }
    for offset in [0.0, 0.3, 5, 7.5] {
      for rig in [turned, vertical] {
        rig.carousel.scrollOffset = offset
        rig.frame()
      }
      let (items, expected) = (turned.carousel.frame().items, vertical.carousel.frame().items)
      #expect(items.map(\.index) == expected.map(\.index))
      #expect(zip(items, expected).allSatisfy { nearlyEqual($0.transform, $1.transform) })
    }
    for rig in [turned, vertical] {
      rig.drag(by: Point(x: 6, y: 160), in: 0.2)
      rig.settle()
    }
    #expect(turned.carousel.scrollOffset == vertical.carousel.scrollOffset)
    #expect(turned.takeLog() == vertical.takeLog())
  }

  @Test("On a turned axis the items lie along the axis and stay upright", .proves("T13"), arguments: angles)
  func row(angle: Double) {
    let rig = rig(.linear, angle: angle)
    rig.pitch = 200
    rig.carousel.setNeedsLayout()
    rig.carousel.scrollOffset = 5
    rig.frame()
    for item in rig.carousel.frame().items {
      let place = turned(Point(x: Double(item.index - 5) * 200, y: 0), by: angle) + CarouselRig.middle
      #expect(item.seenMiddle.distance(to: place) < 1e-9)
      #expect(near(item.transform.m11, 1) && near(item.transform.m12, 0))
    }
    let forward = rig.carousel.forwardDirection
    #expect(forward.distance(to: turned(Point(x: 1, y: 0), by: angle)) < 1e-9)
  }

  @Test("Covers turn about the line perpendicular to the axis", .proves("T08", "T13"), arguments: angles)
  func covers(angle: Double) throws {
    let rig = rig(.coverFlow, angle: angle)
    let cover = try #require(rig.drawn(2)).transform
    // A point on the line keeps its depth.
    let (x, y) = (-sin(angle), cos(angle))
    #expect(near(x * cover.m13 + y * cover.m23, 0))
    #expect(near(cover.m33, cos(0.45 * .pi)))
  }

  @Test(
    "A drag scrolls by its component along the axis", .proves("T13"), arguments: CarouselType.allCases, angles
  )
  func drag(type: CarouselType, angle: Double) {
    let (plain, rig) = (rig(type, items: 30), rig(type, items: 30, angle: angle))
    for rig in [plain, rig] { rig.pitch = 180 }
    for distance in [Point(x: -90, y: 40), Point(x: 40, y: 90), Point(x: 250, y: -200)] {
      for rig in [plain, rig] {
        rig.carousel.setNeedsLayout()
        rig.carousel.scrollOffset = 12
        rig.frame()
        rig.clearLog()
      }
      plain.drag(by: distance, in: 0.2)
      rig.drag(by: turned(distance, by: angle), in: 0.2)
      #expect(near(rig.carousel.scrollOffset, plain.carousel.scrollOffset))
      plain.settle()
      rig.settle()
      #expect(near(rig.carousel.scrollOffset, plain.carousel.scrollOffset))
      #expect(rig.takeLog() == plain.takeLog())
    }
  }

  @Test(
    "With right-to-left layout direction, the layout on a turned axis is mirrored", .proves("T13"),
    arguments: CarouselType.allCases)
  func mirrored(type: CarouselType) {
    let (plain, rig) = (rig(type, angle: 0.7), rig(type, angle: 0.7))
    rig.carousel.layoutDirection = .rightToLeft
    for rig in [plain, rig] {
      rig.customTransform = { offset, base in base.translated(x: offset * 170).rotated(by: offset, y: 1) }
      rig.carousel.scrollOffset = 3.4
      rig.frame()
    }
    let (items, expected) = (rig.carousel.frame().items, plain.carousel.frame().items)
    #expect(items.map(\.index) == expected.map(\.index))
    let mirror = Transform3D.identity.scaled(x: -1)
    for (item, original) in zip(items, expected) {
      let image = mirror.concatenated(with: original.transform).concatenated(with: mirror)
      #expect(nearlyEqual(item.transform, image))
    }
    #expect(
      near(rig.carousel.forwardDirection.x, -cos(0.7)) && near(rig.carousel.forwardDirection.y, sin(0.7)))
  }

  @Test(
    "On a diagonal axis, as many items are loaded as fit the view along the axis, and neighbors touch",
    .proves("Y15"))
  func visible() throws {
    // The projection of the view on the axis is (800 + 600) / √2 ≈ 990 points long. Squares of 180 points
    // whose corners touch have a pitch of 255 points.
    let rig = rig(.linear, items: 100, angle: .pi / 4)
    #expect(near(rig.carousel.itemWidth, 180 * 2.0.squareRoot()))
    #expect(rig.carousel.numberOfVisibleItems == 4 + 2)
    let (first, second) = (try #require(rig.drawn(0)), try #require(rig.drawn(1)))
    #expect(near(second.seenMiddle.x - first.seenMiddle.x, 180))
  }

  @Test(
    "With every type, axis angle and item count, all transforms are finite, and a tap hits the item that is drawn at the point",
    .proves("T13"),
    arguments: CarouselType.allCases, [0, 1, 2, 3, 50])
  func everyWay(type: CarouselType, count: Int) {
    for (angle, direction) in Self.angles.flatMap({ angle in LayoutDirection.allCases.map { (angle, $0) } }) {
      for vertical in [false, true] {
        let rig = CarouselRig(type, items: count) { rig in
          rig.carousel.isVertical = vertical
          rig.carousel.layoutDirection = direction
          rig.carousel.axisAngle = angle
          rig.customTransform = { offset, base in base.translated(x: offset * 210) }
        }
        rig.carousel.scrollOffset = 0.1
        let items = rig.carousel.frame().items
        #expect(items.isEmpty == (count == 0))
        #expect(items.allSatisfy { $0.transform.isFinite && (0...1).contains($0.alpha) })
        // The middle of an item behind the eye is not visible.
        guard let front = items.last(where: { $0.seenMiddle.x.isFinite }) else {
          #expect(count == 0)
          continue
        }
        #expect(rig.carousel.itemView(at: front.seenMiddle) === front.view)
      }
    }
  }

  @Test(
    "With any axis angle and any size, all numbers are finite", .proves("G03"),
    arguments: [1e300, -.infinity, .nan, 1e-300])
  func absurd(angle: Double) {
    let rig = CarouselRig(.linear, items: 5, itemSize: Size(width: 0, height: 1e-300)) { rig in
      rig.carousel.axisAngle = angle
    }
    rig.drag(by: Point(x: 100, y: 70), in: 0.1)
    rig.settle()
    #expect(rig.carousel.scrollOffset.isFinite && rig.carousel.axisAngle.isFinite)
    #expect(rig.carousel.frame().items.allSatisfy { $0.transform.isFinite })
  }
}
