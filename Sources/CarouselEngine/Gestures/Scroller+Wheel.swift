extension Scroller {
  /// Goes on by `steps` items or pages, counted from where the carousel is already on its way to.
  mutating func step(by steps: Int, at now: Timestamp?) {
    let stops = stops
    var (start, aim) = (offset, offset)
    if case .animating(let motion, let since, _) = activity, let end = motion.end {
      // The offset itself may have gone round the ring since the motion began.
      let elapsed = if let since, let lastFrame { lastFrame - since } else { 0.0 }
      (start, aim) = (motion.offset(at: elapsed), end)
    }
    var distance = stops.stop(steps, near: aim) - start
    if !ring.wraps { distance = stops.offset(offset + distance) - offset }
    let isOnItsWay = motion?.end == offset + distance
    guard distance != 0, !isOnItsWay else { return }
    scroll(by: distance, duration: Self.scrollDuration, for: .user, at: now)
  }
}
