import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of delegates that act in the callbacks of a move, and of changes while an item is lifted.
@MainActor
struct ReorderCallbackTests {
  /// The actions that a delegate can perform in a callback.
  enum Action: CaseIterable {
    case insert, remove, removeLifted, move, reload, reloadItem, batch, scroll, jump, type, disable, cancel,
      end, begin
    case update, noDelegate, noDataSource, nestedPress, wrap

    @MainActor
    func perform(on rig: ReorderRig) {
      let carousel = rig.carousel
      switch self {
      case .insert: rig.insert(at: 0, animated: true)
      case .remove: if rig.model.count > 1 { rig.remove(at: rig.model.count - 1, animated: false) }
      case .removeLifted: rig.remove(at: carousel.reorderingIndex ?? 0, animated: true)
      case .move: rig.moveItem(from: 0, to: 3, animated: true)
      case .reload: rig.reload(7)
      case .reloadItem: rig.reloadItem(at: 1, animated: true)
      case .batch:
        carousel.performBatchUpdates {
          rig.remove(at: 0, animated: true)
          rig.insert(at: 2, animated: true)
        }
      case .scroll: carousel.scrollToItem(at: 5, animated: true)
      case .jump: carousel.scrollOffset = 4
      case .type: carousel.type = .rotary
      case .disable: carousel.isReorderingEnabled = false
      case .cancel: carousel.cancelReordering()
      case .end: carousel.endReordering()
      case .begin: carousel.beginReorderingItem(at: 1)
      case .update: carousel.updateReordering(to: Point(x: 100, y: 200))
      case .noDelegate: carousel.delegate = nil
      case .noDataSource: carousel.dataSource = nil
      case .nestedPress:
        carousel.contactCanceled(id: 7, time: rig.now)
        rig.down()
      case .wrap:
        rig.options[.wrap] = 1
        carousel.setNeedsLayout()
      }
    }
  }

  @Test(
    "After any action of the delegate in any callback, each lift has one end event, and the items have the order of the model",
    .proves("D025"),
    arguments: ["can", "begin", "target", "move", "end"], Action.allCases)
  func callbacks(callback: String, action: Action) {
    for repeats in [1, 5] {
      let rig = ReorderRig(items: 12)
      var rest = repeats
      rig.act = { [unowned rig] in
        guard $0 == callback, rest > 0 else { return }
        rest -= 1
        action.perform(on: rig)
      }
      for x in [600.0, 200] {
        rig.lift()
        rig.glide(to: Point(x: x, y: 320))
        rig.up()
        rig.run(0.2)
      }
      rest = 0
      // A lift that the program began does not end by itself.
      rig.carousel.cancelReordering()
      rig.carousel.contactCanceled(id: 7, time: rig.now)
      rig.settle()
      #expect(!rig.carousel.needsFrame && rig.carousel.reorderingIndex == nil)
      if action != .noDelegate { #expect(rig.entries("begin").count == rig.entries("end").count) }
      let moves = rig.entries("end").filter { entry in
        let words = entry.split(separator: " ")
        return words[2] != "nil" && words[1] != words[2]
      }
      if action != .noDelegate { #expect(moves.count == rig.entries("move").count) }
      if action != .noDataSource { #expect(rig.mismatch == nil) }
    }
  }

  @Test(
    "If the content changes while an item is lifted, the lifted item and the gap between its siblings stay under the finger",
    .proves("D025"))
  func edits() throws {
    let rig = ReorderRig(items: 12)
    rig.carousel.scrollOffset = 5
    rig.lift()
    rig.glide(to: Point(x: 640, y: 300))
    rig.run(0.5)
    let label = rig.model[5]
    let changes: [() -> Void] = [
      { rig.insert(at: 0, animated: true) }, { rig.remove(at: 2, animated: true) },
      { rig.insert(at: 6, animated: false) }, { rig.moveItem(from: 0, to: 9, animated: true) },
      { rig.remove(at: rig.carousel.reorderingIndex == 7 ? 6 : 7, animated: false) },
      { rig.reloadItem(at: rig.carousel.reorderingIndex ?? 0, animated: true) },
      { rig.moveItem(from: rig.carousel.reorderingIndex ?? 0, to: 1, animated: true) },
    ]
    for (number, change) in changes.enumerated() {
      change()
      let index = try #require(rig.carousel.reorderingIndex)
      if number < 5 { #expect(rig.model[index] == label) }
      for _ in 0..<40 {
        rig.frame()
        #expect(rig.middle(index).distance(to: Point(x: 640, y: 300)) < 1e-6)
      }
      #expect(rig.mismatch == nil)
      // The gap is at the finger: no sibling is drawn there.
      let under = rig.carousel.frame().items.filter {
        $0.index != index && $0.isHit(at: Point(x: 600, y: 300))
      }
      #expect(under.isEmpty, "after change \(number)")
    }
    let index = try #require(rig.carousel.reorderingIndex)
    rig.up()
    #expect(rig.entries("end").count == 1 && rig.entries("end").first?.hasPrefix("end \(index) ") == true)
    rig.settle()
    #expect(
      rig.mismatch == nil && rig.middles.values.contains { $0.distance(to: Point(x: 600, y: 300)) < 1e-6 })
  }

  @Test(
    "The program can lift and drop an item with calls alone, without frames between the calls",
    .proves("D025"))
  func program() {
    let rig = ReorderRig(items: 9)
    #expect(!rig.carousel.beginReorderingItem(at: -1) && !rig.carousel.beginReorderingItem(at: 9))
    #expect(!rig.carousel.beginReorderingItem(at: .min) && !rig.carousel.beginReorderingItem(at: .max))
    #expect(!rig.carousel.beginReorderingItem(at: 8), "an item that is not visible was lifted")
    rig.canMove = { $0 == 1 }
    #expect(!rig.carousel.beginReorderingItem(at: 0) && rig.entries("longPress").isEmpty)
    #expect(rig.carousel.beginReorderingItem(at: 1) && !rig.carousel.beginReorderingItem(at: 1))
    #expect(rig.carousel.reorderingIndex == 1 && !rig.carousel.isContactDragging)
    rig.carousel.updateReordering(to: Point(x: Double.nan, y: 3))
    rig.carousel.updateReordering(to: Point(x: Double.infinity, y: -Double.infinity))
    rig.frame()
    #expect(rig.carousel.frame().items.allSatisfy { $0.transform.isFinite })
    rig.carousel.scrollOffset = 0
    rig.carousel.updateReordering(to: Point(x: 390, y: 310))
    #expect(rig.middle(1).distance(to: Point(x: 390, y: 310)) < 1e-6)
    rig.carousel.endReordering()
    #expect(rig.model == [1, 0, 2, 3, 4, 5, 6, 7, 8] && rig.entries("end") == ["end 1 0"])
    rig.settle()
    #expect(rig.mismatch == nil)
    // If an item is dropped inside a batch, it returns to its index: the indexes of the drop are those before
    // the batch.
    rig.canMove = { _ in true }
    #expect(rig.carousel.beginReorderingItem(at: 0))
    rig.carousel.updateReordering(to: Point(x: 600, y: 310))
    rig.carousel.performBatchUpdates {
      rig.insert(at: 0, animated: false)
      rig.carousel.endReordering()
    }
    #expect(rig.entries("end") == ["end 1 0", "end 0 nil"])
    rig.settle()
    #expect(rig.mismatch == nil)
  }

  @Test(
    "In a carousel of at most two items, the order is correct after an item is lifted and moved",
    .proves("D025"))
  func few() {
    for (count, wraps) in [(0, false), (1, false), (1, true), (2, true), (2, false)] {
      let rig = ReorderRig(items: count) { $0.options[.wrap] = wraps ? 1 : 0 }
      rig.lift()
      #expect(rig.carousel.reorderingIndex == (count > 0 ? 0 : nil))
      rig.glide(to: Point(x: 620, y: 300))
      rig.glide(to: Point(x: 799, y: 300))
      rig.run(1)
      rig.up()
      rig.settle()
      #expect(rig.mismatch == nil && rig.entries("end").count == min(count, 1) && !rig.carousel.needsFrame)
      if count == 2, !wraps { #expect(rig.model == [1, 0]) }
    }
  }

  @Test("Autoplay and autoscroll wait for a lifted item", .proves("D025"))
  func autoplay() {
    for byContact in [true, false] {
      let rig = ReorderRig()
      rig.carousel.autoplayInterval = 1
      if byContact { rig.lift() } else { rig.carousel.beginReorderingItem(at: 0) }
      rig.run(3)
      #expect(rig.carousel.scrollOffset == 0 && rig.carousel.reorderingIndex == 0)
      if byContact { rig.up() } else { rig.carousel.endReordering() }
      rig.run(2)
      #expect(rig.carousel.scrollOffset == 1)
    }
  }

  @Test(
    "A lifted item stays loaded while its index is out of view; after a cancellation it is drawn until it has returned",
    .proves("D025"))
  func outOfView() {
    let rig = ReorderRig(items: 60)
    rig.lift()
    rig.glide(to: Point(x: 800, y: 300), frames: 2)
    rig.run(6)
    #expect(rig.carousel.scrollOffset > 20 && rig.drawn(0) != nil)
    let count = rig.carousel.visibleItemViews.count
    rig.carousel.cancelReordering()
    #expect(rig.middle(0).distance(to: Point(x: 800, y: 300)) < 1e-6)
    rig.run(0.2)
    #expect(rig.drawn(0) != nil)
    rig.settle()
    #expect(rig.drawn(0) == nil && rig.carousel.visibleItemViews.count < count && rig.mismatch == nil)
  }
}
