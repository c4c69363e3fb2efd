import CarouselEngine
import Foundation
import Geometry
import TestSupport
import Testing

/// Tests of carousels with right-to-left direction.
@MainActor
struct DirectionTests {
  /// Returns the mirrored point.
  private static func mirrored(_ point: Point) -> Point { Point(x: 800 - point.x, y: point.y) }

  private static func mirrored(_ transform: Transform3D) -> Transform3D {
    let mirror = Transform3D.identity.scaled(x: -1)
    return mirror.concatenated(with: transform).concatenated(with: mirror)
  }

  private func pair(
    _ type: CarouselType, items: Int = 12, prepare: (CarouselRig) -> Void = { _ in }
  ) -> (plain: CarouselRig, mirrored: CarouselRig) {
    func rig(_ direction: LayoutDirection) -> CarouselRig {
      CarouselRig(type, items: items) { rig in
        rig.carousel.layoutDirection = direction
        rig.customTransform = { offset, base in
          base.translated(x: offset * 170, y: offset * 20, z: -abs(offset) * 30).rotated(
            by: offset * 0.3, x: 0.2, y: 1, z: 0.4)
        }
        prepare(rig)
      }
    }
    return (rig(.leftToRight), rig(.rightToLeft))
  }

  @Test(
    "Each frame with right-to-left direction is the exact mirror image of that with left-to-right direction, in the same drawing order",
    .proves("D032", "D061"),
    arguments: CarouselType.allCases)
  func mirrorImage(type: CarouselType) {
    let (plain, rig) = pair(type)
    plain.carousel.viewpointOffset = Size(width: -30, height: 20)
    rig.carousel.viewpointOffset = Size(width: 30, height: 20)
    for offset in [0.0, 0.3, 4, 4.5, 11] {
      for rig in [plain, rig] {
        rig.carousel.scrollOffset = offset
        rig.frame()
      }
      let (expected, items) = (plain.carousel.frame().items, rig.carousel.frame().items)
      #expect(items.map(\.index) == expected.map(\.index))
      for (item, original) in zip(items, expected) {
        #expect(item.transform == Self.mirrored(original.transform))
        #expect(item.alpha == original.alpha && item.center == original.center)
      }
    }
  }

  @Test("The viewpoint and the vanishing point are not mirrored", .proves("D061"))
  func viewpoint() throws {
    let (plain, rig) = pair(.rotary)
    for rig in [plain, rig] {
      rig.carousel.viewpointOffset = Size(width: 40, height: 0)
      rig.carousel.contentOffset = Size(width: 100, height: 0)
      rig.frame()
    }
    #expect(near(try #require(plain.drawn(0)).seenMiddle.x, 460))
    #expect(near(try #require(rig.drawn(0)).seenMiddle.x, 460))
  }

  @Test(
    "The content of views is not mirrored", .proves("D032"), arguments: [CarouselType.linear, .coverFlow])
  func upright(type: CarouselType) throws {
    let (_, rig) = pair(type)
    #expect(try #require(rig.drawn(0)).seenWidth > 0)
    #expect(try #require(rig.drawn(1)).seenWidth > 0)
    #expect(try #require(rig.drawn(1)).seenMiddle.x < 400)
  }

  @Test(
    "With right-to-left direction the items follow a drag, and a flick scrolls by the same distance as with left-to-right direction",
    .proves("D032", "D061"),
    arguments: CarouselType.allCases
  )
  func drag(type: CarouselType) {
    for distance in [-90.0, 130, -260] {
      let (plain, rig) = pair(type, items: 30)
      for rig in [plain, rig] {
        rig.carousel.scrollOffset = 12
        rig.frame()
        rig.clearLog()
      }
      for hold in [0.0, 0.3] {
        plain.drag(by: Point(x: distance, y: 3), in: 0.2, hold: hold)
        rig.drag(by: Point(x: -distance, y: 3), in: 0.2, hold: hold)
        #expect(near(rig.carousel.scrollOffset, plain.carousel.scrollOffset))
        plain.settle()
        rig.settle()
        #expect(near(rig.carousel.scrollOffset, plain.carousel.scrollOffset))
        #expect(rig.takeLog() == plain.takeLog())
      }
    }
  }

  @Test("With right-to-left direction, a dragged item stays under the finger", .proves("D061"))
  func follows() throws {
    let (_, rig) = pair(.linear)
    rig.carousel.scrollOffset = 5
    rig.frame()
    rig.down()
    rig.move(to: Point(x: 410, y: 300))
    let before = try #require(rig.drawn(5)).seenMiddle.x
    rig.move(to: Point(x: 480, y: 300))
    #expect(near(try #require(rig.drawn(5)).seenMiddle.x - before, 70))
    #expect(rig.carousel.scrollOffset > 5)
  }

  @Test(
    "A positive distance on a touchpad scrolls forward by the same distance in both layout directions",
    .proves("D032"))
  func touchpad() {
    let (plain, rig) = pair(.linear)
    for rig in [plain, rig] {
      rig.carousel.touchpadScroll(by: 100, time: rig.now)
      #expect(near(rig.carousel.scrollOffset, 0.5))
    }
  }

  @Test(
    "With right-to-left direction, a tap hits the item that is drawn at the point", .proves("D061"),
    arguments: CarouselType.allCases)
  func taps(type: CarouselType) {
    let (plain, rig) = pair(type)
    for rig in [plain, rig] {
      rig.carousel.scrollOffset = 4.2
      rig.frame()
    }
    for x in stride(from: 15.0, to: 800, by: 35) {
      let point = Point(x: x, y: 290)
      let met = rig.carousel.itemView(at: point).flatMap { rig.carousel.index(ofItemView: $0) }
      let expected = plain.carousel.itemView(at: Self.mirrored(point)).flatMap {
        plain.carousel.index(ofItemView: $0)
      }
      #expect(met == expected)
    }
  }

  @Test(
    "With right-to-left direction the strip begins at the right edge", .proves("D032", "D061"),
    arguments: SnapAlignment.allCases)
  func alignment(alignment: SnapAlignment) throws {
    let (plain, rig) = pair(.linear) { rig in
      rig.carousel.snapAlignment = alignment
      rig.carousel.containsEnds = true
    }
    for offset in [0.0, 5, 11] {
      for rig in [plain, rig] {
        rig.carousel.scrollOffset = offset
        rig.settle()
      }
      #expect(rig.carousel.scrollOffset == plain.carousel.scrollOffset)
      let (items, expected) = (rig.carousel.frame().items, plain.carousel.frame().items)
      #expect(!items.isEmpty && items.map(\.index) == expected.map(\.index))
      for (item, original) in zip(items, expected) {
        #expect(near(item.seenMiddle.x, 800 - original.seenMiddle.x))
      }
    }
    rig.carousel.scrollOffset = 0
    rig.settle()
    if alignment == .start { #expect(near(try #require(rig.drawn(0)).seenMiddle.x, 700)) }
  }

  @Test(
    "The layout direction has no effect on a vertical carousel", .proves("D032"),
    arguments: CarouselType.builtIn)
  func vertical(type: CarouselType) {
    let (plain, rig) = pair(type) { $0.carousel.isVertical = true }
    for rig in [plain, rig] {
      rig.carousel.scrollOffset = 2.3
      rig.drag(by: Point(x: 5, y: -70), in: 0.1)
      rig.settle()
    }
    #expect(near(rig.carousel.scrollOffset, plain.carousel.scrollOffset))
    #expect(
      rig.carousel.frame().items.map(\.transform) == plain.carousel.frame().items.map(\.transform))
  }

  @Test("If the layout direction changes during a drag, the drag continues from its offset", .proves("D032"))
  func turnedInDrag() {
    let (rig, _) = pair(.linear, items: 30)
    rig.carousel.scrollOffset = 10
    rig.frame()
    rig.down()
    rig.move(to: Point(x: 380, y: 300))
    rig.move(to: Point(x: 300, y: 300))
    let before = rig.carousel.scrollOffset
    rig.carousel.layoutDirection = .rightToLeft
    rig.move(to: Point(x: 300, y: 300))
    #expect(rig.carousel.scrollOffset == before)
    rig.move(to: Point(x: 280, y: 300))
    #expect(near(rig.carousel.scrollOffset, before - 0.1))
  }

  @Test(
    "A change of the layout direction requests a frame; setting the same direction does not", .proves("D032"))
  func invalidates() {
    let (rig, _) = pair(.linear)
    rig.settle()
    rig.carousel.layoutDirection = .leftToRight
    rig.carousel.axisAngle = 0
    rig.carousel.axisAngle = .nan
    #expect(!rig.carousel.needsFrame)
    rig.carousel.layoutDirection = .rightToLeft
    #expect(rig.carousel.needsFrame)
    #expect(rig.carousel.forwardDirection == Point(x: -1, y: 0))
  }
}
