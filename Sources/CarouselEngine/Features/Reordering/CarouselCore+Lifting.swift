internal import Geometry

/// Lifting an item by hand, and scrolling while the lifted item is near an edge.
///
/// While an item is lifted, ``ItemArrangement`` determines the drawn order, and ``DrawnPositions`` the positions
/// in that order. The content changes only when the item is dropped, by one ordinary edit. At that time the
/// other items (the *siblings*) are already in their final positions, so the edit moves none of them.
extension CarouselCore {
  /// Whether an item can be lifted now, by a long press or by the program.
  var canReorder: Bool {
    features.reordering.isEnabled && hold == nil && !takesDrags && hasDataSource
      && !content.isGathering
  }

  // MARK: Inputs

  /// Moves the hand that holds the lifted item.
  mutating func moveLift(to point: Point, at moment: Moment) {
    guard features.reordering.isLifted else { return }
    // Until this time, the carousel scrolled for the former position of the hand.
    scrollAtEdge(until: moment.time)
    features.reordering.move(to: point)
    staleness.setNeedsFrame()
    placeLift(at: moment)
  }

  /// Schedules the search for the slot under the lifted item. With `ends` the item is then dropped there.
  ///
  /// - Parameter rounds: The number of times that the drop has started again because the content has changed.
  mutating func placeLift(ends: Bool = false, rounds: Int = 0, at moment: Moment) {
    guard let lift = features.reordering.lift else { return }
    agenda.append(
      ReorderTask(lift: lift.number, ends: ends, moment: .at(moment.time), rounds: rounds))
  }

  // MARK: Frames

  /// Advances the lift of an item to a frame's time.
  mutating func advanceReordering(to now: Timestamp) {
    if !isLed { scroller.hold() }
    scrollAtEdge(until: now)
  }

  /// Whether the lifted item needs frames, because it still grows or because it scrolls the carousel at an
  /// edge.
  var movesWithLift: Bool {
    features.reordering.isGrowing(at: timeline.now)
      || !isLed && scroller.canScrollWithLift(towards: edgeVelocity)
  }

  /// The velocity at which the lifted item scrolls the carousel, in items per second; 0 if it is not near an
  /// edge.
  private var edgeVelocity: Double {
    guard gestures.isScrollEnabled, let lift = features.reordering.lift, lift.canScroll else { return 0 }
    let settings = layout.settings
    return EdgeScrolling(bounds: settings.bounds, axis: settings.axis, itemWidth: layout.itemWidth)
      .velocity(at: lift.point).finite(or: 0)
  }

  private mutating func scrollAtEdge(until time: Timestamp) {
    let elapsed = features.reordering.takeScrollTime(until: time)
    let velocity = edgeVelocity
    guard elapsed > 0, !isLed, scroller.canScrollWithLift(towards: velocity) else { return }
    scroller.scrollWithLift(by: velocity * elapsed, at: .at(time))
  }

  /// The items that must be loaded although their own indexes are not in the visible range: the lifted item,
  /// the items drawn in the slots of the visible range, and the items that glide from the hand.
  var displacedItems: [Int] {
    guard features.reordering.isLifted || loader.isChanging else { return [] }
    var items: [Int] = []
    for item in loader.loaded where item.dropGlide != nil { items.append(item.index) }
    let row = scroller.row
    guard let arrangement = features.reordering.arrangement, arrangement.isValid(on: row) else {
      return items
    }
    items.append(arrangement.from)
    guard arrangement.to != arrangement.from || arrangement.turns != 0 else { return items }
    for index in visibleRange.indexes(on: row) where !content.isPlaceholder(index) {
      items.append(arrangement.item(at: row.index(index + arrangement.turns)))
    }
    return items
  }

  // MARK: Lifting

  /// Lifts an item from the pose at which it is drawn in `picture`.
  fileprivate mutating func lift(_ task: LiftTask, from picture: [CarouselFrame.Item]) {
    guard let view = loader.view(at: task.index),
      let drawn = picture.last(where: { $0.index == task.index && $0.view === view })
    else { return }
    let hand = task.contact == nil ? nil : contacts.drag?.point
    features.reordering.begin(
      task.index, pose: LiftedPose(drawn, fallback: hand ?? drawn.center), contact: task.contact, at: hand,
      time: task.moment.time)
    if let contact = task.contact {
      contacts.press(id: contact)
      contacts.noteTap(nil)
    }
    features.autoplay.forgetRest()
    if !isLed { scroller.hold() }
    report(.willBeginReordering(index: task.index))
    staleness.setNeedsFrame()
  }
}

/// Lifts an item.
struct LiftTask: CoreTask {
  enum Phase: Sendable {
    case start
    /// The delegate, if there is one, has been asked whether the item can be moved. Then the items drawn now are
    /// determined.
    case asking
    /// The item cannot be moved, so the delegate is notified of a long press instead.
    case longPress
  }
  var phase = Phase.start
  let index: Int
  /// The contact that holds the item; `nil` if the program holds it.
  let contact: Int?
  let moment: Moment
  /// The revision of the loader when the task began. If it has changed, the index is out of date.
  let revision: Int

  var dependsOnContent: Bool { true }

  /// Continues to lift an item.
  mutating func proceed(in core: inout CarouselCore) -> CarouselRequest? {
    let answer = core.dialogue.takeAnswer()
    guard core.canReorder, revision == core.loader.revision else { return nil }
    if let contact, core.contacts.drag?.id != contact || core.contacts.drag?.phase != .possible {
      return nil
    }
    if case .drawing(.items(let picture))? = answer {
      core.lift(self, from: picture)
      return nil
    }
    switch (phase, answer) {
    case (.start, _):
      if core.pushCatchUp(at: moment) { return nil }
      phase = .asking
      guard core.hasDelegate else { return core.ask(.items) }
      let index = index
      return core.ask(.feature { .decision($0.delegate?.carousel($0, canMoveItemAt: index) ?? true) })
    case (.asking, .decision(true)): return core.ask(.items)
    case (.asking, .decision(false)) where contact != nil && core.hasDelegate:
      phase = .longPress
      return core.ask(.handle(.didLongPressItem(index: index)))
    case (.longPress, .decision(true)): if let contact { core.contacts.press(id: contact) }
    default: break
    }
    return nil
  }
}
