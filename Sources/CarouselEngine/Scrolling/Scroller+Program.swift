internal import Geometry

/// Changes of the offset by calls of the program, and by changes of layout and content.
extension Scroller {
  /// The default duration of an animated scroll, in seconds.
  package static let scrollDuration = 0.4
  /// The duration of a snap over no distance, in seconds. Such a snap exists only for its notifications.
  static let emptyAlignmentDuration = 0.01

  /// Moves to `newOffset` without animation. A drag continues from the new offset; any other motion ends.
  package mutating func jump(
    to newOffset: Double, as move: Move = .jump, for cause: SettleReason = .program, at now: Moment
  ) {
    guard let newOffset = newOffset.known else { return }
    let before = offset
    if !isDragging { begin(.idle) }
    if newOffset != offset { self.move(to: newOffset, as: move, at: now) }
    if !isDragging, settleReason != nil || offset != before { settleReason = cause }
    resumeAutoscroll(at: now)
  }

  /// Scrolls by `distance` items in `duration` seconds. On a strip the target is clamped to the ends.
  package mutating func scroll(
    by distance: Double, duration: Double, then arrival: ScrollActivity.Arrival = .rest,
    for cause: SettleReason = .program, at now: Moment
  ) {
    guard let distance = distance.known else { return }
    guard duration > 0 else {
      jump(to: geometry.attainable(onItem(offset + distance)), for: cause, at: now)
      if isIdle { align(after: arrival, at: now) }
      return
    }
    let target = onItem(offset + distance)
    var end = row.isEmpty ? -1 : geometry.attainable(target)
    if traits.contains(.endsAtStops), arrival == .align, settings.scrollToItemBoundary, autoscroll.speed == 0
    {
      end = stops.stop(0, near: end)
    }
    let start = startOfScroll(at: now)
    let isThere = end == offset && start.velocity == 0
    // A deceleration over no distance is over at the next frame.
    let motion: any ScrollMotion =
      isThere && defersArrival
      ? Deceleration(from: offset, to: offset, velocity: 1)
      : physics.scroll(from: start, to: end, duration: duration, in: geometry)
    begin(.animating(motion, since: traits.contains(.joinsMotions) ? handOver(at: now) : now, then: arrival))
    if end != offset || settleReason != nil { settleReason = cause }
    guard isThere else { return }
    move(to: offset, at: now)
    if !defersArrival { arrive(arrival, at: now) }
  }

  /// Scrolls to `target` in `duration` seconds, on a ring by the shortest way.
  package mutating func scroll(
    to target: Double, duration: Double, then arrival: ScrollActivity.Arrival = .rest,
    for cause: SettleReason = .program, at now: Moment
  ) {
    guard let target = target.known else { return }
    scroll(
      by: row.distance(from: offset, to: target), duration: duration, then: arrival, for: cause, at: now)
  }

  /// Scrolls by `count` items. A scroll that starts between two items counts the next item in the scroll
  /// direction as 1.
  package mutating func scroll(byItems count: Int, duration: Double, at now: Moment) {
    // The distance is limited, because larger offsets cannot represent fractions precisely.
    let count = min(max(count, -1_000_000), 1_000_000)
    guard duration > 0 else {
      return jump(to: geometry.attainable(Double(row.index(lastIndex + count))), at: now)
    }
    let from: Double =
      if count > 0 { offset.rounded(.down) } else if count < 0 { offset.rounded(.up) } else {
        offset.rounded()
      }
    scroll(by: from + Double(count) - offset, duration: duration, at: now)
  }

  /// Ends an animated scroll.
  mutating func arrive(_ arrival: ScrollActivity.Arrival, at now: Moment) {
    begin(.idle)
    align(after: arrival, at: now)
    resumeAutoscroll(at: now)
  }

  /// Snaps after an arrival, if the carousel is not at an item.
  private mutating func align(after arrival: ScrollActivity.Arrival, at now: Moment) {
    guard alignsAtRest, !row.isEmpty else { return }
    // A scroll with the arrival `rest` ends on an item, unless the ends have changed during the scroll. If the
    // strip has become shorter, the offset is beyond its end.
    let usesPages = arrival == .align || isOutside
    let stop = usesPages ? stops.nearest(to: offset) : geometry.itemStop(nearestTo: offset)
    // The snap after a correction is a correction.
    align(with: stop, then: arrival == .correction ? .correction : .rest, at: now)
  }

  /// Starts a snap to the nearest item, unless the carousel is already there.
  mutating func align(at now: Moment) {
    guard !row.isEmpty else { return }
    align(with: stops.nearest(to: offset), at: now)
  }

  /// Starts a snap to the nearest item. If the carousel is already there, it makes a short scroll with
  /// callbacks.
  mutating func snapWithNotification(at now: Moment) {
    let target = stops.nearest(to: offset)
    let distance = row.distance(from: offset, to: target)
    guard abs(distance) < offsetMargin else { return align(with: target, at: now) }
    // A scroll over no distance has callbacks only for compatibility with iCarousel.
    guard !traits.contains(.endsAtStops) else { return }
    begin(
      .animating(
        EaseInOut(from: offset, to: onItem(offset + distance), duration: Self.emptyAlignmentDuration),
        since: now, then: .rest))
  }

  /// Starts a snap to `stop`, unless the carousel is already there. The pending settle reason stays.
  mutating func align(with stop: Double, then arrival: ScrollActivity.Arrival = .rest, at now: Moment) {
    guard row.distance(from: offset, to: stop) != 0 else { return }
    scroll(
      to: stop, duration: Self.scrollDuration, then: arrival, for: settleReason ?? .program, at: now)
  }

  // MARK: Layout and content

  /// Snaps a carousel at rest after a change of layout.
  mutating func alignAfterLayout(at now: Moment) {
    guard isIdle || isHeldAtRest, autoscroll.speed == 0, !row.isEmpty else { return }
    if settings.scrollToItemBoundary {
      // If the program has scrolled to an item inside a page, the carousel stays there.
      align(with: geometry.itemStop(nearestTo: offset), then: .correction, at: now)
    } else if isOutside {
      settleReason = settleReason ?? .program
      move(to: bounds.resting(offset), as: .correction, at: now)
    }
  }

  /// Moves to the current item after an item was removed, unless the ends of the strip are not known yet.
  mutating func snapToCurrentItem(at now: Moment) {
    let stop = geometry.itemStop(nearestTo: offset)
    guard stop != offset, !row.isEmpty, !geometry.awaitsRestRange else { return }
    settleReason = settleReason ?? .dataChange
    move(to: stop, as: .correction, at: now)
  }
}
