import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests that huge numbers cost neither time nor memory.
@MainActor
struct HugeNumberTests {
  /// A data source of a trillion items whose views are created on request.
  @MainActor
  private final class Endless: CarouselDataSource, CarouselDelegate {
    var count = 1_000_000_000_000
    var options: [CarouselOption: Double] = [:]
    private(set) var requests = 0

    func numberOfItems(in carousel: Carousel) -> Int { count }

    func carousel(
      _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
    ) -> any ItemView {
      requests += 1
      return view ?? PlainView(size: Size(width: 200, height: 150))
    }

    func carousel(
      _ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double
    ) -> Double { options[option] ?? value }
  }

  private func drive(_ carousel: Carousel) {
    for step in 1...4 {
      carousel.advance(to: Timestamp(seconds: Double(step)))
      #expect(strangeNumbers(in: carousel) == [])
    }
  }

  @Test(
    "With a trillion items, the cost of a scroll depends only on the number of visible items",
    .proves("X010", "R30"),
    arguments: CarouselType.allCases,
    [0.0, 1])
  func items(type: CarouselType, wrap: Double) {
    let (carousel, endless) = (Carousel(bounds: Size(width: 800, height: 600)), Endless())
    endless.options[.wrap] = wrap
    carousel.type = type
    carousel.delegate = endless
    carousel.dataSource = endless
    carousel.itemSizing = .individual
    drive(carousel)
    let actions: [(Carousel) -> Void] = [
      { $0.scrollToItem(at: 999_999_999_999, animated: false) },
      { $0.scrollToItem(at: .max, animated: true) },
      { $0.scrollToItem(at: .min, animated: true) }, { $0.step(by: .max) }, { $0.step(by: .min) },
      { $0.scrollByNumberOfItems(.max, duration: 0.1) }, { $0.scrollByNumberOfItems(.min, duration: 0) },
      { $0.insertItem(at: .max, animated: true) }, { $0.insertItem(at: .min, animated: true) },
      { $0.removeItem(at: .max, animated: true) }, { $0.removeItem(at: .min, animated: false) },
      { $0.moveItem(at: .max, to: .min, animated: true) }, { $0.reloadItem(at: .max, animated: true) },
      { $0.itemsPerPage = .max }, { $0.isPagingEnabled = true },
      { $0.scrollToPage(at: .max, animated: true) },
      { $0.currentPage = .min }, { $0.currentItemIndex = .max }, { $0.scrollOffset = -1e300 },
      { $0.wheel(notches: 1e300, time: Timestamp(seconds: 4)) },
      { $0.prefetchDistance = PrefetchDistance(ahead: .max, behind: .max) },
      { $0.effects = [.scale(sides: 0, range: 1e300)] }, { $0.autoscroll = 1e300 },
    ]
    for action in actions {
      action(carousel)
      drive(carousel)
    }
    #expect(endless.requests < 20_000 && carousel.visibleItemViews.count < 1000)
  }

  @Test(
    "In a tiny view with no item or one item, the carousel settles and all numbers are finite",
    .proves("D052"),
    arguments: CarouselType.allCases)
  func tiny(type: CarouselType) {
    for (width, height) in [(0.0, 0.0), (1, 1), (1, 5000), (5000, 1), (0, 600)] {
      for count in [0, 1] {
        let rig = CarouselRig(type, items: count, bounds: Size(width: width, height: height))
        rig.fling(velocity: -3000, after: -100)
        rig.settle()
        rig.carousel.scrollToItem(at: 4, animated: true)
        rig.settle()
        #expect(!rig.carousel.needsFrame && rig.carousel.currentItemIndex == count - 1)
        #expect(rig.carousel.visibleItemViews.count <= count && strangeNumbers(in: rig.carousel) == [])
      }
    }
  }

  @Test(
    "If the delegate returns a billion as a number of positions or visible items, the number is limited",
    .proves("X010", "O05"))
  func counts() {
    for type in CarouselType.allCases {
      for option in [CarouselOption.visibleItems, .count] {
        let (carousel, endless) = (Carousel(bounds: Size(width: 800, height: 600)), Endless())
        endless.count = option == .count ? 1_000_000_000_000 : 2000
        endless.options[option] = 1e9
        carousel.type = type
        carousel.delegate = endless
        carousel.dataSource = endless
        carousel.advance(to: Timestamp(seconds: 1))
        #expect(carousel.numberOfVisibleItems <= 2000 && endless.requests <= 2000)
        #expect(strangeNumbers(in: carousel) == [])
      }
    }
  }

  @Test(
    "If the delegate starts another scroll in each scroll callback, no endless loop follows",
    .proves("S02", "X010"))
  func endlessScroll() {
    for wrap in [0.0, 1] {
      let (carousel, source) = (Carousel(bounds: Size(width: 800, height: 600)), CallbackActor(items: 12))
      source.options[.wrap] = wrap
      carousel.delegate = source
      carousel.dataSource = source
      carousel.advance(to: Timestamp(seconds: 1))
      for answered in [CallbackActor.Callback.didScroll, .indexDidChange, .didEndScrolling, .didSettle] {
        source.act = { [unowned carousel] heard in
          if heard == answered { carousel.scrollOffset = carousel.scrollOffset > 5 ? 1 : 9 }
        }
        let calls = source.calls
        carousel.scrollToItem(at: 3, duration: 0.1)
        for step in 2...6 { carousel.advance(to: Timestamp(seconds: Double(step))) }
        #expect(source.calls - calls < 1_000_000)
      }
      source.act = { [unowned carousel] heard in if heard == .numberOfItems { carousel.reloadData() } }
      carousel.reloadData()
      source.act = { _ in }
      for step in 7...90 { carousel.advance(to: Timestamp(seconds: Double(step))) }
      _ = carousel.frame()
      #expect(!carousel.needsFrame && carousel.numberOfItems == 12)
    }
  }
}
