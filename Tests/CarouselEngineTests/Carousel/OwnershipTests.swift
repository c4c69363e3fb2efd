import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the ownership of data sources, delegates, views and carousels.
@MainActor
struct OwnershipTests {
  private final class Weak {
    weak var carousel: Carousel?
    weak var source: Numbers?
    weak var listener: Listener?
    var views: [WeakView] = []
  }

  private struct WeakView {
    weak var view: (any ItemView)?
  }

  @Test("A carousel released during any motion leaks nothing", .proves("P03", "R153"), arguments: 0..<5)
  func dropped(phase: Int) {
    let seen = Weak()
    autoreleased {
      let (carousel, numbers, listener) = (
        Carousel(bounds: Size(width: 800, height: 600)), Numbers(50), Listener()
      )
      (seen.carousel, seen.source, seen.listener) = (carousel, numbers, listener)
      carousel.delegate = listener
      carousel.dataSource = numbers
      var now = Timestamp(seconds: 0)
      @MainActor func frame() {
        now = now + 1 / 60
        carousel.advance(to: now)
        _ = carousel.frame()
      }
      frame()
      switch phase {
      case 0: carousel.scrollByNumberOfItems(30, duration: 1)
      case 1: carousel.autoscroll = 3
      case 2: carousel.contactBegan(id: 1, at: .zero, time: now)
      case 3:
        numbers.count = 49
        carousel.removeItem(at: 1, animated: true)
      default: carousel.reloadItem(at: 1, animated: true)
      }
      for _ in 1...5 { frame() }
      seen.views = carousel.visibleItemViews.map { WeakView(view: $0) }
    }
    #expect(seen.carousel == nil && seen.source == nil && seen.listener == nil)
    #expect(seen.views.count >= 4 && seen.views.allSatisfy { $0.view == nil })
  }

  private func autoreleased(_ body: @MainActor () -> Void) { body() }

  @Test(
    "The carousel retains neither its data source nor its delegate, and continues without them",
    .proves("P03", "Y01", "Y02"),
    arguments: [true, false])
  func gone(inMotion: Bool) {
    let carousel = Carousel(bounds: Size(width: 800, height: 600))
    weak var source: Numbers?
    autoreleased {
      let (numbers, listener) = (Numbers(50), Listener())
      source = numbers
      carousel.delegate = listener
      carousel.dataSource = numbers
      carousel.advance(to: Timestamp(seconds: 0))
      if inMotion { carousel.scrollByNumberOfItems(20, duration: 1) }
    }
    #expect(source == nil && carousel.dataSource == nil && carousel.delegate == nil)
    let shown = carousel.frame().items.count
    for step in 1...100 {
      carousel.advance(to: Timestamp(seconds: Double(step) / 60))
      _ = carousel.frame()
    }
    #expect(shown == 6 && carousel.currentItemIndex == (inMotion ? 20 : 0))
    // Without a data source, newly visible items have no view. The other results are valid.
    #expect(carousel.indexesForVisibleItems.allSatisfy { (0..<50).contains($0) })
  }

  @Test(
    "Setting the same data source again loads nothing; setting another data source loads its content; setting nil keeps the content",
    .proves("Y01"))
  func dataSource() {
    let rig = CarouselRig()
    rig.carousel.dataSource = rig
    rig.frame()
    #expect(rig.takeRequests() == [])
    rig.carousel.dataSource = nil
    rig.frame()
    #expect(rig.carousel.numberOfItems == 10 && rig.carousel.indexesForVisibleItems == Array(0..<6))
    let other = Numbers(3)
    rig.carousel.dataSource = other
    rig.frame()
    #expect(rig.carousel.numberOfItems == 3 && other.viewCount == 3)
  }

  @Test(
    "A new carousel requests the count once, each visible item once, and no other item",
    .proves("S01", "S02", "R121", "D018"))
  func start() {
    let (carousel, rig) = (Carousel(bounds: Size(width: 800, height: 600)), CarouselRig(items: 100))
    rig.clearLog()
    carousel.type = .coverFlow
    carousel.delegate = rig
    carousel.dataSource = rig
    for step in 1...5 {
      carousel.advance(to: Timestamp(seconds: Double(step)))
      _ = carousel.frame()
    }
    #expect(rig.takeRequests().sorted() == (["count"] + (0..<18).map { "item \($0)" }).sorted())
  }

  @Test("Two carousels with one data source do not mix their views", .proves("F08", "X006", "D034"))
  func two() {
    let numbers = Numbers(60)
    let carousels = [CarouselType.linear, .rotary].map { type in
      let carousel = Carousel(bounds: Size(width: 800, height: 600))
      carousel.type = type
      carousel.dataSource = numbers
      return carousel
    }
    for step in 1...200 {
      for (number, carousel) in carousels.enumerated() {
        if step % 50 == 1 { carousel.scrollByNumberOfItems(number == 0 ? 11 : -7, duration: 0.6) }
        carousel.advance(to: Timestamp(seconds: Double(step) / 60))
        for (index, view) in zip(carousel.indexesForVisibleItems, carousel.visibleItemViews) {
          #expect((view as? NumberedView)?.number == index)
        }
      }
      let views = carousels.map { Set($0.visibleItemViews.map { ObjectIdentifier($0) }) }
      #expect(views[0].isDisjoint(with: views[1]))
    }
  }

  @Test(
    "A change of the type does not request the loaded views again", .proves("P01"),
    arguments: CarouselType.allCases)
  func anotherType(type: CarouselType) {
    let rig = CarouselRig(items: 5) { $0.options = [.visibleItems: 5, .fadeMax: 9, .fadeMin: -9] }
    let views = rig.carousel.visibleItemViews.map { ObjectIdentifier($0) }
    rig.clearLog()
    rig.carousel.type = type
    rig.settle()
    #expect(rig.takeRequests() == [])
    #expect(rig.carousel.visibleItemViews.map { ObjectIdentifier($0) } == views)
  }
}
