import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the loading and reuse of views.
@MainActor
struct LoadingTests {
  @Test("Loading requests the count once, and each visible item once", .proves("S01", "M06"))
  func load() {
    let rig = CarouselRig(items: 100)
    rig.carousel.reloadData()
    rig.frame()
    let requests = rig.takeRequests()
    #expect(requests.filter { $0 == "count" }.count == 1)
    #expect(requests.filter { $0 != "count" } == (0..<6).map { "item \($0)" })
  }

  @Test(
    "While the carousel scrolls past 300 items, the data source makes at most two views more than are visible at the same time",
    .proves("S02"),
    arguments: CarouselType.builtIn
  )
  func reuse(type: CarouselType) {
    let rig = CarouselRig(type, items: 300)
    let visible = rig.carousel.numberOfVisibleItems
    rig.carousel.scrollByNumberOfItems(299, duration: 4)
    while rig.carousel.isScrolling {
      rig.frame()
      let shown = rig.carousel.frame().items.map { ObjectIdentifier($0.view) }
      #expect(Set(shown).count == shown.count)
    }
    #expect(rig.views.count <= visible + 2)
  }

  @Test("A data source may return a new view instead of the view that is offered for reuse", .proves("S02"))
  func noReuse() {
    let rig = CarouselRig(items: 100) { $0.reusesViews = false }
    rig.carousel.scrollByNumberOfItems(50, duration: 1)
    rig.settle()
    #expect(rig.views.count >= 50)
    #expect(rig.carousel.poolCounts.items <= 1)
  }

  @Test(
    "With three placeholders, two are to the left of the items, one is to the right, and each index is requested once",
    .proves("S04", "S05"))
  func placeholders() {
    let rig = CarouselRig(items: 2, bounds: Size(width: 2000, height: 400)) { $0.placeholderCount = 3 }
    rig.carousel.reloadData()
    rig.frame()
    #expect(rig.carousel.indexesForVisibleItems == [-2, -1, 0, 1, 2])
    #expect(
      rig.takeRequests().filter { $0.hasPrefix("placeholder") } == [
        "placeholder 0", "placeholder 1", "placeholder 2",
      ])
    #expect(rig.carousel.numberOfItems == 2 && rig.carousel.numberOfPlaceholders == 3)
  }

  @Test("A carousel that wraps shows no placeholders", .proves("S04"))
  func noPlaceholdersOnARing() {
    let rig = CarouselRig(.rotary, items: 2) { $0.placeholderCount = 4 }
    #expect(rig.carousel.indexesForVisibleItems == [0, 1])
    let empty = CarouselRig(.rotary, items: 0) { $0.placeholderCount = 4 }
    #expect(empty.carousel.indexesForVisibleItems == [])
    #expect(!empty.takeRequests().contains { $0.hasPrefix("placeholder") })
  }

  @Test("Items and placeholders have separate reuse pools", .proves("S05"))
  func pools() {
    let rig = CarouselRig(items: 30, bounds: Size(width: 400, height: 300)) { $0.placeholderCount = 20 }
    for offset in [29.0, 0, 29, 15, 0] {
      rig.carousel.scrollToItem(at: Int(offset), duration: 1)
      rig.settle()
    }
    rig.carousel.scrollOffset = 15
    let (items, placeholders) = rig.carousel.poolCounts
    #expect(items + rig.carousel.indexesForVisibleItems.count + placeholders == rig.views.count)
    #expect(placeholders > 0 && placeholders <= 4)
  }

  @Test(
    "Visible indexes and views correspond, and are sorted and unique", .proves("Y16", "Y17", "M07", "M08"))
  func correspondence() {
    let rig = CarouselRig(.cylinder, items: 40)
    rig.carousel.scrollByNumberOfItems(-25, duration: 2)
    while rig.carousel.isScrolling {
      rig.frame()
      let (indexes, views) = (rig.carousel.indexesForVisibleItems, rig.carousel.visibleItemViews)
      #expect(indexes == Set(indexes).sorted())
      #expect(zip(indexes, views).allSatisfy { rig.carousel.index(ofItemView: $1) == $0 })
      #expect(zip(indexes, views).allSatisfy { rig.carousel.itemView(at: $0) === $1 })
    }
    #expect(rig.carousel.itemView(at: -3) == nil && rig.carousel.itemView(at: 43) == nil)
    #expect(rig.carousel.index(ofItemView: PlainView(size: .zero)) == nil)
  }

  @Test("A view nested in an item's view belongs to the item", .proves("M09"))
  func subviews() throws {
    let rig = CarouselRig()
    let item = try #require(rig.carousel.itemView(at: 2))
    let inner = PlainView(size: .zero, in: PlainView(size: .zero, in: PlainView(size: .zero, in: item)))
    #expect(rig.carousel.index(ofItemViewOrSubview: inner) == 2)
    #expect(rig.carousel.index(ofItemViewOrSubview: item) == 2)
    #expect(rig.carousel.index(ofItemViewOrSubview: PlainView(size: .zero)) == nil)
  }

  @Test("A million items need as few views as a hundred items", .proves("Y13"))
  func aMillion() {
    let rig = CarouselRig(.coverFlow, items: 1_000_000)
    #expect(rig.views.count <= 20)
    rig.carousel.scrollOffset = 654_321
    #expect(rig.carousel.indexesForVisibleItems.contains(654_321))
    rig.carousel.scrollByNumberOfItems(-300_000, duration: 1)
    rig.settle()
    #expect(rig.carousel.currentItemIndex == 354_321)
    #expect(rig.views.count <= 40)
  }

  @Test(
    "The item width is the width that the delegate returns, otherwise the first view's width, or its height in a vertical carousel",
    .proves("Y23", "G09"))
  func itemWidth() throws {
    #expect(CarouselRig().carousel.itemWidth == 200)
    #expect(CarouselRig { $0.carousel.isVertical = true }.carousel.itemWidth == 150)
    let rig = CarouselRig { $0.pitch = 260 }
    let (first, second) = (try #require(rig.drawn(0)), try #require(rig.drawn(1)))
    #expect(near(second.seenMiddle.x - first.seenMiddle.x, 260) && first.size.width == 200)
    rig.pitch = 300
    rig.carousel.setNeedsLayout()
    rig.frame()
    #expect(rig.carousel.itemWidth == 300)
  }

  @Test(
    "If the data source and the delegate are released during a scroll, the scroll continues",
    .proves("Y01", "Y02", "P03"))
  func gone() {
    let carousel = Carousel(bounds: Size(width: 800, height: 600))
    var time = Timestamp(seconds: 0)
    do {
      let rig = CarouselRig(items: 50)
      carousel.dataSource = rig
      carousel.delegate = rig
      carousel.advance(to: time)
      carousel.scrollByNumberOfItems(40, duration: 1)
    }
    #expect(carousel.dataSource == nil && carousel.delegate == nil)
    for _ in 1...80 {
      time = time + 1 / 60
      carousel.advance(to: time)
      _ = carousel.frame()
    }
    carousel.reloadData()
    carousel.insertItem(at: 0, animated: true)
    carousel.removeItem(at: 0, animated: true)
    #expect(carousel.currentItemIndex >= 0)
  }
}
