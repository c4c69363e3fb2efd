extension Scroller {
  /// Takes note of another number of items, or of another end.
  ///
  /// The offset is put right by the next settling; only an empty carousel has its place at once: −1, and 0 when items
  /// arrive.
  package mutating func setRing(_ newRing: ItemRing) {
    let wasEmpty = ring.isEmpty
    let hasOtherItems = newRing.count != ring.count
    let hasOtherEnds = newRing.wraps != ring.wraps
    ring = newRing
    if hasOtherEnds { forgetTurn() }
    if hasOtherItems { reach = nil }
    if ring.isEmpty {
      endActivity()
      unrest = nil
      offset = -1
      velocity = 0
    } else if wasEmpty {
      offset = 0
    } else if hasOtherItems, isOutside, unrest == nil {
      unrest = .dataChange
    }
  }

  /// Takes note of the offsets that a row can rest at; `nil` means all from its first item to its last.
  ///
  /// A row at rest at one of its ends stays there. What moves keeps its aim, and comes back if that is outside.
  mutating func setReach(_ newReach: ClosedRange<Double>?) {
    guard newReach != reach else { return }
    let oldReach = reach
    reach = newReach
    guard !ring.isEmpty, !ring.wraps, settings.autoscroll == 0 else { return }
    guard isIdle || isHeldAtRest else { return }
    if let oldReach, offset == oldReach.lowerBound {
      offset = stops.first
    } else if let oldReach, offset == oldReach.upperBound {
      offset = stops.last
    } else {
      offset = settings.scrollToItemBoundary ? items.nearest(to: offset) : stops.offset(offset)
    }
    // Nobody has seen it elsewhere yet.
    if settlings == 0 { (previousOffset, previousIndex) = (offset, currentIndex) }
  }

  /// Ends whatever goes on where there is nothing left to move, and lets who heard of its beginning hear of its end.
  mutating func endActivity() {
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
  mutating func alignAfterLayout(at now: Timestamp?) {
    switch activity {
    case .idle, .held(stoppedMotion: false): break
    case .held, .dragging, .decelerating, .animating, .autoscrolling: return
    }
    guard settings.autoscroll == 0, !ring.isEmpty else { return }
    if settings.scrollToItemBoundary {
      // An item that was scrolled to stays where it is, also in the middle of a page.
      align(with: items.nearest(to: offset), at: now)
    } else if isOutside {
      offset = stops.offset(offset)
      unrest = unrest ?? .program
    }
  }

  /// Puts the current item in its place after an item was removed.
  mutating func snapToCurrentItem() {
    let place = items.nearest(to: offset)
    if place != offset, !ring.isEmpty { unrest = unrest ?? .dataChange }
    offset = place
  }
}
