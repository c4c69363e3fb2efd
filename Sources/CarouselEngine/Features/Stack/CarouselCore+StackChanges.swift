internal import Geometry

/// How a stack of cards follows changes of the layout and of content, and how its cards move with time.
extension CarouselCore {
  // MARK: Layout

  /// Sets up or removes the stack's state after a change of the layout.
  mutating func followLayoutKind(at moment: Moment) {
    let isStack = layout.swipeStack != nil
    guard isStack != features.stack.isActive else { return }
    if features.stack.isHeld { endHold(at: moment) }
    if features.stack.isOut { scroller.noteIndexChange(from: scroller.row.count - 1, steps: -1) }
    features.stack.setActive(isStack)
    scroller.setRestsPastLast(isStack)
    loader.endCardFlights()
    staleness.setNeedsVisibleItems()
  }

  // MARK: Visible items

  /// The items whose views are needed although they are outside the visible range: the items of moving cards,
  /// and the items at the bottom while cards on top return.
  var itemsOfMovingStack: [Int] {
    guard features.stack.isBusy, let layout = layout.swipeStack else { return [] }
    let (row, offset) = (scroller.row, scroller.offset)
    let drawn =
      offset
      - min(features.stack.lag(at: timeline.now) + features.stack.scrollCorrection.value(at: timeline.now), 0)
    let (first, last) = (Int(within: offset), Int(within: drawn) + layout.visibleCards + 1)
    guard drawn > offset, last - first < 2 * CardStack.maximumReturning + layout.visibleCards else {
      return features.stack.indexes
    }
    let deep = (first...last).compactMap { index -> Int? in
      if row.wraps { return row.index(index) }
      return (0..<row.count).contains(index) ? index : nil
    }
    return features.stack.indexes + deep
  }

  // MARK: Time

  /// Advances the cards that move.
  mutating func advanceStack(to now: Timestamp) {
    staleness.setNeedsFrame()
    let result = features.stack.advance(to: now)
    if result.hasEnded { staleness.setNeedsVisibleItems() }
    guard !result.events.isEmpty, hasDelegate || gestures.isObserved else { return }
    for event in result.events { report(event) }
  }

  /// Ends the motion of all cards, because the user prefers reduced motion.
  mutating func endStackMotions() {
    guard features.stack.isActive else { return }
    for index in features.stack.endMotions() {
      effects.append(.didDragItem(index: index, progress: 0, direction: nil))
    }
    loader.endCardFlights()
    staleness.setNeedsFrame()
    staleness.setNeedsVisibleItems()
  }

  // MARK: Content

  /// Applies edits of content to the stack and its offset. The top card stays on top, unless items are
  /// inserted above it.
  mutating func followStack(_ edits: ContentEdits, before: Scroller, at moment: Moment) {
    let now = present(moment)
    keepingHold(at: moment) { $0.follow(edits, at: now) }
    if !before.row.isEmpty, !scroller.row.isEmpty {
      let offset = before.row.wraps ? before.offset : before.bounds.resting(before.offset)
      let old = Int(within: offset.rounded())
      let new = edits.top(after: old)
      if new != old {
        features.stack.addScrollLag(Double(old) - offset, at: now)
        scroller.setTop(Double(new), for: scroller.settleReason ?? .dataChange, at: moment)
      } else if edits.removes {
        scroller.snapToCurrentItem(at: moment)
      }
    }
    cancelDragBelowTop(at: moment)
    compareWithEnd()
  }

  /// Changes the stack. If the change removes the card that a finger holds, the drag ends.
  private mutating func keepingHold(at moment: Moment, _ change: (inout CardStack) -> Void) {
    let wasHeld = features.stack.isHeld
    change(&features.stack)
    if wasHeld, !features.stack.isHeld { endHold(at: moment) }
  }

  /// Ends a drag if its card is no longer the top card.
  private mutating func cancelDragBelowTop(at moment: Moment) {
    if let held = features.stack.held, held.card.index != topItem { cancelCardDrag(at: moment) }
  }

  /// Keeps the views of cards that are leaving when all items are reloaded.
  mutating func keepCardFlights() {
    guard features.stack.isActive else { return }
    for item in loader.loaded where features.stack.isLeaving(item.index) {
      if let departure = features.stack.departure(ofItem: item.index, fades: false, at: timeline.nextFrame) {
        loader.leaving.add(
          item, fades: departure.fades, card: departure.card, seenAt: timeline.now, for: departure.progress)
      }
    }
    features.stack.releaseLeavingItems()
  }

  /// Updates the stack for the number of items after a reload.
  mutating func followReload() {
    guard features.stack.isActive else { return }
    keepingHold(at: timeline.nextFrame) { [count = scroller.row.count] in $0.forgetItems(from: count) }
    cancelDragBelowTop(at: timeline.nextFrame)
    compareWithEnd()
  }
}

extension ContentEdits {
  /// Returns the number of cards that are gone after the edits if `count` cards were gone before.
  fileprivate func top(after count: Int) -> Int {
    edits.reduce(count) { top, edit in
      switch edit {
      case .insert(let inserted, _): inserted < top ? top + 1 : top
      case .remove(let removed, _): removed < top ? top - 1 : top
      case .move(let from, let to, _):
        if from < top { to < top - 1 ? top : top - 1 } else { to < top ? top + 1 : top }
      case .reload: top
      }
    }
  }
}
