import CarouselEngine
import Foundation
import Geometry
import TestSupport
import Testing

/// Tests of the default values of options, which the delegate gets.
@MainActor
struct OptionDefaultTests {
  private func defaults(of type: CarouselType) -> [CarouselOption: [Double]] {
    let (carousel, listener) = (Carousel(bounds: Size(width: 800, height: 600)), Listener())
    let numbers = Numbers(100)
    carousel.type = type
    carousel.delegate = listener
    carousel.dataSource = numbers
    _ = carousel.frame()
    return listener.defaults
  }

  @Test(
    "The default of wrap is 1 for rings and 0 for the other types", .proves("O01", "Y11"),
    arguments: CarouselType.allCases)
  func wrap(type: CarouselType) {
    #expect(defaults(of: type)[.wrap]?.first == (CarouselType.rings.contains(type) ? 1 : 0))
  }

  @Test(
    "By default the backs of items are shown, except inside a cylinder and for one-sided views",
    .proves("O02", "R57"),
    arguments: CarouselType.allCases)
  func backs(type: CarouselType) {
    #expect(defaults(of: type)[.showBackfaces] == [type == .invertedCylinder ? 0 : 1, 0])
  }

  @Test(
    "The default offset multiplier is 2 for cover flows and 1 for other types",
    .proves("O03", "R111", "R128"),
    arguments: CarouselType.allCases)
  func offsetMultiplier(type: CarouselType) {
    let expected = type == .coverFlow || type == .coverFlow2 ? 2.0 : 1
    #expect(defaults(of: type)[.offsetMultiplier]?.first == expected)
  }

  @Test(
    "The default of visibleItems for 100 items in a view of 800 points has the expected value in each type",
    .proves("O04", "Y15", "R40", "R134"),
    arguments: zip(CarouselType.allCases, [6.0, 12, 6, 12, 6, 12, 12, 18, 18, 30, 30, 30]))
  func visibleItems(type: CarouselType, expected: Double) {
    #expect(defaults(of: type)[.visibleItems]?.last == expected)
  }

  @Test(
    "By default a ring has twelve positions on a full circle, steps of 30° and items that touch",
    .proves("O05", "O06", "O07", "O08"))
  func rings() throws {
    for type in CarouselType.rings {
      let defaults = defaults(of: type)
      #expect(defaults[.count]?.first == 12)
      #expect(near(try #require(defaults[.arc]?.first), 2 * .pi))
      #expect(near(try #require(defaults[.angle]?.first), .pi / 6))
      let radius = type == .wheel || type == .invertedWheel ? 381.9718634 : 373.2050808
      #expect(near(try #require(defaults[.radius]?.first), radius, within: 1e-6))
    }
    #expect(defaults(of: .linear)[.count] == nil && defaults(of: .coverFlow)[.radius] == nil)
  }

  @Test("The default tilt is 0.9 for cover flows and 0.3 for time machines", .proves("O09"))
  func tilt() {
    for type in [CarouselType.coverFlow, .coverFlow2] { #expect(defaults(of: type)[.tilt]?.first == 0.9) }
    for type in [CarouselType.timeMachine, .invertedTimeMachine] {
      #expect(defaults(of: type)[.tilt]?.first == 0.3)
    }
  }

  @Test(
    "The default spacing is 0.25 for cover flows and 1 for other types", .proves("O10"),
    arguments: CarouselType.allCases)
  func spacing(type: CarouselType) {
    let expected = type == .coverFlow || type == .coverFlow2 ? 0.25 : 1
    #expect(defaults(of: type)[.spacing]?.first == expected)
  }

  @Test(
    "By default only time machines fade items: the alpha decreases from offset 0 over one item to 0",
    .proves("O11", "O12", "O13", "O14", "R15"))
  func fading() {
    for type in CarouselType.allCases {
      let defaults = defaults(of: type)
      #expect(defaults[.fadeMin]?.first == (type == .invertedTimeMachine ? 0 : -.infinity))
      #expect(defaults[.fadeMax]?.first == (type == .timeMachine ? 0 : .infinity))
      #expect(defaults[.fadeRange]?.first == 1 && defaults[.fadeMinAlpha]?.first == 0)
    }
  }

  @Test(
    "All types together request every option; after setNeedsLayout the options are requested again",
    .proves("R38", "R73"))
  func everyOption() {
    let asked = Set(CarouselType.allCases.flatMap { defaults(of: $0).keys })
    #expect(asked == Set(CarouselOption.allCases))
    let rig = CarouselRig(.rotary, items: 40)
    rig.options = [.radius: 500, .wrap: 0]
    rig.carousel.setNeedsLayout()
    rig.frame()
    #expect(near(rig.carousel.transform(forOffset: 3, toggle: 0).m41, 500) && !rig.carousel.isWrapEnabled)
  }
}
