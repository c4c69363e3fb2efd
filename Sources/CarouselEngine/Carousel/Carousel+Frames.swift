/// Frames.
extension Carousel {
  /// Times that go back by more than this are those of another clock, in seconds.
  private static let longestStepBack = 1.0

  /// Whether frames are wanted: something moves, or the picture is out of date.
  public var needsFrame: Bool {
    isStale || needsLayout && dataSource != nil || scroller.isTravelling || loader.isChanging
      || !makingRoom.isEmpty || showsToggle && scroller.isMoving || scroller.hasRestToTell
      || !scroller.events.isEmpty
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
    guard let now = now.known.map({ notBeforeLastFrame($0) }) else { return }
    let wasInFrame = isInFrame
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
    isInFrame = wasInFrame
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
    guard loader.isChanging || !makingRoom.isEmpty else { return }
    isStale = true
    loader.advance(to: now)
    guard !makingRoom.isEmpty else { return }
    for position in makingRoom.indices { makingRoom[position].start(at: now) }
    let count = makingRoom.count
    makingRoom.removeAll { $0.isOver(at: now) }
    if makingRoom.count < count { perform { $0.settle(at: now) } }
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
    bond.forEachMate(of: self) { $0.showAndTell() }
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
}
