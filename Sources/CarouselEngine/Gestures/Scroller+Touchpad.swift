extension Scroller {
  /// Two fingers begin to scroll on a touchpad: like a drag, but from page to page if pages are scrolled.
  mutating func beginTouchpadDrag(at now: Timestamp) {
    var aim = offset
    if let motion, let end = motion.end, let elapsed = elapsed(at: now) {
      aim += end - motion.offset(at: elapsed)
    }
    touchDown()
    beginDrag(translation: 0)
    guard settings.isPagingEnabled, !ring.isEmpty, case .dragging(var drag) = activity else { return }
    drag.page = TouchpadPage(from: offset, aim: aim, stops: stops)
    activity = .dragging(drag)
  }

  /// The fingers leave the touchpad.
  ///
  /// - Parameter itemWidth: The distance between neighbours, in points.
  mutating func endTouchpadDrag(itemWidth: Double, at now: Timestamp) {
    guard case .dragging(let drag) = activity, let page = drag.page else { return endDrag(at: now) }
    let threshold = TouchpadPage.threshold * abs(settings.offsetMultiplier) / max(itemWidth, 1)
    let distance = page.landing(threshold: threshold) - page.offset
    activity = .idle
    velocity = 0
    lastReleaseWasSlow = true
    events.append(.didEndDragging(willDecelerate: false))
    if stops.offset(offset + distance) != offset {
      scroll(by: distance, duration: Self.scrollDuration, for: .user, at: now)
    }
    resumeAutoscroll(at: now)
  }

  /// How far the motion under way had come at the last frame, in seconds.
  private func elapsed(at now: Timestamp) -> Double? {
    switch activity {
    case .animating(_, let since?, _), .decelerating(_, let since): (lastFrame ?? now) - since
    case .animating(_, nil, _): 0
    case .autoscrolling, .idle, .held, .dragging: nil
    }
  }
}
