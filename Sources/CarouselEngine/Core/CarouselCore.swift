package import Geometry

/// The whole state of a carousel: a value that takes inputs and returns requests and effects.
///
/// The core has no clock, no delegate and no actor. An input changes the state immediately. If the core needs
/// an answer from the data source or the delegate, it returns a request, and continues when it gets the
/// answer. Notifications wait in order as effects. The owner (``Carousel``) calls ``nextRequest()`` and
/// answers until no request is left, and then takes the effects.
///
/// Each part keeps its own state private. The extensions in the files beside this file define how the parts
/// work together.
package struct CarouselCore: ~Copyable, Sendable {
  /// The offset and its motion.
  package internal(set) var scroller = Scroller()
  /// The layout and its settings.
  var layout = LayoutState()
  /// The loaded views.
  var loader = ItemLoader()
  /// The number of items and the changes of content under way.
  var content = ContentState()
  /// The items that the data source is asked to prepare.
  var prefetch = PrefetchPlanner()
  /// The contacts, wheels and touchpads.
  var contacts = Contacts()
  /// The timing of autoplay.
  var autoplay = Autoplay()
  /// The animated changes of the layout.
  var presentation = Presentation()
  /// The moving cards of a stack, and the dismissals that can be undone.
  var stack = CardStack()
  /// The item that the user moves by hand, if any.
  var reordering = Reordering()
  var gestures = GestureSettings()
  /// The time of frames and inputs.
  var timeline = Timeline()
  /// The pending tasks.
  var agenda = Agenda()
  /// The pending request to the owner.
  var dialogue = Dialogue()
  /// The effects to deliver.
  var effects = EffectQueue()
  /// The effect being delivered.
  private(set) var delivery = Delivery()
  /// The result of the last tap.
  var tapRecord = TapRecord()
  /// The parts of the state that are out of date.
  var staleness = Staleness()
  /// The scroll in progress that a task waits for.
  var awaitedScroll = AwaitedScroll()

  /// Whether there is a delegate.
  package private(set) var hasDelegate = false
  /// The identity of the data source; `nil` if there is none.
  private(set) var dataSourceID: DataSourceID?
  /// Whether a linked carousel moves this carousel.
  package private(set) var isLed = false

  package init(bounds: Size) {
    var settings = layout.settings
    settings.bounds = bounds
    layout.set(settings)
  }

  // MARK: Presence

  /// Whether there is a data source.
  package var hasDataSource: Bool { dataSourceID != nil }

  /// Sets whether there is a delegate, and the identity of the data source.
  package mutating func setPresence(delegate: Bool, dataSource: DataSourceID?) {
    if hasDelegate != delegate {
      hasDelegate = delegate
      layout.invalidate()
    }
    dataSourceID = dataSource
  }

  mutating func setLed(_ isLed: Bool) { self.isLed = isLed }

  // MARK: Effects

  /// The number of pending effects.
  package mutating func countEffects() -> Int {
    collectScrollEvents()
    return effects.count
  }

  /// Removes and returns the oldest effect. The effect counts as being delivered until the next call of this
  /// method.
  package mutating func takeEffect() -> CarouselEffect? {
    delivery.end(hasRest: hasUnnotifiedRest)
    let effect = nextEffect()
    if case .didSelect(let index)? = effect { tapRecord.notifySelection(of: index) }
    delivery.begin(effect)
    return effect
  }

  /// Allows `didSettle` to be delivered again, because a frame begins.
  mutating func beginDelivery() { delivery.beginFrame() }

  /// Ends the delivery even if effects are pending.
  package mutating func endDelivery() { delivery.end() }

  private mutating func nextEffect() -> CarouselEffect? {
    collectScrollEvents()
    if let effect = effects.take() { return effect }
    // `didSettle` must follow the events of the motion, because the callbacks of these events may start
    // another motion.
    if !delivery.defersRest, !stack.isBusy, !(staleness.needsLayout && hasDataSource),
      let reason = scroller.takeRest()
    {
      return .didSettle(reason)
    }
    return nextPrefetch()
  }

  /// Whether the carousel has settled and the delegate has not been notified of that yet.
  private var hasUnnotifiedRest: Bool { scroller.hasUnnotifiedRest && !stack.isBusy }

  mutating func collectScrollEvents() {
    scroller.drainEvents(into: &effects)
    if awaitedScroll.isUnderWay { endAwaitedScrollIfOver() }
  }

  /// Returns the result of the last tap and clears it.
  package mutating func takeTapResult() -> TapResult? { tapRecord.take() }

  /// Forgets the items that the data source was asked to prefetch.
  ///
  /// - Returns: These items. Their prefetch is no longer needed.
  package mutating func forgetPrefetches() -> [Int] { prefetch.forgetAll() }

  // MARK: Needed frames

  /// Whether work that otherwise waits for the next frame can be done now.
  package var needsCatchUp: Bool {
    hasDataSource && !content.isGathering && agenda.isEmpty && (staleness.needsLayout || needsUpdate)
  }

  /// Whether frames are needed: the carousel moves, or the last frame is out of date.
  package var needsFrame: Bool {
    staleness.needsFrame || staleness.needsLayout && hasDataSource || needsUpdate && hasDataSource || isMoving
      || scroller.hasEvents || hasUnnotifiedRest || !effects.isEmpty || wantsToCountRest || content.isAwaited
      || !agenda.isEmpty
  }

  /// Whether the drawn frame changes with time.
  var isMoving: Bool {
    scroller.isTravelling || loader.isChanging || content.isMakingRoom || showsCoverTurn && scroller.isMoving
      || stack.isMoving || presentation.isChanging || reordering.isLifted && movesWithLift
  }

  /// Whether the layout uses the cover turn.
  private var showsCoverTurn: Bool { layout.snapshot.geometry.usesToggle }
}
