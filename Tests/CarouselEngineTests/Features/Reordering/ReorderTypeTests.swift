import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of moving an item by hand with every type, axis and setting.
@MainActor
struct ReorderTypeTests {
  /// A setting of the carousel under which an item is moved.
  struct Setting: CustomTestStringConvertible, Sendable {
    var name: String
    var prepare: @MainActor @Sendable (ReorderRig) -> Void
    var testDescription: String { name }

    static let all = [
      Setting(name: "plain") { _ in },
      Setting(name: "vertical") { $0.carousel.isVertical = true },
      Setting(name: "right to left") { $0.carousel.layoutDirection = .rightToLeft },
      Setting(name: "turned") { $0.carousel.axisAngle = 0.5 },
      Setting(name: "wrapped") { $0.options[.wrap] = 1 },
      Setting(name: "not wrapped") { $0.options[.wrap] = 0 },
      Setting(name: "widths") {
        $0.carousel.itemSizing = .individual
        $0.width = { 140 + Double($0 * 53 % 120) }
      },
      Setting(name: "wrapped, widths") {
        $0.options[.wrap] = 1
        $0.carousel.itemSizing = .individual
        $0.width = { 140 + Double($0 * 53 % 120) }
      },
      Setting(name: "start") { $0.carousel.snapAlignment = .start },
      Setting(name: "effects") {
        $0.carousel.effects = [.scale(center: 1.3, sides: 0.7), .fade(to: 0.5)]
      },
    ]
  }

  @Test(
    "In every type, a lifted item moves to the slot under the finger", .proves("D025"),
    arguments: CarouselType.allCases, Setting.all)
  func move(type: CarouselType, setting: Setting) throws {
    // The next items of a time machine are not visible.
    let way = type == .timeMachine ? -1 : 1
    let rig = ReorderRig(type, items: 14) { setting.prepare($0) }
    rig.carousel.isScrollEnabled = false
    rig.carousel.scrollOffset = 6
    rig.settle()
    let views = Set(rig.carousel.visibleItemViews.map { ObjectIdentifier($0) })
    rig.clearLog()
    let start = rig.middle(6)
    rig.lift(at: start)
    #expect(rig.carousel.reorderingIndex == 6)
    let finger = rig.finger
    for target in [7, 6, 5, 6] where rig.drawn(6 + (target - 6) * way) != nil {
      let index = 6 + (target - 6) * way
      // The position at which the item is drawn in the slot `index`.
      guard let end = slotMiddle(index, setting, type) else { continue }
      rig.glide(to: finger + (end - start))
      #expect(rig.carousel.reorderingTargetIndex == index)
      #expect(rig.middle(6).distance(to: end) < 1e-6)
    }
    let end = try #require(slotMiddle(6 + way, setting, type))
    rig.glide(to: finger + (end - start))
    rig.run(0.6)
    let before = rig.middles
    let unneeded = rig.requests.count
    rig.up()
    #expect(rig.entries("move") == ["move 6 \(6 + way)"] && rig.entries("end") == ["end 6 \(6 + way)"])
    // A middle behind the viewer has no position on the screen.
    for (label, middle) in rig.middles where !middle.x.isNaN {
      #expect(middle.distance(to: before[label] ?? middle) < 1e-6)
    }
    rig.settle()
    #expect(rig.mismatch == nil && rig.requests.count <= unneeded + 1)
    if rig.carousel.itemSizing == .uniform {
      #expect(views.isSubset(of: Set(rig.carousel.visibleItemViews.map { ObjectIdentifier($0) })))
    }
    #expect(rig.middle(6 + way).distance(to: end) < 1e-6)
    // The siblings are still at the positions that they had when they made room for the item.
    for (label, middle) in rig.middles where label != 6 && !middle.x.isNaN {
      #expect(middle.distance(to: before[label] ?? middle) < 1e-6)
    }
  }

  /// Returns the drawn middle of item 6 after a move to `index`.
  private func slotMiddle(_ index: Int, _ setting: Setting, _ type: CarouselType) -> Point? {
    let rig = ReorderRig(type, items: 14) { setting.prepare($0) }
    rig.carousel.scrollOffset = 6
    rig.settle()
    if index != 6 { rig.moveItem(from: 6, to: index, animated: false) }
    rig.settle()
    return rig.drawn(index)?.seenMiddle
  }

  @Test(
    "While an item is lifted, the type, the axis and the size can change", .proves("D025"),
    arguments: CarouselType.allCases)
  func changes(type: CarouselType) {
    let rig = ReorderRig(items: 12)
    rig.carousel.scrollOffset = 5
    rig.lift()
    rig.glide(to: Point(x: 500, y: 340))
    let changes: [() -> Void] = [
      { rig.carousel.animate(withDuration: 0.5) { rig.carousel.type = type } },
      { rig.carousel.isVertical = true }, { rig.carousel.layoutDirection = .rightToLeft },
      { rig.carousel.isVertical = false }, { rig.carousel.bounds = Size(width: 500, height: 900) },
      { rig.carousel.contentOffset = Size(width: 30, height: -40) }, { rig.carousel.axisAngle = 1 },
      { rig.carousel.animate(withDuration: 0.3) { rig.carousel.perspective = -0.004 } },
      { rig.carousel.effects = [.fade(to: 0.2)] },
      {
        rig.options[.wrap] = rig.carousel.isWrapEnabled ? 0 : 1
        rig.carousel.setNeedsLayout()
      },
    ]
    for change in changes {
      change()
      for _ in 0..<12 {
        rig.frame()
        #expect(rig.middle(5).distance(to: Point(x: 500, y: 340)) < 1e-6)
        #expect(rig.carousel.frame().items.last?.index == 5 && rig.carousel.reorderingIndex == 5)
      }
    }
    rig.up()
    rig.settle()
    #expect(rig.mismatch == nil && rig.entries("end").count == 1 && !rig.carousel.needsFrame)
  }

  @Test(
    "A linked carousel follows the scroll of a lifted item; if the linked carousel scrolls, the item stays under the finger",
    .proves("D025"))
  func linked() {
    let rig = ReorderRig(items: 30)
    let mate = ReorderRig(items: 30)
    mate.carousel.bind(to: rig.carousel)
    rig.lift()
    rig.glide(to: Point(x: 795, y: 300), frames: 2)
    rig.run(1)
    #expect(rig.carousel.scrollOffset > 2 && mate.carousel.scrollOffset == rig.carousel.scrollOffset)
    rig.up()
    rig.settle()
    mate.now = rig.now
    #expect(mate.carousel.scrollOffset == rig.carousel.scrollOffset && rig.mismatch == nil)
    #expect(rig.entries("end").count == 1 && mate.log.isEmpty)

    let index = rig.carousel.currentItemIndex
    #expect(rig.carousel.beginReorderingItem(at: index))
    rig.carousel.updateReordering(to: Point(x: 450, y: 250))
    mate.carousel.scrollToItem(at: 20, duration: 0.5)
    for _ in 0..<60 {
      mate.frame()
      rig.now = mate.now
      rig.carousel.advance(to: rig.now)
      #expect(rig.middle(index).distance(to: Point(x: 450, y: 250)) < 1e-6)
    }
    #expect(rig.carousel.scrollOffset == mate.carousel.scrollOffset)
    let target = rig.carousel.scrollOffset.rounded()
    rig.carousel.endReordering()
    rig.settle()
    #expect(rig.entries("end").last == "end \(index) \(Int(target))" && rig.mismatch == nil)
  }
}
