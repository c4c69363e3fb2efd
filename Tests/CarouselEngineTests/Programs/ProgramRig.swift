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
      for actor in actors { actor.watch.forget() }
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
    for actor in actors { actor.watch.begin() }
    let dragged = actors.filter { $0.carousel.isDragging && !$0.watch.isUnresolved }
    // Windows advance their carousels in any order.
    for actor in frameCount % 3 == 0 ? actors.reversed() : actors {
      actor.frame(at: now, isNeeded: isNeeded || !isChecked, isLaidOut: isChecked && frameCount % 2 == 0)
    }
    guard isChecked else { return }
    check(dragged, goOnAfter: "a frame")
    for actor in actors { actor.watch.checkAfterFrame() }
    checkRest()
  }

  /// Checks that drags go on. Neither time nor autoscroll ends them, also those of linked carousels.
  private func check(_ dragged: [ProgramActor], goOnAfter cause: String) {
    guard !actors.contains(where: \.watch.hasActed) else { return }
    if dragged.contains(where: { !$0.carousel.isDragging }) { ledger.note(.pairs, "\(cause) ends a drag") }
  }

  /// Checks the carousels that do not move. Linked carousels rest together.
  private func checkRest() {
    let linked = actors.filter(\.isLinked)
    let isLinkAtRest = linked.allSatisfy(\.isAtRest)
    for actor in actors where actor.isLinked ? isLinkAtRest : actor.isAtRest {
      actor.checkAtRest()
      if let problem = places.problem(of: actor, among: actors) { ledger.note(.place, problem) }
    }
    if isLinkAtRest { places.compareLinked(linked) { ledger.note(.linked, $0) } }
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
    // The longest motion, including the snap that follows, lasts 6 seconds unless a setting makes it longer.
    let isLong = actors.contains { $0.carousel.decelerationRate > 0.95 || $0.carousel.scrollSpeed > 1 }
    let end = now + (isLong ? 10 : 6)
    while actors.contains(where: { $0.carousel.needsFrame }), now < end, problem == nil { frame() }
    guard problem == nil else { return }
    if let actor = actors.first(where: { $0.carousel.needsFrame }) {
      return ledger.note(
        .rest, "no rest, at \(actor.carousel.scrollOffset), \(actor.carousel.phase)")
    }
    // At rest nothing changes.
    for _ in 0..<2 { frame() }
    checkRest()
    for actor in actors { actor.compareWithNew() }
    if actors.allSatisfy({ $0.carousel.dataSource != nil }) { ledger.checkCompletions("at rest") }
    let known = actors.reduce(0) { $0 + $1.knownViews + $1.content.keptCount }
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
      // The motion that the finger stops may settle, and so may the drag that follows.
      for input in 1...3 {
        for other in group(of: actor) { other.watch.noteInput(shiftsContent: false, resolves: true) }
        switch input {
        case 1: actor.carousel.contactBegan(id: 2, at: actor.point(along: 50, across: 20), time: now)
        case 2: actor.carousel.contactMoved(id: 2, to: actor.point(along: 90, across: 20), time: now)
        default: actor.carousel.contactEnded(id: 2, at: actor.point(along: 90, across: 20), time: now)
        }
      }
    default: performInput(action, on: actor)
    }
    if nesting == 0, actor.isStarted, problem == nil {
      for actor in actors {
        // Without a data source the carousel keeps its items.
        let hasSource = actor.carousel.dataSource != nil
        actor.watch.checkAfterAction(count: hasSource ? actor.content.count : actor.carousel.numberOfItems)
      }
      checkRest()
    }
  }

  /// Performs an action that is one input, a batch or an animation.
  private func performInput(_ action: StoryAction, on actor: ProgramActor) {
    let shiftsContent = action.shiftsContent(isLifted: actor.carousel.reorderingIndex != nil)
    if nesting == 0 {
      for other in actors { other.begin(isReloaded: other === actor && shiftsContent) }
    }
    let moved = action.isLink ? actors : group(of: actor)
    for other in moved {
      other.watch.noteInput(
        shiftsContent: other === actor && shiftsContent,
        resolves: action.isIndexEdit && !other.usesItemList)
    }
    places.expect(after: action, actor, among: actors, isNested: nesting > 0)
    let before = moved.map { ($0, offset: $0.carousel.scrollOffset, settles: $0.watch.allSettles) }
    let current = actor.carousel.currentItemIndex
    let mayDiffer = actor.isLinked && places.linkedMayDiffer(actors)
    let dragged = action.isAutomatic ? actors.filter(\.carousel.isDragging) : []
    actor.lastTap = nil
    run(action, on: actor, at: now)
    for other in actors {
      other.watch.hasAutoplay = group(of: other).contains { $0.carousel.autoplayInterval > 0 }
    }
    if let tap = actor.lastTap, nesting == 0, !actor.watch.hasActed {
      places.expect(afterTap: tap, actor, current: current)
    }
    if shiftsContent {
      if actor.isLinked || mayDiffer { places.noteEdit(among: actors) }
    } else {
      for (other, offset, settles) in before {
        other.watch.noteMove(
          from: offset, after: settles, isSet: other === actor && action.setsOffset)
      }
    }
    check(dragged, goOnAfter: action.kind)
    guard nesting == 0, !action.hasParts else { return }
    for other in actors where !other.watch.hasActed { other.content.checkRequests() }
  }

  /// The carousels that move together with `actor`, and `actor` itself.
  private func group(of actor: ProgramActor) -> [ProgramActor] {
    actor.isLinked ? actors.filter(\.isLinked) : [actor]
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
