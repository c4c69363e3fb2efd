import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of a carousel without items.
@MainActor
struct EmptyTests {
  @Test(
    "All calls on an empty carousel return finite numbers and draw nothing",
    .proves("R93", "K10", "Y21", "Y22"),
    arguments: CarouselType.allCases)
  func everything(type: CarouselType) {
    for wraps in [0.0, 1] {
      let rig = CarouselRig(type, items: 0) { $0.options = [.wrap: wraps] }
      let carousel = rig.carousel
      let actions: [(Carousel) -> Void] = [
        { $0.reloadData() }, { $0.reloadItem(at: 0, animated: true) },
        { $0.removeItem(at: 0, animated: true) },
        { $0.scrollToItem(at: 3, animated: true) }, { $0.scrollToItem(at: 3, duration: 0) },
        { $0.scrollByNumberOfItems(-2, duration: 0.1) }, { $0.scroll(toOffset: 1.5, duration: 0.1) },
        { $0.scroll(byOffset: 1.5, duration: 0) }, { $0.scrollOffset = 4 }, { $0.currentItemIndex = 2 },
        { $0.step(by: 1) }, { $0.autoscroll = 1 }, { $0.isVertical = true }, { $0.bounds = .zero },
        { $0.perspective = -0.01 }, { $0.wheel(notches: 1, time: rig.now) },
        { $0.touchpadScroll(by: 30, time: rig.now) }, { $0.touchpadScrollEnded(time: rig.now) },
        { $0.tap(at: CarouselRig.middle, time: rig.now) }, { _ in rig.fling(velocity: -3000, after: -100) },
        { _ in rig.drag(by: Point(x: -200, y: 0), in: 0.1) }, { $0.setNeedsLayout() },
      ]
      for action in actions {
        action(carousel)
        rig.frame()
        #expect(carousel.frame().items.isEmpty && carousel.indexesForVisibleItems == [])
        #expect(carousel.scrollOffset == -1 && carousel.currentItemIndex == -1)
        #expect(carousel.currentItemView == nil && carousel.itemView(at: 0) == nil)
        #expect(carousel.toggle.isFinite && carousel.offsetForItem(at: 2).isFinite)
        #expect(carousel.transform(forOffset: 1, toggle: 0).isFinite)
        #expect(carousel.index(ofItemAt: CarouselRig.middle) == nil)
      }
    }
  }

  @Test(
    "If the item count, item size, bounds, fade range, bounce distance or ring count is 0, all results are finite",
    .proves("R30"),
    arguments: CarouselType.allCases)
  func zeros(type: CarouselType) {
    for zero in 0..<6 {
      let rig = CarouselRig(type, items: zero == 0 ? 0 : 7) { rig in
        switch zero {
        case 1: rig.itemSize = .zero
        case 2: rig.carousel.bounds = .zero
        case 3: rig.options = [.fadeRange: 0, .fadeMin: -1, .fadeMax: 1]
        case 4: rig.carousel.bounceDistance = 0
        case 5: rig.options = [.count: 0, .arc: 0, .spacing: 0]
        default: break
        }
      }
      var offsets: [Double] = []
      rig.onScroll = { offsets.append(rig.carousel.scrollOffset) }
      rig.fling(velocity: 4000, after: 150)
      rig.settle()
      rig.carousel.scrollToItem(at: 5, animated: true)
      rig.settle()
      offsets.append(rig.carousel.scrollOffset)
      #expect(offsets.allSatisfy { $0.isFinite } && offsets.last == (zero == 0 ? -1 : 5))
      #expect(rig.carousel.frame().items.allSatisfy { $0.transform.isFinite && (0...1).contains($0.alpha) })
      #expect(!rig.carousel.needsFrame)
    }
  }

  @Test(
    "Half a second after an item is inserted into an empty carousel, the item is in the center",
    .proves("R84", "R85", "R156", "R159", "M12", "M13"),
    arguments: [true, false], [0, 3])
  func insert(animated: Bool, placeholders: Int) {
    let rig = CarouselRig(items: 0) { $0.placeholderCount = placeholders }
    for _ in 1...2 {
      rig.itemCount = 1
      rig.carousel.insertItem(at: 0, animated: animated)
      rig.run(0.5)
      #expect(rig.carousel.scrollOffset == 0 && rig.carousel.currentItemIndex == 0)
      #expect(rig.drawn(0)?.alpha == 1 && rig.drawn(0)?.seenMiddle == CarouselRig.middle)
      rig.itemCount = 0
      rig.carousel.removeItem(at: 0, animated: animated)
      rig.run(0.5)
      #expect(rig.carousel.currentItemIndex == -1 && rig.carousel.itemView(at: 0) == nil || placeholders > 0)
    }
  }
}
