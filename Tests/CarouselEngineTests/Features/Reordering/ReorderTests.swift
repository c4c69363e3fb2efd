import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of moving an item by hand.
@MainActor
struct ReorderTests {
  // MARK: Lifting

  @Test(
    "A long press lifts an item: the item grows without a jump, is in front of the other items, and follows the finger",
    .proves("D025")
  )
  func lift() throws {
    let rig = ReorderRig(.coverFlow)
    let grip = Point(x: -30, y: 40)
    let before = try #require(rig.drawn(0))
    let finger = before.seenMiddle + grip
    rig.down(at: finger)
    #expect(rig.carousel.wakeTime == rig.now + 0.5 && !rig.carousel.isContactDragging)
    rig.now = rig.now + (0.5 - 1 / 60)
    rig.move(to: finger + Point(x: 3, y: -2))
    rig.frame()
    #expect(rig.log == ["can 0", "begin 0"] && rig.carousel.reorderingIndex == 0)
    #expect(rig.carousel.isContactDragging && !rig.carousel.isDragging)
    // The small movements of the finger before the lift do not move the item.
    #expect(rig.middle(0).distance(to: before.seenMiddle) < 1e-6)
    var width = before.seenWidth
    while rig.carousel.needsFrame {
      rig.frame()
      let item = try #require(rig.carousel.frame().items.last)
      #expect(item.index == 0 && item.seenWidth >= width - 1e-9 && item.seenWidth < width + 5)
      #expect(item.seenMiddle.distance(to: before.seenMiddle) < 1e-6)
      width = item.seenWidth
    }
    #expect(abs(width - before.seenWidth * 1.05) < 1e-6)
    for point in [Point(x: 500, y: 100), Point(x: 390, y: 580), Point(x: -50, y: 900)] {
      rig.move(to: point)
      let item = try #require(rig.carousel.frame().items.last)
      let middle = before.seenMiddle + point - (finger + Point(x: 3, y: -2))
      #expect(item.index == 0 && item.seenMiddle.distance(to: middle) < 1e-6)
    }
    #expect(rig.carousel.scrollOffset == 0)
  }

  @Test("In a type that turns items away, a lifted item faces the viewer", .proves("D025"))
  func facesViewer() throws {
    let rig = ReorderRig(.coverFlow)
    let before = try #require(rig.drawn(2))
    rig.lift(at: before.seenMiddle)
    #expect(rig.log == ["can 2", "begin 2"])
    rig.run(0.3)
    let item = try #require(rig.drawn(2))
    #expect(item.seenMiddle.distance(to: before.seenMiddle) < 1e-6)
    #expect(item.seenWidth > 2 * before.seenWidth && item.transform.m14 == 0)
    #expect(abs(item.seenWidth / item.size.width - item.transform.m22) < 1e-9)
  }

  @Test(
    "An item that cannot be moved is not lifted; the delegate is notified of a long press instead",
    .proves("D025"))
  func notMovable() {
    let rig = ReorderRig()
    rig.canMove = { $0 != 0 }
    rig.lift()
    #expect(rig.log == ["can 0", "longPress 0"] && rig.carousel.reorderingIndex == nil)
    rig.move(to: Point(x: 100, y: 300))
    rig.up()
    rig.settle()
    #expect(rig.carousel.scrollOffset == 0 && rig.model == Array(0..<10))
    rig.clearLog()
    rig.lift(at: Point(x: 600, y: 300))
    #expect(rig.log == ["can 1", "begin 1"])
  }

  @Test(
    "If reordering is off, the delegate is notified of a long press, and is not asked whether the item can move",
    .proves("D025"))
  func disabled() {
    let rig = ReorderRig(.custom) { $0.carousel.isReorderingEnabled = false }
    rig.settle()
    rig.clearLog()
    rig.lift()
    let calls = rig.transformCount
    #expect(rig.log == ["longPress 0"])
    rig.move(to: Point(x: 300, y: 300))
    #expect(rig.transformCount == calls)
    #expect(!rig.carousel.beginReorderingItem(at: 0))
    rig.carousel.updateReordering(to: .zero)
    rig.carousel.endReordering()
    rig.carousel.cancelReordering()
    rig.up()
    rig.settle()
    #expect(rig.log == ["longPress 0"] && rig.transformCount == calls)
  }

  @Test("Without a delegate, a long press also lifts an item", .proves("D025"))
  func withoutDelegate() {
    let rig = ReorderRig()
    rig.carousel.delegate = nil
    rig.frame()
    rig.lift()
    #expect(rig.carousel.reorderingIndex == 0)
    rig.glide(to: Point(x: 600, y: 300))
    rig.up()
    #expect(rig.model.prefix(3) == [1, 0, 2] && rig.log == ["move 0 1"] && rig.mismatch == nil)
  }

  // MARK: Dropping

  @Test(
    "A drop reports one move and requests no view; the item glides from the finger into its slot",
    .proves("D025")
  )
  func drop() throws {
    let rig = ReorderRig()
    rig.settle()
    rig.clearLog()
    let views = rig.carousel.visibleItemViews.map { ObjectIdentifier($0) }
    rig.lift(at: Point(x: 420, y: 280))
    rig.glide(to: Point(x: 640, y: 350))
    #expect(rig.carousel.reorderingTargetIndex == 1)
    rig.run(0.5)
    // The other item has moved aside.
    #expect(rig.middle(1).distance(to: Point(x: 400, y: 300)) < 1e-9)
    let held = rig.middles
    rig.up()
    #expect(rig.log == ["can 0", "begin 0", "target 0 1", "move 0 1", "end 0 1"])
    #expect(rig.model == [1, 0, 2, 3, 4, 5, 6, 7, 8, 9] && rig.mismatch == nil && rig.requests.isEmpty)
    // No item jumps: the dropped item starts at the finger.
    for (label, middle) in rig.middles { #expect(middle.distance(to: try #require(held[label])) < 1e-6) }
    var distance = 1000.0
    while rig.carousel.needsFrame {
      rig.frame()
      let rest = rig.middle(1).distance(to: Point(x: 600, y: 300))
      #expect(rest <= distance + 1e-9 && rest > distance - 25 || distance == 1000)
      distance = rest
      #expect(rig.carousel.frame().items.last?.index == 1 || rest == 0)
    }
    #expect(distance == 0 && rig.requests.isEmpty && rig.carousel.scrollOffset == 0)
    #expect(Set(views) == Set(rig.carousel.visibleItemViews.map { ObjectIdentifier($0) }))
  }

  @Test("Dropping an item where it was lifted reports no move", .proves("D025"))
  func dropInPlace() {
    let rig = ReorderRig()
    rig.lift()
    rig.glide(to: Point(x: 450, y: 500))
    rig.up()
    #expect(rig.log == ["can 0", "begin 0", "end 0 0"] && rig.model == Array(0..<10))
    rig.settle()
    #expect(rig.middle(0) == Point(x: 400, y: 300))
    // The next long press can lift the item again.
    rig.lift()
    #expect(rig.carousel.reorderingIndex == 0)
  }

  /// The ways to return a lifted item.
  enum Cancellation: CaseIterable {
    case contact, program, disabled, removal, animatedRemoval, reload, batchReload, dataSource
  }

  @Test(
    "When a move is canceled, one end event is reported, and the item returns", .proves("D025"),
    arguments: Cancellation.allCases)
  func cancel(_ way: Cancellation) throws {
    let rig = ReorderRig()
    rig.lift(at: Point(x: 600, y: 300))
    rig.glide(to: Point(x: 380, y: 420))
    rig.run(0.5)
    #expect(rig.carousel.reorderingTargetIndex == 0)
    let held = rig.middles
    let other = ReorderRig(items: 4)
    switch way {
    case .contact: rig.carousel.contactCanceled(id: 7, time: rig.now)
    case .program: rig.carousel.cancelReordering()
    case .disabled: rig.carousel.isReorderingEnabled = false
    case .removal: rig.remove(at: 1, animated: false)
    case .animatedRemoval: rig.remove(at: 1, animated: true)
    case .reload: rig.carousel.reloadData()
    case .batchReload: rig.carousel.performBatchUpdates { rig.reload(5) }
    case .dataSource: rig.carousel.dataSource = other
    }
    #expect(rig.carousel.reorderingIndex == nil && rig.carousel.reorderingTargetIndex == nil)
    #expect(rig.entries("end") == ["end 1 nil"] && rig.entries("move").isEmpty)
    switch way {
    case .contact, .program, .disabled:
      for (label, middle) in rig.middles { #expect(middle.distance(to: try #require(held[label])) < 1e-6) }
    case .animatedRemoval:
      let middle = try #require(rig.middles[1])
      #expect(middle.distance(to: try #require(held[1])) < 1e-6)
    default: break
    }
    // A finger that is still down has no further effect.
    rig.glide(to: Point(x: 100, y: 100))
    rig.up()
    rig.settle()
    #expect(rig.entries("end").count == 1 && rig.entries("move").isEmpty && rig.carousel.scrollOffset == 0)
    if way != .dataSource { #expect(rig.mismatch == nil) }
    switch way {
    case .contact, .program, .disabled:
      #expect(rig.middle(0) == Point(x: 400, y: 300) && rig.middle(1) == Point(x: 600, y: 300))
    default: break
    }
    #expect(!rig.carousel.needsFrame)
  }

  @Test("If the data source does not implement the move, the item returns to its index", .proves("D025"))
  func unhandled() {
    let rig = CarouselRig()
    rig.carousel.isReorderingEnabled = true
    let before = rig.carousel.visibleItemViews.map { ObjectIdentifier($0) }
    #expect(rig.carousel.beginReorderingItem(at: 0))
    rig.carousel.updateReordering(to: Point(x: 600, y: 300))
    rig.run(0.5)
    rig.carousel.endReordering()
    #expect(rig.carousel.reorderingIndex == nil)
    rig.settle()
    #expect(rig.carousel.visibleItemViews.map { ObjectIdentifier($0) } == before)
    #expect(rig.drawn(0)?.seenMiddle == Point(x: 400, y: 300))
  }

  @Test("The delegate can replace the target index of the lifted item", .proves("D025"))
  func target() {
    let rig = ReorderRig()
    rig.target = { index, proposed in proposed == 0 ? 1 : min(proposed, 2) }
    rig.lift(at: Point(x: 600, y: 300))
    rig.glide(to: Point(x: 400, y: 300))
    #expect(rig.carousel.reorderingTargetIndex == 1)
    rig.glide(to: Point(x: 790, y: 300), frames: 4)
    #expect(rig.carousel.reorderingTargetIndex == 2)
    rig.up()
    #expect(rig.entries("end") == ["end 1 2"] && rig.mismatch == nil)
    // An index out of range is clamped to the first or the last index.
    rig.settle()
    rig.carousel.scrollOffset = 0
    rig.frame()
    rig.target = { _, _ in .max }
    rig.clearLog()
    rig.lift()
    rig.glide(to: Point(x: 600, y: 300))
    rig.up()
    #expect(rig.entries("move") == ["move 0 9"] && rig.mismatch == nil)
    rig.target = { _, _ in .min }
    rig.settle()
    rig.lift()
    rig.glide(to: Point(x: 600, y: 300))
    rig.up()
    #expect(rig.entries("end").last == "end 0 0")
  }

  // MARK: Making room

  @Test("Siblings slide to make room for a lifted item, and do not jump in any frame", .proves("D025"))
  func siblings() throws {
    let rig = ReorderRig()
    rig.lift()
    rig.settle()
    var last = rig.middles
    var furthest = 0.0
    // The item moves forward, and then back and forth, so that siblings turn back before they arrive.
    let path = Array(stride(from: 400.0, through: 700, by: 15))
    let turns = (0..<60).map { $0 / 12 % 2 == 0 ? 640.0 : 440 }
    for x in path + turns {
      rig.move(to: Point(x: x, y: 320))
      rig.frame()
      for (label, middle) in rig.middles where label != 0 {
        let way = middle.distance(to: try #require(last[label]))
        furthest = max(furthest, way)
      }
      last = rig.middles
    }
    #expect(furthest > 1 && furthest < 30)
    rig.move(to: Point(x: 700, y: 320))
    rig.settle()
    #expect(rig.middle(1) == Point(x: 400, y: 300) && rig.middle(3) == Point(x: 1000, y: 300))
    #expect(!rig.carousel.needsFrame)
  }

  @Test("If the finger trembles between two slots, each sibling moves at most once", .proves("D025"))
  func trembling() {
    let rig = ReorderRig()
    rig.lift()
    rig.glide(to: Point(x: 525, y: 300))
    #expect(rig.entries("target") == ["target 0 1"])
    for step in 0..<40 {
      rig.move(to: Point(x: step.isMultiple(of: 2) ? 485 : 515, y: 300))
      rig.frame()
    }
    #expect(rig.entries("target").count == 1)
  }

  @Test(
    "If siblings of different widths make room for the lifted item, its target index does not change during their movement",
    .proves("D025"))
  func widths() {
    for offset in 0...4 {
      let rig = ReorderRig(items: 8) {
        $0.width = { [100, 400, 200, 60, 300, 200, 120, 200][$0] }
        $0.carousel.itemSizing = .individual
        // The carousel does not scroll while the lifted item is at an edge.
        $0.carousel.isScrollEnabled = false
      }
      rig.carousel.scrollOffset = Double(offset)
      rig.frame()
      #expect(rig.carousel.beginReorderingItem(at: 2))
      let start = rig.middle(2)
      for step in 0...120 {
        rig.carousel.updateReordering(to: start + Point(x: Double(step) * -4, y: 0))
        let target = rig.carousel.reorderingTargetIndex
        for _ in 0..<3 { rig.frame() }
        #expect(rig.carousel.reorderingTargetIndex == target)
      }
      rig.run(0.6)
      let before = rig.middles
      rig.carousel.endReordering()
      rig.frame()
      rig.frame()
      for (label, middle) in rig.middles where label != 2 {
        #expect(middle.distance(to: before[label] ?? .zero) < 1e-6, "\(label) at offset \(offset)")
      }
      #expect(rig.mismatch == nil && rig.entries("end").count == 1)
    }
  }
}
