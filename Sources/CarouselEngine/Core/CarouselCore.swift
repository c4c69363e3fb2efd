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
  /// The time of frames and inputs.
  var clock = FrameClock()
  /// What is still to be done.
  var agenda = Agenda()
  /// The questions to the owner.
  var dialogue = Dialogue()
  /// What is to be delivered.
  var effects = EffectQueue()
  /// What is being delivered.
  private(set) var delivery = Delivery()
  /// What became of the last tap.
  var tapRecord = TapRecord()
  /// What is out of date.
  var staleness = Staleness()

  /// Whether there is a delegate to ask.
  package private(set) var hasDelegate = false
  /// Tells data sources from each other; `nil` if there is none to ask.
  private(set) var dataSourceID: ObjectIdentifier?
  /// Whether a linked carousel moves this one.
  package private(set) var isLed = false

  package init(bounds: Size) {
    var settings = layout.settings
    settings.bounds = bounds
    layout.set(settings)
  }

  // MARK: Presence

  /// Whether there is a data source to ask.
  package var hasDataSource: Bool { dataSourceID != nil }

  /// Takes whether there is a delegate to ask, and which data source.
  package mutating func setPresence(delegate: Bool, dataSource: ObjectIdentifier?) {
    if hasDelegate != delegate {
      hasDelegate = delegate
      layout.invalidate()
    }
    dataSourceID = dataSource
  }

  mutating func setLed(_ isLed: Bool) { self.isLed = isLed }

  // MARK: Time

  /// The time of the last frame; `nil` before the first one.
  package var frameTime: Timestamp? { clock.frameTime }

  /// Takes the time of a frame.
  ///
  /// - Returns: The time that counts; `nil` if `time` is not a number.
  mutating func beginFrame(at time: Timestamp?) -> Timestamp? {
    guard let (now, shift) = clock.beginFrame(at: time) else { return nil }
    if shift != 0 { shiftTime(by: shift) }
    delivery.beginFrame()
    return now
  }

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
    delivery.end(hasRest: scroller.hasUnnotifiedRest)
    let effect = nextEffect()
    if case .didSelect(let index)? = effect { tapRecord.notifySelection(of: index) }
    delivery.begin(effect)
    return effect
  }

  /// Delivery has ended, although effects may wait.
  package mutating func endDelivery() { delivery.end() }

  private mutating func nextEffect() -> CarouselEffect? {
    collectScrollEvents()
    if let effect = effects.take() { return effect }
    // Whether it rests is known when the motion has notified its own events; what they cause may be another motion.
    if !delivery.defersRest, !(staleness.needsLayout && hasDataSource), let reason = scroller.takeRest() {
      return .didSettle(reason)
    }
    return nextPrefetch()
  }

  mutating func collectScrollEvents() { scroller.drainEvents(into: &effects) }

  /// Takes what became of the last tap.
  package mutating func takeTapResult() -> TapResult? { tapRecord.take() }

  /// Forgets what the data source was told to prepare.
  ///
  /// - Returns: The items that need not be prepared any more.
  package mutating func forgetPrefetches() -> [Int] { prefetch.forgetAll() }

  // MARK: Frames wanted

  /// Whether something waits for the next frame that could be caught up with now.
  package var needsCatchUp: Bool {
    hasDataSource && !content.isGathering && agenda.isEmpty && (staleness.needsLayout || needsUpdate)
  }

  /// Whether frames are wanted: something moves, or the picture is out of date.
  package var needsFrame: Bool {
    staleness.needsFrame || staleness.needsLayout && hasDataSource || needsUpdate && hasDataSource
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
