import CarouselEngine
import Geometry

/// Verifies the order of the events of a carousel, and that its frames change only with events.
@MainActor
final class ProgramWatch {
  /// An activity that begins with a `will` event and ends with a `did` event.
  enum Activity: String { case dragging, decelerating, scrolling, reordering }

  private struct Drawn: Equatable {
    var view: ObjectIdentifier
    var index: Int
    /// The label that the view shows.
    var label: Int?
    var transform: Transform3D
    var alpha: Double
  }

  private unowned let carousel: Carousel
  private let ledger: ProgramLedger

  // The state that the delegate knows from its calls.
  private var knownOffset = 0.0
  private var knownIndex = -1
  private var open: Set<Activity> = []
  /// Whether the delegate was set or removed since the last rest, so that it may not know the activities.
  private var missesEvents = false
  private var settleCount = 0
  /// The number of inputs and frames that have moved the carousel, and of settles.
  private(set) var (motionCount, allSettles) = (0, 0)
  /// Whether the carousel has moved since it last reported that it has settled.
  private var hasMoved = false
  /// The offset at the last settle.
  private var settledOffset = 0.0
  /// Whether autoplay is on here or in a linked carousel, so that the carousel moves again and again without an input.
  var hasAutoplay = false
  /// Whether a change of content or layout may give the same position another offset.
  private var isShifted = true
  /// Whether the offset depends on a layout that waits for the next frame.
  private(set) var isUnresolved = true

  // The present frame.
  private var isInFrame = false
  /// Whether the program has acted in a callback of the current frame or action. The frame of a linked carousel may
  /// call this carousel.
  private(set) var hasActed = false
  private var eventsOfFrame: [StoryCallback] = []
  private var lastPicture: [Drawn] = []
  /// The number of items in ``lastPicture`` that fade out, because the layout has changed.
  private var fadingCount = 0
  /// The maximum distance of the offset beyond the ends of a strip since it was last between the ends, in items. A
  /// shorter distance applies from the next move of a motion on.
  private var maximumBounce = 1.0
  private var isAnnounced = true

  init(_ carousel: Carousel, _ ledger: ProgramLedger) { (self.carousel, self.ledger) = (carousel, ledger) }

  private func note(_ rule: ProgramRule, _ problem: String) { ledger.note(rule, problem) }

  // MARK: Events

  func heard(_ event: StoryCallback) { eventsOfFrame.append(event) }

  /// Records that the program acts inside a callback.
  func noteAct() { hasActed = true }

  func noteNeedsFrame() {
    if isInFrame { note(.needsFrame, "onNeedsFrame during a frame") }
    isAnnounced = true
  }

  func began(_ activity: Activity) {
    // An item can be moved while the carousel scrolls. All other activities exclude each other.
    let other = open.first { $0 == activity || $0 != .reordering && activity != .reordering }
    if let other, !missesEvents { note(.pairs, "\(activity) begins during \(other)") }
    open.insert(activity)
  }

  func ended(_ activity: Activity) {
    if open.remove(activity) == nil, !missesEvents { note(.pairs, "\(activity) ends without its begin") }
  }

  func scrolled() { knownOffset = carousel.scrollOffset }
  func indexChanged() { knownIndex = carousel.currentItemIndex }

  func settled(at index: Int, reason: SettleReason) {
    (hasMoved, settledOffset) = (false, carousel.scrollOffset)
    allSettles += 1
    if index != carousel.currentItemIndex {
      note(.settle, "settles at \(index) of \(carousel.currentItemIndex)")
    }
    if index != knownIndex {
      note(.index, "settles at \(index) before the event of the index, known is \(knownIndex)")
    }
    if let activity = open.first(where: { $0 != .reordering }), !missesEvents {
      note(.pairs, "settles before \(activity) has ended")
    }
    if reason != .autoscroll || !hasAutoplay { settleCount += 1 }
    if settleCount > 1 { note(.settle, "settles \(settleCount) times for one motion") }
  }

  // MARK: Actions

  /// Accepts the present offset and index as known.
  func forget() {
    (knownOffset, knownIndex) = (carousel.scrollOffset, carousel.currentItemIndex)
    (hasMoved, settleCount, isShifted) = (false, 0, false)
  }

  /// Records that the delegate was set or removed.
  func noteNewDelegate() {
    (open, missesEvents) = ([], true)
    (knownOffset, knownIndex) = (carousel.scrollOffset, carousel.currentItemIndex)
  }

  /// Resets the number of settles, because there was another input.
  ///
  /// - Parameter resolves: Whether the new offset is known before the next frame.
  func noteInput(shiftsContent: Bool, resolves: Bool) {
    settleCount = 0
    if shiftsContent { isShifted = true }
    if shiftsContent, !resolves { isUnresolved = true }
  }

  /// Begins a frame of all carousels, or an action outside of callbacks.
  func begin() { hasActed = false }

  /// Records that an input may have moved the carousel, which was at `offset` and had settled `settles` times before.
  ///
  /// - Parameter isSet: Whether the input sets the offset. Any other input may resolve a layout that waits, which
  ///   moves the carousel without a settle.
  func noteMove(from offset: Double, after settles: Int, isSet: Bool) {
    // A stack without cards has no item on which it settles.
    if carousel.isOutOfItems { hasMoved = false }
    guard carousel.numberOfItems > 0, !carousel.isOutOfItems, isSet || !isUnresolved else { return }
    let hasSettled = allSettles != settles
    if isApart(from: offset) {
      motionCount += 1
      if !hasSettled { hasMoved = true }
    }
    if hasSettled, !isShifted, isApart(from: settledOffset) { hasMoved = true }
  }

  private func isApart(from offset: Double) -> Bool { abs(carousel.scrollOffset - offset) > 1e-6 }

  /// Checks the carousel after an action, outside of frames.
  ///
  /// - Parameter count: The number of items of the data source.
  func checkAfterAction(count: Int) {
    // A carousel that is empty for a moment forgets its motion.
    if carousel.numberOfItems == 0 { hasMoved = false }
    if carousel.needsFrame, !isAnnounced { note(.needsFrame, "a frame is needed without onNeedsFrame") }
    let offset = carousel.scrollOffset
    if !offset.isFinite { note(.finite, "the offset is \(offset)") }
    if !isUnresolved, carousel.isWrapEnabled, count > 0, offset >= Double(count) {
      note(.range, "offset \(offset) on a ring of \(count)")
    }
    if !carousel.toggle.isFinite { note(.finite, "the toggle is \(carousel.toggle)") }
    if !isUnresolved, !isShifted { checkBounce() }
  }

  /// Checks that the offset is at most as far beyond the ends as the carousel bounces.
  ///
  /// - Parameter isAtRest: Whether nothing moves the carousel, so that a former distance does not matter.
  private func checkBounce(isAtRest: Bool = false) {
    let (offset, count) = (carousel.scrollOffset, carousel.numberOfItems)
    let bounce = carousel.bounces ? carousel.bounceDistance : 0
    guard count > 0, !carousel.isWrapEnabled else {
      maximumBounce = bounce
      return
    }
    let distance = max(-offset, offset - Double(carousel.layout is SwipeStackLayout ? count : count - 1), 0)
    maximumBounce = max(maximumBounce, bounce)
    // A carousel at rest follows a shorter distance at once.
    if isAtRest || distance == 0 { maximumBounce = bounce }
    if distance > maximumBounce + 1e-9 {
      note(.range, "offset \(offset) of \(count) items, which bounce by \(maximumBounce)")
    }
  }

  // MARK: Frames

  /// Whether the carousel snaps after a change of its layout, which moves no linked carousel.
  private var isCorrecting: Bool {
    if case .animating(_, _, then: .correction) = carousel.core.scroller.activity { true } else { false }
  }

  /// Advances a frame and checks it.
  ///
  /// - Parameters:
  ///   - isNeeded: Whether the carousel or a linked one needs the frame.
  ///   - isLaidOut: Whether the layout is resolved before the frame, so that all that moves the carousel in the frame
  ///     is a motion. Otherwise the frame resolves it.
  func frame(at now: Timestamp, isNeeded: Bool, isLaidOut: Bool) {
    if isLaidOut, isShifted, carousel.dataSource != nil {
      (isShifted, isUnresolved) = (false, false)
      carousel.layOutIfNeeded()
    }
    let (before, settles, wasCorrecting) = (carousel.scrollOffset, allSettles, isCorrecting)
    (eventsOfFrame, isInFrame) = ([], true)
    carousel.advance(to: now)
    let frame = carousel.frame()
    isInFrame = false
    check(frame)
    let picture = frame.items.map {
      Drawn(
        view: ObjectIdentifier($0.view), index: $0.index, label: ($0.view as? ProgramView)?.label,
        transform: $0.transform, alpha: $0.alpha)
    }
    if !isNeeded, !hasActed {
      let events = eventsOfFrame.filter { $0 != .prefetch && $0 != .cancelPrefetching }
      if let event = events.first { note(.needsFrame, "\(event) in a frame that was not needed") }
      if picture != lastPicture { note(.needsFrame, "the picture changes in a frame that was not needed") }
    }
    (lastPicture, fadingCount) = (picture, frame.fadingCount)
    // A stack without cards has no item on which it settles.
    if carousel.numberOfItems == 0 || carousel.isOutOfItems {
      hasMoved = false
    } else if !isShifted {
      let isCorrection = wasCorrecting && (isCorrecting || carousel.phase == .idle)
      if isApart(from: before), !isCorrection { motionCount += 1 }
      if isApart(from: allSettles == settles ? before : settledOffset) { hasMoved = true }
    }
    (isShifted, isUnresolved) = (false, false)
  }

  /// Checks the carousel after all carousels have made a frame.
  func checkAfterFrame() {
    isAnnounced = carousel.needsFrame
    if carousel.phase == .idle, carousel.reorderingIndex == nil { missesEvents = false }
    let (offset, index, count) = (carousel.scrollOffset, carousel.currentItemIndex, carousel.numberOfItems)
    if carousel.delegate == nil { forget() } else { checkEvents() }
    if count == 0 {
      if offset != -1 || index != -1 { note(.range, "empty and at \(offset), item \(index)") }
    } else if carousel.isWrapEnabled {
      if !(0..<Double(count)).contains(offset) { note(.range, "offset \(offset) on a ring of \(count)") }
    }
    checkBounce()
    if index >= count || index < 0 && count > 0 && !carousel.isOutOfItems {
      note(.range, "item \(index) of \(count)")
    }
  }

  /// Checks that the delegate knows the offset and the current item.
  private func checkEvents() {
    let (offset, index) = (carousel.scrollOffset, carousel.currentItemIndex)
    if abs(offset - knownOffset) > 1e-4 {
      note(.didScroll, "offset \(offset) without didScroll, known is \(knownOffset)")
    }
    if index != knownIndex { note(.index, "index \(index) without its event, known is \(knownIndex)") }
  }

  private func check(_ frame: CarouselFrame) {
    // A view may also be in a former frame that fades out.
    var views: Set<ObjectIdentifier> = []
    for item in frame.items.dropFirst(frame.fadingCount)
    where !views.insert(ObjectIdentifier(item.view)).inserted {
      note(.views, "the view of item \(item.index) is twice in a frame")
    }
    for item in frame.items where !item.transform.isFinite || !(0...1).contains(item.alpha) {
      note(.finite, "item \(item.index) has no finite pose")
    }
  }

  /// Checks the carousel when nothing moves any longer.
  func checkAtRest() {
    if carousel.phase != .idle { note(.rest, "\(carousel.phase) at rest") }
    if carousel.isContactDragging { note(.rest, "a contact drags at rest") }
    if carousel.reorderingIndex != nil { note(.rest, "an item is lifted at rest") }
    // Autoplay waits for its interval.
    if carousel.wakeTime != nil, carousel.autoplayInterval == 0 { note(.rest, "wakes up at rest") }
    if carousel.dataSource != nil, !isUnresolved, !isShifted { checkBounce(isAtRest: true) }
    guard carousel.delegate != nil else { return }
    checkEvents()
    if let activity = open.first, !missesEvents { note(.pairs, "\(activity) has not ended at rest") }
    if hasMoved { note(.settle, "rests at \(carousel.scrollOffset), and has not settled") }
  }

  /// Checks that the last frame shows the content. Nothing fades at rest, and no frame is needed.
  func checkDrawn(_ content: ProgramContent) {
    for item in lastPicture.dropFirst(fadingCount) {
      let label = content.contains(item.index) ? content.labels[item.index] : ProgramContent.placeholder
      if item.label != label {
        note(.content, "the frame shows \(item.label ?? 0) as item \(item.index), not \(label)")
      }
    }
  }
}
