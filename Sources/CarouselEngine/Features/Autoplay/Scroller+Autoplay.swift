internal import Geometry

/// Changes of the offset by autoplay.
extension Scroller {
  /// Scrolls to the next stop. At the end of a strip, ``Autoscroll/end`` determines where to scroll.
  mutating func advanceAutoplay(at now: Timestamp) {
    guard !bounds.isAtEnd(offset, towards: autoscroll.velocity) || leavesEnd(at: .at(now)) else { return }
    guard isIdle || isHeldAtRest else { return }
    let target = stops.stop(autoscroll.velocity < 0 ? -1 : 1, near: offset)
    let distance = row.wraps ? target - offset : bounds.resting(target) - offset
    guard distance != 0 else { return }
    scroll(by: distance, duration: Self.scrollDuration, for: .autoscroll, at: .at(now))
  }

  /// Whether the carousel is at rest, so that autoplay may scroll.
  var restsForAutoplay: Bool { isIdle || !autoscroll.pausesDuringTouch && isHeldAtRest }
}
