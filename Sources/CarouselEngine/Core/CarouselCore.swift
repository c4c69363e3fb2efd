package import Geometry

/// The whole state of a carousel, as a value: inputs in, requests and effects out.
///
/// The core has no clock, no delegate and no actor. An input changes the state at once, as far as the core knows enough.
/// Where it needs an answer of the data source or the delegate, it makes a request and goes on when it has the answer.
/// What is to be delivered waits in order as effects. The owner (``Carousel``) calls ``nextRequest()`` and answers until
/// there is none, then takes the effects.
///
/// Each part keeps its state private; the files beside this one say how the parts work together.
package struct CarouselCore: Sendable {
  /// Where the carousel is and how it moves.
  package internal(set) var scroller = Scroller()
  /// Where items stand.
  var layout = LayoutState()
  /// Which views are loaded.
  var loader = ItemLoader()
  /// How many items there are, and which changes of content are under way.
  var content = ContentState()
  /// Which items the data source may prepare.
  var prefetch = PrefetchPlanner()
  /// The fingers and wheels.
  var contacts = Contacts()
  /// When the carousel moves by itself.
  var autoplay = Autoplay()
  /// How one look turns into another.
  var presentation = Presentation()
  var gestures = GestureSettings()
  /// What is still to be done.
  var agenda = Agenda()
  /// What is to be delivered.
  var effects = EffectQueue()
  /// What the picture on the screen lacks.
  var staleness = Staleness()

  /// The question that is out, and what its answer is for.
  private var question: Question?
  /// Changes whenever the answers to questions that are out have lost their meaning.
  private var ticket = 0
  /// How often questions have lost their meaning since the owner began to answer.
  private var lostAnswers = 0
  /// The item whose view is asked for next, and its reuse identifier.
  private var pendingLoad: (index: Int, kind: String?)?

  package private(set) var hasDelegate = false
  package private(set) var hasDataSource = false
  /// Tells data sources from each other.
  private(set) var dataSourceID: ObjectIdentifier?
  /// Whether a linked carousel moves this one.
  package private(set) var isLed = false
  /// The time of the last frame.
  package private(set) var frameTime: Timestamp?
  /// The latest time of an input since that frame.
  private var latestInput: Timestamp?
  /// What became of the last tap.
  private var tapResult: TapResult?
  /// Whether the selection has been notified.
  private var isTapResultFinal = false
  /// Whether an effect is being delivered.
  private(set) var isEffectOut = false
  /// Whether a rest is being notified.
  private var isSettleOut = false
  /// Whether the next rest is notified with the next frame, because the notification of another one has caused it.
  private var settlesWithFrame = false

  private struct Question: Sendable {
    var purpose: Purpose
    var ticket: Int
  }

  /// What an answer is for.
  private enum Purpose: Sendable {
    case count
    case itemWidth
    case widths([Range<Int>])
    case option
    case wrap
    case reuseIdentifier(Int)
    case view(Int, kind: String?, offered: (any ItemView)?)
    case task
  }

  /// What does not match the state yet.
  struct Staleness: Sendable {
    /// Bounds, data, delegate or settings have changed since the last layout.
    var layout = true
    /// The scroller has moved since the visible items were updated.
    var visibleItems = false
    /// The picture on the screen is out of date.
    var picture = true
    /// The commits of the scroller that the visible items account for.
    var knownCommits = 0
  }

  /// The most answers that may lose their meaning before the rest waits for the next frame.
  private static let mostLostAnswers = 24
  /// The most tasks that answers may cause before the rest waits for the next frame.
  private static let mostAddedTasks = 1000

  package init(bounds: Size) {
    var settings = layout.settings
    settings.bounds = bounds
    layout.set(settings)
  }

  // MARK: Requests

  /// Returns what the core needs to go on, or `nil` if it has done all there is to do.
  package mutating func nextRequest() -> CarouselRequest? {
    while true {
      if let load = pendingLoad {
        pendingLoad = nil
        return requestView(of: load.index, kind: load.kind)
      }
      guard let task = agenda.current else { break }
      let revision = agenda.revision
      if let request = proceed(with: task) { return request }
      if agenda.revision == revision {
        agenda.finishCurrent()
        taskAnswer = nil
      }
    }
    collectScrollEvents()
    return nil
  }

  /// Begins to answer requests: as many answers may be lost again as before.
  package mutating func beginAnswering() {
    lostAnswers = 0
    agenda.beginCounting()
  }

  /// Takes the answer to the request that is out.
  package mutating func answer(_ answer: CarouselAnswer) {
    guard let question else { return }
    self.question = nil
    switch question.purpose {
    case .count, .task:
      taskAnswer = answer
      return
    case .wrap: break
    default: guard question.ticket == ticket else { return lose(question) }
    }
    switch (question.purpose, answer) {
    case (.itemWidth, .number(let width)): layout.take(itemWidth: width)
    case (.widths(let ranges), .numbers(let widths)):
      layout.take(widths: widths, of: ranges, count: content.numberOfItems)
    case (.option, .number(let value)): layout.take(option: value)
    case (.wrap, .number(let value)): setWraps(value.isNaN ? defaultWrap : value != 0)
    case (.reuseIdentifier(let index), .identifier(let kind)): pendingLoad = (index, kind)
    case (.view(let index, let kind, let offered), .view(let view, let size)):
      loader.insert(
        view, size: size, at: index, isPlaceholder: content.isPlaceholder(index), kind: kind, offered: offered
      )
      layout.take(viewSize: size)
    default: break
    }
  }

  /// The answer for the task under way.
  private var taskAnswer: CarouselAnswer?

  /// Takes the answer for the task under way, if there is one.
  mutating func takeAnswer() -> CarouselAnswer? {
    defer { taskAnswer = nil }
    return taskAnswer
  }

  /// Makes a request whose answer the task under way takes.
  mutating func ask(_ request: CarouselRequest) -> CarouselRequest {
    question = Question(purpose: .task, ticket: ticket)
    return request
  }

  /// Makes a request for a count; what the data source changes meanwhile is gathered.
  mutating func askForCount(_ request: CarouselRequest) -> CarouselRequest {
    content.beginCounting()
    question = Question(purpose: .count, ticket: ticket)
    return request
  }

  /// Asks whether the carousel wraps, if there is a delegate to ask.
  mutating func askForWrap(default wraps: Bool) -> CarouselRequest? {
    defaultWrap = wraps
    guard hasDelegate else {
      setWraps(wraps)
      return nil
    }
    question = Question(purpose: .wrap, ticket: ticket)
    return .option(.wrap, defaultValue: wraps ? 1 : 0)
  }

  private var defaultWrap = false

  private mutating func setWraps(_ wraps: Bool) {
    scroller.setRing(ItemRing(count: content.numberOfItems, wraps: wraps))
  }

  /// Whether the widths of items are being asked for.
  var isAskingForWidths: Bool {
    if case .widths? = question?.purpose { true } else { false }
  }

  /// Whether the task under way waits for an answer.
  var isTaskWaiting: Bool { question != nil }

  /// Ignores the answer to the question that is out.
  mutating func dropQuestion() { question = nil }

  /// Answers that are out have lost their meaning.
  mutating func loseAnswers() {
    ticket &+= 1
    pendingLoad = nil
  }

  private mutating func lose(_ question: Question) {
    lostAnswers += 1
    switch question.purpose {
    case .reuseIdentifier, .view: setNeedsLayout()
    case .itemWidth, .widths, .option:
      if layout.isAsking { layout.endRound() }
    case .count, .wrap, .task: break
    }
  }

  /// Whether so many answers have lost their meaning that the rest waits for the next frame.
  var hasLostPatience: Bool {
    lostAnswers > Self.mostLostAnswers || agenda.addedCount > Self.mostAddedTasks
  }

  // MARK: Layout questions

  /// Goes on with resolving the layout; `nil` when that is done and the scroller knows of it.
  mutating func resolveLayout() -> CarouselRequest? {
    if !layout.isAsking { layout.beginRound(asksDelegate: hasDelegate) }
    let total = content.numberOfItems + numberOfPlaceholdersShown
    while let need = layout.nextNeed(
      in: scroller, total: total, hasLoadedItems: !loader.loaded.isEmpty, hasProbed: loader.hasProbed,
      hasDelegate: hasDelegate)
    {
      switch need {
      case .itemWidth:
        question = Question(purpose: .itemWidth, ticket: ticket)
        return .itemWidth
      case .probe:
        loader.noteProbe()
        if let request = requestLoad(of: content.numberOfItems > 0 ? 0 : -1) { return request }
      case .widths(let ranges):
        question = Question(purpose: .widths(ranges), ticket: ticket)
        return .itemWidths(ranges)
      case .option(let open):
        question = Question(purpose: .option, ticket: ticket)
        return .option(open.option, defaultValue: open.defaultValue)
      }
    }
    scroller.setShown(placeholders: numberOfPlaceholdersShown, fade: layout.snapshot.fade)
    scroller.setTrack(layout.snapshot.track)
    scroller.setReach(layout.snapshot.reach)
    scroller.settings.offsetMultiplier = layout.snapshot.offsetMultiplier
    return nil
  }

  /// Asks for the view of item or placeholder `index`; `nil` if there is none.
  mutating func requestLoad(of index: Int) -> CarouselRequest? {
    guard hasDataSource else { return nil }
    guard isThere(index) else {
      setNeedsLayout()
      return nil
    }
    guard !content.isPlaceholder(index) else { return requestView(of: index, kind: nil) }
    question = Question(purpose: .reuseIdentifier(index), ticket: ticket)
    return .reuseIdentifier(index: index)
  }

  private mutating func requestView(of index: Int, kind: String?) -> CarouselRequest {
    let isPlaceholder = content.isPlaceholder(index)
    let offered = loader.reusableView(isPlaceholder: isPlaceholder, kind: kind)
    question = Question(purpose: .view(index, kind: kind, offered: offered), ticket: ticket)
    guard isPlaceholder else { return .itemView(index: index, reusing: offered) }
    // Those before the first item first, counted from the outside to the items; of an odd number they are one more.
    let before = (numberOfPlaceholdersShown + 1) / 2
    let number = index < 0 ? before + index : before + index - content.numberOfItems
    return .placeholderView(number: number, reusing: offered)
  }

  /// Whether there is an item `index`, or a placeholder that is shown.
  private func isThere(_ index: Int) -> Bool {
    let placeholders = numberOfPlaceholdersShown
    return index >= -((placeholders + 1) / 2) && index < content.numberOfItems + placeholders / 2
  }

  /// The number of placeholders that are shown; a carousel that wraps shows none.
  package var numberOfPlaceholdersShown: Int { scroller.ring.wraps ? 0 : content.numberOfPlaceholders }

  // MARK: Presence

  /// Takes whether there is a delegate and a data source to ask; both may have gone since.
  package mutating func setPresence(delegate: Bool, dataSource: Bool) {
    if hasDelegate != delegate {
      hasDelegate = delegate
      layout.invalidate()
    }
    hasDataSource = dataSource
  }

  /// Takes which data source there is.
  mutating func setDataSource(_ id: ObjectIdentifier?) {
    dataSourceID = id
    hasDataSource = id != nil
  }

  mutating func setLed(_ isLed: Bool) { self.isLed = isLed }

  // MARK: Time

  /// Takes the time of a frame.
  ///
  /// What has been seen does not go back: a time that is a little earlier counts as the last frame's. One that is much
  /// earlier is another clock's, and what is under way goes on by that.
  ///
  /// - Returns: The time that counts; `nil` if `time` is no number.
  mutating func beginFrame(at time: Timestamp?) -> Timestamp? {
    guard var now = time?.known else { return nil }
    let latest = max(frameTime ?? now, latestInput ?? now)
    if latest - now >= Self.longestStepBack {
      shiftTime(by: now - latest)
    } else if let frameTime, now < frameTime {
      now = frameTime
    }
    (frameTime, latestInput) = (now, nil)
    settlesWithFrame = false
    return now
  }

  /// Takes the time of an input: frames may come from a clock that is far behind it.
  mutating func noteTime(_ time: Timestamp?) {
    if let time = time?.known { latestInput = max(latestInput ?? time, time) }
  }

  /// Times that go back by more than this are another clock's, in seconds.
  private static let longestStepBack = 1.0

  private mutating func shiftTime(by seconds: Double) {
    scroller.shiftTime(by: seconds)
    loader.shiftTime(by: seconds)
    content.shiftTime(by: seconds)
    autoplay.shiftTime(by: seconds)
    presentation.shiftTime(by: seconds)
    contacts.shiftTime(by: seconds)
  }

  // MARK: Effects

  /// The number of effects that wait.
  package mutating func countEffects() -> Int {
    collectScrollEvents()
    return effects.count
  }

  /// Takes the oldest effect; until the next one is taken, or there is none, it is being delivered.
  package mutating func takeEffect() -> CarouselEffect? {
    if isSettleOut, scroller.hasUnnotifiedRest { settlesWithFrame = true }
    isSettleOut = false
    let effect = nextEffect()
    if case .didSelect(let index)? = effect { (tapResult, isTapResultFinal) = (.selected(index), true) }
    isEffectOut = effect != nil
    return effect
  }

  /// Delivery has ended, although effects may wait.
  package mutating func endDelivery() { (isEffectOut, isSettleOut) = (false, false) }

  private mutating func nextEffect() -> CarouselEffect? {
    collectScrollEvents()
    if let effect = effects.take() { return effect }
    // Whether it rests is known when the motion has notified its own events; what they cause may be another motion.
    if !settlesWithFrame, !(staleness.layout && hasDataSource), let reason = scroller.takeRest() {
      isSettleOut = true
      return .didSettle(reason)
    }
    return nextPrefetch()
  }

  mutating func collectScrollEvents() { scroller.drainEvents(into: &effects) }

  /// Notes what became of a tap; the index of the item follows changes of content.
  mutating func setTapResult(_ result: TapResult?) { (tapResult, isTapResultFinal) = (result, false) }

  /// Takes what became of the last tap.
  package mutating func takeTapResult() -> TapResult? {
    defer { tapResult = nil }
    return tapResult
  }

  /// Follows changes of content.
  mutating func followTapResult(_ edits: ContentEdits) {
    if case .selected(let index)? = tapResult, !isTapResultFinal {
      if case .kept(let newIndex) = edits.fate(ofItem: index) {
        tapResult = .selected(newIndex)
      } else {
        tapResult = .aligned
      }
    }
  }

  /// Forgets what the data source was told to prepare.
  ///
  /// - Returns: The items that need not be prepared any more.
  package mutating func forgetPrefetches() -> [Int] { prefetch.forgetAll() }

  // MARK: Frames wanted

  /// Whether something waits for the next frame that could be caught up with now.
  package var needsCatchUp: Bool {
    hasDataSource && !content.isGathering && agenda.isEmpty && (staleness.layout || needsUpdate)
  }

  /// Whether frames are wanted: something moves, or the picture is out of date.
  package var needsFrame: Bool {
    staleness.picture || staleness.layout && hasDataSource || needsUpdate && hasDataSource
      || scroller.isTravelling || loader.isChanging || content.isMakingRoom
      || showsCoverTurn && scroller.isMoving || scroller.hasUnnotifiedRest || !effects.isEmpty
      || wantsToCountRest || presentation.isChanging || content.isAwaited || !agenda.isEmpty
  }

  /// Whether the cover turn can be seen.
  private var showsCoverTurn: Bool { layout.snapshot.geometry.usesToggle }

  /// When frames are wanted again although nothing moves now; `nil` means not before something else happens.
  package var wakeTime: Timestamp? {
    guard let due = autoplay.dueTime, let press = contacts.longPressTime else {
      return autoplay.dueTime ?? contacts.longPressTime
    }
    return min(due, press)
  }
}
