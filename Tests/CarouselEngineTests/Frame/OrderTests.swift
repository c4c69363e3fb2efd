import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests that the drawing order of a frame does not depend on the order of the frame before.
@MainActor
struct OrderTests {
  /// Creates a rig with items at pseudorandom depths.
  private func rig(items: Int, seed: Int) -> CarouselRig {
    let rig = CarouselRig(.custom, items: items) { $0.carousel.maximumVisibleItems = items }
    rig.customTransform = { offset, base in
      // There are only five different depths, so that many items have the same depth.
      base.translated(x: offset, z: Double(Int(abs(offset) * 7919 + Double(seed)) % 5))
    }
    return rig
  }

  private func expectOrdered(_ rig: CarouselRig, count: Int) {
    let items = rig.carousel.frame().items
    #expect(items.count == count)
    let current = items.first { $0.index == rig.carousel.currentItemIndex }?.transform ?? .identity
    let places = items.map {
      DepthOrder($0.transform, by: .init(current: current, axis: .horizontal), index: $0.index)
    }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test(
    "After jumps of the offset and a reload, each frame has a strict drawing order", .proves("K08"),
    arguments: 0..<6)
  func everyPicture(seed: Int) {
    let rig = rig(items: 60, seed: seed)
    for offset in [0, 0.4, 3, 59, 12.5, 12.6, 30] {
      rig.carousel.scrollOffset = offset
      expectOrdered(rig, count: 60)
      expectOrdered(rig, count: 60)
    }
    rig.itemCount = 7
    rig.carousel.reloadData()
    expectOrdered(rig, count: 7)
    rig.customTransform = nil
  }

  @Test("Twenty thousand items out of order are sorted in one frame", .proves("K08"))
  func many() {
    let rig = rig(items: 20_000, seed: 3)
    expectOrdered(rig, count: 20_000)
    rig.customTransform = nil
  }

  @Test("A frame that the caller retains does not change when the carousel scrolls", .proves("K08"))
  func kept() {
    let rig = CarouselRig(.rotary, items: 12)
    let kept = rig.carousel.frame()
    let before = kept.items.map(\.transform)
    rig.carousel.scrollOffset = 3.3
    #expect(rig.carousel.frame().items.map(\.transform) != before)
    #expect(kept.items.map(\.transform) == before)
  }

  @Test("An outgoing view is drawn under the view that replaces it", .proves("K08"))
  func predecessor() {
    let rig = CarouselRig()
    rig.reusesViews = false
    let old = rig.carousel.itemView(at: 1)
    rig.carousel.reloadItem(at: 1, animated: true)
    rig.frame()
    rig.frame()
    let pair = rig.carousel.frame().items.filter { $0.index == 1 }
    #expect(pair.map { $0.view === old } == [true, false])
  }

  @Test(
    "If an item has several outgoing views, they are drawn in the order of their replacement, even after a jump of the offset",
    .proves("K08"))
  func predecessors() {
    let rig = CarouselRig(.rotary, items: 12)
    rig.reusesViews = false
    var views = [rig.carousel.itemView(at: 1)]
    for _ in 1...3 {
      // Without the purge, the outgoing view would be reused and would not be visible as outgoing.
      rig.carousel.purgeReusableViews()
      rig.carousel.reloadItem(at: 1, animated: true)
      views.append(rig.carousel.itemView(at: 1))
      rig.run(0.05)
    }
    for offset in [0.0, 6, 1] {
      rig.carousel.scrollOffset = offset
      let pile = rig.carousel.frame().items.filter { $0.index == 1 }
      #expect(zip(pile, views).allSatisfy { $0.view === $1 } && pile.count == views.count)
    }
  }
}
