/// Frames.
extension Carousel {
  /// The most items that are reported one by one when they pass in one frame; of more only the last is.
  static let mostReportedSteps = 1000
  /// Times that go back by more than this are those of another clock, in seconds.
  private static let longestStepBack = 1.0

  /// Whether frames are wanted: something moves, or the picture is out of date.
  public var needsFrame: Bool {
    isStale || needsLayout && dataSource != nil || scroller.isTravelling || loader.isChanging
      || !insertions.isEmpty || showsToggle && scroller.isMoving || scroller.hasRestToTell
      || wantsToCountRest || bond?.moves(self) ?? false || presentation.isChanging
      || changes.areAwaited
  }

  /// Whether the turn of the toggle can be seen.
  private var showsToggle: Bool { type == .coverFlow2 || type == .custom }

  /// Moves to where the carousel is at `now` and tells the delegate what happened; to be called once for each frame.
  ///
  /// - Parameter now: When the frame will be seen. Times may be as far apart as they like; one that goes back by less than
  ///   a second counts as the last frame's, one that goes back further as another clock's.
  ///
  /// iCarousel: `step`.
  public func advance(to now: Timestamp) {
    guard now.seconds.isFinite else { return }
    let now = notBeforeLastFrame(now)
    isInFrame = true
    let clockBefore = clock
    clock = now
    frameTime = now
    layOutIfNeeded()
    bond?.catchUp(before: self, to: now)
    pressLong(ifDueAt: now)
    advanceContent(to: now)
    let completions = advancePresentation(to: now)
    let arrival = scroller.arrivalTime
    perform { $0.advance(to: now) }
    playOn(at: now, arrival: arrival)
    for completion in completions { completion(true) }
    for completion in changes.takeDue(at: now) { completion() }
    clock = clockBefore
    isInFrame = false
    wasNeedingFrame = needsFrame
  }

  /// Returns `now`, or the time of the last frame if that is later: what has been seen does not go back.
  private func notBeforeLastFrame(_ now: Timestamp) -> Timestamp {
    guard let frameTime, frameTime - now < Self.longestStepBack else { return now }
    return max(now, frameTime)
  }

  /// Goes on with changes of looks.
  ///
  /// - Returns: Who wants to hear of an end.
  private func advancePresentation(to now: Timestamp) -> [Transition.Completion] {
    guard presentation.isChanging else { return [] }
    isStale = true
    guard let completions = presentation.advance(to: now) else { return [] }
    passOverItems()
    return completions
  }

  private func advanceContent(to now: Timestamp) {
    guard loader.isChanging || !insertions.isEmpty else { return }
    isStale = true
    loader.advance(to: now)
    guard !insertions.isEmpty else { return }
    for position in insertions.indices where insertions[position] == nil { insertions[position] = now }
    let over = insertions.count { $0.map { now - $0 > Passage.slideDuration - Passage.margin } ?? false }
    insertions.removeFirst(over)
    if over > 0 { perform { $0.settle(at: now) } }
  }

  /// Lets the scroller act, takes along who is bound to it, goes over the items if that moved anything, and tells the
  /// delegates.
  func perform(_ action: (inout Scroller) -> Void) {
    action(&scroller)
    if presentation.reducesMotion { arriveAtOnce() }
    guard let bond else { return showAndTell() }
    bond.takeAlong(from: self)
    showAndTell()
    bond.shareToggle(of: self)
    for mate in bond.carousels where mate !== self { mate.showAndTell() }
  }

  /// Goes over the items if something has moved, and tells the delegate.
  private func showAndTell() {
    if scroller.settlings != passedSettlings { passOverItems() }
    deliver()
    updatePrefetching()
    announce()
  }

  /// Asks for a frame because the picture is out of date.
  func invalidate() {
    isStale = true
    announce()
  }

  /// Calls `onNeedsFrame` when frames are wanted that were not.
  func announce() {
    guard !isInFrame, !wasNeedingFrame, needsFrame else { return }
    wasNeedingFrame = true
    onNeedsFrame?()
  }

  /// Tells the delegate what happened, oldest first; what it causes comes last.
  func deliver() {
    guard !scroller.isTelling else { return }
    scroller.isTelling = true
    defer { scroller.isTelling = false }
    tellEvents()
    // Whether it rests is known when the motion has told its own; what that causes may be another motion.
    guard !(needsLayout && dataSource != nil), let reason = scroller.takeRest() else { return }
    delegate?.carousel(self, didSettleAt: currentItemIndex, reason: reason)
    // A rest that this causes is told with the next frame, so that one cannot cause the other for ever.
    tellEvents()
  }

  private func tellEvents() { while let event = scroller.takeEvent() { tell(event) } }

  private func tell(_ event: ScrollEvent) {
    guard let delegate else { return }
    switch event {
    case .willBeginScrollingAnimation: delegate.carouselWillBeginScrollingAnimation(self)
    case .didEndScrollingAnimation: delegate.carouselDidEndScrollingAnimation(self)
    case .didScroll: delegate.carouselDidScroll(self)
    case .currentItemIndexDidChange(let from, let steps):
      // All items on the way but the last report themselves, so that none is missed in a fast scroll.
      let passed = abs(steps) <= Self.mostReportedSteps ? abs(steps) : 1
      for step in 1..<max(1, passed) {
        reportedIndex = scroller.ring.index(from + step * steps.signum())
        delegate.carouselCurrentItemIndexDidChange(self)
      }
      reportedIndex = nil
      delegate.carouselCurrentItemIndexDidChange(self)
    case .willBeginDragging: delegate.carouselWillBeginDragging(self)
    case .didEndDragging(let willDecelerate):
      delegate.carouselDidEndDragging(self, willDecelerate: willDecelerate)
    case .willBeginDecelerating: delegate.carouselWillBeginDecelerating(self)
    case .didEndDecelerating: delegate.carouselDidEndDecelerating(self)
    }
  }
}
