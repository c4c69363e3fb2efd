/// Changes of the offset by changes of layout and content.
extension Scroller {
  /// Snaps a carousel at rest after a change of layout.
  ///
  /// iCarousel: `layOutItemViews`.
  mutating func alignAfterLayout(at now: Timestamp?) {
    switch activity {
    case .idle, .held(stoppedMotion: false): break
    case .held, .dragging, .decelerating, .animating, .autoscrolling: return
    }
    guard autoscroll.speed == 0, !ring.isEmpty else { return }
    if settings.scrollToItemBoundary {
      // If the program has scrolled to an item inside a page, the carousel stays there.
      align(with: itemSnapPoints.nearest(to: offset), at: now)
    } else if isOutside {
      place(at: bounds.resting(offset))
      setPendingSettleReason(pendingSettleReason ?? .program)
    }
  }

  /// Moves to the current item after an item was removed.
  mutating func snapToCurrentItem() {
    let stop = itemSnapPoints.nearest(to: offset)
    if stop != offset, !ring.isEmpty { setPendingSettleReason(pendingSettleReason ?? .dataChange) }
    place(at: stop)
  }
}
