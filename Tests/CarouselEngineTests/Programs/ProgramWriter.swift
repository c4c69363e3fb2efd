import CarouselEngine
import TestSupport

/// Writes random programs. Each program has a theme, which determines the kinds of its actions.
struct ProgramWriter {
  enum Theme: CaseIterable {
    case scrolls, gestures, ends, pages, sizes, edits, callbacks, reordering, stack, links, clocks, autoplay,
      looks
    case everything
  }

  private var random: SplitMix
  private let theme: Theme
  /// The contact on each carousel.
  private var contacts: [StoryAction.Contact]
  /// The carousel of the next action.
  private var carousel = 0

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    theme = random.choice(Theme.allCases)
    contacts = Array(repeating: .none, count: theme != .links ? 1 : random.once(in: 3) ? 3 : 2)
  }

  private var contact: StoryAction.Contact {
    get { contacts[carousel] }
    set { contacts[carousel] = newValue }
  }

  /// Returns the program.
  mutating func program() -> [StoryAction] {
    var actions = beginning()
    let count = random.whole(2...(theme == .everything ? 20 : 14))
    for _ in 0..<count { actions.append(action()) }
    return actions
  }

  private mutating func chance(_ number: Int) -> Bool { random.once(in: number) }

  /// Returns the settings of the carousel.
  private mutating func beginning() -> [StoryAction] {
    var actions: [StoryAction] = []
    if chance(2) { actions.append(.motionStyle(.fluid)) }
    switch theme {
    case .links:
      let number = contacts.count
      for other in 0..<number {
        var own = [
          StoryAction.items(random.choice([0, 1, 2, 3, 5, 5, 5, 8, 10, 10])), .wrap(chance(2)),
          .motionStyle(random.choice([.classic, .fluid])), .type(random.choice(CarouselType.builtIn)),
        ].filter { _ in chance(2) }
        if chance(3) {
          own += (0..<random.whole(1...2)).map { _ in linkSetting() }
        }
        actions += own.map { other == 0 ? $0 : .on(other, $0) }
      }
      // All carousels wrap or none does, so that their places can be compared.
      if chance(2) { for other in 0..<number { actions.append(.on(other, .wrap(true))) } }
      actions.append(.frames(1))
      for other in 1..<number where !chance(8) { actions.append(.on(other, .link(to: other - 1))) }
      return actions
    case .ends:
      actions.append(.containsEnds(true))
      if chance(3) { actions.append(.alignment(random.choice(SnapAlignment.allCases))) }
      if chance(3) { actions += [.individualSizes(true), .widths(random.whole(1...4))] }
      if chance(4) { actions.append(.bounds(width: random.choice([100, 300, 400, 1200]), height: 300)) }
    case .pages:
      actions += [.paging(true), .itemsPerPage(random.whole(1...4)), .truncatesFinalPage(chance(2))]
      if chance(4) { actions.append(.containsEnds(true)) }
    case .sizes:
      actions += [.individualSizes(true), .widths(random.whole(1...4))]
      if chance(3) { actions.append(.option(.spacing, random.choice([0.01, 0.1, 0.5, 1.5]))) }
      if chance(2) { actions.append(.containsEnds(true)) }
    case .reordering:
      actions.append(.reordering(true))
      actions.append(.items(random.choice([0, 1, 2, 3, 6, 10])))
      if chance(3) { actions.append(.wrap(true)) }
      if chance(3) { actions.append(.type(random.choice(CarouselType.builtIn))) }
      return actions
    case .stack:
      actions.append(.layout(.stack(wraps: chance(3))))
      actions.append(.items(random.whole(0...6)))
      return actions
    case .looks: actions.append(.type(random.choice(CarouselType.allCases)))
    default: break
    }
    if chance(6) { actions.append(.kinds(true)) }
    if chance(8) { actions.append(.keepsViews(true)) }
    if !chance(4) { actions.append(.items(random.choice([0, 1, 2, 3, 4, 5, 5, 6, 7, 10, 12]))) }
    if chance(3) { actions.append(.wrap(chance(2))) }
    if theme != .ends, chance(2) { actions.append(.type(random.choice(CarouselType.allCases))) }
    for _ in 0..<random.whole(0...(theme == .everything ? 6 : 2)) { actions.append(setting()) }
    if theme == .scrolls, chance(4) { actions.append(.scrollToItemBoundary(false)) }
    return actions
  }

  private mutating func action() -> StoryAction {
    let last = contacts.count - 1
    carousel = last == 0 || chance(3) ? 0 : random.whole(0...last)
    if last > 0, chance(30) {
      return .on(random.whole(0...last), chance(2) ? .unlink : .link(to: random.whole(0...last)))
    }
    let action = choice()
    contact = action.contact ?? contact
    if case .frames = action { return action }
    return carousel == 0 ? action : .on(carousel, action)
  }

  /// Returns an action of a kind that fits the theme.
  private mutating func choice() -> StoryAction {
    if chance(3) { return time() }
    let number = random.whole(0...9)
    switch theme {
    case .scrolls: return number < 7 ? program() : number < 9 ? hand() : setting()
    case .gestures: return number < 8 ? hand() : number < 9 ? program() : setting()
    case .ends, .sizes, .edits:
      return number < 5 ? content() : number < 7 ? hand() : number < 9 ? program() : setting()
    case .pages: return number < 5 ? hand() : number < 8 ? program() : number < 9 ? content() : setting()
    case .callbacks:
      if number < 5 { return during() }
      return number < 7 ? program() : number < 9 ? hand() : content()
    case .reordering:
      return number < 5 ? reordering() : number < 7 ? content() : number < 9 ? hand() : program()
    case .stack:
      return number < 5
        ? card() : number < 7 ? content() : number < 8 ? hand() : number < 9 ? program() : during()
    case .links:
      switch random.whole(0...15) {
      case 0...3: return program()
      case 4...7: return hand()
      case 8: return content()
      case 9: return .items(random.whole(0...10))
      case 10, 11: return linkSetting()
      case 12: return during()
      case 13, 14: return automatic()
      default: return clock()
      }
    case .clocks: return number < 4 ? clock() : number < 6 ? hand() : number < 8 ? program() : content()
    case .autoplay: return number < 5 ? automatic() : number < 7 ? hand() : number < 8 ? program() : content()
    case .looks: return number < 5 ? look() : number < 7 ? program() : number < 9 ? hand() : content()
    case .everything:
      switch random.whole(0...11) {
      case 0...1: return hand()
      case 2...3: return program()
      case 4...5: return content()
      case 6: return setting()
      case 7: return look()
      case 8: return during()
      case 9: return chance(2) ? reordering() : card()
      case 10: return automatic()
      default: return clock()
      }
    }
  }

  // MARK: Kinds of actions

  private mutating func time() -> StoryAction {
    chance(6)
      ? .wait(milliseconds: random.choice([1, 20, 100, 400, 1500]))
      : .frames(random.choice([1, 2, 5, 15, 40]))
  }

  private mutating func clock() -> StoryAction {
    switch random.whole(0...3) {
    case 0: .clock(seconds: step())
    case 1: .untimed(gesture())
    case 2: .timed(by: random.choice([-3600, -2, -0.02, 0.02, 2, 3600]), gesture())
    default: .wait(milliseconds: random.choice([5, 50, 120, 700, 3000]))
    }
  }

  /// Returns a step of the clock, in seconds.
  private mutating func step() -> Double {
    switch random.whole(0...4) {
    case 0: random.choice([-3600, -3, -1, -0.5, -0.01, 0.5, 3, 3600, 1e7])
    case 1: random.number(0.001...10)
    case 2: -random.number(0.001...0.999)
    case 3: -random.number(1...10)
    default: random.number(600...100_000) * (chance(2) ? 1 : -1)
    }
  }

  /// Returns a gesture with one time.
  private mutating func gesture() -> StoryAction {
    let action = StoryAction.hand(&random, during: contact)
    switch action {
    case .drag, .tap, .step: return .wheel(notches: 1)
    default:
      contact = action.contact ?? contact
      return action
    }
  }

  private mutating func hand() -> StoryAction {
    switch random.whole(0...17) {
    case 15...17 where contact == .none: .down(at: random.choice([0, 0, 150]))
    case 15...17 where contact == .finger:
      chance(2)
        ? .move(by: random.choice([-300, -80, -9, -1, 1, 9, 80, 300]))
        : .path(
          (0..<random.whole(1...4)).map { _ in random.whole(-30...30) * random.choice([0, 1, 5]) },
          random.choice(StoryTimes.allCases))
    case 0 where contact == .finger: .moveAcross(by: random.choice([-200, -30, 30, 200]))
    case 1: .secondFinger
    case 2: .tap(at: 0)
    case 3 where contact != .finger:
      .drag(by: random.choice([-1, 1, -10, 10, -400, 400]), frames: random.whole(1...3))
    default: .hand(&random, during: contact)
    }
  }

  private mutating func program() -> StoryAction {
    let seconds = random.choice([0, 0.1, 0.3, 1])
    return switch random.whole(0...12) {
    case 0: .scrollByItems(random.whole(-4...4), seconds: seconds)
    case 1: .scrollByOffset(Double(random.whole(-40...40)) / 8, seconds: seconds)
    case 2: .scrollOffset(random.whole(0...14))
    case 3: .scrollToItem(random.whole(0...20), animated: !chance(4))
    case 4: .scrollToCurrentItem(animated: chance(2))
    case 5: .scrollToItemToward(random.whole(0...12), random.choice([.forward, .backward]))
    case 6: .scrollToOffset(Double(random.whole(-20...80)) / 8, seconds: seconds)
    case 7: .scrollToPage(random.whole(-1...6), animated: chance(2))
    case 8: .anyOffset(random.choice([-3, 0.25, 1.5, 2.7, 99]))
    case 9: .currentItem(random.choice([-4, 0, 1, 2, 5, 99]))
    case 10: .scrollByItems(random.whole(-3...3), seconds: seconds)
    case 11: .step(by: random.whole(-3...3))
    default: .scrollToItem(random.whole(0...12), animated: true)
    }
  }

  private mutating func content() -> StoryAction {
    switch random.whole(0...13) {
    case 0...7: StoryAction.content(&random)
    case 8: .reloadData
    case 9: .batch((0..<random.whole(0...4)).map { _ in StoryAction.content(&random) })
    case 10: .setItems(random.whole(0...12), animated: chance(2))
    case 11: .itemSize(random.whole(0...12), width: random.choice([10, 90, 300, 1000]))
    case 12: .placeholders(random.whole(0...3))
    default: .remove(at: random.whole(0...12), animated: chance(2))
    }
  }

  private mutating func setting() -> StoryAction {
    switch random.whole(0...24) {
    case 0: .type(random.choice(CarouselType.allCases))
    case 1: .wrap(chance(2))
    case 2: .bounds(width: 80 * random.whole(0...20), height: 60 * random.whole(1...20))
    case 3: .paging(chance(2))
    case 4: .itemsPerPage(random.whole(1...4))
    case 5: .truncatesFinalPage(chance(2))
    case 6: .bounces(chance(2))
    case 7: .bounceDistance(random.choice([0, 0.2, 3]))
    case 8: .stopAtItemBoundary(chance(2))
    case 9: .containsEnds(chance(2))
    case 10: .alignment(random.choice(SnapAlignment.allCases))
    case 11: .motionStyle(random.choice([.classic, .fluid]))
    case 12: .individualSizes(chance(2))
    case 13: .widths(random.whole(0...4))
    case 14: .option(.spacing, random.choice([nil, 0.01, 0.5, 1.2]))
    case 15: .placeholders(random.whole(0...3))
    case 16: .reducesMotion(chance(2))
    case 17: .scrollEnabled(chance(2))
    case 18: .centersSelection(chance(2))
    case 19: .ignoresPerpendicularSwipes(chance(2))
    case 20: .reordering(chance(2))
    case 21: .decelerationRate(random.choice([0.5, 0.9, 0.97]))
    case 22: .scrollSpeed(random.choice([0.3, 1, 4]))
    case 23: .prefetch(random.whole(0...5))
    default: look()
    }
  }

  /// Returns a setting that determines where linked carousels move and rest.
  private mutating func linkSetting() -> StoryAction {
    switch random.whole(0...9) {
    case 0: .paging(!chance(4))
    case 1: .itemsPerPage(random.whole(1...4))
    case 2, 3: .containsEnds(!chance(4))
    case 4: .reducesMotion(chance(2))
    case 5: .scrollToItemBoundary(chance(2))
    case 6: .bounds(width: random.choice([100, 300, 500, 900]), height: 300)
    case 7: .bounces(chance(2))
    default: setting()
    }
  }

  private mutating func look() -> StoryAction {
    switch random.whole(0...16) {
    case 0, 1, 2: .type(random.choice(CarouselType.allCases))
    case 3: .layout(random.choice([.staircase, .stack(wraps: false), .stack(wraps: true)]))
    case 4: .vertical(chance(2))
    case 5: .rightToLeft(chance(2))
    case 6: .axisAngle(random.choice([0, 0.5, -2]))
    case 7: .bounds(width: 80 * random.whole(0...20), height: 60 * random.whole(1...20))
    case 8: .effects(random.whole(0...4))
    case 9: .visibleItems(most: random.choice([0, 1, 5, 30]))
    case 10:
      .option(
        random.choice([.visibleItems, .count, .arc, .radius, .tilt, .fadeRange, .fadeMin, .showBackfaces]),
        random.choice([nil, 0, 0.5, 1, 5]))
    case 11: .option(.wrap, random.choice([nil, 0, 1]))
    case 12: .needsLayout
    case 13: .purge
    case 14:
      .animate(
        seconds: random.choice([0, 0.2, 0.6]),
        [.type(random.choice(CarouselType.builtIn)), .vertical(chance(2)), .containsEnds(chance(2))].filter {
          _ in
          chance(2)
        })
    case 15: .delegate(chance(2))
    default: chance(3) ? .dataSource(chance(2)) : .reducesMotion(chance(2))
    }
  }

  private mutating func during() -> StoryAction {
    let callback: StoryCallback =
      chance(2)
      ? random.choice([
        .didScroll, .indexDidChange, .didSettle, .willBeginScrolling, .didEndScrolling, .didEndDragging,
        .willBeginDragging, .willBeginDecelerating, .didEndDecelerating,
      ]) : random.choice(StoryCallback.allCases)
    return .during(
      callback,
      (0..<random.whole(1...2)).map { _ in
        switch random.whole(0...13) {
        case 0...3: program()
        case 4...5: content()
        case 6: gesture()
        case 10...11: chance(2) ? .wheel(notches: 1) : .step(by: chance(2) ? 1 : -1)
        case 12...13: .scrollToCurrentItem(animated: true)
        case 7: setting()
        case 8: look()
        default: chance(2) ? automatic() : reordering()
        }
      })
  }

  private mutating func automatic() -> StoryAction {
    switch random.whole(0...7) {
    case 0, 1: .autoplay(seconds: random.choice([0, 0.05, 0.3, 1]))
    case 2, 3: .autoscroll(random.choice([-8, -1, 0, 0.5, 3]))
    case 4: .autoscrollEnd(random.choice([.stop, .rewind, .turnRound]))
    case 5: .presence(random.choice([.hover, .focus, .offscreen]), chance(2))
    case 6: .pauses(random.choice([.all, .touch, [], [.hover, .offscreen]]))
    default: .paused(chance(2))
    }
  }

  private mutating func reordering() -> StoryAction {
    switch random.whole(0...10) {
    case 0, 1: .beginReordering(random.whole(0...3))
    case 10: .insert(at: 0, animated: chance(2))
    case 2, 3: .updateReordering(x: random.whole(0...8) * 100, y: 300)
    case 4: .endReordering
    case 5: .cancelReordering
    case 6: .down(at: 0)
    case 7: .wait(milliseconds: 600)
    case 8 where contact == .finger: .move(by: random.choice([-300, -80, 80, 300]))
    default: contact == .finger ? .up : .reordering(!chance(4))
    }
  }

  private mutating func card() -> StoryAction {
    switch random.whole(0...5) {
    case 0, 1: .dismiss(random.choice([.left, .right, .up]))
    case 2: .undo
    case 3 where contact != .finger:
      .drag(by: random.choice([-500, -60, 60, 500]), frames: random.whole(1...6))
    case 4: .layout(.stack(wraps: chance(3)))
    default: hand()
    }
  }
}
