/// Changes of the offset by calls of the program.
extension Scroller {
  /// The default duration of an animated scroll, in seconds.
  package static let scrollDuration = 0.4
  /// The duration of a snap over no distance, in seconds. Such a snap exists only for its notifications.
  static let emptyAlignmentDuration = 0.01

  /// Moves to `newOffset` without animation. A drag continues from the new offset; any other motion ends.
  ///
  /// iCarousel: `setScrollOffset:`.
  package mutating func jump(to newOffset: Double, for cause: SettleReason = .program, at now: Timestamp?) {
    guard let newOffset = newOffset.known else { return }
    let before = offset
    if !isDragging { begin(.idle) }
    if newOffset != offset {
      place(at: newOffset, isSet: true)
      commit(at: now, isJump: true)
    }
    if !isDragging, pendingSettleReason != nil || offset != before { setPendingSettleReason(cause) }
    resumeAutoscroll(at: now)
  }

  /// Scrolls by `distance` items in `duration` seconds. On a strip the target is clamped to the ends.
  ///
  /// iCarousel: `scrollByOffset:duration:`.
  package mutating func scroll(
    by distance: Double, duration: Double, then arrival: ScrollActivity.Arrival = .rest,
    for cause: SettleReason = .program, at now: Timestamp?
  ) {
    guard let distance = distance.known else { return }
    guard duration > 0 else {
      jump(to: snapPoints.attainable(Self.onItem(offset + distance)), for: cause, at: now)
      if case .idle = activity { align(after: arrival, at: now) }
      return
    }
    let target = Self.onItem(offset + distance)
    let end = ring.wraps && !ring.isEmpty ? target : bounds.resting(target)
    guard !isFluid else { return steer(to: end, duration: duration, then: arrival, for: cause, at: now) }
    if isDragging { endActivity() }
    note(.willBeginScrollingAnimation)
    begin(.animating(eased(to: end, duration: duration), since: now, then: arrival))
    if end != offset || pendingSettleReason != nil { setPendingSettleReason(cause) }
    guard end == offset else { return }
    commit(at: now)
    if defersArrival {
      begin(
        .animating(EaseInOut(from: offset, to: end, duration: duration), since: .distantPast, then: arrival))
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

  /// Scrolls to item `index` in `duration` seconds, on a ring in the given direction.
  ///
  /// An index out of range is clamped to the first or last index on a strip, and wraps on a ring.
  package mutating func scroll(
    toItem index: Int, direction: ScrollDirection = .shortest, duration: Double,
    then arrival: ScrollActivity.Arrival = .rest, at now: Timestamp?
  ) {
    guard !ring.isEmpty else {
      return scroll(to: Double(index), duration: duration, then: arrival, at: now)
    }
    scroll(
      by: ring.distance(from: offset, to: index, direction: direction), duration: duration, then: arrival,
      at: now)
  }

  /// Scrolls by `count` items. A scroll that starts between two items counts the next item in the scroll
  /// direction as 1.
  ///
  /// iCarousel: `scrollByNumberOfItems:duration:`.
  package mutating func scroll(byItems count: Int, duration: Double, at now: Timestamp?) {
    // The distance is limited, because larger offsets cannot represent fractions precisely.
    let count = min(max(count, -1_000_000), 1_000_000)
    guard duration > 0 else {
      let index = ring.index(lastCommittedIndex + count)
      return jump(to: snapPoints.attainable(Double(index)), at: now)
    }
    let from: Double =
      if count > 0 { offset.rounded(.down) } else if count < 0 { offset.rounded(.up) } else {
        offset.rounded()
      }
    scroll(by: from + Double(count) - offset, duration: duration, at: now)
  }

  /// Ends an animated scroll.
  mutating func arrive(_ arrival: ScrollActivity.Arrival, at now: Timestamp?) {
    endActivity()
    if isOutside {
      // The strip has become shorter during the scroll, so the offset is beyond its end.
      align(at: now)
    } else {
      align(after: arrival, at: now)
    }
    resumeAutoscroll(at: now)
  }

  /// Snaps after an arrival, if the carousel is not at an item.
  private mutating func align(after arrival: ScrollActivity.Arrival, at now: Timestamp?) {
    guard settings.scrollToItemBoundary, autoscroll.speed == 0, !ring.isEmpty else { return }
    // A scroll with the arrival `rest` ends on an item, unless the ends have changed during the scroll.
    let points = arrival.aligns ? snapPoints : itemSnapPoints
    align(with: points.nearest(to: offset), at: now)
  }

  /// Starts a snap to the nearest item, unless the carousel is already there.
  mutating func align(at now: Timestamp?) {
    guard !ring.isEmpty else { return }
    align(with: snapPoints.nearest(to: offset), at: now)
  }

  /// Starts a snap to the nearest item. If the carousel is already there, it makes a short scroll with
  /// callbacks.
  mutating func snapWithNotification(at now: Timestamp?) {
    let target = snapPoints.nearest(to: offset)
    let distance = ring.distance(from: offset, to: target)
    guard abs(distance) < offsetMargin else { return align(with: target, at: now) }
    // A scroll over no distance has callbacks only for compatibility with iCarousel.
    guard !isFluid else { return }
    note(.willBeginScrollingAnimation)
    begin(
      .animating(
        EaseInOut(from: offset, to: Self.onItem(offset + distance), duration: Self.emptyAlignmentDuration),
        since: now, then: .rest))
  }

  /// Starts a snap to `stop`, unless the carousel is already there. The pending settle reason stays.
  mutating func align(with stop: Double, at now: Timestamp?) {
    guard ring.distance(from: offset, to: stop) != 0 else { return }
    scroll(to: stop, duration: Self.scrollDuration, for: pendingSettleReason ?? .program, at: now)
  }

  /// Returns the eased motion from the current offset to `end`, in items.
  func eased(to end: Double, duration: Double) -> any Motion {
    guard let track = trackInForce else { return EaseInOut(from: offset, to: end, duration: duration) }
    return TrackMotion(
      from: offset, to: end, along: track,
      EaseInOut(from: track.place(at: offset), to: track.place(at: end), duration: duration))
  }

  /// Rounds `offset` to a whole item if the difference is only a rounding error of a sum.
  static func onItem(_ offset: Double) -> Double {
    abs(offset - offset.rounded()) < 1e-9 ? offset.rounded() : offset
  }
}
