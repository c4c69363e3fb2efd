import CarouselEngine
import Geometry

/// Performs a random program on one or several carousels, and verifies the rules of the engine at each step.
///
/// The settings at the beginning of a program are applied before the carousels have a data source.
@MainActor
final class ProgramRig {
  private(set) var actors: [ProgramActor] = []
  let ledger = ProgramLedger()
  private var now = Timestamp(seconds: 10_000)
  private(set) var frameCount = 0
  /// The recordings of the carousels; empty if nothing is recorded.
  private(set) var lines: [JournalTests.Lines] = []
  private let places = RestPlaces()
  /// The number of callbacks and blocks in which the program is acting now.
  private var nesting = 0

  var problem: (rule: ProgramRule, text: String)? { ledger.problem }

  init(_ program: [StoryAction], isRecorded: Bool) {
    let count = 1 + (program.map(\.highestNumber).max() ?? 0)
    for _ in 0..<count {
      let actor = ProgramActor(ledger)
      actor.perform = { [unowned self] actor, action in nested { perform(action, on: actor) } }
      actors.append(actor)
      if isRecorded {
        lines.append(JournalTests.Lines())
        lines.last?.record(actor.carousel)
      }
    }
  }

  /// Performs the program until the first problem, and lets the carousels come to rest.
  func play(_ program: [StoryAction]) {
    begin(program)
    if problem == nil { comeToRest() }
  }

  /// Performs the program until the first problem.
  func begin(_ program: [StoryAction]) {
    var program = program[...]
    if !actors[0].isStarted {
      let settings = program.prefix { $0.isSetting }
      for action in settings { perform(action) }
      for actor in actors { actor.start() }
      frame(isChecked: false)
      for actor in actors { actor.forget() }
      program = program.dropFirst(settings.count)
    }
    for action in program where problem == nil { perform(action) }
  }

  // MARK: Time

  private func frame(isChecked: Bool = true) {
    now = now + 1 / 60
    frameCount += 1
    let isNeeded = actors.contains {
      $0.carousel.needsFrame || $0.carousel.wakeTime.map { $0 <= now } ?? false
    }
    // Windows advance their carousels in any order.
    for actor in frameCount % 3 == 0 ? actors.reversed() : actors {
      actor.frame(at: now, isNeeded: isNeeded || !isChecked)
    }
    for actor in actors where isChecked { actor.checkAfterFrame() }
  }

  /// Ends all gestures and automatic motions, advances until no carousel needs a frame, and checks the rest.
  private func comeToRest() {
    for actor in actors {
      actor.forgetPlans()
      perform(.up, on: actor)
      perform(.touchpadEnds, on: actor)
      if actor.carousel.reorderingIndex != nil { perform(.endReordering, on: actor) }
      if actor.carousel.autoscroll != 0 { perform(.autoscroll(0), on: actor) }
      if actor.carousel.autoplayInterval != 0 { perform(.autoplay(seconds: 0), on: actor) }
    }
    let end = now + 10
    while actors.contains(where: { $0.carousel.needsFrame }), now < end, problem == nil { frame() }
    guard problem == nil else { return }
    if let actor = actors.first(where: { $0.carousel.needsFrame }) {
      return ledger.note(
        .rest, "no rest after 10 seconds, at \(actor.carousel.scrollOffset), \(actor.carousel.phase)")
    }
    // At rest nothing changes.
    for _ in 0..<2 { frame() }
    for actor in actors {
      actor.checkAtRest()
      if let problem = places.problem(of: actor, among: actors) { ledger.note(.place, problem) }
    }
    places.compareLinked(actors) { ledger.note(.linked, $0) }
    if actors.allSatisfy({ $0.carousel.dataSource != nil }) { ledger.checkCompletions("at rest") }
    let known = actors.reduce(0) { $0 + $1.knownViews }
    if ledger.livingViews > known {
      ledger.note(.views, "\(ledger.livingViews) views live, \(known) are in use")
    }
  }

  /// Deallocates the carousels and checks what remains of them.
  func end() {
    for line in lines where problem == nil {
      if let difference = line.problem(layouts: ["Staircase": Staircase()]) {
        ledger.note(.replay, difference)
      }
    }
    actors = []
    ledger.checkCompletions("after the end of the carousel")
    if ledger.livingViews > 0 { ledger.note(.views, "\(ledger.livingViews) views are leaked") }
  }

  // MARK: Actions

  private func perform(_ action: StoryAction) {
    if case .on(let number, let inner) = action {
      perform(inner, on: actors[number])
    } else {
      perform(action, on: actors[0])
    }
  }

  private func nested(_ body: () -> Void) {
    nesting += 1
    body()
    nesting -= 1
  }

  private func perform(_ action: StoryAction, on actor: ProgramActor) {
    switch action {
    case .on(let number, let inner): return perform(inner, on: actors[number])
    case .frames(let count): if nesting == 0 { for _ in 0..<count where problem == nil { frame() } }
    case .wait(let milliseconds): now = now + Double(milliseconds) / 1000
    case .clock(let seconds): now = now + seconds
    case .during(let callback, let actions): actor.plan(actions, in: callback)
    case .drag(let points, let frames):
      guard actor.finger == nil else { return }
      perform(.down(at: 0), on: actor)
      for _ in 0..<frames {
        if nesting == 0 { frame() }
        perform(.move(by: points / frames), on: actor)
      }
      perform(.up, on: actor)
    case .tap(let place):
      guard actor.finger == nil else { return }
      perform(.down(at: place), on: actor)
      perform(.up, on: actor)
    case .secondFinger:
      for other in actors { other.noteInput(shiftsContent: false, resolves: true) }
      actor.carousel.contactBegan(id: 2, at: actor.point(along: 50, across: 20), time: now)
      actor.carousel.contactMoved(id: 2, to: actor.point(along: 90, across: 20), time: now)
      actor.carousel.contactEnded(id: 2, at: actor.point(along: 90, across: 20), time: now)
    default:
      for other in actors {
        other.noteInput(
          shiftsContent: other === actor && action.shiftsContent,
          resolves: action.isIndexEdit && !other.usesItemList)
      }
      places.expect(after: action, actor, isNested: nesting > 0)
      if action.isScrollByProgram { for actor in actors { actor.noteScrollByProgram() } }
      let before = actor.carousel.scrollOffset
      run(action, on: actor, at: now)
      if !action.shiftsContent { actor.noteMove(from: before) }
    }
    if nesting == 0, actor.isStarted { for actor in actors { actor.checkAfterAction() } }
  }

  private func run(_ action: StoryAction, on actor: ProgramActor, at time: Timestamp) {
    switch action {
    case .untimed(let gesture): run(gesture, on: actor, at: Timestamp(seconds: .nan))
    case .timed(let seconds, let gesture): run(gesture, on: actor, at: now + seconds)
    case .link(let number):
      guard actors[number] !== actor else { return }
      actor.carousel.bind(to: actors[number].carousel)
      (actor.isLinked, actors[number].isLinked) = (true, true)
    case .unlink:
      actor.carousel.unbind()
      actor.isLinked = false
      if actors.count(where: \.isLinked) < 2 { for actor in actors { actor.isLinked = false } }
    case .batch(let actions):
      let completion = ledger.completion(of: actor)
      actor.carousel.performBatchUpdates(
        { nested { for action in actions { perform(action, on: actor) } } }, completion: completion)
    case .animate(let seconds, let actions):
      let completion = ledger.completion(of: actor)
      actor.carousel.animate(
        withDuration: seconds,
        animations: { nested { for action in actions { perform(action, on: actor) } } },
        completion: { _ in completion() })
    default:
      if actor.use(action, at: time) || actor.scroll(action) || actor.set(action) || actor.setLook(action) {
        return
      }
      actor.edit(action)
    }
  }
}

extension ProgramActor {
  /// Returns a point at a distance from the middle of the view.
  func point(along: Double, across: Double) -> Point {
    let (bounds, forward) = (carousel.bounds, carousel.forwardDirection)
    // A positive distance is to the right or down, whatever the direction of the layout.
    let sign = forward.x + forward.y < 0 ? -1.0 : 1
    return Point(
      x: bounds.width / 2 + sign * (along * forward.x - across * forward.y),
      y: bounds.height / 2 + sign * (along * forward.y + across * forward.x))
  }

  private var fingerPoint: Point { point(along: finger?.along ?? 0, across: finger?.across ?? 0) }

  /// Performs the action if it is a gesture. Returns whether the action is a gesture.
  func use(_ action: StoryAction, at time: Timestamp) -> Bool {
    switch action {
    case .down(let place):
      guard finger == nil else { break }
      isTouchpadActive = false
      finger = (Double(place), 0)
      carousel.contactBegan(id: 1, at: fingerPoint, time: time)
    case .move(let points): slide(Double(points), 0, at: time)
    case .moveAcross(let points): slide(0, Double(points), at: time)
    case .up:
      guard finger != nil else { break }
      let point = fingerPoint
      finger = nil
      carousel.contactEnded(id: 1, at: point, time: time)
    case .cancel:
      finger = nil
      carousel.contactCanceled(id: 1, time: time)
    case .wheel(let notches):
      if finger == nil { isTouchpadActive = false }
      carousel.wheel(notches: notches, time: time)
    case .step(let count): carousel.step(by: count)
    case .touchpad(let points):
      guard finger == nil else { break }
      isTouchpadActive = true
      carousel.touchpadScroll(by: Double(points), time: time)
    case .touchpadEnds:
      isTouchpadActive = false
      carousel.touchpadScrollEnded(time: time)
    case .beginReordering(let item): carousel.beginReorderingItem(at: self.index(item))
    case .updateReordering(let x, let y): carousel.updateReordering(to: Point(x: Double(x), y: Double(y)))
    case .endReordering: carousel.endReordering()
    case .cancelReordering: carousel.cancelReordering()
    case .dismiss(let direction): carousel.dismissItem(toward: direction)
    case .undo: carousel.undoDismissal()
    default: return false
    }
    return true
  }

  private func slide(_ along: Double, _ across: Double, at time: Timestamp) {
    guard let place = finger else { return }
    finger = (place.along + along, place.across + across)
    carousel.contactMoved(id: 1, to: fingerPoint, time: time)
  }

  /// Returns a valid index, if there are items.
  private func index(_ index: Int) -> Int { content.isEmpty ? 0 : index % content.count }

  /// Performs the action if it is a scroll by the program. Returns whether it is one.
  func scroll(_ action: StoryAction) -> Bool {
    switch action {
    case .scrollToItem(let item, let animated): carousel.scrollToItem(at: index(item), animated: animated)
    case .scrollToCurrentItem(let animated):
      carousel.scrollToItem(at: carousel.currentItemIndex, animated: animated)
    case .scrollToItemToward(let item, let direction):
      carousel.scrollToItem(at: index(item), animated: true, direction: direction)
    case .scrollByItems(let count, let seconds): carousel.scrollByNumberOfItems(count, duration: seconds)
    case .scrollByOffset(let distance, let seconds): carousel.scroll(byOffset: distance, duration: seconds)
    case .scrollToOffset(let offset, let seconds): carousel.scroll(toOffset: offset, duration: seconds)
    case .scrollToPage(let page, let animated): carousel.scrollToPage(at: page, animated: animated)
    case .scrollOffset(let item): carousel.scrollOffset = Double(index(item))
    case .anyOffset(let offset): carousel.scrollOffset = offset
    case .currentItem(let item): carousel.currentItemIndex = item
    case .autoscroll(let speed): carousel.autoscroll = speed
    case .autoscrollEnd(let end): carousel.autoscrollEnd = end
    case .autoplay(let seconds): carousel.autoplayInterval = seconds
    case .pauses(let pauses): carousel.autoscrollPauses = pauses
    case .paused(let isOn): carousel.isAutoscrollPaused = isOn
    case .presence(let presence, let isOn):
      if presence == .hover { carousel.isHovered = isOn }
      if presence == .focus { carousel.isFocused = isOn }
      if presence == .offscreen { carousel.isOffscreen = isOn }
    default: return false
    }
    return true
  }

  /// Performs the action if it is a setting of scrolling or gestures. Returns whether it is one.
  func set(_ action: StoryAction) -> Bool {
    switch action {
    case .paging(let isOn): carousel.isPagingEnabled = isOn
    case .itemsPerPage(let count): carousel.itemsPerPage = count
    case .truncatesFinalPage(let isOn): carousel.truncatesFinalPage = isOn
    case .bounces(let isOn): carousel.bounces = isOn
    case .bounceDistance(let distance): carousel.bounceDistance = distance
    case .decelerationRate(let rate): carousel.decelerationRate = rate
    case .scrollSpeed(let speed): carousel.scrollSpeed = speed
    case .stopAtItemBoundary(let isOn): carousel.stopAtItemBoundary = isOn
    case .scrollToItemBoundary(let isOn): carousel.scrollToItemBoundary = isOn
    case .motionStyle(let style): carousel.motionStyle = style
    case .reducesMotion(let isOn): carousel.reducesMotion = isOn
    case .scrollEnabled(let isOn): carousel.isScrollEnabled = isOn
    case .centersSelection(let isOn): carousel.centerItemWhenSelected = isOn
    case .ignoresPerpendicularSwipes(let isOn): carousel.ignorePerpendicularSwipes = isOn
    case .reordering(let isOn): carousel.isReorderingEnabled = isOn
    case .prefetch(let distance):
      carousel.prefetchDistance = PrefetchDistance(ahead: distance, behind: distance / 2)
    case .delegate(let isPresent): if isStarted { carousel.delegate = isPresent ? self : nil }
    case .dataSource(let isPresent): if isStarted { setDataSource(isPresent: isPresent) }
    case .needsLayout: carousel.setNeedsLayout()
    case .purge: carousel.purgeReusableViews()
    default: return false
    }
    return true
  }

  /// Performs the action if it is a setting of the layout. Returns whether it is one.
  func setLook(_ action: StoryAction) -> Bool {
    switch action {
    case .type(let type): carousel.type = type
    case .layout(.staircase): carousel.layout = Staircase()
    case .layout(.stack(let wraps)):
      carousel.layout = SwipeStackLayout(directions: [.left, .right, .up], wraps: wraps)
    case .wrap(let isOn):
      answers[.wrap] = isOn ? 1 : 0
      carousel.setNeedsLayout()
    case .option(let option, let value): carousel.options[option] = value
    case .vertical(let isOn): carousel.isVertical = isOn
    case .rightToLeft(let isOn): carousel.layoutDirection = isOn ? .rightToLeft : .leftToRight
    case .axisAngle(let angle): carousel.axisAngle = angle
    case .bounds(let width, let height): carousel.bounds = Size(width: Double(width), height: Double(height))
    case .containsEnds(let isOn): carousel.containsEnds = isOn
    case .alignment(let alignment): carousel.snapAlignment = alignment
    case .individualSizes(let isOn): carousel.itemSizing = isOn ? .individual : .uniform
    case .widths(let rule):
      widthRule = rule
      if isStarted { carousel.reloadData() }
    case .placeholders(let count):
      placeholders = count
      if isStarted { carousel.reloadData() }
    case .visibleItems(let most): carousel.maximumVisibleItems = most
    case .effects(let number):
      let all: [ItemEffect] = [.scale(sides: 0.5), .fade(to: 0.2), .parallax(30), .turn(0.4)]
      carousel.effects = Array(all.prefix(number))
    default: return false
    }
    return true
  }

  /// Performs a change of content. An index is taken modulo the number of items.
  func edit(_ action: StoryAction) {
    let (count, old) = (content.count, content)
    switch action {
    case .items(let newCount): resize(to: newCount)
    case .insert(let item, _): if count < 40 { insert(at: item % (count + 1)) }
    case .remove(let item, _): if count > 0 { remove(at: item % count) }
    case .moveItem(let item, let place, _): if count > 0 { move(from: item % count, to: place % count) }
    case .reloadItem(let item, _): if count > 0 { replace(at: item % count) }
    case .setItems(let number, _):
      if count > 0 { remove(at: number % count) }
      if content.count > 1 { move(from: number * 7 % content.count, to: number * 3 % content.count) }
      insert(at: number * 5 % (content.count + 1))
    case .reloadData: break
    case .itemSize(let item, let width):
      guard count > 0 else { return }
      setWidth(Double(width), at: item % count)
      return carousel.itemSizeDidChange(at: item % count)
    default: return
    }
    guard isStarted else { return }
    if case .setItems(_, let animated) = action {
      return setItems(animated: animated, completion: ledger.completion(of: self))
    }
    // A list of items changes only by `setItems`.
    if usesItemList {
      switch action {
      case .reloadData: return carousel.reloadData()
      default: return setItems(animated: action.isAnimated, completion: ledger.completion(of: self))
      }
    }
    switch action {
    case .items, .reloadData: carousel.reloadData()
    case .insert(let item, let animated) where content != old:
      carousel.insertItem(
        at: item % (count + 1), animated: animated, completion: ledger.completion(of: self))
    case .remove(let item, let animated) where count > 0:
      carousel.removeItem(at: item % count, animated: animated, completion: ledger.completion(of: self))
    case .moveItem(let item, let place, let animated) where count > 0:
      carousel.moveItem(
        at: item % count, to: place % count, animated: animated, completion: ledger.completion(of: self))
    case .reloadItem(let item, let animated) where count > 0:
      carousel.reloadItem(at: item % count, animated: animated, completion: ledger.completion(of: self))
    default: break
    }
  }
}

extension StoryAction {
  /// Whether the action is a setting that can be applied to a carousel without a data source.
  var isSetting: Bool {
    switch self {
    case .on(_, let action): action.isSetting
    case .items, .type, .layout, .wrap, .vertical, .rightToLeft, .axisAngle, .bounds, .paging, .itemsPerPage,
      .truncatesFinalPage, .bounces, .bounceDistance, .decelerationRate, .scrollSpeed, .stopAtItemBoundary,
      .scrollToItemBoundary, .containsEnds, .alignment, .motionStyle, .individualSizes, .widths, .option,
      .placeholders, .effects, .visibleItems, .prefetch, .reducesMotion, .scrollEnabled, .centersSelection,
      .ignoresPerpendicularSwipes, .reordering:
      true
    default: false
    }
  }

  /// Whether the action changes content or layout, so that the same position may have another offset.
  var shiftsContent: Bool {
    switch self {
    case .insert, .remove, .moveItem, .reloadItem, .reloadData, .batch, .setItems, .itemSize, .animate,
      .delegate,
      .dataSource, .needsLayout, .link, .unlink:
      true
    case .endReordering, .up, .cancel, .cancelReordering, .dismiss, .undo: true
    default: isSetting
    }
  }

  /// Whether the action inserts, removes or moves one item.
  var isIndexEdit: Bool {
    switch self {
    case .insert, .remove, .moveItem: true
    default: false
    }
  }

  /// Whether the action is a scroll by the program, which replaces another one without its end.
  var isScrollByProgram: Bool {
    switch self {
    case .scrollToItem, .scrollToCurrentItem, .scrollToItemToward, .scrollByItems, .scrollByOffset,
      .scrollToOffset,
      .scrollToPage, .scrollOffset, .anyOffset, .currentItem:
      true
    default: false
    }
  }

  var isAnimated: Bool {
    switch self {
    case .insert(_, let animated), .remove(_, let animated), .moveItem(_, _, let animated),
      .reloadItem(_, let animated), .setItems(_, let animated):
      animated
    default: false
    }
  }

  /// The highest number of a carousel that the action names.
  var highestNumber: Int {
    switch self {
    case .on(let number, let action): max(number, action.highestNumber)
    case .link(let number): number
    case .during(_, let actions), .batch(let actions), .animate(_, let actions):
      actions.map(\.highestNumber).max() ?? 0
    default: 0
    }
  }
}
