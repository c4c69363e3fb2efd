import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the methods that find the index of a view and the view of an index.
@MainActor
struct IndexTests {
  @Test(
    "Each loaded index has a view, and the view has that index; other indexes have no view",
    .proves("M07", "M08", "R99", "R101")
  )
  func table() {
    let rig = CarouselRig(items: 4, bounds: Size(width: 2000, height: 300)) { $0.placeholderCount = 3 }
    // 2 placeholders to the left, 4 items, 1 placeholder to the right
    for index in -4...7 {
      let view = rig.carousel.itemView(at: index)
      #expect((view != nil) == (-2...4).contains(index))
      if let view { #expect(rig.carousel.index(ofItemView: view) == index) }
    }
    #expect(rig.carousel.index(ofItemView: PlainView(size: .zero)) == nil)
    #expect(rig.carousel.itemView(at: Int.max) == nil && rig.carousel.itemView(at: Int.min) == nil)
  }

  @Test(
    "After a view is reused, `index(ofItemView:)` returns its new index", .proves("M08", "R101", "S02", "R70")
  )
  func reused() throws {
    let rig = CarouselRig(items: 100)
    let view = try #require(rig.carousel.itemView(at: 0))
    rig.carousel.scrollByNumberOfItems(60, duration: 3)
    var indexes: Set<Int> = []
    while rig.carousel.isScrolling {
      rig.frame()
      if let index = rig.carousel.index(ofItemView: view) {
        #expect(rig.carousel.itemView(at: index) === view)
        indexes.insert(index)
      }
    }
    #expect(indexes.count > 5 && rig.views.count <= 8)
  }

  @Test(
    "A view nested three levels deep belongs to the item that contains it; unknown and removed views belong to no item",
    .proves("M09", "R80"))
  func parts() throws {
    let rig = CarouselRig()
    let item = try #require(rig.carousel.itemView(at: 3))
    var part: any ItemView = item
    for _ in 0...3 {
      #expect(rig.carousel.index(ofItemViewOrSubview: part) == 3)
      part = PlainView(size: .zero, in: part)
    }
    #expect(rig.carousel.index(ofItemView: part) == nil)
    #expect(
      rig.carousel.index(ofItemViewOrSubview: PlainView(size: .zero, in: PlainView(size: .zero))) == nil)
    rig.itemCount = 3
    rig.carousel.reloadData()
    rig.frame()
    #expect(rig.carousel.index(ofItemViewOrSubview: part) == nil)
  }

  @Test(
    "In every frame the visible indexes are sorted, unique and drawn, and the current item is in the center",
    .proves("Y16", "Y17", "Y22", "R97", "R98", "R100"),
    arguments: [CarouselType.linear, .rotary, .coverFlow2, .timeMachine])
  func everyFrame(type: CarouselType) throws {
    let rig = CarouselRig(type, items: 30)
    rig.carousel.scrollByNumberOfItems(17, duration: 1)
    while rig.carousel.isScrolling {
      rig.frame()
      let (carousel, items) = (rig.carousel, rig.carousel.frame().items)
      let (indexes, views) = (carousel.indexesForVisibleItems, carousel.visibleItemViews)
      #expect(indexes == Set(indexes).sorted() && indexes.count == views.count)
      #expect(zip(indexes, views).allSatisfy { carousel.index(ofItemView: $1) == $0 })
      #expect(items.map(\.index).sorted() == indexes)
      #expect(carousel.currentItemView != nil)
      #expect(carousel.currentItemView === carousel.itemView(at: carousel.currentItemIndex))
      let nearest = items.min {
        abs(carousel.offsetForItem(at: $0.index)) < abs(carousel.offsetForItem(at: $1.index))
      }
      #expect(abs(carousel.offsetForItem(at: try #require(nearest).index)) <= 0.5)
    }
  }

  @Test(
    "offsetForItem returns the direct distance on a strip, and the shortest distance on a ring",
    .proves("M10", "R54"),
    arguments: [
      (0.0, 9, 9.0, -1.0), (0, 5, 5, 5), (2.25, 0, -2.25, -2.25), (7.5, 1, -6.5, 3.5), (1, 8, 7, -3),
      (9, 0, -9, 1), (5, 0, -5, -5),
    ])
  func distance(offset: Double, index: Int, inRow: Double, onRing: Double) {
    for (wrap, expected) in [(0.0, inRow), (1, onRing)] {
      let rig = CarouselRig { $0.options = [.wrap: wrap] }
      rig.carousel.scrollOffset = offset
      #expect(near(rig.carousel.offsetForItem(at: index), expected))
    }
  }

  @Test(
    "In each frame of a flick, each item is drawn at the position that offsetForItem returns",
    .proves("M10", "R54", "R125"))
  func placed() {
    let rig = CarouselRig(items: 40)
    var count = 0
    rig.onScroll = {
      for item in rig.carousel.frame().items {
        #expect(near((item.seenMiddle.x - 400) / 200, rig.carousel.offsetForItem(at: item.index)))
        count += 1
      }
    }
    rig.fling(velocity: -2000)
    rig.settle()
    #expect(count > 100)
  }

  @Test(
    "Half of the placeholders, rounded up, are to the left of the items; a ring shows no placeholders",
    .proves("S04", "Y14", "R147", "R175"),
    arguments: [(0, 0, 0), (1, 1, 0), (2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2)])
  func placeholders(count: Int, left: Int, right: Int) {
    let rig = CarouselRig(items: 3, bounds: Size(width: 2400, height: 300)) { $0.placeholderCount = count }
    #expect(rig.carousel.numberOfPlaceholders == count && rig.carousel.numberOfItems == 3)
    #expect(rig.carousel.indexesForVisibleItems == Array(-left..<3 + right))
    #expect(rig.drawn(-1)?.seenMiddle.x ?? 1000 == 1000 && rig.drawn(3)?.seenMiddle.x ?? 1800 == 1800)
    rig.carousel.reloadData()
    rig.frame()
    let asked = rig.takeRequests().filter { $0.hasPrefix("placeholder") }
    #expect(asked == (0..<count).map { "placeholder \($0)" })
    rig.options = [.wrap: 1]
    rig.carousel.setNeedsLayout()
    rig.frame()
    #expect(rig.carousel.indexesForVisibleItems == [0, 1, 2] && rig.carousel.numberOfPlaceholders == count)
  }

  @Test("Placeholders move with the items, and taps on them select nothing", .proves("S04", "R147"))
  func placeholdersMove() {
    let rig = CarouselRig(items: 3) { $0.placeholderCount = 2 }
    rig.carousel.scrollOffset = 0.5
    #expect(rig.drawn(-1)?.seenMiddle.x == 100 && rig.drawn(0)?.seenMiddle.x == 300)
    rig.carousel.scrollOffset = 2
    #expect(rig.drawn(3)?.seenMiddle.x == 600)
    for x in [600.0, 650] { #expect(rig.tap(at: Point(x: x, y: 300)) == .aligned) }
    #expect(!rig.takeLog().contains { $0.contains("elect") })
  }

  @Test(
    "In five hundred scrolls no item gets the view of a placeholder, and no placeholder the view of an item",
    .proves("S05"))
  func pools() {
    let rig = CarouselRig(items: 12, bounds: Size(width: 500, height: 300)) { $0.placeholderCount = 9 }
    var random = SplitMix(seed: 5)
    var kinds: [ObjectIdentifier: Bool] = [:]
    for _ in 1...500 {
      rig.carousel.scrollOffset = Double(random.next() % 120) / 10
      for (index, view) in zip(rig.carousel.indexesForVisibleItems, rig.carousel.visibleItemViews) {
        let isItem = (0..<12).contains(index)
        #expect(kinds.updateValue(isItem, forKey: ObjectIdentifier(view)) ?? isItem == isItem)
      }
    }
    #expect(Set(kinds.values) == [true, false] && rig.views.count < 20)
  }

  @Test(
    "With reuse, a thousand items need only as many views as fit the screen; without reuse, each item needs a view",
    .proves("S02", "F11", "F12", "R70", "R121")
  )
  func thousand() {
    for reuses in [true, false] {
      let rig = CarouselRig(items: 1000) { $0.reusesViews = reuses }
      rig.carousel.scrollByNumberOfItems(999, duration: 20)
      while rig.carousel.isScrolling {
        rig.frame()
        let views = rig.carousel.visibleItemViews.map { ObjectIdentifier($0) }
        #expect(Set(views).count == views.count && views.count == 6)
      }
      #expect(reuses ? rig.views.count <= 8 : rig.views.count >= 1000)
    }
  }

  @Test(
    "Among a million items, the data source makes at most 31 views for each visited offset",
    .proves("Y13", "R133"),
    arguments: CarouselType.builtIn)
  func million(type: CarouselType) {
    let rig = CarouselRig(type, items: 1_000_000)
    #expect(rig.carousel.numberOfItems == 1_000_000 && rig.views.count <= 31)
    rig.carousel.scrollOffset = 777_777
    #expect(rig.carousel.currentItemIndex == 777_777 && rig.drawn(777_777) != nil)
    #expect(rig.views.count <= 62)
  }
}
