import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Random sequences of gestures, calls, undos and edits on a stack of cards.
@MainActor
struct StackWalkTests {
  enum Action {
    case down(x: Int, y: Int)
    case move(x: Int, y: Int)
    case up
    case cancel
    case swipe(x: Int, y: Int, speed: Int)
    case dismiss(SwipeDirection)
    case undo
    case frames(Int)
    case wait(milliseconds: Int)
    case insert(Int, animated: Bool)
    case remove(Int, animated: Bool)
    case moveItem(Int, Int)
    case reload
    case reloadItem(Int)
    /// The delegate's action in the next callback of a dismissal.
    case react(Reaction)
    case disturb(Disturbance, Int)
  }

  enum Disturbance: CaseIterable {
    case step, wheel, touchpad, jump, scroll, autoscroll, autoplay, linear, stack, wrap, vertical, mirrored,
      bounds
    case reducesMotion, scrollEnabled, animatedLayout, visibleCards, clock
  }

  enum Reaction: CaseIterable {
    case undo, remove, removeAnimated, dismiss, insert, reload
  }

  @Test(
    "After random gestures, each dismissal is reported once and in order, no card jumps, and the stack rests in a valid state",
    .proves("V04"))
  func plain() {
    SeededRuns.check(0..<250, story: { Self.story(&$0, edits: false) }, play: { Self.play($0, wraps: false) })
  }

  @Test(
    "With edits and calls inside callbacks, each item is dismissed once, and the offset is the number of dismissed items",
    .proves("V04"))
  func edits() {
    SeededRuns.check(0..<250, story: { Self.story(&$0, edits: true) }, play: { Self.play($0, wraps: false) })
  }

  @Test(
    "On a stack that wraps, each dismissal is reported once, and the stack rests in a valid state",
    .proves("V04"))
  func wraps() {
    SeededRuns.check(0..<100, story: { Self.story(&$0, edits: true) }, play: { Self.play($0, wraps: true) })
  }

  @Test(
    "With scrolls and changes of the layout between gestures, every pose is finite, and the stack comes to rest",
    .proves("V04")
  )
  func anything() {
    SeededRuns.check(
      0..<250,
      story: { random in
        (0..<random.whole(5...40)).map { _ in
          random.once(in: 2)
            ? .disturb(random.choice(Disturbance.allCases), random.whole(-3...12))
            : Self.action(&random, kinds: 19)
        }
      }, play: { Self.play($0, wraps: false, isDisturbed: true) })
  }

  private static func story(_ random: inout SplitMix, edits: Bool) -> [Action] {
    (0..<random.whole(5...40)).map { _ in action(&random, kinds: edits ? 19 : 12) }
  }

  private static func action(_ random: inout SplitMix, kinds: Int) -> Action {
    switch random.whole(0...kinds) {
    case 0: .down(x: random.whole(100...700), y: random.whole(100...500))
    case 1, 2: .move(x: random.whole(-200...200), y: random.whole(-200...200))
    case 3: .up
    case 4: random.once(in: 3) ? .cancel : .up
    case 5, 6, 7:
      .swipe(x: random.whole(-200...200), y: random.whole(-150...150), speed: random.whole(100...3000))
    case 8: .dismiss(random.choice(SwipeDirection.allCases))
    case 9, 10: .undo
    case 11: .frames(random.whole(1...20))
    case 12: .wait(milliseconds: random.whole(0...400))
    case 13: .insert(random.whole(0...12), animated: random.once(in: 2))
    case 14, 15: .remove(random.whole(0...12), animated: random.once(in: 2))
    case 16: .moveItem(random.whole(0...12), random.whole(0...12))
    case 17: .react(random.choice(Reaction.allCases))
    case 18: .reload
    default: .reloadItem(random.whole(0...12))
    }
  }

  private static func play(_ actions: [Action], wraps: Bool, isDisturbed: Bool = false) -> String? {
    let player = Player(wraps: wraps, isDisturbed: isDisturbed, isRecorded: actions.count % 8 == 0)
    for action in actions {
      player.perform(action)
      if let problem = player.problem { return problem }
    }
    return player.finish() ?? player.lines?.problem()
  }
}

/// Performs actions and compares the carousel with a model of the stack.
@MainActor
private final class Player {
  private let rig: StackRig
  private let wraps: Bool
  /// Whether the actions contain scrolls and changes of the layout. Then the carousel is not compared with
  /// the model.
  private let isDisturbed: Bool
  private var finger: Point?
  private var reaction: StackWalkTests.Reaction?
  private var lastName = 1000
  private var lastEdit = Timestamp(seconds: 0)
  /// The names of the items that have left the stack, in the order of the content.
  private var gone: [Int] = []
  /// The names of the dismissed items, the last one at the end.
  private var history: [Int] = []
  private(set) var problem: String?

  /// The recording of the run, if there is one; its replay must make the same frames.
  let lines: JournalTests.Lines?

  init(wraps: Bool, isDisturbed: Bool, isRecorded: Bool) {
    (self.wraps, self.isDisturbed) = (wraps, isDisturbed)
    let lines = isRecorded ? JournalTests.Lines() : nil
    self.lines = lines
    rig = StackRig(
      items: wraps ? 6 : 12, layout: SwipeStackLayout(directions: [.left, .right, .up], wraps: wraps)
    ) { lines?.record($0.carousel) }
    rig.frameRate = 120
    rig.carousel.centerItemWhenSelected = false
    rig.onEvent = { [unowned self] in note($0) }
  }

  private func expect(_ condition: Bool, _ text: @autoclosure () -> String) {
    if !condition, problem == nil { problem = text() }
  }

  private func note(_ event: StackRig.Event) {
    guard !isDisturbed else {
      if case .dismissed(let index, _) = event, rig.items.indices.contains(index) { react(to: index) }
      return
    }
    switch event {
    case .dismissed(let index, _):
      expect(rig.items.indices.contains(index), "dismissed \(index) of \(rig.items.count)")
      guard rig.items.indices.contains(index) else { return }
      let name = rig.items[index]
      if !wraps {
        expect(gone.count == index, "dismissed \(index) with \(gone.count) gone")
        expect(!gone.contains(name), "dismissed \(name) again")
        gone.append(name)
      }
      history.append(name)
      react(to: index)
    case .undone(let index):
      expect(rig.items.indices.contains(index), "undone \(index) of \(rig.items.count)")
      guard rig.items.indices.contains(index) else { return }
      expect(history.popLast() == rig.items[index], "undone \(rig.items[index])")
      guard !wraps else { return }
      gone.removeLast(max(0, gone.count - index))
      history.removeAll { !gone.contains($0) }
    case .out: expect(!wraps, "a ring runs out")
    default: break
    }
  }

  private func react(to index: Int) {
    guard let reaction else { return }
    self.reaction = nil
    switch reaction {
    case .undo: rig.carousel.undoDismissal()
    case .remove: remove(at: index, animated: false)
    case .removeAnimated: remove(at: index, animated: true)
    case .dismiss: rig.carousel.dismissItem(toward: .up)
    case .insert: insert(at: 0, animated: true)
    case .reload: rig.carousel.reloadData()
    }
  }

  func perform(_ action: StackWalkTests.Action) {
    switch action {
    case .down(let x, let y):
      guard finger == nil else { return }
      finger = Point(x: Double(x), y: Double(y))
      keepsPicture { rig.down(at: finger ?? .zero) }
    case .move(let x, let y):
      guard let start = finger else { return }
      for step in 1...5 {
        rig.wait(0.01)
        rig.move(to: start + Point(x: Double(x), y: Double(y)) * (Double(step) / 5))
      }
      finger = start + Point(x: Double(x), y: Double(y))
      check()
    case .up:
      guard let point = finger else { return }
      finger = nil
      keepsPicture { rig.up(at: point) }
    case .cancel:
      finger = nil
      keepsPicture { rig.carousel.contactCanceled(id: 1, time: rig.now) }
    case .swipe(let x, let y, let speed):
      guard finger == nil, x != 0 || y != 0 else { return }
      rig.swipe(by: Point(x: Double(x), y: Double(y)), speed: Double(speed))
    case .dismiss(let direction): keepsPicture { rig.carousel.dismissItem(toward: direction) }
    case .undo: keepsPicture { rig.carousel.undoDismissal() }
    case .frames(let count):
      for _ in 0..<count {
        rig.frame()
        check()
      }
    case .wait(let milliseconds): rig.wait(Double(milliseconds) / 1000)
    case .insert(let index, let isAnimated): insert(at: index % (rig.items.count + 1), animated: isAnimated)
    case .remove(let index, let isAnimated):
      guard rig.items.count > 2 else { return }
      remove(at: index % rig.items.count, animated: isAnimated)
    case .moveItem(let from, let to):
      guard !rig.items.isEmpty else { return }
      move(from: from % rig.items.count, to: to % rig.items.count)
    case .reload: rig.carousel.reloadData()
    case .reloadItem(let index): rig.carousel.reloadItem(at: index, animated: true)
    case .react(let reaction): self.reaction = reaction
    case .disturb(let disturbance, let number): disturb(disturbance, number)
    }
    check()
  }

  private func disturb(_ disturbance: StackWalkTests.Disturbance, _ number: Int) {
    let carousel = rig.carousel
    switch disturbance {
    case .step: carousel.step(by: number)
    case .wheel: carousel.wheel(notches: Double(number) / 2, time: rig.now)
    case .touchpad:
      for _ in 0..<3 { carousel.touchpadScroll(by: Double(number) * 20, time: rig.now) }
      if number % 2 == 0 { carousel.touchpadScrollEnded(time: rig.now) }
    case .jump: carousel.scrollOffset = Double(number) / 2
    case .scroll: carousel.scrollToItem(at: number, duration: 0.3)
    case .autoscroll: carousel.autoscroll = Double(number)
    case .autoplay: carousel.autoplayInterval = Double(number) / 4
    case .linear: carousel.type = .linear
    case .stack: carousel.layout = SwipeStackLayout(directions: [.left, .down])
    case .wrap: rig.change { $0.wraps = number % 2 == 0 }
    case .vertical: carousel.isVertical = number % 2 == 0
    case .mirrored: carousel.layoutDirection = number % 2 == 0 ? .rightToLeft : .leftToRight
    case .bounds: carousel.bounds = Size(width: Double(number) * 100, height: 300)
    case .reducesMotion: carousel.reducesMotion = number % 2 == 0
    case .scrollEnabled: carousel.isScrollEnabled = number % 2 == 0
    case .animatedLayout:
      carousel.animate(withDuration: 0.2) {
        if number % 2 == 0 { carousel.type = .rotary } else { carousel.layout = SwipeStackLayout() }
      }
    case .visibleCards: rig.change { $0.visibleCards = number }
    case .clock: rig.wait(Double(number) * 5)
    }
  }

  // MARK: Edits

  private func insert(at index: Int, animated: Bool) {
    (lastName, lastEdit) = (lastName + 1, rig.now)
    rig.items.insert(lastName, at: index)
    if index < gone.count { gone.insert(lastName, at: index) }
    rig.carousel.insertItem(at: index, animated: animated)
  }

  private func remove(at index: Int, animated: Bool) {
    let name = rig.items.remove(at: index)
    gone.removeAll { $0 == name }
    history.removeAll { $0 == name }
    rig.carousel.removeItem(at: index, animated: animated)
  }

  private func move(from: Int, to: Int) {
    let name = rig.items.remove(at: from)
    rig.items.insert(name, at: to)
    gone.removeAll { $0 == name }
    if to < gone.count { gone.insert(name, at: to) } else if !wraps { history.removeAll { $0 == name } }
    rig.carousel.moveItem(at: from, to: to, animated: true)
  }

  // MARK: Checks

  /// Performs a change, and reports each card that jumps or vanishes during the change.
  private func keepsPicture(_ change: () -> Void) {
    rig.present()
    guard problem == nil, reaction == nil, !isDisturbed else { return change() }
    // Views that fade out may be reused. Cards that have left are not checked.
    let before = rig.carousel.frame().items.filter {
      rig.carousel.itemView(at: $0.index) === $0.view
        && abs($0.seenMiddle.x - 400) < 500 && abs($0.seenMiddle.y - 300) < 400
    }
    let events = rig.log.count
    change()
    rig.present()
    let after = rig.carousel.frame().items
    // On a stack that wraps, a card is drawn once: when it returns at the bottom, it vanishes where it left.
    guard !wraps else { return }
    for item in before {
      guard let twin = after.first(where: { $0.view === item.view }) else {
        // An item that an insertion pushes out of the view is kept only until the next scroll.
        expect(
          item.alpha < 0.02 || rig.now - lastEdit < 0.6,
          "item \(item.index) vanishes, after \(rig.log.dropFirst(events))")
        continue
      }
      let way = twin.seenMiddle.distance(to: item.seenMiddle)
      expect(way < 0.2, "item \(item.index) jumps by \(way)")
      expect(
        abs(twin.alpha - item.alpha) < 0.01, "item \(item.index) changes from \(item.alpha) to \(twin.alpha)")
    }
  }

  private func check() {
    let carousel = rig.carousel
    for item in carousel.frame().items {
      expect(item.transform.isFinite && (0...1).contains(item.alpha), "item \(item.index) has no pose")
    }
    guard !wraps, !isDisturbed else { return }
    expect(
      carousel.scrollOffset == Double(gone.count) || rig.items.isEmpty,
      "offset \(carousel.scrollOffset), \(gone.count) gone")
    expect(Array(rig.items.prefix(gone.count)) == gone, "\(gone) of \(rig.items) are gone")
    expect(carousel.isOutOfItems == (gone.count == rig.items.count && !rig.items.isEmpty), "is not out")
    expect(carousel.canUndoDismissal == !history.isEmpty, "history \(history)")
  }

  /// Ends the story; returns the first problem.
  func finish() -> String? {
    if finger != nil { perform(.up) }
    if isDisturbed {
      (rig.carousel.autoscroll, rig.carousel.autoplayInterval) = (0, 0)
      rig.carousel.touchpadScrollEnded(time: rig.now)
    }
    rig.settle()
    check()
    let carousel = rig.carousel
    expect(!carousel.needsFrame, "does not rest")
    guard !isDisturbed else {
      if let illegal = carousel.core.scroller.illegalRest { expect(false, illegal) }
      expect(!carousel.isDragging, "a card is held")
      return problem
    }
    let first = Int(carousel.scrollOffset)
    let count = rig.items.count
    let visible = wraps ? (0..<min(3, count)).map { (first + $0) % count } : Array((first..<count).prefix(3))
    let items = carousel.frame().items
    expect(items.map(\.index) == visible.reversed(), "rests with \(items.map(\.index)) at \(first)")
    for (depth, item) in items.reversed().enumerated() {
      let place = StackRig.middle + Point(x: 0, y: 12) * Double(depth)
      expect(item.seenMiddle.distance(to: place) < 0.01 && item.alpha == 1, "item \(item.index) is displaced")
    }
    let names = visible.map { rig.items[$0] }
    expect(items.reversed().map { rig.name($0.view) } == names, "shows wrong items")
    rig.frame()
    expect(carousel.frame().items.map(\.transform) == items.map(\.transform), "moves at rest")
    return problem
  }
}
