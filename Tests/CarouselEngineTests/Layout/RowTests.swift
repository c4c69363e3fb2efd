import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of linear layouts, cover flows and time machines with items of 200 points. The expected numbers are
/// calculated by hand.
@MainActor
struct RowTests {
  private func transform(
    _ type: CarouselType, _ offset: Double, vertical: Bool = false, options: [CarouselOption: Double] = [:]
  ) -> Transform3D {
    CarouselRig(type, items: 100, itemSize: Size(width: 200, height: 200)) {
      $0.carousel.isVertical = vertical
      $0.options = options
    }.carousel.transform(forOffset: offset, toggle: 0)
  }

  private func expect(
    _ transform: Transform3D, x: Double, y: Double = 0, z: Double, location: SourceLocation = #_sourceLocation
  ) {
    #expect(near(transform.m41, x, within: 1e-6), sourceLocation: location)
    #expect(near(transform.m42, y, within: 1e-6), sourceLocation: location)
    #expect(near(transform.m43, z, within: 1e-6), sourceLocation: location)
  }

  @Test(
    "Linear: neighbors are 200 points apart, without depth or rotation", .proves("T01"),
    arguments: [-2.0, -0.5, 0, 1, 3.25])
  func linear(offset: Double) {
    expect(transform(.linear, offset), x: 200 * offset, z: 0)
    expect(transform(.linear, offset, vertical: true), x: 0, y: 200 * offset, z: 0)
    #expect(transform(.linear, offset).m11 == 1 && transform(.linear, offset).m12 == 0)
  }

  @Test(
    "Cover flow: tilt 0.9 and spacing 0.25", .proves("T08", "T09", "O09", "O10"),
    arguments: [CarouselType.coverFlow, .coverFlow2])
  func coverFlow(type: CarouselType) {
    let right = transform(type, 1)
    expect(right, x: 140, z: -100)
    // A cover on the right is turned to the middle by 81°, so its right side is nearer to the viewer.
    #expect(near(right.m33, 0.1564345, within: 1e-6) && near(right.m13, 0.9876883, within: 1e-6))
    expect(transform(type, 2), x: 190, z: -100)
    expect(transform(type, -1), x: -140, z: -100)
    #expect(near(transform(type, -1).m13, -0.9876883, within: 1e-6))
    expect(transform(type, -3), x: -240, z: -100)
    expect(transform(type, 0), x: 0, z: 0)
    let below = transform(type, 1, vertical: true)
    expect(below, x: 0, y: 140, z: -100)
    #expect(near(below.m23, 0.9876883, within: 1e-6) && below.m11 == 1)
    let flat = transform(type, 1, options: [.tilt: 0, .spacing: 1.1])
    expect(flat, x: 220, z: -100)
    #expect(flat.m33 == 1)
    #expect(near(transform(type, 1, options: [.tilt: 1]).m33, 0, within: 1e-6))
  }

  @Test(
    "Cover flow: halfway between two items, a cover has half of the turn and half of the depth",
    .proves("T08"))
  func halfway() {
    expect(transform(.coverFlow, 0.5), x: 70, z: -50)
    #expect(near(transform(.coverFlow, 0.5).m33, 0.7604060, within: 1e-6))
    expect(transform(.coverFlow, -0.25), x: -35, z: -25)
  }

  @Test(
    "Time machine: the previous items are behind, above and to the left; the next items are in front",
    .proves("T10", "R65", "R72"))
  func timeMachine() throws {
    expect(transform(.timeMachine, -1), x: -60, z: -200)
    expect(transform(.timeMachine, 1), x: 60, z: 200)
    expect(transform(.timeMachine, -2, vertical: true), x: 0, y: -120, z: -400)
    expect(transform(.timeMachine, -1, options: [.tilt: 0.5, .spacing: 2]), x: -100, z: -400)
    let rig = CarouselRig(.timeMachine, items: 20)
    rig.carousel.scrollOffset = 10
    let (previous, current) = (try #require(rig.drawn(9)), try #require(rig.drawn(10)))
    #expect(near(previous.seenWidth, 200 / 1.4) && previous.alpha == 1 && near(current.seenWidth, 200))
    #expect(rig.drawn(11) == nil)
    rig.carousel.scrollOffset = 9.75
    #expect(near(try #require(rig.drawn(10)).alpha, 0.75))
    #expect(rig.carousel.frame().items.map(\.index).last == 10)
  }

  @Test(
    "Inverted time machine: the next items are behind and to the right; the previous items are in front and faded",
    .proves("T11", "R66"))
  func invertedTimeMachine() throws {
    expect(transform(.invertedTimeMachine, 1), x: 60, z: -200)
    expect(transform(.invertedTimeMachine, -1), x: -60, z: 200)
    expect(transform(.invertedTimeMachine, 2, vertical: true), x: 0, y: 120, z: -400)
    let rig = CarouselRig(.invertedTimeMachine, items: 20)
    rig.carousel.scrollOffset = 10.25
    #expect(near(try #require(rig.drawn(10)).alpha, 0.75) && rig.drawn(9) == nil)
    #expect(try #require(rig.drawn(11)).alpha == 1)
  }

  @Test(
    "With fading from offset 0.2 over 2 items, an item is half faded at offset 1.2 and completely at 2.2",
    .proves("X011", "R35", "R45", "O11", "O12", "O13"))
  func fading() {
    let carousel = CarouselRig(.rotary) { rig in
      rig.options = [.fadeMin: -0.2, .fadeMax: 0.2, .fadeRange: 2]
    }.carousel
    for side in [1.0, -1] {
      #expect(carousel.alpha(forOffset: side * 0.2) == 1)
      #expect(near(carousel.alpha(forOffset: side * 0.7), 0.75))
      #expect(near(carousel.alpha(forOffset: side * 1.2), 0.5))
      #expect(near(carousel.alpha(forOffset: side * 2.2), 0) && carousel.alpha(forOffset: side * 9) == 0)
    }
  }

  @Test(
    "By default only time machines fade items: those in front of the current item, over a distance of one item",
    .proves("O11", "O12", "O13"))
  func defaultFading() {
    func alpha(_ type: CarouselType, _ offset: Double) -> Double {
      CarouselRig(type, items: 30).carousel.alpha(forOffset: offset)
    }
    for type in CarouselType.allCases {
      #expect(near(alpha(type, 0.25), type == .timeMachine ? 0.75 : 1))
      #expect(near(alpha(type, -0.25), type == .invertedTimeMachine ? 0.75 : 1))
      #expect(alpha(type, 0) == 1)
      #expect(alpha(type, 40) == (type == .timeMachine ? 0 : 1))
    }
  }

  @Test(
    "With a minimum alpha of 0.3, a half faded item has alpha 0.65, and a completely faded item has alpha 0.3 and is loaded",
    .proves("O14", "R15"))
  func minimumAlpha() throws {
    let rig = CarouselRig(items: 30) { $0.options = [.fadeMax: 0, .fadeMin: 0, .fadeMinAlpha: 0.3] }
    rig.carousel.scrollOffset = 10
    #expect(near(rig.carousel.alpha(forOffset: 0.5), 0.65) && near(rig.carousel.alpha(forOffset: -0.5), 0.65))
    #expect(near(rig.carousel.alpha(forOffset: 7), 0.3))
    #expect(near(try #require(rig.drawn(12)).alpha, 0.3))
    rig.options[.fadeMinAlpha] = 0
    rig.carousel.setNeedsLayout()
    rig.frame()
    rig.carousel.scrollOffset = 11
    #expect(rig.carousel.indexesForVisibleItems == [11])
  }

  @Test("With a fade range of 0, the alpha changes abruptly", .proves("O13"))
  func step() {
    let carousel = CarouselRig(items: 30) { $0.options = [.fadeMax: 1, .fadeRange: 0] }.carousel
    #expect(carousel.alpha(forOffset: 1) == 1 && carousel.alpha(forOffset: 1.001) == 0)
  }

  @Test(
    "A vertical carousel equals the horizontal carousel with x and y exchanged; a vertical wheel is turned by 90°",
    .proves("T13", "R71"),
    arguments: CarouselType.builtIn, [-2.0, -0.5, 1, 3])
  func standing(type: CarouselType, offset: Double) {
    let (lying, standing) = (transform(type, offset), transform(type, offset, vertical: true))
    let turned = type == .wheel || type == .invertedWheel
    let side = turned ? -1.0 : 1
    #expect(near(standing.m41, lying.m42 * side, within: 1e-6) && near(standing.m42, lying.m41, within: 1e-6))
    #expect(near(standing.m43, lying.m43, within: 1e-6) && near(standing.m33, lying.m33, within: 1e-6))
    guard !turned else { return #expect(near(standing.m12, lying.m12, within: 1e-6)) }
    #expect(near(standing.m11, lying.m22, within: 1e-6) && near(standing.m22, lying.m11, within: 1e-6))
    #expect(near(standing.m23, lying.m13, within: 1e-6) && near(standing.m32, lying.m31, within: 1e-6))
  }
}
