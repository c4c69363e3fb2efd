extension Scroller {
  /// Goes on by `steps` items, counted from where the carousel is already on its way to.
  mutating func step(by steps: Int, at now: Timestamp?) {
    var distance = ring.distance(from: offset, to: Double(currentIndex))
    if case .animating(let motion, let since, _) = activity, let end = motion.end {
      // The offset itself may have gone round the ring since the motion began.
      let elapsed = if let since, let lastFrame { lastFrame - since } else { 0.0 }
      distance = end.rounded() - motion.offset(at: elapsed)
    }
    distance += Double(steps)
    if !ring.wraps { distance = ring.offset(offset + distance) - offset }
    let isOnItsWay = motion?.end == offset + distance
    guard distance != 0, !isOnItsWay else { return }
    scroll(by: distance, duration: Self.scrollDuration, at: now)
  }
}
