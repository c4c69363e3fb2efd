package import Geometry

/// The whole state of a carousel, as a value: inputs in, requests and effects out.
///
/// The core has no clock, no delegate and no actor. An input changes the state at once, as far as the core knows enough.
/// Where it needs an answer of the data source or the delegate, it makes a request and goes on when it has the answer.
/// What is to be delivered waits in order as effects. The owner (``Carousel``) calls ``nextRequest()`` and answers until
/// there is none, then takes the effects.
///
/// Each part keeps its state private; the files beside this one say how the parts work together.
package struct CarouselCore: ~Copyable, Sendable {
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

  /// The questions to the owner.
  var dialogue = Dialogue()

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

  package init(bounds: Size) {
    var settings = layout.settings
    settings.bounds = bounds
    layout.set(settings)
  }

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

  /// All items are new: a tap whose selection has not been notified has selected none.
  mutating func forgetTapResult() {
    if case .selected? = tapResult, !isTapResultFinal { tapResult = .aligned }
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
