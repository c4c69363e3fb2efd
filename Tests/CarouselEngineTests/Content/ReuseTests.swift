import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of reuse identifiers, of views that the data source retains, and of prefetching.
@MainActor
struct ReuseTests {
  @Test("A view is offered for reuse only to items with the same reuse identifier", .proves("S03", "S05"))
  func kinds() {
    let rig = ModelRig(items: 60) {
      $0.kind = { ["wide", "tall", nil][$0 % 3] }
      $0.placeholderCount = 4
    }
    rig.carousel.scrollByNumberOfItems(59, duration: 3)
    rig.settle()
    rig.carousel.scrollToItem(at: 0, duration: 2)
    rig.settle()
    rig.checkAtRest()
    #expect(rig.problems == [] && rig.viewCount <= 12)
  }

  @Test(
    "A reload of an item requests its reuse identifier again; a move does not", .proves("S03")
  )
  func otherKind() {
    let rig = ModelRig(items: 8) { $0.kind = { $0 % 2 == 0 ? "even" : "odd" } }
    for index in 0..<5 { rig.reloadItem(at: index, animated: index % 2 == 0) }
    rig.move(from: 0, to: 5, animated: true)
    rig.carousel.scrollOffset = 7
    rig.settle()
    rig.carousel.scrollOffset = 0
    rig.settle()
    rig.checkAtRest()
    #expect(rig.problems == [])
  }

  @Test(
    "A data source may retain its views and return them instead of the views that are offered for reuse",
    .proves("S02"))
  func keptViews() {
    let rig = ModelRig(items: 12) { $0.keepsViews = true }
    for _ in 1...3 {
      for index in [11, 0] {
        rig.carousel.scrollToItem(at: index, duration: 1)
        while rig.carousel.needsFrame {
          rig.frame()
          rig.check()
        }
      }
    }
    let loaded = rig.carousel.indexesForVisibleItems.count
    #expect(rig.viewCount == 12 && rig.carousel.poolCounts.items <= 12 - loaded && rig.problems == [])
  }

  @Test("The reuse pools can be purged at any time", .proves("R165"), arguments: PhaseTests.Phase.allCases)
  func purge(phase: PhaseTests.Phase) {
    let rig = ModelRig(items: 50)
    rig.carousel.scrollOffset = 20
    rig.settle()
    phase.enter(rig)
    rig.carousel.reloadItem(at: rig.carousel.currentItemIndex, animated: true)
    let shown = rig.carousel.visibleItemViews.map { ObjectIdentifier($0) }
    rig.carousel.purgeReusableViews()
    #expect(rig.carousel.poolCounts.items == 0)
    #expect(rig.carousel.visibleItemViews.map { ObjectIdentifier($0) } == shown)
    _ = rig.takeRequests()
    rig.carousel.contactCanceled(id: 1, time: rig.now)
    rig.carousel.autoscroll = 0
    rig.settle()
    rig.checkAtRest()
    #expect(rig.problems == [])
  }

  // MARK: Prefetching

  private func planner(_ ahead: Int, _ behind: Int) -> PrefetchPlanner {
    var planner = PrefetchPlanner()
    planner.distance = PrefetchDistance(ahead: ahead, behind: behind)
    return planner
  }

  private func look(
    _ planner: inout PrefetchPlanner, _ first: Int, of ring: ItemRow, count: Int = 5
  ) -> (wanted: [Int], withdrawn: [Int]) {
    var range = VisibleRange(around: first, count: count, row: ring, placeholders: 0)
    range.first = first
    guard planner.update(at: range, row: ring) else { return ([], []) }
    let isLoaded = { (index: Int) in (0..<count).contains { ring.index(first + $0) == index } }
    let withdrawn = planner.takeCanceled(loaded: isLoaded)
    return (planner.takeRequested(loaded: isLoaded), withdrawn)
  }

  @Test(
    "Each item near the loaded items is prefetched once; after it was loaded or its prefetch was canceled, it can be prefetched again",
    .proves("D062"))
  func plan() {
    var planner = planner(3, 1)
    let row = ItemRow(count: 20, wraps: false)
    #expect(look(&planner, 0, of: row) == ([5, 6, 7], []))
    #expect(look(&planner, 0, of: row) == ([], []))
    #expect(look(&planner, 2, of: row) == ([8, 9, 1], []))
    #expect(planner.named == [1, 7, 8, 9])
    // After a scroll backward, `ahead` is the side of the lower indexes.
    #expect(look(&planner, 1, of: row) == ([0, 6], [7, 8, 9]))
    #expect(look(&planner, 14, of: row) == ([19, 13], [0, 6]))
    #expect(look(&planner, 15, of: row) == ([14], [13]))
  }

  @Test(
    "On a ring, prefetching continues from the last item to the first, and no item is prefetched twice",
    .proves("D062", "R106"))
  func planRing() {
    let ring = ItemRow(count: 8, wraps: true)
    var planner = planner(2, 2)
    #expect(look(&planner, 4, of: ring) == ([1, 2, 3], []))
    var endless = self.planner(100, 100)
    #expect(look(&endless, 0, of: ring) == ([5, 6, 7], []))
    #expect(look(&endless, 1, of: ring) == ([0], []))
    var long = self.planner(10, 0)
    let bigRing = ItemRow(count: 20, wraps: true)
    #expect(look(&long, 0, of: bigRing).wanted == Array(5..<15))
    #expect(look(&long, 1, of: bigRing) == ([15], []))
  }

  @Test(
    "After edits of content, a prefetch continues for its item at the new index; an empty carousel prefetches nothing",
    .proves("D062"))
  func planChanges() {
    var planner = planner(3, 0)
    _ = look(&planner, 0, of: ItemRow(count: 20, wraps: false))
    var edits = ContentEdits(count: 20)
    edits.append(.insert(0, isAnimated: true))
    edits.append(.remove(7, isAnimated: true))
    edits.append(.move(from: 6, to: 0, isAnimated: true))
    planner.follow(edits)
    #expect(planner.named == [0, 7])
    var none = self.planner(3, 3)
    #expect(look(&none, 0, of: ItemRow(count: 0, wraps: false), count: 0) == ([], []))
    #expect(none.forgetAll() == [] && !self.planner(0, 0).isOn)
  }

  @Test(
    "With a prefetch distance, the data source is asked to prefetch the items after the loaded items",
    .proves("D018", "D062"))
  func prefetch() {
    let rig = ModelRig(items: 100)
    #expect(rig.takePrefetches().named == [])
    rig.carousel.prefetchDistance = PrefetchDistance(ahead: 3, behind: 1)
    #expect(rig.takePrefetches().named == [[6, 7, 8]])
    #expect(rig.takeRequests().count == 6)
    rig.carousel.scrollToItem(at: 20, duration: 1)
    rig.settle()
    let (named, withdrawn) = rig.takePrefetches()
    // During the scroll, the prefetch of each item is requested before the item is loaded, and again after it
    // was unloaded.
    let ahead = named.flatMap { $0 }.filter { $0 > 8 }
    #expect(Set(9...25).isSubset(of: Set(ahead)) && !withdrawn.isEmpty)
    rig.carousel.scrollOffset = 0
    rig.frame()
    #expect(rig.takePrefetches().withdrawn.flatMap { $0 }.contains(25))
    rig.carousel.prefetchDistance = PrefetchDistance(ahead: 0, behind: 0)
    #expect(rig.takePrefetches().withdrawn == [[6]])
    rig.carousel.prefetchDistance = PrefetchDistance(ahead: 0, behind: 2)
    _ = rig.takePrefetches()
    rig.carousel.dataSource = nil
    #expect(rig.takePrefetches().withdrawn.count == 1 && rig.problems == [])
  }
}
