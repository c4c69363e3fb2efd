/// The scroll offset, and its changes by gestures, by calls of the program and with time.
///
/// The scroller is a plain value without a clock, a timer or a delegate. It records events, and the owner
/// takes them when the state is consistent. Only this file can change the stored properties. The extensions
/// for gestures, for the program and for time are in the files beside this file.
package struct Scroller: Sendable {
  package var settings = ScrollSettings()
  package private(set) var ring = ItemRing(count: 0, wraps: false)
  /// Whether a strip may rest one position after its last item, as a stack without cards does.
  private var restsPastLast = false
  /// The number of placeholders that can be visible, half of them on each side.
  private var placeholders = 0
  private var fade = Fade()
  /// Whether at least one item was not faded out at the last commit.
  private var hadNearest = true
  /// Whether the offset was last changed by the property setter of the program. If so, the offset may stay
  /// beyond the ends (ruling Q23).
  private var isOffsetSet = false
  /// Whether a scroll over no distance ends with the next frame instead of immediately.
  private(set) var defersArrival = false
  /// The range of offsets at which a strip can rest; `nil` means from its first item to its last.
  package private(set) var reach: ClosedRange<Double>?
  /// The track of items of different widths; `nil` if all items have the same width.
  private var track: ItemTrack?

  package private(set) var activity = ScrollActivity.idle
  /// The scroll position, in items: 2.5 is halfway between item 2 and item 3. It is −1 when there is no item.
  package private(set) var offset = -1.0
  /// The velocity of the last drag event, in items per second.
  package private(set) var velocity = 0.0
  package private(set) var coverTurn = CoverTurn()
  /// The cause of the current motion; `nil` after the carousel has settled and the delegate has been
  /// notified.
  private(set) var pendingSettleReason: SettleReason?
  /// The settings and the direction of autoscroll.
  package private(set) var autoscroll = Autoscroll()
  /// The number of items by which the carousel scrolls when a finger moves by one item width.
  package private(set) var offsetMultiplier = 1.0
  /// The time of the last frame; `nil` if the carousel has been at rest since.
  private(set) var lastFrame: Timestamp?

  /// The events that have not been taken yet.
  private var events: [CarouselEffect] = []
  /// The offset and the current item at the last commit, to detect changes.
  private var (committedOffset, committedIndex) = (0.0, 0)
  /// The number of commits. Each commit makes the visible items out of date.
  private(set) var commitCount = 0

  package init() {}

  /// The index of the item in the center; −1 when there is no item.
  package var currentIndex: Int { ring.index(nearestTo: offset) }

  /// The index of the item that was in the center at the last commit.
  var lastCommittedIndex: Int { committedIndex }

  // MARK: Activity

  /// Replaces the activity. The delegate is not notified of the end of the former activity.
  ///
  /// - Parameter reason: The cause of the motion; `nil` keeps the former reason.
  mutating func begin(_ newActivity: ScrollActivity, for reason: SettleReason? = nil) {
    activity = newActivity
    isOffsetSet = false
    if let reason { pendingSettleReason = reason }
  }

  /// Ends the activity. If the delegate was notified of its beginning, it is also notified of its end.
  mutating func endActivity() {
    switch activity {
    case .dragging: note(.didEndDragging(willDecelerate: false))
    case .decelerating: note(.didEndDecelerating)
    case .animating: note(.didEndScrollingAnimation)
    case .idle, .held, .autoscrolling: break
    }
    activity = .idle
  }

  /// Records an event.
  mutating func note(_ event: CarouselEvent) { events.append(.event(event)) }

  /// Records that the current item has changed by `steps` items.
  mutating func noteIndexChange(from index: Int, steps: Int) {
    events.append(.indexChange(from: index, steps: steps))
  }

  /// Removes and returns the oldest event.
  package mutating func takeEvent() -> CarouselEffect? { events.isEmpty ? nil : events.removeFirst() }

  /// Moves all events to the end of `effects`.
  mutating func drainEvents(into effects: inout EffectQueue) {
    guard !events.isEmpty else { return }
    for event in events { effects.append(event) }
    events.removeAll(keepingCapacity: true)
  }

  // MARK: Offset and velocity

  /// Sets the velocity of the drag, in items per second.
  mutating func setVelocity(_ newVelocity: Double) { velocity = newVelocity }

  /// Sets the offset. The new value takes effect with the next commit.
  ///
  /// - Parameter isSet: Whether the program sets the offset.
  mutating func place(at newOffset: Double, isSet: Bool = false) {
    offset = newOffset
    isOffsetSet = isSet
  }

  /// Commits a change of the offset: clamps it to the bounds, begins a cover turn, and records events.
  ///
  /// - Parameter isJump: Whether the offset was set without a motion, so that the delegate is not notified of
  ///   the items in between.
  ///
  /// iCarousel: `didScroll`.
  mutating func commit(at now: Timestamp?, isJump: Bool = false) {
    commitCount &+= 1
    let bounds = bounds
    let reachable = bounds.reachable(offset)
    if reachable != offset {
      offset = reachable
      if bounds.rest != nil, bounds.overshoot > 0 { velocity = 0 }
    }
    let index = currentIndex
    let passed = ring.distance(from: committedIndex, to: index)
    if isFluid {
      coverTurn.followAlways()
    } else {
      if passed != 0 { coverTurn.begin(passing: -passed, at: now) }
      coverTurn.update(during: activity, isPastEnd: isPastEnd)
    }
    followWithCovers()
    if abs(offset - committedOffset) > offsetMargin { note(.didScroll(offset: offset)) }
    if committedIndex != index {
      noteIndexChange(from: committedIndex, steps: isJump ? passed.signum() : passed)
    }
    (committedOffset, committedIndex) = (offset, index)
  }

  /// Whether the cover turn is determined by the distance of the nearest item even at rest, so that it does
  /// not advance with time.
  private var isTurnFixed: Bool { isPastEnd && hadNearest && ring.count + placeholders > 0 }

  /// Updates the cover turn from the nearest item or placeholder that is not faded out, unless the covers
  /// turn with time.
  private mutating func followWithCovers() {
    guard coverTurn.followsOffset, ring.count + placeholders > 0 else { return }
    let nearest = nearestDistance
    defer { hadNearest = nearest != nil }
    if let nearest {
      coverTurn.follow(nearest: nearest)
    } else if !hadNearest {
      // If all items are faded out, the turn follows the first item, but one commit later, as in iCarousel
      // (recording `dragPastEnd-bounces1`).
      coverTurn.follow(nearest: ring.distance(ofItem: ring.isEmpty ? -1 : 0, from: offset))
    }
  }

  /// The distance of the nearest item or placeholder from the center, in items; `nil` if the neighbors on
  /// both sides of the center are faded out.
  private var nearestDistance: Double? {
    let lower = offset.rounded(.down)
    var (before, after) = (lower - offset, lower + 1 - offset)
    // If both neighbors are equally near, that with the lower index is preferred. Between the last item and
    // the first of a ring this is the first item.
    var prefersAfter = false
    if ring.wraps {
      prefersAfter = ring.index(Int(within: lower) + 1) == 0
    } else {
      let first = -Double((placeholders + 1) / 2)
      let last = Double(ring.count - 1 + placeholders / 2)
      before = min(max(lower, first), last) - offset
      after = min(max(lower + 1, first), last) - offset
    }
    let isAfterNearer = abs(after) < abs(before) || prefersAfter && abs(after) == abs(before)
    let candidates = isAfterNearer ? (after, before) : (before, after)
    if fade.isNone || fade.alpha(at: candidates.0) != 0 { return candidates.0 }
    return fade.alpha(at: candidates.1) != 0 ? candidates.1 : nil
  }

  /// Whether a carousel with ends is on its last item or beyond an end. There the cover turn follows the
  /// offset.
  var isPastEnd: Bool { !ring.wraps && (offset < 0 || offset >= Double(ring.count) - 1) }

  /// Whether the motion or the cover turn needs frames to continue.
  package var isMoving: Bool { isTravelling || coverTurn.isTurning && !isTurnFixed }

  /// Applies a change to the cover turn.
  ///
  /// In fluid style the change has no effect, because covers follow the offset in all activities.
  mutating func turnCovers(_ change: (inout CoverTurn) -> Void) { if !isFluid { change(&coverTurn) } }

  // MARK: Rest

  /// Sets the cause of the motion, which the next `didSettle` reports.
  mutating func setPendingSettleReason(_ reason: SettleReason?) { pendingSettleReason = reason }

  /// Whether the carousel has settled and the delegate has not been notified of that yet.
  var hasUnnotifiedRest: Bool { isIdle && pendingSettleReason != nil && !ring.isEmpty }

  /// Returns the reason for the next `didSettle`, and clears it; `nil` if there is nothing to report.
  mutating func takeRest() -> SettleReason? {
    guard hasUnnotifiedRest else { return nil }
    defer { pendingSettleReason = nil }
    return pendingSettleReason
  }

  // MARK: Time

  /// Sets the time of the last frame; `nil` when the motion has ended.
  mutating func setLastFrame(_ time: Timestamp?) { lastFrame = time }

  /// Applies a change to the settings of autoscroll. The current activity stays the same.
  mutating func changeAutoscroll(_ change: (inout Autoscroll) -> Void) { change(&autoscroll) }

  /// Sets the number of items by which the carousel scrolls when a finger moves by one item width.
  mutating func setOffsetMultiplier(_ multiplier: Double) { offsetMultiplier = multiplier }

  // MARK: Items

  /// Sets the number of items and whether they wrap.
  ///
  /// The next commit corrects the offset. The offset is set immediately in only two cases: to −1 if the
  /// carousel becomes empty, and to 0 if it was empty before.
  package mutating func setRing(_ newRing: ItemRing) {
    let wasEmpty = ring.isEmpty
    let hasOtherItems = newRing.count != ring.count
    let hasOtherEnds = newRing.wraps != ring.wraps
    ring = newRing
    ring.restsPastLast = restsPastLast
    if hasOtherEnds { forgetTurnaround() }
    if hasOtherItems { reach = nil }
    if ring.isEmpty {
      endActivity()
      pendingSettleReason = nil
      offset = -1
      velocity = 0
    } else if wasEmpty {
      offset = 0
    } else if hasOtherItems, bounds.isOutside(offset), pendingSettleReason == nil {
      pendingSettleReason = .dataChange
    }
  }

  /// Sets the number of items after edits. The current item stays in the center.
  ///
  /// - Parameters:
  ///   - edits: The edits, which change the number of items or their order.
  ///   - anchor: The item that keeps its position instead; `nil` means the current item.
  mutating func setRing(
    _ newRing: ItemRing, keepingCurrentItemDuring edits: ContentEdits, _ anchor: ItemAnchor? = nil
  ) {
    let (oldRing, index) = (ring, anchor?.oldIndex ?? currentIndex)
    setRing(newRing)
    guard index >= 0, !newRing.isEmpty else { return }
    let place = anchor?.newIndex ?? edits.place(ofItem: index)
    // On a ring the offset may be just below the number of items while the item in the center is item 0.
    let turns = ((offset - Double(index)) / Double(oldRing.count)).rounded()
    let shift = Double(place - index) + (oldRing.wraps ? turns * Double(newRing.count - oldRing.count) : 0)
    let newIndex = newRing.index(place)
    var newOffset = offset + shift
    // If the offset were beyond the last item, an item appended there would become the current item.
    if !isDragging, newRing.index(nearestTo: newOffset) != newIndex { newOffset = Double(newIndex) }
    let moved = shift - (oldRing.wraps ? turnsOfMotion(on: oldRing) * Double(oldRing.count) : 0)
    if moved != 0 { activity = activity.shifted(byItems: moved) }
    if newOffset != offset {
      offset = newOffset
      note(.didScroll(offset: offset))
      if newIndex != committedIndex {
        noteIndexChange(from: committedIndex, steps: (newIndex - committedIndex).signum())
      }
      // The same item stays in the center, so covers do not turn.
      (committedOffset, committedIndex) = (offset, newIndex)
    }
    if isFluid { followDestination(of: edits, oldRing: oldRing, shift: shift) }
  }

  /// Keeps the destination of a motion on the same item. A change is needed only if the edits have moved this
  /// item by another distance than the current item.
  private mutating func followDestination(of edits: ContentEdits, oldRing: ItemRing, shift: Double) {
    guard let end = activity.motion?.end else { return }
    let oldEnd = end - shift
    let item = oldRing.index(nearestTo: oldEnd)
    guard abs(oldRing.distance(from: oldEnd, to: Double(item))) < offsetMargin else { return }
    let turns = ((oldEnd - Double(item)) / Double(oldRing.count)).rounded()
    let target =
      bounds.rest == nil
      ? Double(edits.place(ofItem: item)) + turns * Double(ring.count)
      : bounds.resting(Double(edits.place(ofItem: item)))
    if target != end { steerOn(to: target) }
  }

  /// Sets whether a strip may rest one position after its last item.
  mutating func setRestsPastLast(_ newValue: Bool) {
    (restsPastLast, ring.restsPastLast) = (newValue, newValue)
  }

  /// Sets the number of placeholders that can be visible, and the fade of items.
  mutating func setShown(placeholders count: Int, fade newFade: Fade) {
    (placeholders, fade) = (count, newFade)
  }

  /// Sets whether a scroll over no distance ends with the next frame.
  ///
  /// This prevents an endless loop in which the callback for the end of each scroll starts another scroll.
  mutating func setDefersArrival(_ defers: Bool) { defersArrival = defers }

  /// Sets the track of the items; `nil` if all items have the same width.
  package mutating func setTrack(_ newTrack: ItemTrack?) { track = newTrack }

  /// The track if it is valid for the current items; `nil` if it is not, or if all items have the same width.
  package var trackInForce: ItemTrack? {
    guard let track, track.ring == ring else { return nil }
    return track
  }

  /// Sets the range of offsets at which a strip can rest; `nil` means from its first item to its last.
  ///
  /// A strip that rests at one of its ends stays at that end. A motion keeps its target. If the target is
  /// beyond the ends, the carousel returns afterwards.
  mutating func setReach(_ newReach: ClosedRange<Double>?) {
    guard newReach != reach else { return }
    let oldReach = reach
    reach = newReach
    guard !ring.isEmpty, !ring.wraps else { return }
    retarget(from: oldReach)
    guard isIdle || isHeldAtRest else { return }
    guard autoscroll.speed == 0 else {
      offset = bounds.resting(offset)
      return
    }
    if let oldReach, offset == oldReach.lowerBound {
      offset = bounds.rest?.lowerBound ?? 0
    } else if let oldReach, offset == oldReach.upperBound {
      offset = bounds.rest?.upperBound ?? 0
    } else {
      offset = settings.scrollToItemBoundary ? itemSnapPoints.nearest(to: offset) : bounds.resting(offset)
    }
    // Before the first commit, the delegate is not notified of a changed offset.
    if commitCount == 0 { (committedOffset, committedIndex) = (offset, currentIndex) }
  }
}

extension Scroller {
  /// If an end has moved, changes the target of a scroll to that end.
  private mutating func retarget(from oldReach: ClosedRange<Double>?) {
    guard let oldReach, let rest = bounds.rest, case .animating(let motion, _, let arrival) = activity else {
      return
    }
    let isToFirst = motion.end == oldReach.lowerBound
    guard isToFirst || motion.end == oldReach.upperBound else { return }
    let end = isToFirst ? rest.lowerBound : rest.upperBound
    guard end != motion.end else { return }
    guard !isFluid else { return steerOn(to: end) }
    begin(.animating(eased(to: end, duration: Self.scrollDuration), since: nil, then: arrival))
  }

  package var isIdle: Bool { if case .idle = activity { true } else { false } }
  package var isDragging: Bool { if case .dragging = activity { true } else { false } }
  package var isDecelerating: Bool { if case .decelerating = activity { true } else { false } }
  var isAutoscrolling: Bool { if case .autoscrolling = activity { true } else { false } }
  package var isAnimating: Bool { if case .animating = activity { true } else { false } }

  /// Whether each motion begins with the velocity of the motion that it replaces.
  var isFluid: Bool { settings.motionStyle == .fluid }

  /// Whether a motion without a finger changes the offset.
  var isTravelling: Bool {
    switch activity {
    case .decelerating, .animating, .autoscrolling: true
    case .idle, .held, .dragging: false
    }
  }

  /// The offsets at which the carousel may rest.
  package var snapPoints: SnapPoints {
    SnapPoints(
      ring, pageLength: settings.isPagingEnabled && !ring.restsPastLast ? settings.itemsPerPage : 1,
      truncatesFinalPage: settings.truncatesFinalPage, reach: reach)
  }

  /// The offsets at which the carousel may rest without paging.
  package var itemSnapPoints: SnapPoints { SnapPoints(ring, reach: reach) }

  /// The offsets at which pages begin, even if paging is off.
  package var pages: SnapPoints {
    SnapPoints(
      ring, pageLength: settings.itemsPerPage, truncatesFinalPage: settings.truncatesFinalPage, reach: reach)
  }

  /// The bounds of the offset.
  package var bounds: ScrollBounds { ScrollBounds(snapPoints, settings: settings) }

  /// Whether the offset lies beyond the ends of a strip.
  var isOutside: Bool { bounds.isOutside(offset) }

  /// Whether the carousel snaps to an item when it stops. Beyond the ends it always snaps. Otherwise it snaps
  /// only without autoscroll and with `scrollToItemBoundary`.
  var alignsAtRest: Bool { isOutside || autoscroll.speed == 0 && settings.scrollToItemBoundary }

  /// The positions of items.
  ///
  /// - Parameter itemWidth: The nominal width of an item, in points.
  func positions(itemWidth: Double) -> ItemPositions {
    ItemPositions(ring: ring, offset: offset, track: trackInForce, itemWidth: itemWidth)
  }

  /// Returns the offset that is `distance` nominal item widths along the track from `offset`.
  func offset(_ offset: Double, movedBy distance: Double) -> Double {
    guard distance != 0, let track = trackInForce else { return offset + distance }
    return track.offset(at: track.place(at: offset) + distance)
  }

  /// The reason why the carousel must not rest at the current offset; `nil` if it may rest there. Valid only
  /// while nothing moves.
  package var illegalRest: String? {
    guard isIdle, !ring.isEmpty, autoscroll.speed == 0, !isOffsetSet else { return nil }
    if bounds.isOutside(offset) { return "rests at \(offset), beyond the ends" }
    return nil
  }
}
