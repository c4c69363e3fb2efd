import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of inserted, removed and reloaded items.
@MainActor
struct ChangeTests {
  @Test(
    "The view of an inserted item is requested, and the index of each later item's view increases by one",
    .proves("M13"), arguments: [0, 2, 10])
  func insert(index: Int) throws {
    let rig = CarouselRig()
    let before = rig.carousel.visibleItemViews
    rig.itemCount += 1
    rig.carousel.insertItem(at: index, animated: false)
    #expect(rig.carousel.numberOfItems == 11)
    #expect(rig.takeRequests().contains("item \(index)"))
    if index == 0 {
      #expect(rig.carousel.itemView(at: 1) === before[0])
      #expect(rig.carousel.itemView(at: 0) !== before[0])
    }
    rig.settle()
    #expect(rig.carousel.indexesForVisibleItems == Array(0..<6))
  }

  @Test(
    "During an animated insertion of 0.4 seconds the other items slide, and the new item fades in",
    .proves("M13"))
  func insertAnimated() throws {
    let rig = CarouselRig()
    let start = try #require(rig.drawn(1)).seenMiddle.x
    rig.itemCount += 1
    rig.carousel.insertItem(at: 1, animated: true)
    rig.frame()
    let (new, moved) = (try #require(rig.drawn(1)), try #require(rig.drawn(2)))
    #expect(new.alpha == 0 && near(moved.seenMiddle.x, start))
    for _ in 1...12 { rig.frame() }
    #expect(near(try #require(rig.drawn(1)).alpha, 0.5))
    #expect(near(try #require(rig.drawn(2)).seenMiddle.x, start + 100))
    rig.settle()
    #expect(near(try #require(rig.drawn(2)).seenMiddle.x, start + 200))
    #expect(try #require(rig.drawn(1)).alpha == 1)
    #expect(rig.carousel.indexesForVisibleItems == Array(0..<6))
  }

  @Test(
    "Any number of animated insertions between two frames needs no more views than a few insertions",
    .proves("M13"), arguments: [0, 5], [MotionStyle.classic, .fluid])
  func insertMany(index: Int, style: MotionStyle) throws {
    let rig = CarouselRig(items: 100) { $0.carousel.motionStyle = style }
    rig.carousel.currentItemIndex = 5
    rig.settle()
    let shown = try #require(rig.carousel.itemView(at: 4))
    var completions = 0
    for _ in 0..<500 {
      rig.itemCount += 1
      rig.carousel.insertItem(at: index, animated: true) { completions += 1 }
    }
    #expect(rig.views.count < 60)
    // An item that the last frame has shown slides to its new position.
    #expect(rig.carousel.index(ofItemView: shown) == (index == 0 ? 504 : 4))
    rig.settle()
    #expect(completions == 500 && rig.carousel.numberOfItems == 600)
    let current = rig.carousel.currentItemIndex
    #expect(rig.carousel.indexesForVisibleItems == Array(current - 3...current + 2))
  }

  @Test(
    "The view of a removed item enters the reuse pool, and the other items close the gap", .proves("M12"),
    arguments: [0, 1, 5, 9])
  func remove(index: Int) throws {
    let rig = CarouselRig()
    let third = try #require(rig.carousel.itemView(at: 2))
    rig.itemCount -= 1
    rig.carousel.removeItem(at: index, animated: false)
    rig.settle()
    #expect(rig.carousel.numberOfItems == 9)
    #expect(rig.carousel.index(ofItemView: third) == (index < 2 ? 1 : 2))
    #expect(rig.carousel.indexesForVisibleItems == Array(0..<6))
  }

  @Test(
    "An animated removal fades the item out in 0.1 seconds; then the other items slide for 0.4 seconds",
    .proves("M12"))
  func removeAnimated() throws {
    let rig = CarouselRig()
    let gone = try #require(rig.carousel.itemView(at: 1))
    let next = try #require(rig.drawn(2))
    rig.itemCount -= 1
    rig.carousel.removeItem(at: 1, animated: true)
    rig.frame()
    for _ in 1...3 { rig.frame() }
    let fading = try #require(rig.carousel.frame().items.first { $0.view === gone })
    #expect(near(fading.alpha, 0.5) && near(fading.seenMiddle.x, 600))
    for _ in 1...3 { rig.frame() }
    #expect(!rig.carousel.frame().items.contains { $0.view === gone })
    #expect(near(try #require(rig.drawn(1)).seenMiddle.x, next.seenMiddle.x))
    for _ in 1...12 { rig.frame() }
    #expect(near(try #require(rig.drawn(1)).seenMiddle.x, next.seenMiddle.x - 100))
    rig.settle()
    #expect(near(try #require(rig.drawn(1)).seenMiddle.x, next.seenMiddle.x - 200))
    #expect(try #require(rig.drawn(1)).view === next.view)
  }

  @Test(
    "The only item of a carousel can be removed and inserted again several times", .proves("M12", "M13"),
    arguments: [true, false])
  func emptyAndBack(animated: Bool) {
    let rig = CarouselRig(items: 0)
    for _ in 1...3 {
      rig.itemCount = 1
      rig.carousel.insertItem(at: 0, animated: animated)
      rig.settle()
      #expect(rig.carousel.scrollOffset == 0 && rig.carousel.indexesForVisibleItems == [0])
      rig.itemCount = 0
      rig.carousel.removeItem(at: 0, animated: animated)
      rig.settle()
      #expect(rig.carousel.scrollOffset == -1 && rig.carousel.indexesForVisibleItems == [])
    }
    rig.carousel.removeItem(at: 0, animated: animated)
    #expect(rig.carousel.numberOfItems == 0)
  }

  @Test(
    "The reload of a single item replaces its view; with animation the views cross-fade, and the old view can be reused",
    .proves("M14")
  )
  func reloadItem() throws {
    let rig = CarouselRig()
    let old = try #require(rig.carousel.itemView(at: 1))
    rig.carousel.reloadItem(at: 1, animated: true)
    #expect(rig.takeRequests() == ["item 1"])
    #expect(rig.carousel.itemView(at: 1) !== old && rig.carousel.poolCounts.items == 1)
    rig.frame()
    for _ in 1...12 { rig.frame() }
    let shown = rig.carousel.frame().items.filter { $0.index == 1 }
    #expect(shown.count == 2 && shown.first?.view === old && near(shown.last?.alpha ?? 0, 0.5))
    rig.settle()
    #expect(rig.carousel.frame().items.filter { $0.index == 1 }.count == 1)
    rig.carousel.reloadItem(at: 99, animated: false)
    #expect(rig.takeRequests() == [])
  }

  @Test(
    "A reload keeps the scroll offset if the new content has an item at the offset", .proves("M06"),
    arguments: [0, 1, 3, 10, 50])
  func reload(count: Int) {
    let rig = CarouselRig()
    rig.carousel.scrollOffset = 7
    rig.itemCount = count
    rig.carousel.reloadData()
    rig.settle()
    #expect(rig.carousel.currentItemIndex == min(7, count - 1))
    #expect(rig.carousel.scrollOffset == Double(min(7, count - 1)))
  }

  @Test(
    "If removals or a reload remove the destination of a scroll, the carousel stops at the last remaining item",
    .proves("Y28", "M06", "M12"),
    arguments: [true, false])
  func shorterInFlight(reload: Bool) {
    let rig = CarouselRig()
    rig.carousel.scrollToItem(at: 9, duration: 1)
    rig.run(0.3)
    rig.itemCount = 7
    if reload {
      rig.carousel.reloadData()
    } else {
      for index in [9, 8, 7] { rig.carousel.removeItem(at: index, animated: true) }
    }
    rig.settle()
    #expect(rig.carousel.scrollOffset == 6 && rig.carousel.numberOfItems == 7)
  }

  @Test(
    "During random scrolls and edits, no view is used twice, and each visible index belongs to an item",
    .proves("M06", "M12", "M13"))
  func randomWalk() {
    var random = SplitMix(seed: 20_251_121)
    for type in [CarouselType.linear, .rotary, .coverFlow2, .timeMachine] {
      let rig = CarouselRig(type, items: 5)
      for _ in 1...600 {
        step(rig, &random)
        if random.next() % 3 != 0 { rig.frame() }
        let carousel = rig.carousel
        #expect(carousel.numberOfItems == rig.itemCount)
        let loaded = carousel.visibleItemViews.map { ObjectIdentifier($0) }
        #expect(Set(loaded).count == loaded.count)
        #expect(carousel.indexesForVisibleItems.allSatisfy { (0..<rig.itemCount).contains($0) })
        #expect(carousel.currentItemIndex < rig.itemCount)
        let shown = carousel.frame().items.map { ObjectIdentifier($0.view) }
        #expect(Set(shown).count == shown.count)
      }
    }
  }

  private func step(_ rig: CarouselRig, _ random: inout SplitMix) {
    let (carousel, count) = (rig.carousel, rig.itemCount)
    let animated = random.next() % 2 == 0
    func index(below limit: Int) -> Int { Int(random.next() % UInt64(max(limit, 1))) }
    switch random.next() % 12 {
    case 0, 1:
      rig.itemCount += 1
      carousel.insertItem(at: index(below: count + 1), animated: animated)
    case 2, 3:
      guard count > 0 else { return }
      rig.itemCount -= 1
      carousel.removeItem(at: index(below: count), animated: animated)
    case 4: carousel.reloadItem(at: index(below: count), animated: animated)
    case 5:
      rig.itemCount = index(below: 12)
      carousel.reloadData()
      carousel.layOutIfNeeded()
    case 6: carousel.scrollToItem(at: index(below: count), animated: animated)
    case 7: carousel.scrollOffset = Double(index(below: 100)) / 7
    case 8: rig.drag(by: Point(x: Double(index(below: 600)) - 300, y: 0), in: 0.1)
    case 9: rig.down()
    case 10: rig.up(at: CarouselRig.middle)
    default: carousel.autoscroll = Double(index(below: 3)) - 1
    }
  }

  @Test("When a carousel becomes empty, its activities end, and the delegate is notified of their end")
  func emptiedInMotion() {
    let rig = CarouselRig()
    func empty() {
      rig.clearLog()
      rig.itemCount = 0
      rig.carousel.reloadData()
      rig.settle()
    }
    rig.down()
    rig.move(to: Point(x: 380, y: 300))
    empty()
    #expect(rig.takeLog() == ["didEndDragging", "index -1"])
    rig.up(at: Point(x: 380, y: 300))

    rig.itemCount = 10
    rig.carousel.reloadData()
    rig.settle()
    rig.carousel.scrollToItem(at: 5, animated: true)
    empty()
    #expect(rig.takeLog() == ["didEndScrolling", "index -1"])
  }
}
