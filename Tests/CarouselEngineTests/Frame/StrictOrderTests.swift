import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests that the drawing order is a strict order for any transforms.
@MainActor
struct StrictOrderTests {
  private static let depths = [0, -0.0, 1, 1, -1, 0.1 + 0.2, 0.3, 1e-300, 1e30, -1e30, 1e12]

  private func place(_ index: Int, _ random: inout SplitMix, axis: ScrollAxis) -> DepthOrder {
    func pick() -> Double { Self.depths[Int(random.next() % 11)] }
    let transform = Transform3D.identity.translated(x: pick(), y: pick(), z: pick())
    return DepthOrder(transform, by: .init(current: .identity, axis: axis), index: index)
  }

  @Test(
    "For any three items the drawing order is irreflexive, asymmetric, total and transitive",
    .proves("K08", "X010")
  )
  func strict() {
    var random = SplitMix(seed: 11)
    var wrong = 0
    for round in 0..<3000 {
      let axis = ScrollAxis(
        axis: round % 2 == 0 ? .horizontal : .vertical,
        direction: round % 3 == 0 ? .rightToLeft : .leftToRight, angle: Double(round % 7))
      let (a, b, c) = (
        place(0, &random, axis: axis), place(1, &random, axis: axis), place(2, &random, axis: axis)
      )
      for one in [a, b, c] where one < one { wrong += 1 }
      for (one, other) in [(a, b), (b, c), (a, c)] where (one < other) == (other < one) { wrong += 1 }
      for (one, other, third) in [(a, b, c), (b, c, a), (c, a, b), (a, c, b), (b, a, c), (c, b, a)]
      where one < other && other < third && !(one < third) { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test(
    "If ten thousand items share a few depths, their drawing order does not depend on the order in which they are sorted",
    .proves("K08"))
  func tenThousand() {
    var random = SplitMix(seed: 5)
    let places = (0..<10_000).map { place($0, &random, axis: .horizontal) }
    let sorted = places.sorted()
    #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0 < $1 && !($1 < $0) && $0 != $1 })
    var shuffled = places
    for position in shuffled.indices.reversed() {
      shuffled.swapAt(position, Int(random.next() % UInt64(position + 1)))
    }
    #expect(shuffled.sorted() == sorted)
  }

  @Test(
    "If transforms are NaN or infinite, each item is in the frame once, and the drawing order is strict",
    .proves("K08", "X010"))
  func noNumbers() {
    let rig = CarouselRig(.custom, items: 300) { $0.carousel.maximumVisibleItems = 300 }
    let strange = [0, .nan, .infinity, -.infinity, 1e300, -1e300, 1, 1]
    rig.customTransform = { offset, base in
      base.translated(x: strange[abs(Int(offset)) % 8], z: strange[abs(Int(offset)) / 8 % 8])
    }
    for offset in [0, 4.5, 299, 150] {
      rig.carousel.scrollOffset = offset
      let items = rig.carousel.frame().items
      #expect(items.map(\.index).sorted() == Array(0..<300))
      let current = items.first { $0.index == rig.carousel.currentItemIndex }?.transform ?? .identity
      let places = items.map {
        DepthOrder($0.transform, by: .init(current: current, axis: .horizontal), index: $0.index)
      }
      #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
    }
    rig.customTransform = nil
  }
}
