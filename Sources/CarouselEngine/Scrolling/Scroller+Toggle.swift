/// How the toggle turns: with the offset, or by itself.
extension Scroller {
  /// Whether a row is beyond its ends or on its last item, where the toggle turns with the offset.
  var isPastEnd: Bool { !ring.wraps && (offset < 0 || offset >= Double(ring.count) - 1) }

  /// Turns the toggle with the offset where it does not turn by itself.
  ///
  /// - Parameter distance: How far the nearest loaded item is from the centre, in items; `nil` if there is none.
  mutating func followWithToggle(nearest distance: Double?) {
    if toggleFollows, let distance { toggle.follow(distance) }
  }

  /// Decides whether the toggle turns with the offset, as things stand.
  mutating func decideWhatTheToggleFollows() {
    switch activity {
    case .decelerating, .autoscrolling: toggleFollows = true
    case .animating: toggleFollows = !lastReleaseWasSlow || isPastEnd
    case .idle, .held, .dragging: toggleFollows = isPastEnd
    }
  }

  /// Lets what a slow drag has set turning turn on while the carousel aligns.
  mutating func turnToggleWhileAligning(to now: Timestamp) {
    if lastReleaseWasSlow, !isPastEnd, toggle.isTurning { toggle.advance(to: now, velocity: velocity) }
  }

  /// Lets it turn on by itself while nothing else moves.
  mutating func turnToggleOn(to now: Timestamp) {
    guard isAwake else { return }
    guard toggle.isTurning else {
      isAwake = false
      return
    }
    toggle.advance(to: now, velocity: velocity)
    settle(at: now)
  }
}

extension Carousel {
  /// Turns the toggle with the nearest item, where it does not turn by itself.
  ///
  /// - Parameter probe: An item that was looked at although it is not near enough to stay.
  func turnToggle(probe: Int? = nil) {
    guard scroller.toggleFollows else { return }
    let (loaded, ring, offset) = (loader.loaded, scroller.ring, scroller.offset)
    var nearest = loaded.isEmpty ? probe.map { ring.distance(ofItem: $0, from: offset) } : nil
    for position in loaded.indices {
      let distance = ring.distance(ofItem: loaded[position].index, from: offset)
      if abs(distance) < abs(nearest ?? .infinity) { nearest = distance }
    }
    scroller.followWithToggle(nearest: nearest)
  }
}
