import CarouselEngine
import Geometry
import Testing

/// Tests of reloads with jumps, and of changes of the data source, inside callbacks.
@MainActor
struct CallbackJumpTests {
  /// A call that moves the carousel without animation.
  enum Jump: CaseIterable, Sendable {
    case scrollOffset, currentItemIndex, scrollToItem, scrollToOffset

    @MainActor
    func make(_ carousel: Carousel, to index: Int) {
      switch self {
      case .scrollOffset: carousel.scrollOffset = Double(index)
      case .currentItemIndex: carousel.currentItemIndex = index
      case .scrollToItem: carousel.scrollToItem(at: index, animated: false)
      case .scrollToOffset: carousel.scroll(toOffset: Double(index), duration: 0)
      }
    }
  }

  nonisolated private static let callbacks: [CallbackRig.Call] = [
    .count, .placeholderCount, .kind(0), .view(1), .itemWidth, .width(3), .option(.wrap), .option(.spacing),
    .option(.visibleItems), .willBeginScrolling, .didEndScrolling, .didScroll, .indexDidChange,
    .willBeginDragging, .didEndDragging, .willBeginDecelerating, .didEndDecelerating, .didSettle,
    .shouldSelect(0), .didSelect(0), .longPress(0), .doubleTap(0), .prefetch,
  ]

  /// Performs actions that together cause every callback, until `isDone`.
  private func provoke(_ rig: CallbackRig, until isDone: () -> Bool) {
    let actions: [() -> Void] = [
      { rig.carousel.setNeedsLayout() },
      { rig.tap() },
      { rig.tap() },
      {
        rig.carousel.contactBegan(id: 7, at: CallbackRig.middle, time: rig.now)
        rig.run(0.6)
        rig.carousel.contactEnded(id: 7, at: CallbackRig.middle, time: rig.now)
      },
      { rig.carousel.reloadItem(at: 0, animated: false) },
      { rig.carousel.reloadItem(at: 1, animated: false) },
      { rig.carousel.scrollToItem(at: 2, animated: true) },
      { rig.run(1) },
      { rig.flick(by: -200) },
      { rig.run(3) },
      { rig.carousel.reloadData() },
      { rig.run(0.1) },
    ]
    for action in actions where !isDone() { action() }
  }

  @Test(
    "If any callback reloads the content and then jumps to an item, the carousel rests at this item",
    arguments: callbacks)
  func jumpAfterReload(call: CallbackRig.Call) {
    for jump in Jump.allCases {
      for (count, index) in [(40, 33), (5, 4), (5, 30), (10, 3)] {
        // The carousel can rest beyond the ends if the program has set that offset.
        if index >= count, jump != .scrollToItem { continue }
        let rig = CallbackRig(items: 10) {
          $0.carousel.prefetchDistance = PrefetchDistance(ahead: 2, behind: 1)
        }
        if case .width = call { rig.carousel.itemSizing = .individual }
        let end = Double(min(index, count - 1))
        var isDone = false
        rig.once(call) {
          isDone = true
          rig.reload(count)
          jump.make(rig.carousel, to: index)
          guard call == .willBeginDragging else { return }
          // The drag continues from the new offset.
          #expect(rig.carousel.scrollOffset == end)
          rig.carousel.contactCanceled(id: 7, time: rig.now)
        }
        provoke(rig) { isDone }
        #expect(isDone)
        rig.comeToRest(sourceLocation: #_sourceLocation)
        #expect(
          rig.carousel.scrollOffset == end && rig.carousel.numberOfItems == count,
          "\(jump) \(count) \(index) \(rig.carousel.scrollOffset)")
        #expect(rig.shown == rig.expected && rig.strayIndexes == [])
      }
    }
  }

  // MARK: Data sources

  @Test(
    "If the data source becomes nil inside any callback, the items stay on the screen, and another data source can be set",
    arguments: callbacks, [false, true])
  func sourceGoesAway(call: CallbackRig.Call, reloadsInside: Bool) {
    let rig = CallbackRig(items: 10) { $0.carousel.prefetchDistance = PrefetchDistance(ahead: 2, behind: 1) }
    if case .width = call { rig.carousel.itemSizing = .individual }
    var isDone = false
    rig.once(call) {
      isDone = true
      if reloadsInside { rig.carousel.reloadData() }
      rig.carousel.dataSource = nil
    }
    provoke(rig) { isDone }
    #expect(isDone)
    rig.carousel.contactCanceled(id: 7, time: rig.now)
    rig.forget()
    rig.run(1)
    let shown = rig.shown
    #expect(rig.carousel.numberOfItems == 10)
    #expect(rig.carousel.frame().items.allSatisfy { $0.alpha == 1 })
    rig.carousel.reloadData()
    rig.carousel.scrollOffset = 1
    rig.carousel.setNeedsLayout()
    rig.run(1)
    #expect(rig.shown == shown && !rig.carousel.needsFrame)
    #expect(!rig.calls.contains { if case .view = $0 { true } else { $0 == .count } })
    let other = Numbers(7)
    rig.carousel.dataSource = other
    rig.comeToRest(sourceLocation: #_sourceLocation)
    #expect(rig.carousel.numberOfItems == 7)
    #expect(rig.shown == rig.carousel.indexesForVisibleItems && rig.shown.count > 2)
  }

  @Test("If the data source is deallocated during a reload of an item, the item stays on the screen")
  func sourceGoesAwayDuringReload() {
    let rig = CallbackRig(items: 10)
    rig.once(.kind(0)) { rig.carousel.dataSource = nil }
    rig.carousel.reloadItem(at: 0, animated: true)
    for _ in 0..<30 {
      rig.frame()
      #expect(rig.carousel.frame().items.contains { $0.index == 0 && $0.alpha == 1 })
    }
  }

  @Test(
    "If the layout changes during a reload of an item, the item is requested again",
    arguments: [
      CallbackRig.Call.kind(0), .view(0),
    ])
  func lookChangesDuringReload(call: CallbackRig.Call) {
    let rig = CallbackRig(items: 10)
    let old = rig.carousel.itemView(at: 0)
    rig.once(call) { rig.carousel.type = .rotary }
    rig.carousel.reloadItem(at: 0, animated: true)
    rig.comeToRest(sourceLocation: #_sourceLocation)
    #expect(rig.carousel.itemView(at: 0) != nil && rig.carousel.itemView(at: 0) !== old)
  }

  @Test(
    "After another data source is set inside any callback, no view of the former data source remains",
    arguments: callbacks)
  func otherSource(call: CallbackRig.Call) {
    let (rig, other) = (CallbackRig(items: 10), CallbackRig(items: 0))
    if case .width = call { rig.carousel.itemSizing = .individual }
    rig.carousel.prefetchDistance = PrefetchDistance(ahead: 2, behind: 1)
    other.reload(23)
    var isDone = false
    rig.once(call) {
      isDone = true
      rig.carousel.dataSource = other
    }
    provoke(rig) { isDone }
    #expect(isDone)
    rig.carousel.contactCanceled(id: 7, time: rig.now)
    rig.comeToRest(sourceLocation: #_sourceLocation)
    let numbers = rig.carousel.indexesForVisibleItems.map { other.content[$0] }
    #expect(rig.carousel.numberOfItems == 23 && rig.shown == numbers && numbers.count > 2)
    #expect(other.strayIndexes == [])
  }
}
