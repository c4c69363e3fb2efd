/// What changes of layout and content do to the offset.
extension Scroller {
  /// Aligns a carousel at rest after a change of layout.
  ///
  /// iCarousel: `layOutItemViews`.
  mutating func alignAfterLayout(at now: Timestamp?) {
    switch activity {
    case .idle, .held(stoppedMotion: false): break
    case .held, .dragging, .decelerating, .animating, .autoscrolling: return
    }
    guard autoscroll.speed == 0, !ring.isEmpty else { return }
    if settings.scrollToItemBoundary {
      // An item that was scrolled to stays where it is, also in the middle of a page.
      align(with: itemSnapPoints.nearest(to: offset), at: now)
    } else if isOutside {
      place(at: bounds.resting(offset))
      setPendingSettleReason(pendingSettleReason ?? .program)
    }
  }

  /// Puts the current item in its place after an item was removed.
  mutating func snapToCurrentItem() {
    let stop = itemSnapPoints.nearest(to: offset)
    if stop != offset, !ring.isEmpty { setPendingSettleReason(pendingSettleReason ?? .dataChange) }
    place(at: stop)
  }
}
