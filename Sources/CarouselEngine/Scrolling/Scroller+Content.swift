/// Changes of the offset by changes of layout and content.
extension Scroller {
  /// Snaps a carousel at rest after a change of layout.
  mutating func alignAfterLayout(at now: Moment) {
    guard isIdle || isHeldAtRest, autoscroll.speed == 0, !ring.isEmpty else { return }
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
    guard stop != offset, !ring.isEmpty, !geometry.awaitsRestRange else { return }
    settleReason = settleReason ?? .dataChange
    move(to: stop, as: .correction, at: now)
  }
}
