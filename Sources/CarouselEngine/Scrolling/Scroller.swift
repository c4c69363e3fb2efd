internal import Geometry

/// The scroll offset, and its changes by gestures, by calls of the program and with time.
///
/// The scroller is a plain value without a clock, a timer or a delegate. It records events, and the owner
/// takes them when the state is consistent. The extensions for gestures, for the program and for time are in
/// the files beside this file. They change the offset with ``move(to:as:at:)`` and the activity with
/// ``begin(_:for:)`` only.
package struct Scroller: Sendable {
  /// The offsets that the carousel can reach.
  package private(set) var geometry = ScrollGeometry()
  package private(set) var activity = ScrollActivity.idle
  /// The scroll position, in items: 2.5 is halfway between item 2 and item 3. It is −1 when there is no item.
  package private(set) var offset = -1.0
  /// The velocity of the last drag event, in items per second.
  package internal(set) var velocity = 0.0
  package private(set) var coverTurn = CoverTurn()
  private var events = ScrollEvents()
  /// The settings and the direction of autoscroll.
  package internal(set) var autoscroll = Autoscroll()
  /// The time of the last frame; an earlier time if the carousel has been at rest since.
  var lastFrame = Timestamp.start
  /// Whether another carousel determines the offset. Autoscroll waits meanwhile.
  var isLed = false
  /// Whether the offset was last changed by the property setter of the program. If so, the offset may stay
  /// beyond the ends (ruling Q23).
  package private(set) var isOffsetSet = false
  /// The number of changes of the offset by the user, by the program or with time.
  private(set) var motionCount = 0
  /// Whether a scroll over no distance ends with the next frame instead of immediately.
  ///
  /// This prevents an endless loop in which the callback for the end of each scroll starts another scroll.
  var defersArrival = false

  package init() {}

  package var settings: ScrollSettings {
    get { geometry.settings }
    set {
      geometry.settings = newValue
      coverTurn.alwaysFollows = traits.contains(.coversFollowOffset)
    }
  }

  package var row: ItemRow { geometry.row }
  package var bounds: ScrollBounds { geometry.bounds }
  package var stops: SnapPoints { geometry.stops }

  /// The index of the item in the center; −1 when there is no item.
  package var currentIndex: Int { row.index(nearestTo: offset) }

  // MARK: Offset

  /// The kind of a change of the offset.
  package enum Move {
    /// The carousel moves over the items in between, and the delegate is notified of each of them.
    case motion
    /// The carousel is at the new offset without a motion.
    case jump
    /// The program has set the offset with the property.
    case set
    /// A change of the layout or of content has moved the carousel.
    case correction
    /// Indexes have changed. The same item stays in the center, so covers do not turn.
    case renumbering
    /// The layout is resolved for the first time. The delegate is not notified.
    case setUp
    /// The layout must be resolved. The next move reports the change.
    case pending

    /// Whether the user, the program or time moves the carousel.
    var isMotion: Bool { self == .motion || self == .jump || self == .set }
  }

  /// Moves the carousel to `target`, or to the nearest offset that it can reach, and records the events. No
  /// other function writes the offset.
  mutating func move(to target: Double, as move: Move = .motion, at now: Moment) {
    let (bounds, target) = (bounds, target.finite(or: offset))
    let reached = bounds.reachable(target)
    if reached != target, bounds.restRange != nil, bounds.overshoot > 0 { velocity = 0 }
    if target != offset { isOffsetSet = move == .set }
    if reached != offset, move.isMotion, !isCorrecting { motionCount &+= 1 }
    offset = reached
    let passed = events.noteMove(to: offset, as: move, on: row)
    switch move {
    case .motion, .jump, .set, .correction:
      coverTurn.move(
        to: offset, passing: passed, during: activity, on: row, isPastEnd: geometry.isPastEnd(offset),
        at: now)
    case .renumbering, .setUp, .pending: break
    }
  }

  /// Moves the carousel back to an offset that it can reach, if changes of the layout or of content require it.
  package mutating func moveInside(at now: Moment) { move(to: offset, as: .correction, at: now) }

  // MARK: Activity

  /// Replaces the activity, and records the end of the former activity and the beginning of the new one.
  ///
  /// - Parameter reason: The cause of the motion; `nil` keeps the former reason.
  mutating func begin(_ newActivity: ScrollActivity, for reason: SettleReason? = nil) {
    events.noteChange(from: activity, to: newActivity)
    activity = newActivity
    isOffsetSet = false
    if let reason { settleReason = reason }
  }

  /// Changes the motion or the state of the activity under way.
  mutating func update(_ newActivity: ScrollActivity) { activity = newActivity }

  // MARK: Covers

  /// Applies a change to the cover turn, unless covers follow the offset in all activities.
  mutating func turnCovers(_ change: (inout CoverTurn) -> Void) {
    if !coverTurn.alwaysFollows { change(&coverTurn) }
  }

  // MARK: Events

  /// Whether events wait for the delegate.
  package var hasEvents: Bool { !events.isEmpty }

  /// The number of moves. Each move makes the visible items out of date.
  var moveCount: Int { events.moveCount }

  /// The index of the item that was in the center after the last move.
  var lastIndex: Int { events.lastIndex }

  /// Records an event that is not a consequence of a move or of a new activity.
  mutating func note(_ event: CarouselEvent) { events.note(event) }

  /// Records that the current item has changed by `steps` items, unless a change of the current item waits already.
  mutating func noteIndexChange(from index: Int, steps: Int) {
    if !events.hasIndexChange { events.noteIndexChange(from: index, steps: steps, to: currentIndex) }
  }

  /// Removes and returns the oldest event.
  package mutating func takeEvent() -> CarouselEffect? { events.take() }

  /// Moves all events to the end of `effects`.
  mutating func drainEvents(into effects: inout EffectQueue) { events.drain(into: &effects) }

  /// The cause of the current motion; `nil` after the carousel has settled and the delegate has been
  /// notified.
  package internal(set) var settleReason: SettleReason?

  /// Whether the carousel has settled and the delegate has not been notified of that yet.
  var hasUnnotifiedRest: Bool { isIdle && settleReason != nil && !row.isEmpty }

  /// Returns the reason for the next `didSettle`, and clears it; `nil` if there is nothing to report.
  mutating func takeRest() -> SettleReason? {
    guard hasUnnotifiedRest else { return nil }
    defer { settleReason = nil }
    return settleReason
  }

  // MARK: Geometry

  /// Sets the number of items and whether they wrap.
  ///
  /// The next move corrects the offset. The offset changes immediately in only two cases: to −1 if the
  /// carousel becomes empty, and to 0 if it was empty before.
  package mutating func setRow(_ newRow: ItemRow) {
    let old = row
    geometry.setRow(newRow)
    if newRow.wraps != old.wraps { resetDirection() }
    if row.isEmpty {
      begin(.idle)
      // A motion that ends because the last item is removed settles when there are items again.
      (settleReason, velocity) = (settleReason.map { _ in .dataChange }, 0)
      move(to: -1, as: .pending, at: .at(lastFrame))
    } else if old.isEmpty {
      move(to: 0, as: .pending, at: .at(lastFrame))
    } else if newRow.count != old.count, bounds.isOutside(offset) {
      settleReason = settleReason ?? .dataChange
    }
  }

  /// Sets whether a strip may rest one position after its last item.
  mutating func setRestsPastLast(_ rests: Bool) { geometry.setRestsPastLast(rests) }

  /// Applies a resolved layout.
  ///
  /// A carousel at rest moves to the offset that the new ends permit. A motion keeps its target, except a
  /// scroll to an end that has moved. If the target is beyond the ends, the carousel returns afterwards.
  ///
  /// - Parameters:
  ///   - restRange: The range of offsets at which a strip can rest; `nil` means from its first item to its last.
  ///   - track: The track of items of different widths; `nil` if all items have the same width.
  ///   - placeholders: The number of placeholders that can be visible, half of them on each side.
  package mutating func resolve(
    restRange: ClosedRange<Double>? = nil, track: ItemTrack?, offsetMultiplier: Double = 1,
    placeholders: Int = 0, fade: Fade = Fade(), at now: Moment
  ) {
    let (oldRange, hasNewItems) = (geometry.restRange, geometry.awaitsRestRange)
    geometry.resolve(restRange: restRange, track: track, offsetMultiplier: offsetMultiplier)
    coverTurn.setShown(placeholders: placeholders, fade: fade)
    guard restRange != oldRange || hasNewItems, !row.isEmpty, !row.wraps else { return }
    retarget(from: oldRange)
    guard isIdle || isHeldAtRest else { return moveInside(at: now) }
    let target =
      autoscroll.speed == 0
      ? geometry.restingOffset(from: offset, whenRestRangeWas: oldRange) : bounds.resting(offset)
    guard target != offset else { return }
    // Before the first layout there was nothing to move.
    guard moveCount > 0 else { return move(to: target, as: .setUp, at: now) }
    if hasNewItems { settleReason = settleReason ?? .dataChange }
    move(to: target, as: .correction, at: now)
  }

  /// If an end has moved, changes the target of a scroll to that end.
  private mutating func retarget(from oldRange: ClosedRange<Double>?) {
    guard let oldRange, let rest = bounds.restRange, case .animating(let motion, _, _) = activity else {
      return
    }
    let isToFirst = motion.end == oldRange.lowerBound
    guard isToFirst || motion.end == oldRange.upperBound else { return }
    let end = isToFirst ? rest.lowerBound : rest.upperBound
    if end != motion.end { redirect(to: end) }
  }

  /// Sets the number of items after edits. The current item stays in the center.
  ///
  /// - Parameters:
  ///   - edits: The edits, which change the number of items or their order.
  ///   - anchor: The item that keeps its position instead; `nil` means the current item.
  mutating func setRow(
    _ newRow: ItemRow, keepingCurrentItemDuring edits: ContentEdits, _ anchor: ItemAnchor? = nil,
    at now: Moment
  ) {
    let (old, index) = (row, anchor?.oldIndex ?? currentIndex)
    let restRange = geometry.restRange
    // A finger that rests on the carousel holds it where it rested.
    let rests = isIdle || isHeldAtRest
    let restsInside = rests && !isOutside
    let restsAtEnd = rests && (offset == restRange?.lowerBound || offset == restRange?.upperBound)
    setRow(newRow)
    guard index >= 0, !newRow.isEmpty else { return }
    let newIndex = anchor?.newIndex ?? edits.newIndex(ofItem: index)
    // On a ring the offset may be just below the number of items while the item in the center is item 0.
    let turns = ((offset - Double(index)) / Double(old.count)).rounded()
    let shift = Double(newIndex - index) + (old.wraps ? turns * Double(newRow.count - old.count) : 0)
    let moved = shift - (old.wraps ? turnsOfMotion(on: old) * Double(old.count) : 0)
    if moved != 0 { activity = activity.shifted(byItems: moved) }
    var target = offset + shift
    if !isDragging, row.index(nearestTo: target) != row.index(newIndex) {
      // If the offset were beyond the last item, an item appended there would become the current item.
      target = Double(row.index(newIndex))
    } else if restsAtEnd, shift != 0, alignsAtRest {
      // The end may be between two items, and it does not move with them.
      target = geometry.itemStop(nearestTo: target)
    } else if restsInside, alignsAtRest {
      // The item may be inside a truncated final page.
      target = bounds.resting(target)
    }
    if target != offset { move(to: target, as: .renumbering, at: now) }
    if traits.contains(.keepsCurrentItem) { followDestination(of: edits, oldRow: old, shift: shift) }
  }

  /// Keeps the destination of a motion on the same item. A change is needed only if the edits have moved this
  /// item by another distance than the current item.
  private mutating func followDestination(of edits: ContentEdits, oldRow: ItemRow, shift: Double) {
    guard let end = activity.motion?.end else { return }
    let oldEnd = end - shift
    let item = oldRow.index(nearestTo: oldEnd)
    guard abs(oldRow.distance(from: oldEnd, to: Double(item))) < offsetMargin else { return }
    let turns = ((oldEnd - Double(item)) / Double(oldRow.count)).rounded()
    let target =
      bounds.restRange == nil
      ? Double(edits.newIndex(ofItem: item)) + turns * Double(row.count)
      : bounds.resting(Double(edits.newIndex(ofItem: item)))
    if target != end { redirect(to: target) }
  }

  // MARK: Questions

  package var isIdle: Bool { if case .idle = activity { true } else { false } }
  package var isDragging: Bool { if case .dragging = activity { true } else { false } }
  package var isDecelerating: Bool { if case .decelerating = activity { true } else { false } }

  /// Whether the carousel snaps because its layout has changed.
  var isCorrecting: Bool { if case .animating(_, _, .correction) = activity { true } else { false } }
  var isAutoscrolling: Bool { if case .autoscrolling = activity { true } else { false } }
  package var isAnimating: Bool { if case .animating = activity { true } else { false } }

  /// Whether a finger touches the carousel and stopped no motion.
  var isHeldAtRest: Bool { if case .held(stoppedMotion: false) = activity { true } else { false } }

  /// Whether a finger touches the carousel and stopped a fling or a scroll.
  var hasStoppedMotion: Bool { if case .held(stoppedMotion: true) = activity { true } else { false } }

  /// Whether a motion without a finger changes the offset.
  var isTravelling: Bool { activity.travel != nil }

  /// Whether the motion or the cover turn needs frames to continue.
  package var isMoving: Bool {
    isTravelling
      || coverTurn.isTurning && !coverTurn.isFixed(on: row, isPastEnd: geometry.isPastEnd(offset))
  }

  var physics: any ScrollPhysics { settings.physics.physics }
  var traits: ScrollTraits { physics.traits }

  /// Whether the offset lies beyond the ends of a strip.
  var isOutside: Bool { bounds.isOutside(offset) }

  /// Whether the carousel snaps to an item when it stops. Beyond the ends it always snaps. Otherwise it snaps
  /// only without autoscroll and with `scrollToItemBoundary`.
  var alignsAtRest: Bool { isOutside || autoscroll.speed == 0 && settings.scrollToItemBoundary }

  /// The positions of items.
  ///
  /// - Parameter itemWidth: The nominal width of an item, in points.
  func positions(itemWidth: Double) -> ItemPositions {
    ItemPositions(row: row, offset: offset, track: geometry.track, itemWidth: itemWidth)
  }
}
