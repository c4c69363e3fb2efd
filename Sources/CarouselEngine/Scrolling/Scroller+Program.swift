extension Scroller {
  /// How long an animated scroll takes unless told otherwise, in seconds.
  package static let scrollDuration = 0.4
  /// How long it takes to align with an item that is already there, in seconds: it is only for who listens.
  static let touchDownDuration = 0.01

  /// Moves to `newOffset` at once; a drag goes on from there, any other motion ends.
  ///
  /// iCarousel: `setScrollOffset:`.
  package mutating func jump(to newOffset: Double, for cause: SettleReason = .program, at now: Timestamp?) {
    guard let newOffset = newOffset.known else { return }
    let before = offset
    if !isDragging { activity = .idle }
    if newOffset != offset {
      offset = newOffset
      settle(at: now, isJump: true)
    }
    if !isDragging, unrest != nil || offset != before { unrest = cause }
    resumeAutoscroll(at: now)
  }

  /// Scrolls by `distance` items in `duration` seconds; a row ends at its ends.
  ///
  /// iCarousel: `scrollByOffset:duration:`.
  package mutating func scroll(
    by distance: Double, duration: Double, then arrival: ScrollActivity.Arrival = .rest,
    for cause: SettleReason = .program, at now: Timestamp?
  ) {
    guard let distance = distance.known else { return }
    guard duration > 0 else {
      jump(to: stops.attainable(offset + distance), for: cause, at: now)
      if case .idle = activity { align(after: arrival, at: now) }
      return
    }
    takeOver()
    let reached = Self.onBoundary(offset + distance)
    let end = ring.wraps && !ring.isEmpty ? reached : stops.offset(reached)
    events.append(.willBeginScrollingAnimation)
    activity = .animating(eased(from: offset, to: end, duration: duration), since: now, then: arrival)
    if end != offset || unrest != nil { unrest = cause }
    guard end == offset else { return }
    settle(at: now)
    if isTelling {
      activity = .animating(
        EaseInOut(from: offset, to: end, duration: duration), since: .distantPast, then: arrival)
    } else {
      arrive(arrival, at: now)
    }
  }

  /// Scrolls to `target` in `duration` seconds, on a ring by the shortest way.
  ///
  /// iCarousel: `scrollToOffset:duration:`.
  package mutating func scroll(
    to target: Double, duration: Double, then arrival: ScrollActivity.Arrival = .rest,
    for cause: SettleReason = .program, at now: Timestamp?
  ) {
    guard let target = target.known else { return }
    scroll(
      by: ring.distance(from: offset, to: target), duration: duration, then: arrival, for: cause, at: now)
  }

  /// Scrolls to item `index` in `duration` seconds, on a ring the way that is asked for.
  package mutating func scroll(
    toItem index: Int, direction: ScrollDirection, duration: Double, at now: Timestamp?
  ) {
    guard ring.wraps, !ring.isEmpty, direction != .shortest else {
      return scroll(to: Double(index), duration: duration, at: now)
    }
    let way = ring.distance(from: offset, to: index, direction: direction)
    scroll(by: way, duration: duration, at: now)
  }

  /// Scrolls by whole items: from a place between two, the next one in the direction counts as the first.
  ///
  /// iCarousel: `scrollByNumberOfItems:duration:`.
  package mutating func scroll(byItems count: Int, duration: Double, at now: Timestamp?) {
    guard duration > 0 else {
      let index = ring.index(previousIndex + Int(Double(count).finite(or: 0)))
      return jump(to: stops.attainable(Double(index)), at: now)
    }
    let from: Double =
      if count > 0 { offset.rounded(.down) } else if count < 0 { offset.rounded(.up) } else {
        offset.rounded()
      }
    scroll(by: from + Double(count) - offset, duration: duration, at: now)
  }

  /// Ends whatever goes on so that something else can take its place; only a drag has somebody to tell.
  private mutating func takeOver() {
    if isDragging {
      activity = .idle
      events.append(.didEndDragging(willDecelerate: false))
    }
  }

  /// Ends an animated scroll.
  mutating func arrive(_ arrival: ScrollActivity.Arrival, at now: Timestamp?) {
    activity = .idle
    events.append(.didEndScrollingAnimation)
    if isOutside {
      // The row has become shorter meanwhile.
      align(at: now)
    } else {
      align(after: arrival, at: now)
    }
    resumeAutoscroll(at: now)
  }

  /// Aligns if that is what follows the arrival.
  private mutating func align(after arrival: ScrollActivity.Arrival, at now: Timestamp?) {
    if arrival == .align, settings.scrollToItemBoundary, settings.autoscroll == 0 { align(at: now) }
  }

  /// Sets out for the nearest item unless the carousel is there already.
  mutating func align(at now: Timestamp?) {
    guard !ring.isEmpty else { return }
    align(with: stops.nearest(to: offset), at: now)
  }

  /// Sets out for the nearest item even if the carousel is there already: who listens hears of a short scroll.
  mutating func alignAudibly(at now: Timestamp?) {
    let target = stops.nearest(to: offset)
    let distance = ring.distance(from: offset, to: target)
    if abs(distance) < offsetMargin {
      let end = offset + distance
      events.append(.willBeginScrollingAnimation)
      activity = .animating(
        EaseInOut(from: offset, to: end, duration: Self.touchDownDuration), since: now, then: .rest)
    } else {
      align(with: target, at: now)
    }
  }

  /// Sets out for `stop` unless the carousel is there already; what set it moving stays the cause.
  mutating func align(with stop: Double, at now: Timestamp?) {
    guard ring.distance(from: offset, to: stop) != 0 else { return }
    scroll(to: stop, duration: Self.scrollDuration, for: unrest ?? .program, at: now)
  }

  /// Returns the item that `offset` is meant to be, if only the rounding of a sum keeps it from being it.
  private static func onBoundary(_ offset: Double) -> Double {
    abs(offset - offset.rounded()) < 1e-9 ? offset.rounded() : offset
  }
}
