import CarouselEngine
import Foundation
import Geometry
import TestSupport
import Testing

/// Tests of the effects of the options on the layouts.
@MainActor
struct OptionTests {
  @Test(
    "Rings wrap and strips do not, unless the option `wrap` states otherwise", .proves("O01", "Y11"),
    arguments: CarouselType.allCases)
  func wrap(type: CarouselType) {
    #expect(CarouselRig(type).carousel.isWrapEnabled == CarouselType.rings.contains(type))
    #expect(CarouselRig(type) { $0.options = [.wrap: 0.1] }.carousel.isWrapEnabled)
    #expect(!CarouselRig(type) { $0.options = [.wrap: 0] }.carousel.isWrapEnabled)
  }

  @Test(
    "The backs of items are hidden inside a cylinder and for one-sided views, unless the option `showBackfaces` is 1",
    .proves("O02", "T05", "F10", "R57"))
  func backfaces() {
    func seesBacks(_ type: CarouselType, doubleSided: Bool = true, option: Double? = nil) -> Bool {
      let rig = CarouselRig(type, items: 12) { rig in
        rig.areDoubleSided = doubleSided
        if let option { rig.options = [.showBackfaces: option] }
      }
      return rig.carousel.frame().items.contains { $0.transform.m33 < -0.1 }
    }
    #expect(seesBacks(.cylinder))
    #expect(!seesBacks(.cylinder, doubleSided: false))
    #expect(!seesBacks(.cylinder, option: 0))
    #expect(seesBacks(.cylinder, doubleSided: false, option: 1))
    let inside = CarouselRig(.invertedCylinder, items: 12) { $0.options = [.visibleItems: 12] }
    #expect(inside.carousel.frame().items.allSatisfy { $0.transform.m33 > 0 })
    #expect(inside.carousel.indexesForVisibleItems.count == 12)
  }

  @Test(
    "A drag scrolls a strip by the distance of the finger, and cover flows by twice the distance",
    .proves("O03", "Y20"))
  func offsetMultiplier() {
    #expect(CarouselRig(.linear).carousel.offsetMultiplier == 1)
    #expect(CarouselRig(.coverFlow).carousel.offsetMultiplier == 2)
    #expect(CarouselRig(.coverFlow2) { $0.options = [.offsetMultiplier: 3] }.carousel.offsetMultiplier == 3)
  }

  @Test(
    "No more views are loaded than the option `visibleItems` allows", .proves("O04"), arguments: [0, 1, 3, 7])
  func visibleItems(count: Int) {
    let rig = CarouselRig(items: 100) { $0.options = [.visibleItems: Double(count)] }
    rig.carousel.scrollOffset = 50
    #expect(rig.carousel.numberOfVisibleItems == count)
    #expect(rig.carousel.indexesForVisibleItems.count == count)
    #expect(rig.carousel.indexesForVisibleItems == Array(50 - count / 2..<50 - count / 2 + count))
  }

  @Test(
    "With six positions, neighbors on a ring are 60° apart", .proves("O05"), arguments: CarouselType.rings)
  func count(type: CarouselType) {
    let carousel = CarouselRig(type) { $0.options = [.count: 6] }.carousel
    let turned = angle(of: carousel.transform(forOffset: 1, toggle: 0), type)
    #expect(near(turned, .pi / 3, within: 1e-6))
  }

  @Test(
    "If twelve positions share half a circle, the item 6 positions from the center is at a right angle",
    .proves("O06"))
  func arc() {
    let carousel = CarouselRig(.wheel, items: 100) { $0.options = [.arc: .pi, .count: 12] }.carousel
    #expect(near(angle(of: carousel.transform(forOffset: 6, toggle: 0), .wheel), .pi / 2))
  }

  @Test(
    "The option `angle` is the angle between neighbors, on every ring", .proves("O07"),
    arguments: CarouselType.rings)
  func angleIsAStep(type: CarouselType) {
    let carousel = CarouselRig(type) { $0.options = [.angle: .pi / 12, .radius: 400] }.carousel
    for offset in [1.0, 2, 4] {
      let turned = angle(of: carousel.transform(forOffset: offset, toggle: 0), type, radius: 400)
      #expect(near(turned, offset * .pi / 12, within: 1e-6))
    }
    #expect(near(angle(of: carousel.transform(forOffset: 0, toggle: 0), type, radius: 400), 0, within: 1e-6))
  }

  /// Returns the angle by which an item has turned around its ring.
  private func angle(of transform: Transform3D, _ type: CarouselType, radius: Double? = nil) -> Double {
    switch type {
    case .wheel, .invertedWheel: return abs(atan2(transform.m12, transform.m11))
    case .cylinder, .invertedCylinder: return abs(atan2(transform.m13, transform.m11))
    default:
      // An item of a rotary ring does not turn, so the angle is computed from the item's position. By default
      // items touch.
      let radius = radius ?? 100 / tan(.pi / 6)
      return abs(atan2(transform.m41, radius - abs(transform.m43)))
    }
  }

  @Test("If the option `radius` doubles, the distance between items doubles", .proves("O08"))
  func radius() {
    let small = CarouselRig(.rotary) { $0.options = [.radius: 300] }.carousel
    let large = CarouselRig(.rotary) { $0.options = [.radius: 600] }.carousel
    #expect(
      near(
        large.transform(forOffset: 1, toggle: 0).m41, 2 * small.transform(forOffset: 1, toggle: 0).m41))
  }

  @Test(
    "With tilt 0 the covers are flat, with tilt 1 they are at a right angle to the screen", .proves("O09"))
  func tilt() {
    func cover(_ tilt: Double) -> Transform3D {
      CarouselRig(.coverFlow) { $0.options = [.tilt: tilt] }.carousel.transform(forOffset: 2, toggle: 0)
    }
    #expect(cover(0).m33 == 1)
    #expect(near(cover(1).m33, 0))
  }

  @Test("Spacing 1.1 leaves a gap of a tenth of an item between neighbors", .proves("O10"))
  func spacing() throws {
    let rig = CarouselRig { $0.options = [.spacing: 1.1] }
    let (first, second) = (try #require(rig.drawn(0)), try #require(rig.drawn(1)))
    #expect(near(second.seenMiddle.x - first.seenMiddle.x, 220))
  }

  @Test(
    "A delegate that returns the default of each option changes no frame", .proves("G11"),
    arguments: CarouselType.allCases)
  func echo(type: CarouselType) {
    let alone = Carousel(bounds: Size(width: 800, height: 600))
    let rig = CarouselRig(type, items: 30)
    alone.type = type
    alone.dataSource = rig
    _ = alone.frame()
    guard type != .custom else { return }
    for offset in stride(from: -4.0, through: 4, by: 0.5) {
      #expect(
        alone.transform(forOffset: offset, toggle: 0.2)
          == rig.carousel.transform(forOffset: offset, toggle: 0.2))
    }
    #expect(alone.indexesForVisibleItems == rig.carousel.indexesForVisibleItems)
  }

  @Test("A completely faded item is not loaded", .proves("O12", "O14"))
  func fadedItemsAreNotLoaded() {
    let rig = CarouselRig(.timeMachine, items: 20)
    rig.carousel.scrollOffset = 10
    #expect(rig.carousel.indexesForVisibleItems.last == 10)
    rig.carousel.scrollOffset = 10.5
    #expect(rig.carousel.indexesForVisibleItems.last == 11)
  }

  @Test(
    "The view's size and `maximumVisibleItems` determine the number of loaded items", .proves("Y15", "K06"))
  func visibleItemsByView() {
    let rig = CarouselRig(items: 1000, bounds: Size(width: 400, height: 300))
    #expect(rig.carousel.numberOfVisibleItems == 4)
    rig.carousel.bounds = Size(width: 1600, height: 300)
    rig.frame()
    #expect(rig.carousel.numberOfVisibleItems == 10)
    rig.carousel.bounds = Size(width: 20000, height: 300)
    rig.frame()
    #expect(rig.carousel.numberOfVisibleItems == 102)
    rig.carousel.type = .timeMachine
    #expect(rig.carousel.numberOfVisibleItems == 30)
    rig.carousel.maximumVisibleItems = 12
    rig.frame()
    #expect(rig.carousel.numberOfVisibleItems == 12)
  }
}
