import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the frames and the requests after a reload.
@MainActor
struct ReloadTests {
  @Test(
    "Every frame after a reload shows all visible items, and only new views", .proves("D017"),
    arguments: CarouselType.builtIn)
  func complete(type: CarouselType) {
    var random = SplitMix(seed: 17)
    for _ in 0..<40 {
      let rig = CarouselRig(type, items: random.whole(1...60))
      rig.reusesViews = false
      if random.once(in: 2) { rig.fling(velocity: random.number(-3000...3000)) }
      if random.once(in: 2) { rig.carousel.scrollToItem(at: random.whole(0...60), duration: 1) }
      // Half of the reloads happen inside a callback.
      var reloadsInside = false
      rig.onScroll = { [weak rig] in
        guard let rig, reloadsInside else { return }
        reloadsInside = false
        Self.reload(rig)
      }
      for _ in 0..<15 {
        rig.itemCount = random.whole(1...60)
        if random.once(in: 2) { reloadsInside = true } else { Self.reload(rig) }
        for _ in 0..<random.whole(1...8) { rig.frame() }
      }
    }
  }

  /// Reloads the carousel, and compares the next frame with the frame of a carousel that was never reloaded.
  private static func reload(_ rig: CarouselRig) {
    let old = Set(rig.views.map { ObjectIdentifier($0) })
    rig.carousel.reloadData()
    let shown = rig.carousel.frame().items
    let control = CarouselRig(rig.carousel.type, items: rig.itemCount)
    control.carousel.scrollOffset = rig.carousel.scrollOffset
    #expect(shown.isEmpty == control.carousel.frame().items.isEmpty, "at \(rig.carousel.scrollOffset)")
    #expect(shown.allSatisfy { !old.contains(ObjectIdentifier($0.view)) })
  }

  @Test(
    "A reload requests only the visible items, however many items there are", .proves("D017", "D041"),
    arguments: [0.0, 1])
  func requests(wrap: Double) {
    let requests = [100, 100_000, 1_000_000].map { count in
      let rig = CarouselRig(items: count) { $0.options = [.wrap: wrap] }
      _ = rig.takeRequests()
      rig.carousel.reloadData()
      rig.frame()
      return rig.takeRequests()
    }
    #expect(requests[0].count < 12)
    #expect(requests[1].count == requests[0].count && requests[2].count == requests[0].count)
  }
}
