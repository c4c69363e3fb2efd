/// Changes of the offset by a lifted item.
extension Scroller {
  /// Holds a carousel at rest while an item is lifted, as if a finger touched the carousel.
  mutating func hold() { if isIdle { begin(.held(stoppedMotion: false)) } }

  /// Whether a lifted item can scroll the carousel, because no other motion is in progress.
  private var canScrollWithLift: Bool { !row.isEmpty && (isIdle || isHeldAtRest || hasStoppedMotion) }

  /// Returns whether a lifted item can scroll the carousel in the direction of the sign of `direction`.
  func canScrollWithLift(towards direction: Double) -> Bool {
    direction != 0 && canScrollWithLift && !bounds.isAtEnd(offset, towards: direction)
  }

  /// Scrolls by `distance` nominal item widths along the track, but not beyond an end of a strip.
  mutating func scrollWithLift(by distance: Double, at now: Moment) {
    let target = bounds.resting(geometry.offset(offset, movedBy: distance))
    guard distance != 0, canScrollWithLift, target != offset else { return }
    settleReason = .user
    move(to: target, at: now)
  }

  /// Ends the hold of a carousel after an item was lifted, and scrolls to the nearest item.
  ///
  /// - Parameter isTouched: Whether a finger still lies on the carousel.
  mutating func settleAfterLift(isTouched: Bool, at now: Moment) {
    guard case .held = activity else { return }
    let stop = geometry.itemStop(nearestTo: offset)
    if !row.isEmpty, alignsAtRest, abs(row.distance(from: offset, to: stop)) > offsetMargin {
      begin(.idle)
      align(with: stop, at: now)
    } else if !isTouched {
      begin(.idle)
      resumeAutoscroll(at: now)
    }
  }

  /// Adds `count` to the offset of a ring, because the indexes of all its items have changed by `count`.
  mutating func renumber(by count: Int, at now: Moment) {
    guard count != 0, row.wraps, !row.isEmpty else { return }
    let wasTravelling = isTravelling
    // The current motion would lead back to the former indexes.
    if wasTravelling { begin(.idle) }
    move(to: row.offset(offset + Double(count)), as: .correction, at: now)
    guard wasTravelling else { return }
    if alignsAtRest { align(at: now) }
    resumeAutoscroll(at: now)
  }
}
