internal import Geometry

/// Moving an item by hand: lifting it, making room for it, scrolling at the edges, and dropping it.
///
/// While an item is lifted, ``ItemArrangement`` determines the drawn order, and ``ItemPlaces`` the positions that belong to it.
/// The content changes only when the item is dropped, by one ordinary edit. The siblings are in their final positions by then,
/// so that the edit moves none of them.
extension CarouselCore {
  /// Whether a long press or the program can lift an item.
  var canReorder: Bool {
    gestures.isReorderingEnabled && !reordering.isLifted && hasDataSource && !content.isGathering
  }

  // MARK: Inputs

  /// Handles a step of the program.
  ///
  /// - Parameter moment: The time of the input, or of the last frame.
  mutating func reorder(_ input: ReorderInput, at time: Timestamp?, _ moment: Timestamp) {
    switch input {
    case .begin(let index):
      guard canReorder, !content.isPlaceholder(index) else { return }
      agenda.append(.lift(CoreTask.LiftTask(index, contact: nil, at: moment, revision: loader.revision)))
    case .update(let point):
      guard let x = point.x.known, let y = point.y.known else { return }
      moveLift(to: Point(x: x, y: y), at: moment)
    case .end: endReordering(at: moment)
    case .cancel: cancelReordering(at: time)
    }
  }

  /// Moves the hand that holds the lifted item.
  mutating func moveLift(to point: Point, at time: Timestamp) {
    guard reordering.isLifted else { return }
    // Until now the hand has been at its former position.
    scrollAtEdge(until: time)
    reordering.move(to: point)
    staleness.setNeedsFrame()
    placeLift(at: time)
  }

  /// Schedules the search for the slot of the lifted item.
  mutating func placeLift(at time: Timestamp?) { scheduleReorder(ends: false, at: time) }

  /// Schedules the drop of the lifted item.
  mutating func endReordering(at time: Timestamp?) { scheduleReorder(ends: true, at: time) }

  private mutating func scheduleReorder(ends: Bool, rounds: Int = 0, at time: Timestamp?) {
    guard let lift = reordering.lift else { return }
    let time = time ?? frameTime ?? Timestamp(seconds: 0)
    agenda.append(.reorder(CoreTask.ReorderTask(lift: lift.number, ends: ends, time: time, rounds: rounds)))
  }

  /// Returns the lifted item to its index.
  mutating func cancelReordering(at time: Timestamp?) {
    guard let lift = reordering.lift else { return }
    let before = places
    land(lift, at: time)
    reordering.end()
    scroller.renumber(by: lift.arrangement.turnsOfReturn(on: scroller.ring), at: time)
    part(from: before, except: lift.index, at: time)
    letGo(lift, at: time)
    notifyEnd(of: lift.index, to: nil)
  }

  // MARK: Frames

  /// Continues a lift up to a frame.
  mutating func advanceReordering(to now: Timestamp) {
    if !isLed { scroller.hold() }
    scrollAtEdge(until: now)
  }

  /// Whether the lifted item needs frames: it grows, or scrolls the carousel.
  var movesWithLift: Bool {
    reordering.isGrowing(at: frameTime) || !isLed && scroller.canBeCarried(towards: edgeVelocity)
  }

  /// The velocity at which the lifted item scrolls the carousel, in items per second; 0 away from the edges.
  private var edgeVelocity: Double {
    guard gestures.isScrollEnabled, let lift = reordering.lift, lift.canScroll else { return 0 }
    let settings = layout.settings
    return EdgeScrolling(bounds: settings.bounds, axis: settings.axis, itemWidth: layout.itemWidth)
      .velocity(at: lift.point).finite(or: 0)
  }

  private mutating func scrollAtEdge(until time: Timestamp) {
    let elapsed = reordering.takeScrollTime(until: time)
    let velocity = edgeVelocity
    guard elapsed > 0, !isLed, scroller.canBeCarried(towards: velocity) else { return }
    scroller.carry(by: velocity * elapsed, at: time)
  }

  /// The items that must be loaded although their indexes are not in the visible range: the lifted one, those drawn in the slots
  /// of the range, and those that glide from the hand.
  var itemsOutOfPlace: [Int] {
    guard reordering.isLifted || loader.isChanging else { return [] }
    var items: [Int] = []
    for item in loader.loaded where item.flight != nil { items.append(item.index) }
    let ring = scroller.ring
    guard let arrangement = reordering.arrangement, arrangement.isValid(on: ring) else { return items }
    items.append(arrangement.from)
    guard arrangement.to != arrangement.from || arrangement.turns != 0 else { return items }
    for index in visibleRange.indexes(on: ring) where !content.isPlaceholder(index) {
      items.append(arrangement.item(at: ring.index(index + arrangement.turns)))
    }
    return items
  }

  // MARK: Lifting

  /// Continues to lift an item.
  mutating func proceed(with task: CoreTask.LiftTask) -> CarouselRequest? {
    var task = task
    let answer = dialogue.takeAnswer()
    guard canReorder, task.revision == loader.revision else { return nil }
    if let contact = task.contact, contacts.drag?.id != contact || contacts.drag?.phase != .possible {
      return nil
    }
    switch (task.phase, answer) {
    case (.start, _):
      if pushCatchUp(at: task.time) { return nil }
      guard hasDelegate else { return askForPicture(task) }
      task.phase = .permission
      agenda.current = .lift(task)
      return ask(.canMove(index: task.index))
    case (.permission, .decision(true)): return askForPicture(task)
    case (.permission, .decision(false)) where task.contact != nil && hasDelegate:
      task.phase = .longPress
      agenda.current = .lift(task)
      return ask(.longPress(index: task.index))
    case (.longPress, .decision(true)): if let contact = task.contact { contacts.press(id: contact) }
    case (.picture, .frame(let picture)): lift(task, from: picture)
    default: break
    }
    return nil
  }

  private mutating func askForPicture(_ task: CoreTask.LiftTask) -> CarouselRequest? {
    var task = task
    task.phase = .picture
    agenda.current = .lift(task)
    return ask(.presentedFrame)
  }

  /// Lifts an item from where it is drawn.
  private mutating func lift(_ task: CoreTask.LiftTask, from picture: [CarouselFrame.Item]) {
    guard let view = loader.view(at: task.index),
      let drawn = picture.last(where: { $0.index == task.index && $0.view === view })
    else { return }
    let hand = task.contact == nil ? nil : contacts.drag?.point
    reordering.begin(
      task.index, pose: LiftedPose(drawn, fallback: hand ?? drawn.center), contact: task.contact, at: hand,
      time: task.time)
    if let contact = task.contact {
      contacts.press(id: contact)
      contacts.noteTap(nil)
    }
    autoplay.forgetRest()
    if !isLed { scroller.hold() }
    collectScrollEvents()
    effects.append(.willBeginReordering(index: task.index))
    staleness.setNeedsFrame()
  }

  // MARK: Making room

  /// Continues to find the slot of the lifted item, and drops it if the hand has let go.
  mutating func proceed(with task: CoreTask.ReorderTask) -> CarouselRequest? {
    var task = task
    let answer = dialogue.takeAnswer()
    if case .moving(let move, let revision) = task.phase {
      endMove(move, answer, isCurrent: revision == loader.revision, at: task.time)
      return nil
    }
    guard let lift = reordering.lift, lift.number == task.lift else { return nil }
    switch (task.phase, answer) {
    case (.start, _):
      // The layout of the last frame is good enough to make room, but not to drop.
      if task.ends || staleness.needsLayout, pushCatchUp(at: task.time) { return nil }
      let slots = slots(for: lift)
      if !slots.isEmpty, !hasLostPatience {
        task.phase = .placing(slots, revision: loader.revision)
        agenda.current = .reorder(task)
        return ask(.slotCenters(index: lift.index, at: slots.map(\.position)))
      }
    case (.placing(let slots, loader.revision), .centers(let centers)):
      if let arrangement = arrangement(for: lift, at: slots, centers) {
        reordering.setSlot(arrangement.slot)
        if hasDelegate {
          task.phase = .proposing(arrangement.order, revision: loader.revision)
          agenda.current = .reorder(task)
          return ask(.moveTarget(from: lift.index, proposed: arrangement.order.to))
        }
        arrange(arrangement.order, at: task.time)
      }
    case (.proposing(let proposed, loader.revision), .index(let index)):
      let target = min(max(index, 0), max(0, content.numberOfItems - 1))
      arrange(ItemArrangement(from: proposed.from, to: target, turns: proposed.turns), at: task.time)
    default:
      // The content has changed meanwhile, which has scheduled another search.
      if task.ends, task.rounds < CoreTask.ReorderTask.mostRounds {
        scheduleReorder(ends: true, rounds: task.rounds + 1, at: task.time)
        return nil
      }
    }
    return task.ends ? drop(task) : nil
  }

  /// Returns the visible slots for a lifted item.
  private func slots(for lift: Reordering.Lift) -> [CoreTask.ReorderSlot] {
    let (ring, range, positions) = (scroller.ring, visibleRange, positions)
    guard lift.arrangement.isValid(on: ring) else { return [] }
    return (range.first..<(range.first + range.count)).compactMap { index in
      guard ring.wraps || !content.isPlaceholder(index) else { return nil }
      // On a ring, the slot is the one on the nearer side of the item.
      let slot =
        ring.wraps
        ? lift.slot + ring.distance(from: ring.index(lift.slot), to: ring.index(index)) : index
      let arrangement = ItemArrangement(lifting: lift.index, to: slot, on: ring)
      return CoreTask.ReorderSlot(index: slot, position: positions.position(ofLiftedItemIn: arrangement))
    }
  }

  /// Returns the slot and the order for the position of the lifted item; `nil` if its slot is the same as before.
  private func arrangement(
    for lift: Reordering.Lift, at slots: [CoreTask.ReorderSlot], _ centers: [SlotPath.Center?]
  ) -> (slot: Int, order: ItemArrangement)? {
    guard slots.count == centers.count else { return nil }
    var path: [SlotPath.Slot] = []
    for (number, slot) in slots.enumerated() {
      guard let center = centers[number] else { continue }
      // Where a ring is drawn as a strip, the slots at its two ends are not neighbors on the screen.
      let isJoined = number + 1 < slots.count && slots[number + 1].position.offset > slot.position.offset
      path.append(SlotPath.Slot(index: slot.index, center: center, isJoined: isJoined))
    }
    guard let position = SlotPath(path).position(nearestTo: lift.middle) else { return nil }
    var slot = SlotPath.slot(at: position, after: lift.slot)
    if !scroller.ring.wraps { slot = min(max(slot, 0), max(0, scroller.ring.count - 1)) }
    guard slot != lift.slot else { return nil }
    return (slot, ItemArrangement(lifting: lift.index, to: slot, on: scroller.ring))
  }

  /// Draws the items in another order; they slide there.
  private mutating func arrange(_ arrangement: ItemArrangement, at time: Timestamp?) {
    guard arrangement != reordering.arrangement else { return }
    let before = places
    reordering.setArrangement(arrangement)
    part(from: before, except: arrangement.from, at: time)
  }

  /// Slides items from where they are drawn to their current positions.
  ///
  /// - Parameters:
  ///   - before: The positions before the change.
  ///   - lifted: The item in the hand, which does not slide.
  private mutating func part(from before: ItemPlaces, except lifted: Int, at time: Timestamp?) {
    let (after, ring, length) = (places, scroller.ring, scroller.trackInForce?.length)
    let frameTime = frameTime
    loader.part(since: startTime(time)) { item in
      let (start, end) = (before.position(ofItem: item.index), after.position(ofItem: item.index))
      guard item.index != lifted, !(start - end).isZero else { return nil }
      return item.position(towards: start, at: frameTime).shortShift(to: end, on: ring, length: length)
        ?? ItemPosition(offset: 0, itemWidth: 0)
    }
    staleness.setNeedsVisibleItems()
    staleness.setNeedsFrame()
  }

  /// Returns the start of an animation of what the last frame shows; `nil` means the next frame.
  private func startTime(_ time: Timestamp?) -> Timestamp? {
    guard let time, let frameTime else { return time }
    return max(time, frameTime)
  }

  // MARK: Dropping

  /// Drops the lifted item into the gap.
  private mutating func drop(_ task: CoreTask.ReorderTask) -> CarouselRequest? {
    guard let lift = reordering.lift else { return nil }
    let order = lift.arrangement
    guard hasDataSource, !content.isGathering, order.isValid(on: scroller.ring) else {
      cancelReordering(at: task.time)
      return nil
    }
    land(lift, at: task.time)
    if order.to == order.from {
      reordering.end()
      scroller.renumber(by: order.turns, at: task.time)
      letGo(lift, at: task.time)
      notifyEnd(of: order.from, to: order.to)
      return nil
    }
    // The order changes before the data source does, so that edits made by the data source use the new indexes.
    reordering.beginDrop()
    edit(.move(from: order.from, to: order.to, isAnimated: true), completion: nil, at: task.time)
    reordering.end()
    scroller.renumber(by: order.turns, at: task.time)
    letGo(lift, at: task.time)
    var task = task
    task.phase = .moving(order, revision: loader.revision)
    agenda.current = .reorder(task)
    return ask(.moveItem(from: order.from, to: order.to))
  }

  /// Ends a move that the data source has been notified of. A data source that does not implement the move gets its item back.
  private mutating func endMove(
    _ order: ItemArrangement, _ answer: CarouselAnswer?, isCurrent: Bool, at time: Timestamp
  ) {
    guard case .decision(true)? = answer else {
      if isCurrent, hasDataSource {
        edit(.move(from: order.to, to: order.from, isAnimated: true), completion: nil, at: time)
        scroller.renumber(by: -order.turns, at: time)
      }
      return notifyEnd(of: order.from, to: nil)
    }
    notifyEnd(of: order.from, to: order.to)
  }

  /// Lets the lifted item glide from the hand to its position.
  private mutating func land(_ lift: Reordering.Lift, at time: Timestamp?) {
    let center = layout.snapshot.center
    loader.fly(
      ItemFlight(from: lift.pose(at: frameTime, about: center), about: center, since: startTime(time)),
      at: lift.index)
    staleness.setNeedsFrame()
  }

  /// Lets the carousel settle after a lift.
  private mutating func letGo(_ lift: Reordering.Lift, at time: Timestamp?) {
    let isTouched = contacts.drag != nil
    if !isLed { scroller.letGo(isTouched: isTouched, at: time) }
    staleness.setNeedsVisibleItems()
    motionDidChange(at: time)
  }

  private mutating func notifyEnd(of index: Int, to newIndex: Int?) {
    collectScrollEvents()
    effects.append(.didEndReordering(index: index, to: newIndex))
  }
}
