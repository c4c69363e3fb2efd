import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of a stack of cards with taps, changes of content and changes of the layout.
@MainActor
struct StackContentTests {
  // MARK: Taps

  @Test(
    "Taps, double taps and long presses on the top card are reported like those on an item of any other layout",
    .proves("V04"))
  func taps() {
    let rig = StackRig()
    #expect(rig.tap() == .selected(0))
    #expect(rig.tap() == .doubleTapped(0))
    rig.wait(1)
    #expect(rig.takeLog() == [.selected(0), .doubleTapped(0)])
    rig.down()
    rig.wait(0.6)
    rig.present()
    rig.move(to: StackRig.middle + Point(x: 200, y: 0))
    rig.up(at: StackRig.middle + Point(x: 200, y: 0))
    rig.settle()
    #expect(rig.takeLog() == [.pressed(0)] && rig.carousel.scrollOffset == 0)
  }

  @Test(
    "The hit test finds a card where it is drawn; a tap on a card that is leaving selects nothing",
    .proves("V04"))
  func hits() {
    let rig = StackRig(layout: SwipeStackLayout(visibleCards: 1))
    rig.swipe(by: Point(x: 100, y: -150), speed: 2000, lifts: false)
    rig.present()
    let place = StackRig.middle + Point(x: 200, y: -200)
    #expect(rig.carousel.index(ofItemAt: place) == 0)
    #expect(rig.carousel.index(ofItemAt: StackRig.middle + Point(x: -140, y: 90)) == 1)
    rig.up(at: StackRig.middle + Point(x: 105, y: -157))
    rig.present()
    #expect(rig.carousel.index(ofItemAt: place) == 0 && rig.carousel.currentItemIndex == 1)
    #expect(rig.tap(at: place) == .aligned)
    #expect(rig.carousel.currentItemIndex == 1)
    rig.settle()
    #expect(rig.tap() == .selected(1))
  }

  // MARK: Changes of content

  @Test(
    "If a card is leaving when its item is removed or all items are reloaded, the card continues on its path",
    .proves("D060"),
    arguments: 0..<3)
  func continues(change: Int) throws {
    let (rig, other) = (StackRig(), StackRig())
    for rig in [rig, other] {
      rig.swipe(by: Point(x: 50, y: 10), speed: 900)
      rig.present()
    }
    let view = try #require(rig.drawn(0)?.view)
    switch change {
    case 0, 1:
      rig.items.removeFirst()
      rig.carousel.removeItem(at: 0, animated: change == 1)
    default: rig.carousel.reloadData()
    }
    var frames = 0
    while let twin = other.carousel.frame().items.last, twin.index == 0 {
      let item = rig.carousel.frame().items.last
      #expect(item?.view === view && rig.carousel.frame().items.count { $0.view === view } == 1)
      #expect(rig.carousel.frame().items.allSatisfy { $0.view === view || $0.seenMiddle.x < 401 })
      #expect(item?.seenMiddle.distance(to: twin.seenMiddle) ?? 9 < 1e-6)
      rig.frame()
      other.frame()
      frames += 1
    }
    #expect(frames > 5)
    rig.settle()
    #expect(rig.carousel.frame().items.compactMap { rig.name($0.view) } == [3, 2, 1])
    #expect(rig.carousel.canUndoDismissal == (change == 2))
  }

  @Test(
    "After edits of content, the same card is on top, the offset is the card's index, and earlier dismissals can be undone",
    .proves("V04"))
  func edits() {
    let rig = StackRig()
    func insert(_ name: Int, at index: Int) {
      rig.items.insert(name, at: index)
      rig.carousel.insertItem(at: index, animated: index % 2 == 0)
    }
    func remove(at index: Int) {
      rig.items.remove(at: index)
      rig.carousel.removeItem(at: index, animated: index % 2 == 0)
    }
    func top() -> Int? { rig.carousel.currentItemView.flatMap { rig.name($0) } }
    for _ in 0..<4 { rig.carousel.dismissItem(toward: .left) }
    insert(100, at: 1)
    #expect(rig.carousel.scrollOffset == 5 && top() == 4)
    remove(at: 0)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 4 && top() == 4)
    // First the last dismissed card is moved to the bottom; then a card of the stack is moved among the
    // dismissed cards.
    rig.items.append(rig.items.remove(at: 3))
    rig.carousel.moveItem(at: 3, to: 9, animated: true)
    #expect(rig.carousel.scrollOffset == 3 && top() == 4)
    rig.items.insert(rig.items.remove(at: 5), at: 0)
    rig.carousel.moveItem(at: 5, to: 0, animated: true)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 4 && top() == 4)
    insert(200, at: 4)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 4 && top() == 200)
    #expect(rig.carousel.undoDismissal() == 3 && rig.items[3] == 2)
    #expect(rig.carousel.undoDismissal() == 2 && rig.items[2] == 1 || rig.items[2] == 100)
    rig.settle()
    rig.items = [7, 8]
    rig.carousel.reloadData()
    rig.settle()
    #expect(rig.carousel.scrollOffset <= 2)
  }

  @Test(
    "If the content changes between a dismissal and its callback, the callback gets the new index of the dismissed item",
    .proves("D060"))
  func editBeforeCallback() {
    let rig = StackRig()
    rig.carousel.dismissItem(toward: .left)
    rig.clear()
    rig.onEvent = { [unowned rig] event in
      guard event == .index(2) else { return }
      rig.items.removeFirst()
      rig.carousel.removeItem(at: 0, animated: false)
    }
    rig.carousel.dismissItem(toward: .right)
    #expect(rig.decisions == [.dismissed(0, .right)] && rig.dismissedNames == [1])
    rig.settle()
    #expect(rig.carousel.scrollOffset == 1 && rig.carousel.undoDismissal() == 0)
    #expect(rig.decisions.last == .undone(0))
  }

  @Test(
    "If the index of a held card changes, the finger still holds the card; if its item is removed, the finger has no further effect",
    .proves("V04"))
  func editsWhileHeld() {
    let rig = StackRig()
    rig.carousel.dismissItem(toward: .left)
    rig.settle()
    rig.clear()
    let end = StackRig.middle + Point(x: 200, y: 0)
    rig.swipe(by: Point(x: 192, y: 0), speed: 600, lifts: false)
    rig.items.removeFirst()
    rig.carousel.removeItem(at: 0, animated: true)
    rig.up(at: end)
    #expect(rig.decisions == [.dismissed(0, .right)] && rig.dismissedNames == [1])
    rig.settle()
    rig.swipe(by: Point(x: 192, y: 0), speed: 600, lifts: false)
    rig.items.remove(at: 1)
    rig.carousel.removeItem(at: 1, animated: true)
    rig.frame()
    rig.up(at: end)
    rig.settle()
    #expect(
      rig.decisions.count == 1 && rig.carousel.frame().items.compactMap { rig.name($0.view) } == [5, 4, 3])
    // An item that is inserted above the held card becomes the top card.
    rig.swipe(by: Point(x: 192, y: 0), speed: 600, lifts: false)
    rig.items.insert(50, at: 1)
    rig.carousel.insertItem(at: 1, animated: true)
    rig.up(at: end)
    rig.settle()
    #expect(
      rig.decisions.count == 1 && rig.carousel.frame().items.compactMap { rig.name($0.view) } == [4, 3, 50])
  }

  @Test("During a drag a reload does not move the card away from the finger", .proves("V04"))
  func reloadWhileHeld() {
    let rig = StackRig()
    rig.swipe(by: Point(x: 192, y: 0), speed: 600, lifts: false)
    rig.carousel.reloadData()
    rig.frame()
    #expect(near(rig.drawn(0)?.seenMiddle.x ?? 0, 592, within: 1))
    rig.up(at: StackRig.middle + Point(x: 200, y: 0))
    rig.settle()
    #expect(rig.decisions == [.dismissed(0, .right)] && rig.carousel.scrollOffset == 1)
  }

  @Test("Views of cards that have left are unloaded and reused", .proves("V04"))
  func reuse() {
    let rig = StackRig(items: 200)
    var views: Set<ObjectIdentifier> = []
    for number in 0..<150 {
      rig.carousel.dismissItem(toward: .left)
      if number % 3 == 0 {
        rig.items.remove(at: rig.carousel.currentItemIndex - 1)
        rig.carousel.removeItem(at: rig.carousel.currentItemIndex - 1, animated: number % 2 == 0)
      }
      rig.run(0.05)
      for view in rig.carousel.visibleItemViews { views.insert(ObjectIdentifier(view)) }
    }
    rig.settle()
    #expect(views.count < 30 && rig.carousel.visibleItemViews.count == 5)
  }

  // MARK: Changes of the layout

  @Test(
    "When another layout replaces a stack, the carousel rests on an item, and no card of the stack remains",
    .proves("V04"))
  func otherLayout() {
    for phase in 0..<3 {
      let rig = StackRig(items: 4)
      for _ in 0..<4 { rig.carousel.dismissItem(toward: .left) }
      if phase == 1 { rig.carousel.undoDismissal() }
      if phase == 2 {
        rig.carousel.undoDismissal()
        rig.swipe(by: Point(x: 50, y: 0), speed: 300, lifts: false)
      }
      rig.frame()
      rig.carousel.type = .linear
      rig.frame()
      if phase == 2 { rig.up(at: StackRig.middle) }
      rig.settle()
      #expect(
        rig.carousel.scrollOffset == 3 && rig.carousel.currentItemIndex == 3 && !rig.carousel.isOutOfItems)
      #expect(rig.carousel.undoDismissal() == nil && !rig.carousel.needsFrame && !rig.carousel.isDragging)
      rig.swipe(by: Point(x: 250, y: 0), speed: 400)
      rig.settle()
      #expect(rig.carousel.scrollOffset == 2)
      rig.carousel.layout = SwipeStackLayout()
      rig.settle()
      rig.clear()
      rig.carousel.dismissItem(toward: .left)
      #expect(rig.decisions == [.dismissed(2, .left)])
    }
  }

  @Test(
    "If the bounds, the axis or the direction change during a drag, the card stays under the finger",
    .proves("V04"))
  func turns() {
    let rig = StackRig()
    rig.swipe(by: Point(x: 92, y: 40), speed: 600, lifts: false)
    rig.carousel.isVertical = true
    rig.frame()
    rig.carousel.bounds = Size(width: 600, height: 800)
    rig.carousel.layoutDirection = .rightToLeft
    rig.frame()
    let place = Point(x: 300 + 92, y: 400 + 40)
    #expect(rig.drawn(0)?.seenMiddle.distance(to: place) ?? 999 < 2)
    rig.move(to: StackRig.middle + Point(x: 200, y: 43))
    rig.up(at: StackRig.middle + Point(x: 200, y: 43))
    #expect(rig.decisions == [.dismissed(0, .right)])
    rig.settle()
    rig.carousel.bounds = Size(width: 1600, height: 900)
    rig.carousel.undoDismissal()
    rig.frame()
    #expect(rig.drawn(0)?.seenMiddle.x ?? 0 > 1500)
    rig.settle()
    #expect(rig.drawn(0)?.seenMiddle.distance(to: Point(x: 800, y: 450)) ?? 9 < 1e-6)
  }

  @Test("Numbers out of range are clamped, and NaN is ignored", .proves("V04"))
  func numbers() {
    var layout = SwipeStackLayout(
      distanceThreshold: .nan, speedThreshold: -.infinity, visibleCards: .min, cardScale: .infinity,
      cardOffset: Size(width: .nan, height: .infinity), rotationAngle: 100)
    #expect(layout.distanceThreshold == 0.4 && layout.speedThreshold == 1 && layout.visibleCards == 1)
    #expect(layout.cardScale == 1 && layout.cardOffset.width == 0 && layout.cardOffset.height.isFinite)
    #expect(layout.rotationAngle == .pi)
    layout.distanceThreshold = -1
    layout.speedThreshold = .nan
    layout.visibleCards = .max
    layout.cardScale = .nan
    layout.rotationAngle = .nan
    #expect(layout.distanceThreshold == 0.01 && layout.speedThreshold == 1 && layout.visibleCards == 1000)
    #expect(layout.cardScale == 1 && layout.rotationAngle == .pi)
    let rig = StackRig(layout: layout) { $0.cardSize = Size(width: 1e300, height: -1) }
    for far in [1e308, -1e308, 1e12] {
      rig.down()
      rig.wait(0.01)
      rig.move(to: Point(x: far, y: -far))
      rig.wait(0.01)
      rig.move(to: Point(x: -far, y: far))
      rig.frame()
      #expect(rig.carousel.frame().items.allSatisfy { $0.transform.isFinite })
      rig.up(at: Point(x: far, y: far))
      rig.settle()
      #expect(!rig.carousel.needsFrame)
    }
  }

  @Test("While no card moves, a stack needs no frames", .proves("V04"))
  func rests() {
    let rig = StackRig()
    #expect(!rig.carousel.needsFrame)
    rig.swipe(by: Point(x: 50, y: 0), speed: 300, lifts: false)
    rig.present()
    #expect(!rig.carousel.needsFrame)
    rig.up(at: StackRig.middle)
    rig.settle()
    rig.carousel.dismissItem(toward: .left)
    #expect(rig.carousel.needsFrame)
    rig.settle()
    #expect(!rig.carousel.needsFrame && rig.carousel.wakeTime == nil)
  }
}
