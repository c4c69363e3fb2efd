internal import Geometry

/// Making room for a lifted item, and dropping or returning it.
extension CarouselCore {
  // MARK: Making room

  /// Returns the visible slots into which a lifted item can be dropped.
  fileprivate func slots(for lift: Reordering.Lift) -> [ReorderTask.Slot] {
    let (row, range, positions) = (scroller.row, visibleRange, positions)
    guard lift.arrangement.isValid(on: row) else { return [] }
    return (range.first..<(range.first + range.count)).compactMap { index in
      guard row.wraps || !content.isPlaceholder(index) else { return nil }
      // On a ring, slot numbers continue beyond the last item: each slot is numbered from the lifted item's
      // slot, in the direction of the shorter way.
      let slot =
        row.wraps
        ? lift.slot + row.distance(from: row.index(lift.slot), to: row.index(index)) : index
      let arrangement = ItemArrangement(lifting: lift.index, to: slot, on: row)
      return (slot, positions.arranged(by: arrangement).position(ofItem: arrangement.to))
    }
  }

  /// Returns the slot under the lifted item and the resulting order; `nil` if the slot has not changed.
  fileprivate func arrangement(
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
    if !scroller.row.wraps { slot = min(max(slot, 0), max(0, scroller.row.count - 1)) }
    guard slot != lift.slot else { return nil }
    return (slot, ItemArrangement(lifting: lift.index, to: slot, on: scroller.row))
  }

  /// Sets the drawn order of the items, and slides them to their new positions.
  fileprivate mutating func arrange(_ arrangement: ItemArrangement, at moment: Moment) {
    guard arrangement != features.reordering.arrangement else { return }
    let before = drawnPositions
    features.reordering.setArrangement(arrangement)
    part(from: before, except: arrangement.from, at: moment)
  }

  /// Slides items from the positions at which they were drawn before a change to their current positions.
  ///
  /// - Parameters:
  ///   - before: The positions before the change.
  ///   - lifted: The index of the lifted item, which does not slide.
  private mutating func part(from before: DrawnPositions, except lifted: Int, at moment: Moment) {
    let (after, row, length) = (drawnPositions, scroller.row, scroller.geometry.track?.length)
    let now = timeline.now
    loader.slide(since: timeline.notBeforeLastFrame(moment), replacesAll: false) { item in
      let (start, end) = (before.position(ofItem: item.index), after.position(ofItem: item.index))
      guard item.index != lifted, !(start - end).isZero else { return nil }
      return item.position(towards: start, at: now).shortShift(to: end, on: row, length: length)
        ?? ItemPosition(offset: 0, itemWidth: 0)
    }
    staleness.setNeedsVisibleItems()
    staleness.setNeedsFrame()
  }

  // MARK: Dropping and returning

  /// Drops the lifted item into its slot.
  fileprivate mutating func drop(_ task: inout ReorderTask) -> CarouselRequest? {
    guard let lift = features.reordering.lift else { return nil }
    let order = lift.arrangement
    guard hasDataSource, !content.isGathering, order.isValid(on: scroller.row) else {
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
    scroller.renumber(by: lift.arrangement.turnsOfReturn(on: scroller.row), at: moment)
    part(from: before, except: lift.index, at: moment)
    settleAfterLift(at: moment)
    report(.didEndReordering(index: lift.index, newIndex: nil))
  }

  /// Ends a move after the data source was asked to make it. If the data source has not moved the item, the
  /// item returns to its index.
  fileprivate mutating func endMove(
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

/// Finds the slot under the lifted item, and drops the item there if the hand has released it.
struct ReorderTask: CoreTask {
  enum Phase: Sendable {
    case start
    /// The drawn middles of these slots are being determined.
    case placing([Slot], revision: Int)
    /// The delegate has been asked for the index to which the item moves. The proposed index is that of this
    /// arrangement.
    case proposing(ItemArrangement, revision: Int)
    /// The carousel has moved the item, and the data source has been asked to move it.
    case moving(ItemArrangement, revision: Int)
  }
  var phase = Phase.start
  /// The number of the lift that the task belongs to.
  let lift: Int
  /// Whether the item is dropped into the slot.
  let ends: Bool
  let moment: Moment
  /// The number of times that a drop has started again because the content has changed.
  var rounds = 0

  /// A slot whose middle is requested. On a ring, its index may be beyond the seam between the last item and the first.
  typealias Slot = (index: Int, position: ItemPosition)

  /// Continues the search for the slot under the lifted item, and drops the item there if the hand has
  /// released it.
  mutating func proceed(in core: inout CarouselCore) -> CarouselRequest? {
    let answer = core.dialogue.takeAnswer()
    if case .moving(let move, let revision) = phase {
      core.endMove(move, answer, isCurrent: revision == core.loader.revision, at: moment)
      return nil
    }
    guard let lift = core.features.reordering.lift, lift.number == self.lift else { return nil }
    switch (phase, answer) {
    case (.start, _):
      // The layout of the last frame is precise enough to make room, but not to drop the item.
      if ends || core.staleness.needsLayout, core.pushCatchUp(at: moment) { return nil }
      let slots = core.slots(for: lift)
      if !slots.isEmpty, !core.hasReachedWorkLimit {
        phase = .placing(slots, revision: core.loader.revision)
        return core.ask(.centers(ofItem: lift.index, slots.map(\.position)))
      }
    case (.placing(let slots, core.loader.revision), .drawing(.centers(let centers))):
      if let arrangement = core.arrangement(for: lift, at: slots, centers) {
        core.features.reordering.setSlot(arrangement.slot)
        if core.hasDelegate {
          phase = .proposing(arrangement.order, revision: core.loader.revision)
          let (index, target) = (lift.index, arrangement.order.to)
          return core.ask(
            .feature {
              .index(
                $0.delegate?.carousel($0, targetIndexForMoveFromItemAt: index, toProposedIndex: target)
                  ?? target)
            })
        }
        core.arrange(arrangement.order, at: moment)
      }
    case (.proposing(let proposed, core.loader.revision), .index(let index)):
      let target = min(max(index, 0), max(0, core.content.numberOfItems - 1))
      core.arrange(ItemArrangement(from: proposed.from, to: target, turns: proposed.turns), at: moment)
    default:
      // The content has changed in the meantime, and this change has already scheduled another search.
      if ends, rounds < WorkLimits.maximumDropRounds {
        core.placeLift(ends: true, rounds: rounds + 1, at: moment)
        return nil
      }
    }
    return ends ? core.drop(&self) : nil
  }
}
