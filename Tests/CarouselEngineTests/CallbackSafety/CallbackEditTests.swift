import CarouselEngine
import Geometry
import Testing

/// Tests of content and sizes that change inside the callbacks that ask for them.
@MainActor
struct CallbackEditTests {
  // MARK: Double taps

  @Test(
    "If the content changes while the second tap is handled, the double tap reports the item's current index",
    arguments: [CallbackRig.Call.option(.spacing), .view(7), .itemWidth, .option(.wrap), .transform])
  func doubleTapWhileAsked(call: CallbackRig.Call) {
    let rig = CallbackRig(items: 10, call == .transform ? .custom : .linear)
    rig.carousel.centerItemWhenSelected = false
    rig.tap(at: CallbackRig.right)
    rig.carousel.setNeedsLayout()
    rig.options[.visibleItems] = 20
    rig.once(call) { rig.insert(at: 0) }
    rig.now = rig.now + 0.1
    let result = rig.tap(at: CallbackRig.right)
    #expect(rig.log == ["shouldSelect 1", "didSelect 1", "doubleTap 1"])
    #expect(result == .doubleTapped(2))
  }

  @Test(
    "If shouldSelect changes the content during the first tap, the double tap reports the item's current index"
  )
  func doubleTapAfterShouldSelect() {
    let rig = CallbackRig(items: 10)
    rig.carousel.centerItemWhenSelected = false
    rig.once(.shouldSelect(1)) {
      rig.insert(at: 0)
      rig.insert(at: 0)
      rig.remove(at: 2)
    }
    rig.tap(at: CallbackRig.right)
    rig.now = rig.now + 0.1
    rig.tap(at: CallbackRig.right)
    #expect(rig.log == ["shouldSelect 1", "didSelect 1", "doubleTap 1"])
  }

  @Test("If an item is removed while a second tap on it is handled, no double tap is reported")
  func doubleTapOnRemoved() {
    for reloads in [false, true] {
      let rig = CallbackRig(items: 10)
      rig.tap()
      rig.carousel.setNeedsLayout()
      rig.once(.option(.spacing)) { if reloads { rig.reload(10) } else { rig.remove(at: 0) } }
      rig.now = rig.now + 0.1
      let result = rig.tap()
      #expect(!rig.log.contains { $0.hasPrefix("doubleTap") })
      #expect(result == .selected(0))
    }
  }

  @Test("If the content changes inside didDoubleTap, the scroll continues to the item at its new index")
  func changeInsideDoubleTap() {
    let rig = CallbackRig(items: 10)
    rig.once(.doubleTap(1)) { rig.insert(at: 0) }
    rig.tap(at: CallbackRig.right)
    rig.now = rig.now + 0.1
    rig.carousel.advance(to: rig.now)
    let result = rig.tap(at: CallbackRig.right)
    #expect(result == .doubleTapped(1))
    rig.comeToRest(sourceLocation: #_sourceLocation)
    #expect(rig.carousel.currentItemIndex == 2 && rig.log.last == "doubleTap 1")
  }

  // MARK: Selection

  @Test("A reload inside shouldSelect selects nothing", arguments: [0, 1, 3, 10, 30])
  func reloadInsideShouldSelect(count: Int) {
    for way in 0..<4 {
      let rig = CallbackRig(items: 10)
      rig.once(.shouldSelect(1)) {
        switch way {
        case 0: rig.reload(count)
        case 1: rig.carousel.performBatchUpdates { rig.reload(count) }
        case 2:
          // The batch disagrees with the count of the data source, so all content is reloaded.
          rig.carousel.performBatchUpdates {
            rig.insert(at: 0)
            rig.insert(at: 0)
            rig.carousel.removeItem(at: 0, animated: false)
          }
        default:
          let source = rig
          rig.carousel.dataSource = nil
          rig.carousel.dataSource = source
        }
        _ = rig.carousel.indexesForVisibleItems
      }
      let result = rig.tap(at: CallbackRig.right)
      rig.comeToRest(sourceLocation: #_sourceLocation)
      #expect(rig.log == ["shouldSelect 1"] && result == .aligned, "way \(way)")
      #expect(rig.shown == rig.expected && rig.strayIndexes == [])
    }
  }

  @Test("If a reload comes between a tap and the call of didSelect, the tap selects nothing")
  func reloadBeforeDidSelect() {
    let rig = CallbackRig(items: 10)
    rig.once(.willBeginScrolling) { rig.reload(3) }
    #expect(rig.tap(at: CallbackRig.right) == .aligned)
    #expect(rig.log == ["shouldSelect 1"])
  }

  // MARK: Widths

  private static func sizedRig(_ items: Int = 10, prepare: (CallbackRig) -> Void = { _ in }) -> CallbackRig {
    CallbackRig(items: items) { rig in
      rig.width = { 60 + Double($0 % 7) * 50 }
      rig.carousel.itemSizing = .individual
      prepare(rig)
    }
  }

  /// Checks that each loaded item shows its content, at the position that the widths determine.
  private func expectRightWidths(_ rig: CallbackRig, sourceLocation: SourceLocation = #_sourceLocation) {
    let items = rig.carousel.frame().items.sorted { $0.index < $1.index }
    #expect(rig.shown == rig.expected && items.count > 1, sourceLocation: sourceLocation)
    for (a, b) in zip(items, items.dropFirst()) {
      let gap = (rig.width(rig.content[a.index]) + rig.width(rig.content[b.index])) / 2
      #expect(
        near(b.seenMiddle.x - a.seenMiddle.x, gap, within: 1e-6), "\(a.index)", sourceLocation: sourceLocation
      )
    }
  }

  @Test(
    "If the content is reloaded while widths are requested, each item still has its own width",
    arguments: [0, 4, 9])
  func reloadInsideWidth(index: Int) {
    for count in [3, 10, 25] {
      let rig = Self.sizedRig()
      rig.once(.width(index)) { rig.reload(count) }
      rig.carousel.setNeedsLayout()
      rig.comeToRest(sourceLocation: #_sourceLocation)
      #expect(rig.carousel.numberOfItems == count && rig.strayIndexes == [])
      #expect((0..<count).allSatisfy { rig.count(.width($0)) > 0 })
      expectRightWidths(rig)
    }
  }

  @Test(
    "If items are inserted and removed while widths are requested, each item still has its own width",
    arguments: [0, 4, 9])
  func editInsideWidth(index: Int) {
    for edit in 0..<4 {
      let rig = Self.sizedRig()
      rig.once(.width(index)) {
        switch edit {
        case 0: rig.insert(at: 0)
        case 1: for _ in 0..<5 { rig.remove(at: 0) }
        case 2: rig.insert(at: 2, animated: true)
        default: rig.carousel.performBatchUpdates { for _ in 0..<5 { rig.remove(at: 0) } }
        }
      }
      rig.carousel.setNeedsLayout()
      rig.comeToRest(sourceLocation: #_sourceLocation)
      #expect(rig.carousel.numberOfItems == rig.content.count && rig.strayIndexes == [])
      expectRightWidths(rig)
    }
  }

  /// The changes after which the carousel requests widths or options again.
  enum Invalidation: CaseIterable, Sendable {
    case needsLayout, sameItem, firstItem, lastItem, reloadSameItem, reloadFirstItem

    @MainActor
    func make(_ rig: CallbackRig, _ index: Int) {
      switch self {
      case .needsLayout: rig.carousel.setNeedsLayout()
      case .sameItem: rig.carousel.itemSizeDidChange(at: index)
      case .firstItem: rig.carousel.itemSizeDidChange(at: 0)
      case .lastItem: rig.carousel.itemSizeDidChange(at: rig.content.count - 1)
      case .reloadSameItem: rig.carousel.reloadItem(at: index, animated: false)
      case .reloadFirstItem: rig.carousel.reloadItem(at: 0, animated: false)
      }
    }
  }

  @Test(
    "If each request for a width invalidates the layout or an item, every frame still ends, and each item is at its position",
    arguments: Invalidation.allCases)
  func invalidateInsideWidth(invalidation: Invalidation) {
    let rig = Self.sizedRig { rig in
      rig.act = { [unowned rig] call in
        if case .width(let index) = call { invalidation.make(rig, index) }
      }
    }
    for _ in 0..<3 {
      rig.forget()
      rig.frame()
      #expect(rig.calls.count < 1000)
      expectRightWidths(rig)
    }
    rig.act = { _ in }
    rig.comeToRest(sourceLocation: #_sourceLocation)
    expectRightWidths(rig)
  }

  @Test(
    "If a width changes while other widths are requested, the changed width is requested again for the same frame",
    arguments: [Invalidation.needsLayout, .sameItem, .reloadSameItem], [false, true])
  func changedAfterAsked(invalidation: Invalidation, isFirstLayout: Bool) {
    let rig = CallbackRig(items: isFirstLayout ? 0 : 10)
    rig.carousel.itemSizing = .individual
    rig.frame()
    rig.once(.width(5)) {
      rig.width = { 100 + Double($0 % 5) * 40 }
      for index in 0...5 { invalidation.make(rig, index) }
    }
    if isFirstLayout { rig.reload(10) } else { rig.carousel.setNeedsLayout() }
    rig.forget()
    rig.frame()
    expectRightWidths(rig)
    if invalidation != .needsLayout {
      #expect((0..<10).map { rig.count(.width($0)) } == [2, 2, 2, 2, 2, 1, 1, 1, 1, 1])
    }
    #expect(!rig.carousel.needsFrame)
  }

  @Test(
    "If each request for an option invalidates the layout or an item, every frame still ends and shows the items",
    arguments: Invalidation.allCases)
  func invalidateInsideOption(invalidation: Invalidation) {
    let rig = Self.sizedRig { rig in
      rig.act = { [unowned rig] call in
        if case .option = call { invalidation.make(rig, 3) }
      }
    }
    for _ in 0..<3 {
      rig.forget()
      rig.frame()
      #expect(rig.calls.count < 3000)
    }
    rig.act = { _ in }
    rig.comeToRest(sourceLocation: #_sourceLocation)
    expectRightWidths(rig)
  }

  // MARK: Views

  @Test(
    "If each request for an item's view reloads the item, the requests end, and the item is shown",
    arguments: [true, false])
  func reloadInsideView(animated: Bool) {
    for sizing in [ItemSizing.uniform, .individual] {
      var completions = 0
      let rig = CallbackRig(items: 10) { rig in
        rig.carousel.itemSizing = sizing
        rig.act = { [unowned rig] call in
          if case .view(let index) = call {
            rig.carousel.reloadItem(at: index, animated: animated) { completions += 1 }
          }
        }
      }
      #expect(rig.shown.count > 3 && rig.shown == rig.expected)
      rig.run(1)
      #expect(rig.carousel.needsFrame == false && rig.shown == rig.expected)
      rig.forget()
      completions = 0
      rig.carousel.reloadItem(at: 0, animated: true) { completions += 1 }
      rig.run(1)
      #expect(rig.calls.count < 200 && rig.shown == rig.expected && !rig.carousel.needsFrame)
      #expect(completions == rig.calls.count { if case .view = $0 { true } else { false } } + 1)
    }
  }

  @Test(
    "If another item is reloaded while a view is requested, both views show the current content",
    arguments: [true, false])
  func reloadOtherInsideView(animated: Bool) {
    let rig = CallbackRig(items: 10)
    rig.once(.view(0)) { rig.carousel.reloadItem(at: 1, animated: animated) }
    rig.carousel.reloadItem(at: 0, animated: animated)
    rig.comeToRest(sourceLocation: #_sourceLocation)
    #expect(rig.shown == rig.expected && rig.count(.view(0)) == 1 && rig.count(.view(1)) == 1)
  }
}
