import CarouselEngine
import Foundation
import Geometry
import TestSupport
import Testing

/// Tests of item effects, checked in the drawn frames.
@MainActor
struct ItemEffectTests {
  private static let hero = ItemEffect.scale(center: 1.3, sides: 0.7)

  private func rig(
    _ effects: [ItemEffect], on type: CarouselType = .linear, items: Int = 12,
    prepare: (CarouselRig) -> Void = { _ in }
  ) -> CarouselRig {
    CarouselRig(type, items: items) { rig in
      rig.carousel.effects = effects
      rig.customTransform = { offset, base in base.translated(x: offset * 210) }
      prepare(rig)
    }
  }

  /// The left and right ends of the items, by index.
  private func extents(_ rig: CarouselRig) -> [(left: Double, right: Double)] {
    rig.carousel.frame().items.sorted { $0.index < $1.index }.map { item in
      (item.seenMiddle.x - item.seenWidth / 2, item.seenMiddle.x + item.seenWidth / 2)
    }
  }

  // MARK: Scale

  @Test(
    "If an effect enlarges the item in the center, the gaps between items stay the same at every offset",
    .proves("D023"),
    arguments: [1.0, 1.1])
  func scale(spacing: Double) throws {
    let rig = rig([Self.hero]) { $0.options = [.spacing: spacing] }
    for offset in stride(from: 3.0, through: 6, by: 0.05) {
      rig.carousel.scrollOffset = offset
      rig.frame()
      let extents = extents(rig)
      for (item, next) in zip(extents, extents.dropFirst()) {
        #expect(near(next.left - item.right, (spacing - 1) * 200, within: 1e-9))
      }
    }
    #expect(near(try #require(rig.drawn(6)).seenWidth, 260))
    #expect(near(try #require(rig.drawn(5)).seenWidth, 140))
  }

  @Test(
    "If an effect scales the items at the sides, as many items are loaded as the strip needs to fill the view",
    .proves("D023"))
  func filled() throws {
    for sides in [0.2, 0.7, 1.5] {
      let rig = rig([.scale(center: 1, sides: sides, range: 2)], items: 60)
      for offset in stride(from: 25.0, through: 27, by: 0.1) {
        rig.carousel.scrollOffset = offset
        rig.frame()
        let extents = extents(rig)
        #expect(try #require(extents.first).left < 0)
        #expect(try #require(extents.last).right > 800)
      }
    }
  }

  @Test(
    "The hit test finds items where the effect draws them, not where they would be without the effect",
    .proves("D023"))
  func tapsOnScaled() {
    let rig = rig([Self.hero])
    rig.carousel.scrollOffset = 5
    rig.frame()
    func met(_ x: Double, _ y: Double = 300) -> Int? {
      rig.carousel.itemView(at: Point(x: x, y: y)).flatMap { rig.carousel.index(ofItemView: $0) }
    }
    #expect(met(400 + 129) == 5 && met(400 + 131) == 6 && met(400 + 131 + 140) == 7)
    #expect(met(400, 300 + 97) == 5 && met(600, 300 + 52) == 6 && met(600, 300 + 53) == nil)
  }

  @Test(
    "A cover beside the center is fully turned, whatever the scale of the effect",
    .proves("D023", "T08", "T09"))
  func coverFlow() throws {
    for type in [CarouselType.coverFlow, .coverFlow2] {
      let (plain, rig) = (rig([], on: type), rig([.scale(center: 1, sides: 0.4)], on: type))
      for rig in [plain, rig] {
        rig.carousel.scrollOffset = 5
        rig.settle()
      }
      for index in 3...7 {
        let (item, original) = (try #require(rig.drawn(index)), try #require(plain.drawn(index)))
        #expect(near(item.transform.m33, original.transform.m33))
      }
    }
  }

  // MARK: Fade, parallax, turn

  @Test(
    "A fade is linear over its range, and a completely faded item receives no taps", .proves("D023", "O12"))
  func fade() throws {
    let rig = rig([.fade(to: 0, range: 2)]) { $0.options = [.visibleItems: 9] }
    rig.carousel.scrollOffset = 5
    rig.frame()
    #expect(Set(rig.carousel.frame().items.map(\.index)) == [4, 5, 6])
    #expect(near(try #require(rig.drawn(4)).alpha, 0.5))
    #expect(near(try #require(rig.drawn(5)).alpha, 1))
    #expect(rig.carousel.itemView(at: Point(x: 790, y: 300)) == nil)
    rig.carousel.scrollOffset = 5.5
    rig.frame()
    #expect(near(try #require(rig.drawn(5)).alpha, 0.75))
    #expect(near(try #require(rig.drawn(7)).alpha, 0.25))
  }

  @Test("A fade effect multiplies the fade of the options", .proves("D023"))
  func fadeOverOptions() throws {
    let rig = rig([.fade(to: 0.5)]) { $0.options = [.fadeMax: 0, .fadeMin: 0, .fadeMinAlpha: 0.4] }
    rig.carousel.scrollOffset = 5
    rig.frame()
    #expect(near(try #require(rig.drawn(6)).alpha, 0.2))
  }

  @Test("The parallax is proportional to the distance from the center", .proves("D023"))
  func parallax() throws {
    let rig = rig([.parallax(30, range: 2), .parallax(1)])
    rig.carousel.scrollOffset = 4.5
    rig.frame()
    #expect(near(try #require(rig.drawn(5)).parallax, 7.5 + 0.5))
    #expect(near(try #require(rig.drawn(4)).parallax, -8))
    #expect(near(try #require(rig.drawn(7)).parallax, 31))
    #expect(try #require(self.rig([]).drawn(1)).parallax == 0)
  }

  @Test("The turn effect turns items to the center like the covers of a cover flow", .proves("D023"))
  func turn() throws {
    for vertical in [false, true] {
      let prepare: (CarouselRig) -> Void = { $0.carousel.isVertical = vertical }
      let (turned, covers) = (
        rig([.turn(0.45 * .pi)], prepare: prepare), rig([], on: .coverFlow, prepare: prepare)
      )
      for rig in [turned, covers] {
        rig.carousel.scrollOffset = 5.4
        rig.frame()
      }
      for index in [4, 5, 6, 7] {
        let (item, cover) = (try #require(turned.drawn(index)), try #require(covers.drawn(index)))
        #expect(near(item.transform.m13, cover.transform.m13))
        #expect(near(item.transform.m23, cover.transform.m23))
        #expect(near(item.transform.m33, cover.transform.m33))
      }
    }
  }

  @Test(
    "If an effect turns an item over, the back of a double-sided view is drawn, and a one-sided view is hidden",
    .proves("O02", "D023"))
  func turnedRound() {
    for doubleSided in [true, false] {
      let rig = rig([.turn(.pi * 0.9)]) { $0.areDoubleSided = doubleSided }
      #expect((rig.drawn(1) == nil) == !doubleSided)
    }
  }

  // MARK: Closures

  @Test(
    "In every type, an effect closure can set the alpha of each item", .proves("G16"),
    arguments: CarouselType.allCases)
  func alpha(type: CarouselType) {
    let rig = rig([.custom { pose, offset in pose.alpha *= 1 / (1 + abs(offset)) }], on: type)
    let plain = self.rig([], on: type)
    for rig in [plain, rig] {
      rig.carousel.scrollOffset = 3.2
      rig.frame()
    }
    let (items, originals) = (rig.carousel.frame().items, plain.carousel.frame().items)
    #expect(!items.isEmpty && items.map(\.index) == originals.map(\.index))
    for (item, original) in zip(items, originals) {
      #expect(item.transform == original.transform)
      #expect(near(item.offset, rig.carousel.offsetForItem(at: item.index)))
      #expect(near(item.alpha, original.alpha / (1 + abs(item.offset))))
    }
  }

  @Test(
    "An effect closure may hide or move items; if the closure sets a number to NaN or infinity, its changes are ignored",
    .proves("G16")
  )
  func closures() throws {
    let rig = rig([
      .custom { pose, offset in
        switch offset {
        case ..<(-0.5): pose.isHidden = true
        case ..<0.5: pose.transform = pose.transform.translated(y: 20)
        case ..<1.5: pose.transform.m11 = .nan
        default: pose.alpha = -.infinity
        }
      }
    ])
    rig.carousel.scrollOffset = 5
    rig.frame()
    #expect(rig.drawn(4) == nil)
    #expect(near(try #require(rig.drawn(5)).seenMiddle.y, 320))
    #expect(near(try #require(rig.drawn(6)).seenWidth, 200))
    #expect(try #require(rig.drawn(7)).alpha == 1)
  }

  @Test(
    "If an effect rotates by an angle of any size, the transforms are finite", .proves("G03", "D023"),
    arguments: [1e300, -.infinity, 1e12])
  func absurdTurn(angle: Double) {
    let items = rig([.turn(angle, range: 1e-300)]).carousel.frame().items
    #expect(!items.isEmpty && items.allSatisfy { $0.transform.isFinite })
  }

  @Test("Each effect applies to the result of the effects before it", .proves("D023"))
  func order() throws {
    let half = ItemEffect.fade(to: 0.5)
    let set = ItemEffect.custom { pose, offset in pose.alpha = 0.5 }
    #expect(near(try #require(rig([half, set]).drawn(1)).alpha, 0.5))
    #expect(near(try #require(rig([set, half]).drawn(1)).alpha, 0.25))
    let large = ItemEffect.scale(center: 2, sides: 2)
    let down = ItemEffect.custom { pose, _ in pose.transform = pose.transform.translated(y: 10) }
    #expect(near(try #require(rig([large, down]).drawn(0)).seenMiddle.y, 320))
    #expect(near(try #require(rig([down, large]).drawn(0)).seenMiddle.y, 310))
  }

  // MARK: Items in the frame

  @Test(
    "Each item of a frame states its offset; with right-to-left direction, the parallax still has the sign of the offset",
    .proves("D023", "D032")
  )
  func offsets() throws {
    let rig = rig([.parallax(10)]) { $0.carousel.layoutDirection = .rightToLeft }
    rig.carousel.scrollOffset = 4.25
    rig.frame()
    let (item, far) = (try #require(rig.drawn(5)), try #require(rig.drawn(6)))
    #expect(near(item.offset, 0.75) && near(item.progress, 0.75) && near(item.parallax, 7.5))
    #expect(near(far.offset, 1.75) && far.progress == 1)
    #expect(item.seenMiddle.x < 400 && rig.carousel.forwardDirection.x == -1)
  }

  @Test(
    "While an item slides to make room, its offset and its effects match its drawn position", .proves("D023"))
  func sliding() throws {
    let rig = rig([Self.hero, .parallax(1)])
    rig.carousel.scrollOffset = 5
    rig.frame()
    rig.itemCount += 1
    rig.carousel.insertItem(at: 5, animated: true)
    rig.run(0.2)
    let item = try #require(rig.drawn(6))
    #expect(item.offset > 0.1 && item.offset < 0.9)
    #expect(near(item.progress, item.offset) && near(item.parallax, item.offset))
    #expect(near(item.seenWidth, 200 * (1.3 - 0.6 * item.offset)))
  }

  // MARK: Whole carousels

  @Test(
    "After effects are set and removed, the frame is the same as without effects", .proves("D023"),
    arguments: CarouselType.allCases)
  func takenAway(type: CarouselType) {
    let rig = rig([], on: type)
    rig.carousel.scrollOffset = 3.3
    rig.frame()
    rig.settle()
    let before = rig.carousel.frame().items
    rig.carousel.effects = [Self.hero, .fade(to: 0.2), .turn(1)]
    #expect(rig.carousel.needsFrame)
    rig.settle()
    #expect(rig.carousel.frame().items.map(\.transform) != before.map(\.transform))
    rig.carousel.effects = []
    rig.settle()
    #expect(rig.carousel.frame().items.map(\.transform) == before.map(\.transform))
    #expect(rig.carousel.frame().items.map(\.alpha) == before.map(\.alpha))
  }

  @Test(
    "With effects in every type and axis, all transforms are finite, and a tap hits the item that is drawn at the point",
    .proves("T13", "D023"),
    arguments: CarouselType.allCases, [0, 1, 2, 3, 50])
  func everyWay(type: CarouselType, count: Int) {
    let lists: [[ItemEffect]] = [
      [Self.hero, .fade(to: 0.3, range: 3), .parallax(20), .turn(0.6)],
      [.scale(center: 1, sides: 0), .scale(center: .infinity, sides: .nan, range: -4)],
      Array(repeating: .scale(center: 100, sides: 100), count: 200),
      [.fade(to: .nan, range: .infinity), .parallax(.infinity, range: 0), .turn(.nan)],
    ]
    for effects in lists {
      for (vertical, direction) in [
        (false, LayoutDirection.leftToRight), (false, .rightToLeft), (true, .rightToLeft),
      ] {
        let rig = rig(effects, on: type, items: count) { rig in
          rig.carousel.isVertical = vertical
          rig.carousel.layoutDirection = direction
          rig.carousel.axisAngle = 0.2
        }
        rig.carousel.scrollOffset = 0.1
        let items = rig.carousel.frame().items
        #expect(items.isEmpty == (count == 0))
        #expect(
          items.allSatisfy { $0.transform.isFinite && (0...1).contains($0.alpha) && $0.parallax.isFinite })
        guard let front = items.last(where: { $0.isHit(at: $0.seenMiddle) }) else { continue }
        #expect(rig.carousel.frame().item(at: front.seenMiddle)?.view === front.view)
        #expect(rig.carousel.itemView(at: front.seenMiddle) === front.view)
      }
    }
  }
}
