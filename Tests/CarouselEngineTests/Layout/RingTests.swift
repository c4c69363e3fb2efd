import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of rings of up to twelve items of 200 points. The expected numbers are calculated by hand.
///
/// If twelve items touch, the radius of a ring is 100 / tan 15° = 373.2050808, and that of a wheel is 200 ·
/// 12 / 2π = 381.9718634.
@MainActor
struct RingTests {
  private func rig(_ type: CarouselType, _ count: Int, vertical: Bool = false) -> CarouselRig {
    CarouselRig(type, items: count, itemSize: Size(width: 200, height: 200)) {
      $0.carousel.isVertical = vertical
    }
  }

  private func expect(
    _ transform: Transform3D, x: Double, y: Double = 0, z: Double, location: SourceLocation = #_sourceLocation
  ) {
    #expect(near(transform.m41, x, within: 1e-6), sourceLocation: location)
    #expect(near(transform.m42, y, within: 1e-6), sourceLocation: location)
    #expect(near(transform.m43, z, within: 1e-6), sourceLocation: location)
  }

  @Test("Rotary: twelve, three, two or one items on the ring all face the viewer", .proves("T02", "R72"))
  func rotary() {
    let twelve = rig(.rotary, 12).carousel
    expect(twelve.transform(forOffset: 1, toggle: 0), x: 186.6025404, z: -50)
    expect(twelve.transform(forOffset: 3, toggle: 0), x: 373.2050808, z: -373.2050808)
    expect(twelve.transform(forOffset: -3, toggle: 0), x: -373.2050808, z: -373.2050808)
    expect(twelve.transform(forOffset: 6, toggle: 0), x: 0, z: -746.4101615)
    expect(rig(.rotary, 3).carousel.transform(forOffset: 1, toggle: 0), x: 86.6025404, z: -150)
    expect(rig(.rotary, 2).carousel.transform(forOffset: 1, toggle: 0), x: 0, z: -200)
    expect(rig(.rotary, 1).carousel.transform(forOffset: 0, toggle: 0), x: 0, z: 0)
    let turned = twelve.transform(forOffset: 2, toggle: 0)
    #expect(turned.m11 == 1 && turned.m22 == 1 && turned.m33 == 1 && turned.m13 == 0)
    let vertical = rig(.rotary, 12, vertical: true).carousel
    expect(vertical.transform(forOffset: 1, toggle: 0), x: 0, y: 186.6025404, z: -50)
  }

  @Test("Inverted rotary: neighbors are nearer by 50 points and larger than the center", .proves("T03"))
  func invertedRotary() throws {
    let rig = rig(.invertedRotary, 12)
    expect(rig.carousel.transform(forOffset: 1, toggle: 0), x: 186.6025404, z: 50)
    expect(rig.carousel.transform(forOffset: -1, toggle: 0), x: -186.6025404, z: 50)
    let (centre, neighbour) = (try #require(rig.drawn(0)), try #require(rig.drawn(1)))
    #expect(near(centre.seenWidth, 200) && near(neighbour.seenWidth, 200 / 0.9))
    let order = rig.carousel.frame().items.map(\.index)
    #expect(order.first == 0 && order.firstIndex(of: 1)! < order.firstIndex(of: 2)!)
  }

  @Test(
    "Cylinder: items turn by 30° per position, are edge-on at 90° and mirrored at 180°, and are lifted by 0.01 points",
    .proves("T04"))
  func cylinder() throws {
    let rig = rig(.cylinder, 12)
    let carousel = rig.carousel
    let first = carousel.transform(forOffset: 1, toggle: 0)
    expect(first, x: 186.6075404, z: -49.9913397)
    #expect(near(first.m11, 0.8660254, within: 1e-6) && near(first.m33, 0.8660254, within: 1e-6))
    #expect(near(first.m13, -0.5, within: 1e-6) && near(first.m31, 0.5, within: 1e-6))
    expect(carousel.transform(forOffset: 0, toggle: 0), x: 0, z: 0.01)
    #expect(near(carousel.transform(forOffset: 6, toggle: 0).m33, -1))
    let back = try #require(rig.drawn(6))
    #expect(near(back.seenWidth, -200 / 2.4928, within: 0.01) && back.homography.determinant < 0)
    carousel.perspective = 0
    #expect(abs(try #require(rig.drawn(3)).seenWidth) <= 1)
    let vertical = self.rig(.cylinder, 12, vertical: true).carousel.transform(forOffset: 1, toggle: 0)
    expect(vertical, x: 0, y: 186.6075404, z: -49.9913397)
    #expect(near(vertical.m23, -0.5, within: 1e-6) && near(vertical.m22, 0.8660254, within: 1e-6))
  }

  @Test(
    "Inverted cylinder: neighbors turn to the viewer, and items that show their backs to the viewer are hidden",
    .proves("T05"))
  func invertedCylinder() {
    let rig = rig(.invertedCylinder, 12)
    let first = rig.carousel.transform(forOffset: 1, toggle: 0)
    expect(first, x: 186.5975404, z: 50.0086603)
    #expect(near(first.m13, 0.5, within: 1e-6) && near(first.m33, 0.8660254, within: 1e-6))
    #expect(!rig.carousel.isHidden(transform: first, isDoubleSided: true))
    for offset in [4.0, 6] {
      let back = rig.carousel.transform(forOffset: offset, toggle: 0)
      #expect(back.m33 < 0 && rig.carousel.isHidden(transform: back, isDoubleSided: true))
    }
    rig.options = [.showBackfaces: 1]
    rig.carousel.setNeedsLayout()
    rig.frame()
    let back = rig.carousel.transform(forOffset: 6, toggle: 0)
    #expect(!rig.carousel.isHidden(transform: back, isDoubleSided: true))
  }

  @Test("A view that is seen exactly edge-on is treated as showing its back", .proves("T05", "O02"))
  func edgeOn() {
    let carousel = rig(.invertedCylinder, 12).carousel
    #expect(carousel.isHidden(transform: Transform3D.identity.scaled(z: 0), isDoubleSided: true))
    #expect(!carousel.isHidden(transform: .identity, isDoubleSided: true))
  }

  @Test("Wheel: items turn by 30° about a hub 382 points below", .proves("T06", "R72"))
  func wheel() {
    let carousel = rig(.wheel, 12).carousel
    let first = carousel.transform(forOffset: 1, toggle: 0)
    expect(first, x: 190.9859317, y: 51.1745264, z: 0.01)
    #expect(near(first.m11, 0.8660254, within: 1e-6) && near(first.m12, 0.5, within: 1e-6))
    expect(carousel.transform(forOffset: -1, toggle: 0), x: -190.9859317, y: 51.1745264, z: -0.01)
    expect(carousel.transform(forOffset: 6, toggle: 0), x: 0, y: 763.9437268, z: 0.06)
    expect(carousel.transform(forOffset: 0, toggle: 0), x: 0, z: 0)
    #expect(carousel.transform(forOffset: 0, toggle: 0).m12 == 0)
    let vertical = rig(.wheel, 12, vertical: true).carousel
    expect(vertical.transform(forOffset: 1, toggle: 0), x: -51.1745264, y: 190.9859317, z: 0.01)
  }

  @Test("Inverted wheel: the hub is above the items, and they turn in the opposite direction", .proves("T07"))
  func invertedWheel() {
    let carousel = rig(.invertedWheel, 12).carousel
    let first = carousel.transform(forOffset: 1, toggle: 0)
    expect(first, x: 190.9859317, y: -51.1745264, z: 0.01)
    #expect(near(first.m12, -0.5, within: 1e-6))
    let vertical = rig(.invertedWheel, 12, vertical: true).carousel
    expect(vertical.transform(forOffset: 1, toggle: 0), x: 51.1745264, y: 190.9859317, z: 0.01)
  }

  @Test(
    "By default a ring has 12 to 30 positions, but not more than there are items", .proves("O05", "R95"),
    arguments: [
      (800.0, 100, 12), (1600, 100, 25), (2000, 100, 30), (9000, 100, 30), (100, 100, 12), (1600, 20, 20),
      (800, 7, 7), (800, 0, 0),
    ])
  func places(width: Double, items: Int, places: Int) {
    let rig = CarouselRig(.rotary, items: items, bounds: Size(width: width, height: 600))
    #expect(rig.carousel.derived.circularItemCount == places)
  }

  @Test(
    "A wider spacing leads to fewer positions on a ring, and a larger maximumVisibleItems to more",
    .proves("O05", "R95"))
  func placesBySpacing() {
    let wide = CarouselRig(.cylinder, items: 100, bounds: Size(width: 1600, height: 600)) {
      $0.options = [.spacing: 1.3]
    }
    // ⌈1600 / 260⌉ · π = 21.99
    #expect(wide.carousel.derived.circularItemCount == 21)
    let more = CarouselRig(.cylinder, items: 100, bounds: Size(width: 2600, height: 600)) {
      $0.carousel.maximumVisibleItems = 35
    }
    #expect(more.carousel.derived.circularItemCount == 35)
  }

  @Test("With an arc of half a circle the ring is larger, and twelve items occupy half of it", .proves("O06"))
  func arc() {
    let rig = CarouselRig(.rotary, items: 12) { $0.options = [.arc: .pi] }
    // 100 / tan 7.5° = 759.5754113, at 15°, 90° and 45°
    expect(rig.carousel.transform(forOffset: 1, toggle: 0), x: 196.5925826, z: -25.8819045)
    expect(rig.carousel.transform(forOffset: 6, toggle: 0), x: 759.5754113, z: -759.5754113)
    let wheel = CarouselRig(.wheel, items: 12) { $0.options = [.arc: .pi] }
    // 200 · 12 / π = 763.9437268, at 90°
    expect(wheel.carousel.transform(forOffset: 6, toggle: 0), x: 763.9437268, y: 763.9437268, z: 0.06)
  }

  @Test(
    "With an angle of 30°, the first item beside the center is at 30° on every ring, and the second is at 60°",
    .proves("O07"))
  func angle() {
    let rotary = CarouselRig(.rotary, items: 40) { $0.options = [.angle: .pi / 6, .radius: 300] }.carousel
    expect(rotary.transform(forOffset: 1, toggle: 0), x: 150, z: -40.1923789)
    expect(rotary.transform(forOffset: 2, toggle: 0), x: 259.8076211, z: -150)
    let wheel = CarouselRig(.wheel, items: 40) { $0.options = [.angle: .pi / 6, .radius: 300] }.carousel
    expect(wheel.transform(forOffset: 1, toggle: 0), x: 150, y: 40.1923789, z: 0.01)
    expect(wheel.transform(forOffset: 2, toggle: 0), x: 259.8076211, y: 150, z: 0.02)
    let cylinder = CarouselRig(.cylinder, items: 40) { $0.options = [.angle: .pi / 6, .radius: 300] }.carousel
    #expect(near(cylinder.transform(forOffset: 1, toggle: 0).m33, 0.8660254, within: 1e-6))
    #expect(near(cylinder.transform(forOffset: 2, toggle: 0).m33, 0.5, within: 1e-6))
  }

  @Test(
    "Spacing 1.1 increases the radius of every ring by a tenth, and the option `radius` can double it",
    .proves("O08", "O10"))
  func radius() {
    func x(_ type: CarouselType, _ options: [CarouselOption: Double]) -> Double {
      CarouselRig(type, items: 12) { $0.options = options }.carousel.transform(forOffset: 1, toggle: 0).m41
    }
    #expect(near(x(.rotary, [.spacing: 1.1]), 205.2627944, within: 1e-6))
    #expect(near(x(.cylinder, [.spacing: 1.1]), 205.2677944, within: 1e-6))
    #expect(near(x(.wheel, [.spacing: 1.1]), 210.0845249, within: 1e-6))
    #expect(near(x(.rotary, [.radius: 500]), 250) && near(x(.rotary, [.radius: 1000]), 500))
    #expect(near(x(.invertedRotary, [.radius: 500]), 250))
    #expect(near(x(.wheel, [.radius: 500]), 250) && near(x(.invertedWheel, [.radius: 500]), 250))
  }

  @Test(
    "With one or two items, each frame has each index at most once, and every ring has a finite size",
    .proves("R69"),
    arguments: CarouselType.builtIn, [1, 2])
  func few(type: CarouselType, count: Int) {
    for wraps in [true, false] {
      let rig = CarouselRig(type, items: count) { $0.options = [.wrap: wraps ? 1 : 0] }
      for offset in stride(from: -0.5, through: Double(count) - 0.5, by: 0.125) {
        rig.carousel.scrollOffset = offset
        let items = rig.carousel.frame().items
        #expect(Set(items.map(\.index)).count == items.count)
        #expect(items.allSatisfy { $0.transform.isFinite && abs($0.transform.m43) < 1000 })
        #expect(rig.carousel.indexesForVisibleItems == rig.carousel.indexesForVisibleItems.sorted())
      }
      rig.carousel.scrollOffset = 0
      // On rings seen from inside, half of the items are loaded. In a time machine, the completely faded item
      // is not loaded.
      let half: Set<CarouselType> = [.invertedRotary, .invertedCylinder, .timeMachine]
      let last = half.contains(type) ? 1 : count
      #expect(rig.carousel.indexesForVisibleItems == Array(0..<last))
      #expect(rig.carousel.frame().items.map(\.index).sorted() == Array(0..<last))
    }
  }
}
