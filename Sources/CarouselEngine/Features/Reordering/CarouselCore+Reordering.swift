internal import Geometry

/// Making room for a lifted item, and dropping or returning it.
extension CarouselCore {
  // MARK: Making room

  /// Continues the search for the slot under the lifted item, and drops the item there if the hand has
  /// released it.
  mutating func proceed(with task: inout ReorderTask) -> CarouselRequest? {
    let answer = dialogue.takeAnswer()
    if case .moving(let move, let revision) = task.phase {
      endMove(move, answer, isCurrent: revision == loader.revision, at: task.moment)
      return nil
    }
    guard let lift = features.reordering.lift, lift.number == task.lift else { return nil }
    switch (task.phase, answer) {
    case (.start, _):
      // The layout of the last frame is precise enough to make room, but not to drop the item.
      if task.ends || staleness.needsLayout, pushCatchUp(at: task.moment) { return nil }
      let slots = slots(for: lift)
      if !slots.isEmpty, !hasReachedWorkLimit {
        task.phase = .placing(slots, revision: loader.revision)
        return ask(.centers(ofItem: lift.index, slots.map(\.position)))
      }
    case (.placing(let slots, loader.revision), .drawing(.centers(let centers))):
      if let arrangement = arrangement(for: lift, at: slots, centers) {
        features.reordering.lift?.slot = arrangement.slot
        if hasDelegate {
          task.phase = .proposing(arrangement.order, revision: loader.revision)
          let (index, target) = (lift.index, arrangement.order.to)
          return ask(
            .feature {
              .index(
                $0.delegate?.carousel($0, targetIndexForMoveFromItemAt: index, toProposedIndex: target)
                  ?? target)
            })
        }
        arrange(arrangement.order, at: task.moment)
      }
    case (.proposing(let proposed, loader.revision), .index(let index)):
      let target = min(max(index, 0), max(0, content.numberOfItems - 1))
      arrange(ItemArrangement(from: proposed.from, to: target, turns: proposed.turns), at: task.moment)
    default:
      // The content has changed in the meantime, and this change has already scheduled another search.
      if task.ends, task.rounds < WorkLimits.maximumDropRounds {
        placeLift(ends: true, rounds: task.rounds + 1, at: task.moment)
        return nil
      }
    }
    return task.ends ? drop(&task) : nil
  }

  /// Returns the visible slots into which a lifted item can be dropped.
  private func slots(for lift: Reordering.Lift) -> [ReorderTask.Slot] {
    let (ring, range, positions) = (scroller.ring, visibleRange, positions)
    guard lift.arrangement.isValid(on: ring) else { return [] }
    return (range.first..<(range.first + range.count)).compactMap { index in
      guard ring.wraps || !content.isPlaceholder(index) else { return nil }
      // On a ring, slot numbers continue beyond the last item: each slot is numbered from the lifted item's
      // slot, in the direction of the shorter way.
      let slot =
        ring.wraps
        ? lift.slot + ring.distance(from: ring.index(lift.slot), to: ring.index(index)) : index
      let arrangement = ItemArrangement(lifting: lift.index, to: slot, on: ring)
      return (slot, positions.arranged(by: arrangement).position(ofItem: arrangement.to))
    }
  }

  /// Returns the slot under the lifted item and the resulting order; `nil` if the slot has not changed.
  private func arrangement(
    for lift: Reordering.Lift, at slots: [ReorderTask.Slot], _ centers: [DrawnCenter?]
  ) -> (slot: Int, order: ItemArrangement)? {
    guard slots.count == centers.count else { return nil }
    var path: [SlotPath.Slot] = []
    for (number, slot) in slots.enumerated() {
      guard let center = centers[number] else { continue }
      // On a ring that is drawn as a strip, the slots at the two ends of the strip are not neighbors on the
      // screen.
      let isJoined = number + 1 < slots.count && slots[number + 1].position.offset > slot.position.offset
      path.append(SlotPath.Slot(index: slot.index, center: center, isJoined: isJoined))
    }
    guard let position = SlotPath(path).position(nearestTo: lift.middle) else { return nil }
    var slot = SlotPath.slot(at: position, after: lift.slot)
    if !scroller.ring.wraps { slot = min(max(slot, 0), max(0, scroller.ring.count - 1)) }
    guard slot != lift.slot else { return nil }
    return (slot, ItemArrangement(lifting: lift.index, to: slot, on: scroller.ring))
  }

  /// Sets the drawn order of the items, and slides them to their new positions.
  private mutating func arrange(_ arrangement: ItemArrangement, at moment: Moment) {
    guard arrangement != features.reordering.arrangement else { return }
    let before = drawnPositions
    features.reordering.lift?.arrangement = arrangement
    part(from: before, except: arrangement.from, at: moment)
  }

  /// Slides items from the positions at which they were drawn before a change to their current positions.
  ///
  /// - Parameters:
  ///   - before: The positions before the change.
  ///   - lifted: The index of the lifted item, which does not slide.
  private mutating func part(from before: DrawnPositions, except lifted: Int, at moment: Moment) {
    let (after, ring, length) = (drawnPositions, scroller.ring, scroller.geometry.track?.length)
    let now = timeline.now
    loader.slide(since: timeline.notBeforeLastFrame(moment), replacesAll: false) { item in
      let (start, end) = (before.position(ofItem: item.index), after.position(ofItem: item.index))
      guard item.index != lifted, !(start - end).isZero else { return nil }
      return item.position(towards: start, at: now).shortShift(to: end, on: ring, length: length)
        ?? ItemPosition(offset: 0, itemWidth: 0)
    }
    staleness.setNeedsVisibleItems()
    staleness.setNeedsFrame()
  }

  // MARK: Dropping and returning

  /// Drops the lifted item into its slot.
  private mutating func drop(_ task: inout ReorderTask) -> CarouselRequest? {
    guard let lift = features.reordering.lift else { return nil }
    let order = lift.arrangement
    guard hasDataSource, !content.isGathering, order.isValid(on: scroller.ring) else {
      cancelReordering(at: task.moment)
      return nil
    }
    startDropGlide(of: lift, at: task.moment)
    let isMoved = order.to != order.from
    if isMoved {
      // The drawn order is final before the data source changes, so edits made by the data source use the new
      // indexes.
      features.reordering.beginDrop()
      edit(
        .move(from: order.from, to: order.to, isAnimated: true), completion: nil, anchor: .scrollOffset,
        at: task.moment)
    }
    features.reordering.end()
    scroller.renumber(by: order.turns, at: task.moment)
    settleAfterLift(at: task.moment)
    guard isMoved else {
      report(.didEndReordering(index: order.from, newIndex: order.to))
      return nil
    }
    task.phase = .moving(order, revision: loader.revision)
    return ask(
      .feature { carousel in
        carousel.askDataSource { .decision($0.carousel(carousel, moveItemAt: order.from, to: order.to)) }
      })
  }

  /// Returns the lifted item to its index.
  mutating func cancelReordering(at moment: Moment) {
    guard let lift = features.reordering.lift else { return }
    let before = drawnPositions
    startDropGlide(of: lift, at: moment)
    features.reordering.end()
    scroller.renumber(by: lift.arrangement.turnsOfReturn(on: scroller.ring), at: moment)
    part(from: before, except: lift.index, at: moment)
    settleAfterLift(at: moment)
    report(.didEndReordering(index: lift.index, newIndex: nil))
  }

  /// Ends a move after the data source was asked to make it. If the data source has not moved the item, the
  /// item returns to its index.
  private mutating func endMove(
    _ order: ItemArrangement, _ answer: CarouselAnswer?, isCurrent: Bool, at moment: Moment
  ) {
    let isMoved = if case .decision(true)? = answer { true } else { false }
    if !isMoved, isCurrent, hasDataSource {
      edit(
        .move(from: order.to, to: order.from, isAnimated: true), completion: nil, anchor: .scrollOffset,
        at: moment)
      scroller.renumber(by: -order.turns, at: moment)
    }
    report(.didEndReordering(index: order.from, newIndex: isMoved ? order.to : nil))
  }

  /// Makes the lifted item glide from the hand to its position.
  private mutating func startDropGlide(of lift: Reordering.Lift, at moment: Moment) {
    let center = layout.snapshot.center
    loader.glide(
      DropGlide(
        lift.pose(at: timeline.now, about: center), about: center,
        TimedProgress(
          since: timeline.notBeforeLastFrame(moment), duration: TimedProgress.slideDuration)),
      at: lift.index)
    staleness.setNeedsFrame()
  }

  /// Makes the carousel settle after a lifted item was dropped or returned.
  private mutating func settleAfterLift(at moment: Moment) {
    let isTouched = contacts.drag != nil
    if !isLed { scroller.settleAfterLift(isTouched: isTouched, at: moment) }
    staleness.setNeedsVisibleItems()
    motionDidChange(at: moment)
  }
}
