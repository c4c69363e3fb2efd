/// Decides the scroll offset from gestures, from the program's requests and from the passage of time.
///
/// A plain value: no clock, no timer, no delegate. What happens is noted as events; the owner takes them once the state is
/// whole again. The state is private to this file; what hand, program and time do with it is in the files beside it.
package struct Scroller: Sendable {
  package var settings = ScrollSettings()
  package private(set) var ring = ItemRing(count: 0, wraps: false)
  /// The number of placeholders that are shown, half of them on each side.
  private var placeholders = 0
  private var fade = Fade()
  /// Whether some item was not faded out at the last commit.
  private var hadNearest = true
  /// Whether the program has set the offset since anything else moved it: it may stay beyond the ends (ruling Q23).
  private var isOffsetSet = false
  /// Whether a scroll of no distance ends with the next frame instead of at once.
  private(set) var defersArrival = false
  /// The offsets that a strip can rest at; `nil` means all from its first item to its last.
  package private(set) var reach: ClosedRange<Double>?
  /// How items of different widths stand; `nil` where all are equally wide.
  private var track: ItemTrack?

  package private(set) var activity = ScrollActivity.idle
  /// The position, in items: 2.5 is halfway between item 2 and item 3; −1 when there is no item.
  package private(set) var offset = -1.0
  /// The speed of the hand when it last moved, in items per second.
  package private(set) var velocity = 0.0
  package private(set) var coverTurn = CoverTurn()
  /// What has set the carousel moving since it last came to rest; `nil` at a rest that has been notified.
  private(set) var pendingSettleReason: SettleReason?
  /// How the carousel moves by itself.
  package private(set) var autoscroll = Autoscroll()
  /// How many items pass under a finger that moves by one.
  package private(set) var offsetMultiplier = 1.0
  /// When the last frame was, if motion has gone on since.
  private(set) var lastFrame: Timestamp?

  /// What happened and has not been taken yet.
  private var events: [ScrollEvent] = []
  /// The offset and the item at the last commit, to find what has changed.
  private var (committedOffset, committedIndex) = (0.0, 0)
  /// How often the state was committed; visible items are out of date after each.
  private(set) var commitCount = 0

  package init() {}

  /// The item in the center, or −1 when there is none.
  package var currentIndex: Int { ring.index(nearestTo: offset) }

  /// The item that was in the center at the last commit.
  var lastCommittedIndex: Int { committedIndex }

  // MARK: Activity

  /// Does something else from now on; what ends is not notified.
  ///
  /// - Parameter reason: What set the carousel moving; `nil` leaves the reason as it is.
  mutating func begin(_ newActivity: ScrollActivity, for reason: SettleReason? = nil) {
    activity = newActivity
    isOffsetSet = false
    if let reason { pendingSettleReason = reason }
  }

  /// Ends what goes on, and notifies the end of what was notified at its beginning.
  mutating func endActivity() {
    switch activity {
    case .dragging: events.append(.didEndDragging(willDecelerate: false))
    case .decelerating: events.append(.didEndDecelerating)
    case .animating: events.append(.didEndScrollingAnimation)
    case .idle, .held, .autoscrolling: break
    }
    activity = .idle
  }

  /// Notes that something happened.
  mutating func note(_ event: ScrollEvent) { events.append(event) }

  /// Takes the oldest event that has not been taken.
  package mutating func takeEvent() -> ScrollEvent? { events.isEmpty ? nil : events.removeFirst() }

  /// Moves the events that have not been taken to the end of `effects`.
  mutating func drainEvents(into effects: inout EffectQueue) {
    guard !events.isEmpty else { return }
    for event in events { effects.append(.scroll(event)) }
    events.removeAll(keepingCapacity: true)
  }

  // MARK: Place and speed

  /// Sets the speed of the hand, in items per second.
  mutating func setVelocity(_ newVelocity: Double) { velocity = newVelocity }

  /// Moves to `newOffset`, to be committed; until then nothing else knows.
  ///
  /// - Parameter isSet: Whether the program sets the offset.
  mutating func place(at newOffset: Double, isSet: Bool = false) {
    offset = newOffset
    isOffsetSet = isSet
  }

  /// Commits a change of offset: keeps it reachable, begins a cover turn, and notes what has changed.
  ///
  /// - Parameter isJump: Whether the offset was set: then the items between are not passed.
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
    if passed != 0 { coverTurn.begin(passing: -passed, at: now) }
    coverTurn.update(during: activity, isPastEnd: isPastEnd)
    followWithCovers()
    if abs(offset - committedOffset) > offsetMargin { events.append(.didScroll) }
    if committedIndex != index {
      events.append(
        .currentItemIndexDidChange(from: committedIndex, steps: isJump ? passed.signum() : passed))
    }
    (committedOffset, committedIndex) = (offset, index)
  }

  /// Whether the place of the nearest item decides the cover turn, even while nothing moves: then the turn cannot go on.
  private var isTurnFixed: Bool { isPastEnd && hadNearest && ring.count + placeholders > 0 }

  /// Turns the covers with the nearest item or placeholder that is not faded out, where they do not turn by themselves.
  private mutating func followWithCovers() {
    guard coverTurn.followsOffset, ring.count + placeholders > 0 else { return }
    let nearest = nearestDistance
    defer { hadNearest = nearest != nil }
    if let nearest {
      coverTurn.follow(nearest: nearest)
    } else if !hadNearest {
      // Where everything is faded out, by the first item, but not at once (recording `dragPastEnd-bounces1`).
      coverTurn.follow(nearest: ring.distance(ofItem: ring.isEmpty ? -1 : 0, from: offset))
    }
  }

  /// How far the nearest item or placeholder is from the center, in items; `nil` if all near ones are faded out.
  private var nearestDistance: Double? {
    let lower = offset.rounded(.down)
    var (before, after) = (lower - offset, lower + 1 - offset)
    // Of two as near, the one with the lower index, which at the seam is the first.
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

  /// Whether a carousel with ends is beyond them or on its last item, where the cover turn follows the offset.
  var isPastEnd: Bool { !ring.wraps && (offset < 0 || offset >= Double(ring.count) - 1) }

  /// Whether frames are needed for the motion to go on, the cover turn included.
  package var isMoving: Bool { isTravelling || coverTurn.isTurning && !isTurnFixed }

  /// Takes a change of the cover turn.
  mutating func turnCovers(_ change: (inout CoverTurn) -> Void) { change(&coverTurn) }

  // MARK: Rest

  /// Sets what moved the carousel that is to come to rest.
  mutating func setPendingSettleReason(_ reason: SettleReason?) { pendingSettleReason = reason }

  /// Whether the carousel rests and that has not been notified.
  var hasUnnotifiedRest: Bool { isIdle && pendingSettleReason != nil && !ring.isEmpty }

  /// Takes the rest that has not been notified, as what had set the carousel moving.
  mutating func takeRest() -> SettleReason? {
    guard hasUnnotifiedRest else { return nil }
    defer { pendingSettleReason = nil }
    return pendingSettleReason
  }

  // MARK: Time

  /// Notes the time of a frame; `nil` once nothing moves.
  mutating func setLastFrame(_ time: Timestamp?) { lastFrame = time }

  /// Counts times from a clock that shows `seconds` more.
  package mutating func shiftTime(by seconds: Double) {
    activity = activity.shifted(by: seconds)
    lastFrame = lastFrame.map { $0 + seconds }
    coverTurn.shiftTime(by: seconds)
  }

  /// Takes a change of how the carousel moves by itself; what goes on is not changed.
  mutating func changeAutoscroll(_ change: (inout Autoscroll) -> Void) { change(&autoscroll) }

  /// Takes how many items pass under a finger that moves by one.
  mutating func setOffsetMultiplier(_ multiplier: Double) { offsetMultiplier = multiplier }

  // MARK: Items

  /// Takes another number of items, or other ends.
  ///
  /// The offset is corrected by the next commit; only an empty carousel has its place at once: −1, and 0 when items
  /// arrive.
  package mutating func setRing(_ newRing: ItemRing) {
    let wasEmpty = ring.isEmpty
    let hasOtherItems = newRing.count != ring.count
    let hasOtherEnds = newRing.wraps != ring.wraps
    ring = newRing
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

  /// Takes how many placeholders are shown, and which items are faded out.
  mutating func setShown(placeholders count: Int, fade newFade: Fade) {
    (placeholders, fade) = (count, newFade)
  }

  /// Lets a scroll of no distance end with the next frame, so that asking for one at the end of another does not go on
  /// forever.
  mutating func setDefersArrival(_ defers: Bool) { defersArrival = defers }

  /// Takes the track under the items; `nil` where all are equally wide.
  package mutating func setTrack(_ newTrack: ItemTrack?) { track = newTrack }

  /// The track under the items, as long as it is theirs; `nil` where all are equally wide.
  package var trackInForce: ItemTrack? {
    guard let track, track.ring == ring else { return nil }
    return track
  }

  /// Takes the offsets that a strip can rest at; `nil` means all from its first item to its last.
  ///
  /// A strip at rest at one of its ends stays there. What moves keeps its target, and comes back if that is outside.
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
    // Before the first commit there is no change to notify.
    if commitCount == 0 { (committedOffset, committedIndex) = (offset, currentIndex) }
  }
}

extension Scroller {
  /// Lets a scroll to an end that has moved go to where that is now.
  private mutating func retarget(from oldReach: ClosedRange<Double>?) {
    guard let oldReach, let rest = bounds.rest, case .animating(let motion, _, let arrival) = activity else {
      return
    }
    let isToFirst = motion.end == oldReach.lowerBound
    guard isToFirst || motion.end == oldReach.upperBound else { return }
    let end = isToFirst ? rest.lowerBound : rest.upperBound
    guard end != motion.end else { return }
    begin(.animating(eased(to: end, duration: Self.scrollDuration), since: nil, then: arrival))
  }

  package var isIdle: Bool { if case .idle = activity { true } else { false } }
  package var isDragging: Bool { if case .dragging = activity { true } else { false } }
  package var isDecelerating: Bool { if case .decelerating = activity { true } else { false } }
  package var isAnimating: Bool { if case .animating = activity { true } else { false } }

  /// Whether the offset changes by itself.
  var isTravelling: Bool {
    switch activity {
    case .decelerating, .animating, .autoscrolling: true
    case .idle, .held, .dragging: false
    }
  }

  /// Where the carousel may rest.
  package var snapPoints: SnapPoints {
    SnapPoints(
      ring, pageLength: settings.isPagingEnabled ? settings.itemsPerPage : 1,
      truncatesFinalPage: settings.truncatesFinalPage, reach: reach)
  }

  /// Where the carousel may rest if pages do not matter.
  package var itemSnapPoints: SnapPoints { SnapPoints(ring, reach: reach) }

  /// Where the pages begin, whether or not paging is on.
  package var pages: SnapPoints {
    SnapPoints(
      ring, pageLength: settings.itemsPerPage, truncatesFinalPage: settings.truncatesFinalPage, reach: reach)
  }

  /// Between which offsets the carousel stays.
  package var bounds: ScrollBounds { ScrollBounds(snapPoints, settings: settings) }

  /// Whether the offset lies beyond the ends of a strip.
  var isOutside: Bool { bounds.isOutside(offset) }

  /// Whether a carousel that has just stopped aligns: not where autoscroll moves it on, unless it is outside.
  var alignsAtRest: Bool { isOutside || autoscroll.speed == 0 && settings.scrollToItemBoundary }

  /// Where items stand.
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

  /// Returns why the offset is no legal place to rest at, or `nil` if it is one; to be checked while nothing moves.
  package var illegalRest: String? {
    guard isIdle, !ring.isEmpty, autoscroll.speed == 0, !isOffsetSet else { return nil }
    if bounds.isOutside(offset) { return "rests at \(offset), beyond the ends" }
    return nil
  }
}
