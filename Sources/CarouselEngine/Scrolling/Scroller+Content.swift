extension Scroller {
  /// Takes note of another number of items, or of another end.
  ///
  /// The offset is put right by the next settling; only an empty carousel has its place at once: −1, and 0 when items
  /// arrive.
  package mutating func setRing(_ newRing: ItemRing) {
    let wasEmpty = ring.isEmpty
    ring = newRing
    if ring.isEmpty {
      endActivity()
      offset = -1
      velocity = 0
    } else if wasEmpty {
      offset = 0
    }
  }

  /// Ends whatever goes on where there is nothing left to move, and lets who heard of its beginning hear of its end.
  private mutating func endActivity() {
    switch activity {
    case .dragging: events.append(.didEndDragging(willDecelerate: false))
    case .decelerating: events.append(.didEndDecelerating)
    case .animating: events.append(.didEndScrollingAnimation)
    case .idle, .held, .autoscrolling: break
    }
    activity = .idle
  }

  /// Aligns a carousel at rest after a change of layout.
  ///
  /// iCarousel: `layOutItemViews`.
  package mutating func alignAfterLayout(at now: Timestamp?) {
    switch activity {
    case .idle, .held(stoppedMotion: false): break
    case .held, .dragging, .decelerating, .animating, .autoscrolling: return
    }
    guard settings.autoscroll == 0, !ring.isEmpty else { return }
    if settings.scrollToItemBoundary {
      align(at: now)
    } else {
      offset = ring.offset(offset)
    }
  }

  /// Puts the current item in the centre after an item was removed.
  package mutating func snapToCurrentItem() { offset = Double(currentIndex) }
}
