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
  package internal(set) var layout = LayoutState()
  /// The loaded views.
  package internal(set) var loader = ItemLoader()
  /// The number of items and the changes of content under way.
  var content = ContentState()
  /// The contacts, wheels and touchpads.
  var contacts = Contacts()
  /// The state of the features.
  var features = Features()
  var gestures = GestureSettings()
  /// Whether the user prefers reduced motion.
  var reducesMotion = false
  /// The time of frames and inputs.
  var timeline = Timeline()
  /// The pending tasks.
  var agenda = Agenda()
  /// The pending request to the owner.
  var dialogue = Dialogue()
  /// The effects to deliver.
  var effects = EffectQueue()
  /// The effect being delivered.
  var delivery = Delivery()
  /// The result of the last tap.
  var tapRecord = TapRecord()
  /// The parts of the state that are out of date.
  var staleness = Staleness()

  /// Whether there is a delegate.
  package private(set) var hasDelegate = false
  /// The identity of the data source; `nil` if there is none.
  private(set) var dataSourceID: DataSourceID?

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
    var effect = nextEffect()
    switch effect {
    case .event(.didSelectItem(let index))?: tapRecord.notifySelection(of: index)
    // A callback may have moved the carousel since the event.
    case .event(.didScroll)?: effect = .event(.didScroll(offset: scroller.offset))
    default: break
    }
    delivery.begin(effect)
    return effect
  }

  /// Ends the delivery even if effects are pending.
  package mutating func endDelivery() { delivery.end() }

  private mutating func nextEffect() -> CarouselEffect? {
    collectScrollEvents()
    if let effect = effects.take() { return effect }
    // `didSettle` must follow the events of the motion, because the callbacks of these events may start
    // another motion.
    if !delivery.defersRest, !delaysSettling, !(staleness.needsLayout && hasDataSource),
      let reason = scroller.takeRest()
    {
      if !hidesCurrentItem { return .event(.didSettle(index: scroller.currentIndex, reason: reason)) }
    }
    return Features.first { $0.takeLastEffect(from: &self) }
  }

  /// Whether the carousel has settled and the delegate has not been notified of that yet.
  private var hasUnnotifiedRest: Bool { scroller.hasUnnotifiedRest && !delaysSettling }

  mutating func collectScrollEvents() { scroller.drainEvents(into: &effects) }

  /// Appends an event that follows the events of the scroller so far.
  mutating func report(_ event: CarouselEvent) {
    collectScrollEvents()
    effects.append(event)
  }

  /// Returns the result of the last tap and clears it.
  package mutating func takeTapResult() -> TapResult? { tapRecord.take() }

  // MARK: Needed frames

  /// Whether work that otherwise waits for the next frame can be done now.
  package var needsCatchUp: Bool {
    hasDataSource && !content.isGathering && agenda.isEmpty && (staleness.needsLayout || needsUpdate)
  }

  /// Whether frames are needed: the carousel moves, or the last frame is out of date.
  package var needsFrame: Bool {
    staleness.needsFrame || staleness.needsLayout && hasDataSource || needsUpdate || isMoving
      || scroller.hasEvents || hasUnnotifiedRest || !effects.isEmpty || content.isAwaited || !agenda.isEmpty
      || Features.contains { $0.needsFrame(self) }
  }

  /// Whether the drawn frame changes with time.
  var isMoving: Bool {
    scroller.isTravelling || loader.isChanging || content.isMakingRoom
      || layout.snapshot.geometry.usesToggle && scroller.isMoving || Features.contains { $0.isMoving(self) }
  }

  // MARK: Features

  /// Notifies the features.
  ///
  /// - Returns: Whether a feature has done what the core does otherwise.
  @discardableResult
  mutating func notify(_ step: CoreStep) -> Bool { Features.contains { $0.handle(step, in: &self) } }

  /// Whether `didSettle` waits although the offset is at rest.
  private var delaysSettling: Bool { Features.contains { $0.delaysSettling(self) } }

  /// Whether a feature determines the offset, so that the core starts no motion by itself.
  var isLed: Bool { Features.contains { $0.determinesOffset(self) } }

  /// Whether no item is the current item although there are items.
  var hidesCurrentItem: Bool { Features.contains { $0.hidesCurrentItem(self) } }

  /// How an item is held; `nil` if none is held.
  var hold: ItemHold? { Features.first { $0.hold(self) } }
}
