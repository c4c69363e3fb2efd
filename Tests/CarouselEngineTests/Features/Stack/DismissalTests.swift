import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of dismissals, undo and the end of a stack of cards.
@MainActor
struct DismissalTests {
  @Test(
    "Each of 100 dismissals within a second is reported once, in order and with the right index",
    .proves("D060"))
  func hundred() {
    let rig = StackRig(items: 150)
    let start = rig.now
    for number in 0..<100 {
      rig.swipe(by: Point(x: number % 3 == 0 ? 12 : -12, y: 0), speed: 3000)
    }
    #expect(rig.now - start <= 1)
    let wanted = (0..<100).map { StackRig.Event.dismissed($0, $0 % 3 == 0 ? .right : .left) }
    #expect(rig.decisions == wanted)
    #expect(rig.dismissedNames == Array(0..<100))
    rig.settle()
    #expect(rig.decisions == wanted && rig.carousel.scrollOffset == 100)
    #expect(rig.log.filter { if case .should = $0 { true } else { false } }.count == 100)
    #expect(rig.log.last == .settled(100))
  }

  @Test(
    "If each dismissed item is deleted in the callback, each of 100 quick dismissals is reported once",
    .proves("D060"),
    arguments: [false, true])
  func hundredDeleted(animated: Bool) {
    let rig = StackRig(items: 120)
    rig.onEvent = { [unowned rig] event in
      guard case .dismissed(let index, _) = event else { return }
      rig.items.remove(at: index)
      rig.carousel.removeItem(at: index, animated: animated)
    }
    let start = rig.now
    for _ in 0..<100 { rig.swipe(by: Point(x: 12, y: 0), speed: 3000) }
    #expect(rig.now - start <= 1)
    #expect(rig.dismissedNames == Array(0..<100))
    #expect(rig.decisions == Array(repeating: .dismissed(0, .right), count: 100))
    rig.settle()
    #expect(rig.carousel.scrollOffset == 0 && rig.carousel.numberOfItems == 20)
    #expect(rig.carousel.currentItemView.flatMap { rig.name($0) } == 100)
  }

  @Test("An undo inside the callback of a dismissal brings the card back", .proves("D060"))
  func undoInCallback() {
    let rig = StackRig()
    rig.onEvent = { [unowned rig] event in
      guard case .dismissed(let index, _) = event else { return }
      #expect(rig.carousel.undoDismissal() == index)
      #expect(rig.carousel.scrollOffset == Double(index))
    }
    for _ in 0..<5 { rig.swipe(by: Point(x: 60, y: 0), speed: 1000) }
    #expect(rig.decisions == Array(repeating: [.dismissed(0, .right), .undone(0)], count: 5).flatMap { $0 })
    rig.settle()
    #expect(rig.carousel.scrollOffset == 0 && !rig.carousel.canUndoDismissal)
    #expect(near(rig.drawn(0)?.seenMiddle.x ?? 0, 400))
  }

  @Test(
    "An undo while a card leaves makes the card return, without a jump in position or velocity",
    .proves("V04"))
  func undoInFlight() throws {
    let rig = StackRig()
    rig.swipe(by: Point(x: 100, y: 30), speed: 1200)
    rig.run(0.1)
    let step = 1e-5
    func motion() throws -> (Point, Point) {
      let before = try #require(rig.drawn(0)?.seenMiddle)
      rig.wait(step)
      rig.present()
      let after = try #require(rig.drawn(0)?.seenMiddle)
      return (after, (after - before) * (1 / step))
    }
    let (place, velocity) = try motion()
    #expect(rig.carousel.undoDismissal() == 0)
    rig.present()
    #expect(try #require(rig.drawn(0)?.seenMiddle).distance(to: place) < 0.1)
    let (_, next) = try motion()
    #expect(next.distance(to: velocity) < 0.01 * velocity.distance(to: .zero))
    #expect(rig.carousel.scrollOffset == 0 && rig.decisions.last == .undone(0))
    rig.settle()
    #expect(rig.drawn(0)?.seenMiddle.distance(to: StackRig.middle) ?? 9 < 1e-6)
    #expect(rig.drags.last?.progress == 0)
  }

  @Test(
    "After a card has left, an undo brings the card back from the side to which it left",
    .proves("V04"))
  func undoLater() throws {
    let rig = StackRig(layout: SwipeStackLayout(directions: Set(SwipeDirection.allCases)))
    let ways = [Point(x: 200, y: 0), Point(x: 0, y: -200), Point(x: -150, y: 120)]
    for way in ways {
      rig.swipe(by: way, speed: 900)
      rig.settle()
    }
    for index in [2, 1, 0] {
      #expect(rig.carousel.undoDismissal() == index)
      rig.frame()
      rig.frame()
      let way = try #require(rig.drawn(index)?.seenMiddle) - StackRig.middle
      #expect(way.x * ways[index].x + way.y * ways[index].y > 200 * 200)
      rig.settle()
      #expect(rig.carousel.currentItemIndex == index)
    }
    #expect(rig.carousel.undoDismissal() == nil && !rig.carousel.canUndoDismissal)
  }

  @Test(
    "After several cards have returned at the same time, the frame is the same as if they had not been dismissed",
    .proves("V04"))
  func undoSeveral() {
    let rig = StackRig()
    for _ in 0..<4 { rig.swipe(by: Point(x: 60, y: 0), speed: 1500) }
    rig.settle()
    for index in [3, 2, 1] { #expect(rig.carousel.undoDismissal() == index) }
    rig.frame()
    #expect(rig.carousel.frame().items.map(\.index).suffix(3) == [3, 2, 1])
    rig.settle()
    #expect(rig.carousel.frame().items.map(\.index) == [3, 2, 1])
    #expect(rig.carousel.scrollOffset == 1)
  }

  @Test(
    "In any direction, a dismissal by the program moves and reports the card like a dismissal by the finger",
    .proves("V04"),
    arguments: SwipeDirection.allCases)
  func byProgram(direction: SwipeDirection) throws {
    let rig = StackRig()
    rig.carousel.dismissItem(toward: direction)
    #expect(rig.decisions == [.dismissed(0, direction)])
    rig.frame()
    var last = 0.0
    while let card = rig.drawn(0) {
      let way = card.seenMiddle - StackRig.middle
      #expect(direction.vector.x * way.x + direction.vector.y * way.y >= last)
      last = direction.vector.x * way.x + direction.vector.y * way.y
      rig.frame()
    }
    #expect(last > 200)
    rig.settle()
    #expect(rig.takeLog().last == .settled(1))
  }

  @Test(
    "If the program dismisses the card that a finger holds, the finger has no further effect", .proves("V04"))
  func byProgramWhileHeld() throws {
    let rig = StackRig()
    rig.swipe(by: Point(x: 60, y: 20), speed: 300, lifts: false)
    rig.present()
    let before = try #require(rig.drawn(0)?.seenMiddle)
    rig.carousel.dismissItem(toward: .left)
    rig.present()
    #expect(try #require(rig.drawn(0)?.seenMiddle).distance(to: before) < 1e-6)
    rig.wait(0.02)
    rig.move(to: StackRig.middle + Point(x: 200, y: 0))
    rig.up(at: StackRig.middle + Point(x: 200, y: 0))
    rig.settle()
    #expect(rig.decisions == [.dismissed(0, .left)] && rig.carousel.scrollOffset == 1)
  }

  @Test(
    "After the last card is dismissed, isOutOfItems is true until an undo, an insertion or a scroll back",
    .proves("V04"))
  func runsOut() {
    let rig = StackRig(items: 3)
    for _ in 0..<3 { rig.carousel.dismissItem(toward: .right) }
    #expect(rig.decisions == [.dismissed(0, .right), .dismissed(1, .right), .dismissed(2, .right), .out])
    #expect(rig.carousel.isOutOfItems && rig.carousel.currentItemIndex == -1)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 3 && rig.carousel.frame().items.isEmpty)
    #expect(
      rig.takeLog().filter { if case .index = $0 { true } else { false } } == [
        .index(1), .index(2), .index(-1),
      ])
    rig.carousel.dismissItem(toward: .left)
    rig.swipe(by: Point(x: 200, y: 0), speed: 1500)
    rig.settle()
    #expect(rig.decisions == [])
    #expect(rig.carousel.undoDismissal() == 2 && !rig.carousel.isOutOfItems)
    #expect(rig.carousel.currentItemIndex == 2)
    rig.settle()
    #expect(rig.takeLog() == [.index(2), .undone(2), .settled(2)])
    rig.carousel.dismissItem(toward: .left)
    rig.items.append(3)
    rig.carousel.insertItem(at: 3, animated: true)
    rig.settle()
    #expect(!rig.carousel.isOutOfItems && rig.carousel.currentItemIndex == 3)
    rig.clear()
    rig.carousel.step(by: 1)
    rig.settle()
    #expect(rig.decisions == [.out] && rig.carousel.scrollOffset == 4)
    rig.carousel.currentItemIndex = 0
    #expect(!rig.carousel.isOutOfItems || rig.carousel.needsFrame)
    rig.settle()
    #expect(!rig.carousel.isOutOfItems && rig.carousel.currentItemIndex == 0)
  }

  @Test("A stack that wraps never runs out of cards; dismissed cards come back at the bottom", .proves("V04"))
  func wraps() {
    let rig = StackRig(items: 4, layout: SwipeStackLayout(wraps: true))
    #expect(rig.carousel.isWrapEnabled)
    for number in 0..<10 {
      rig.carousel.dismissItem(toward: .left)
      if number % 2 == 0 { rig.settle() }
    }
    #expect(rig.decisions == (0..<10).map { .dismissed($0 % 4, .left) })
    rig.settle()
    #expect(rig.carousel.scrollOffset == 2 && rig.carousel.frame().items.map(\.index) == [0, 3, 2])
    for index in [1, 0, 3, 2] { #expect(rig.carousel.undoDismissal() == index) }
    rig.settle()
    #expect(rig.carousel.scrollOffset == 2)
    let one = StackRig(items: 1, layout: SwipeStackLayout(wraps: true))
    for _ in 0..<3 { one.carousel.dismissItem(toward: .left) }
    one.settle()
    #expect(one.carousel.frame().items.map(\.index) == [0] && one.decisions.count == 3)
    #expect(one.drawn(0)?.seenMiddle.distance(to: StackRig.middle) ?? 9 < 1e-6)
  }

  @Test(
    "Steps, wheels and scrolls skip cards without dismissing them; an undo returns to the last dismissed card",
    .proves("V04"))
  func skips() {
    let rig = StackRig()
    rig.carousel.dismissItem(toward: .right)
    rig.settle()
    rig.carousel.step(by: 1)
    rig.settle()
    rig.carousel.wheel(notches: 2, time: rig.now)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 4 && rig.decisions == [.dismissed(0, .right)])
    #expect(rig.carousel.undoDismissal() == 0)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 0 && rig.carousel.frame().items.map(\.index) == [2, 1, 0])
    rig.carousel.dismissItem(toward: .right)
    rig.carousel.dismissItem(toward: .right)
    rig.carousel.scrollToItem(at: 0, animated: true)
    rig.settle()
    #expect(!rig.carousel.canUndoDismissal && rig.carousel.undoDismissal() == nil)
  }

  @Test(
    "A scroll forward moves the skipped cards out to the left; a touch that stops the scroll holds the nearest card",
    .proves("V04"))
  func scrolls() throws {
    let rig = StackRig()
    rig.carousel.scrollOffset = 0.25
    rig.present()
    #expect(try #require(rig.drawn(0)?.seenMiddle.x) < 300)
    rig.carousel.scrollOffset = 0
    rig.carousel.scrollToItem(at: 5, animated: true)
    rig.run(0.13)
    let offset = rig.carousel.scrollOffset
    #expect(offset != offset.rounded())
    let before = rig.carousel.frame().items
    rig.down()
    rig.move(to: StackRig.middle + Point(x: 9, y: 0))
    rig.present()
    for (item, old) in zip(rig.carousel.frame().items, before) {
      #expect(item.index == old.index && item.seenMiddle.distance(to: old.seenMiddle) < 1e-6)
    }
    #expect(rig.carousel.scrollOffset == offset.rounded())
    rig.up(at: StackRig.middle + Point(x: 9, y: 0))
    rig.settle()
    #expect(rig.carousel.frame().items.count == 3 && rig.decisions == [])
  }

  @Test(
    "The cards have the number, the scale and the offset that the layout's properties state", .proves("V04"),
    arguments: [1, 2, 3, 5])
  func visible(count: Int) throws {
    let rig = StackRig(
      layout: SwipeStackLayout(visibleCards: count, cardScale: 0.9, cardOffset: Size(width: 5, height: 20)))
    let items = rig.carousel.frame().items
    #expect(items.map(\.index) == (0..<count).reversed())
    var scale = 1.0
    for index in 0..<count {
      let card = try #require(rig.drawn(index))
      #expect(near(card.seenWidth, 300 * scale, within: 1e-5) && card.alpha == 1)
      let place = StackRig.middle + Point(x: 5, y: 20) * Double(index)
      #expect(card.seenMiddle.distance(to: place) < 1e-3)
      scale *= 0.9
    }
  }

  @Test("With reduced motion a card disappears or comes back without animation", .proves("V04"))
  func reducedMotion() {
    let rig = StackRig()
    rig.carousel.reducesMotion = true
    rig.swipe(by: Point(x: 200, y: 0), speed: 900)
    rig.present()
    #expect(rig.decisions == [.dismissed(0, .right)] && rig.carousel.frame().items.map(\.index) == [3, 2, 1])
    #expect(!rig.carousel.needsFrame)
    rig.carousel.undoDismissal()
    rig.frame()
    #expect(rig.drawn(0)?.seenMiddle.distance(to: StackRig.middle) ?? 9 < 1e-6)
    rig.swipe(by: Point(x: 60, y: 0), speed: 100)
    rig.present()
    #expect(rig.drawn(0)?.seenMiddle.distance(to: StackRig.middle) ?? 9 < 1e-6)
    rig.carousel.reducesMotion = false
    rig.carousel.dismissItem(toward: .left)
    rig.run(0.1)
    rig.carousel.reducesMotion = true
    rig.frame()
    #expect(rig.drawn(0) == nil)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 1)
  }

  @Test(
    "At every frame rate, the same swipes dismiss the same cards, and the stack rests at the same offset",
    .proves("V04"),
    arguments: [30.0, 60, 144, 240])
  func frameRates(rate: Double) {
    let rig = StackRig()
    rig.frameRate = rate
    rig.onEvent = { [unowned rig] event in
      if event == .dismissed(2, .left) { rig.carousel.undoDismissal() }
    }
    for way in [
      Point(x: 150, y: 10), Point(x: 50, y: 0), Point(x: -70, y: 30), Point(x: -140, y: 0),
      Point(x: 0, y: 99),
    ] {
      rig.swipe(by: way, speed: 850)
      rig.run(0.1)
    }
    rig.settle()
    #expect(
      rig.decisions == [
        .dismissed(0, .right), .dismissed(1, .right), .dismissed(2, .left), .undone(2), .dismissed(2, .left),
        .undone(2),
      ])
    #expect(rig.carousel.scrollOffset == 2 && rig.carousel.frame().items.map(\.index) == [4, 3, 2])
    #expect(rig.drawn(2)?.transform.isFinite == true && rig.log.last == .settled(2))
  }
}
