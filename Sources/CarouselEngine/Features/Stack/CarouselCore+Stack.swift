internal import Geometry

/// A stack of cards: drags, dismissals and undo.
///
/// When the offset jumps by a whole card, the drawn cards do not jump: ``CardStack/lag(at:)`` is added to
/// their depth, and decreases to 0.
extension CarouselCore {
  /// The item of the top card; `nil` if no card is left.
  var topItem: Int? {
    let row = scroller.row
    let index = row.wraps ? row.index(nearestTo: scroller.offset) : Int(within: scroller.offset.rounded())
    return (0..<row.count).contains(index) ? index : nil
  }

  /// Ends a scroll and sets the offset to the nearest card. The drawn cards follow with an animation.
  private mutating func settleOnTop(at moment: Moment) {
    let offset = scroller.offset
    let top = scroller.row.wraps ? offset.rounded() : scroller.bounds.resting(offset.rounded())
    guard top != offset || scroller.isTravelling else { return }
    features.stack.addScrollLag(top - offset, at: present(moment))
    scroller.setTop(top, for: .user, at: moment)
  }

  private func measure(ofItem index: Int) -> SwipeMeasure {
    let layout = layout.swipeStack ?? SwipeStackLayout()
    let size = loader.position(of: index).map { loader.loaded[$0].size }
    let known = (size ?? Size(width: self.layout.itemWidth, height: self.layout.itemWidth)).asBounds
    return SwipeMeasure(
      size: known, distanceThreshold: layout.distanceThreshold, directions: layout.directions)
  }

  /// Returns the distance at which a card that leaves in `direction` is outside the bounds, in points.
  private func exit(toward direction: SwipeDirection, size: Size) -> Double {
    let (bounds, vector) = (layout.settings.bounds, direction.vector)
    let center = layout.snapshot.center
    let shift = direction.component(
      of: Point(x: center.x - bounds.width / 2, y: center.y - bounds.height / 2))
    let half = (abs(vector.x) * bounds.width + abs(vector.y) * bounds.height) / 2
    let card = (size.width * size.width + size.height * size.height).squareRoot() / 2
    return min(max(half + card - shift.finite(or: 0), 1), MovingCard.farthest)
  }

  /// Returns the point of the top card that is drawn at `point`, relative to the card's center, in points.
  private func grip(at point: Point?, index: Int, depth: Double, size: Size) -> Point {
    guard let point else { return .zero }
    let snapshot = layout.snapshot
    let position = ItemPosition(offset: depth, itemWidth: snapshot.context.itemWidth, index: index)
    let transform = snapshot.scrollAxis.onScreen(
      snapshot.layout.transform(at: position, in: snapshot.context))
    guard transform.isDrawable, transform.m44 > 0, transform.m11 > 0, transform.m22 > 0 else { return .zero }
    let x = ((point.x - snapshot.center.x) * transform.m44 - transform.m41) / transform.m11
    let y = ((point.y - snapshot.center.y) * transform.m44 - transform.m42) / transform.m22
    return Point(
      x: min(max(x.finite(or: 0), -size.width / 2), size.width / 2),
      y: min(max(y.finite(or: 0), -size.height / 2), size.height / 2))
  }

  // MARK: Times

  /// Returns the start of a motion: `moment`, or the last frame instead of the next frame if cards are moving.
  private func start(_ moment: Moment) -> Moment {
    features.stack.isMoving ? timeline.preferringLastFrame(moment) : moment
  }

  /// Returns the time at which moving cards are evaluated. It is not before the last frame, so that the cards
  /// are not behind the positions that the user sees.
  func present(_ moment: Moment) -> Moment { timeline.notBeforeLastFrame(start(moment)) }

  // MARK: Drags

  /// Begins to drag the top card. If no card is left, the drag has no effect.
  mutating func beginCardDrag(translation: Point, at moment: Moment) {
    guard !features.stack.isHeld, translation.isFinite else { return }
    settleOnTop(at: moment)
    guard let index = topItem else { return }
    let measure = measure(ofItem: index)
    let grip = grip(
      at: contacts.drag?.start, index: index, depth: features.stack.depthOfTop(at: present(moment).time),
      size: measure.size)
    _ = features.stack.take(
      index, translation: translation, grip: grip, measure: measure, at: present(moment))
    scroller.note(.willBeginDragging)
    scroller.settleReason = .user
    staleness.setNeedsFrame()
  }

  /// Moves the card that a finger holds.
  mutating func dragCard(translation: Point, velocity: Point, at moment: Moment) {
    guard gestures.isScrollEnabled, translation.isFinite else { return }
    guard let card = features.stack.drag(to: translation, velocity: velocity, at: moment.time) else { return }
    staleness.setNeedsFrame()
    guard let index = card.index else { return }
    let progress = card.progress(at: moment.time)
    report(.didDragItem(index: index, progress: progress.value, direction: progress.direction))
  }

  /// Handles the release of the top card: the card is dismissed, or returns to its position.
  mutating func endCardDrag(at moment: Moment) {
    guard let (card, hold) = features.stack.held else {
      scroller.endDrag(at: moment.time)
      scroller.release(at: moment.time)
      return
    }
    let velocity = hold.freshVelocity(at: moment.time)
    features.stack.releaseHold(of: card.id, velocity: velocity)
    endHold(at: moment)
    let speed = layout.swipeStack?.speedThreshold ?? .infinity
    let direction =
      gestures.isScrollEnabled
      ? card.measure.dismissal(displacement: hold.displacement, velocity: velocity, speedThreshold: speed)
      : nil
    guard let direction else { return putBack(card.id, at: moment) }
    agenda.insertNext(
      DismissTask(direction: direction, moment: moment, reason: .user, card: card.id))
  }

  /// Notifies the delegate of the end of a card drag.
  mutating func endHold(at moment: Moment) {
    scroller.note(.didEndDragging(willDecelerate: false))
    scroller.release(at: moment.time)
  }

  /// Ends a card drag without a dismissal: the card returns to its position.
  mutating func cancelCardDrag(at moment: Moment) {
    guard let (card, _) = features.stack.held else { return }
    features.stack.releaseHold(of: card.id, velocity: .zero)
    endHold(at: moment)
    putBack(card.id, at: moment)
  }

  fileprivate mutating func putBack(_ id: Int, at moment: Moment) {
    guard let index = features.stack.index(of: id) else { return }
    features.stack.putBack(id, isAnimated: !reducesMotion, at: start(moment))
    staleness.setNeedsFrame()
    if features.stack.index(of: id) == nil {
      report(.didDragItem(index: index, progress: 0, direction: nil))
    }
  }

  // MARK: Dismissals

  /// Dismisses the top card on request of the program.
  mutating func dismissItem(toward direction: SwipeDirection, at moment: Moment) {
    guard features.stack.isActive else { return }
    layOutIfNeeded(at: moment)
    agenda.append(
      DismissTask(direction: direction, moment: moment, reason: .program, card: nil))
  }

  /// Takes the top card for a dismissal by the program, and ends a drag. If the dragged card is the top card,
  /// it keeps its velocity.
  fileprivate mutating func takeTopForProgram(at moment: Moment) -> Int? {
    settleOnTop(at: moment)
    guard let index = topItem else { return nil }
    if let (card, hold) = features.stack.held {
      endHold(at: moment)
      guard card.index != index else {
        features.stack.releaseHold(of: card.id, velocity: hold.freshVelocity(at: present(moment).time))
        return card.id
      }
      features.stack.releaseHold(of: card.id, velocity: .zero)
      putBack(card.id, at: moment)
    }
    let measure = measure(ofItem: index)
    return features.stack.take(
      index, translation: nil, grip: Point(x: 0, y: -measure.size.height / 4), measure: measure,
      at: present(moment))
  }

  fileprivate mutating func dismiss(
    _ id: Int, toward direction: SwipeDirection, for reason: SettleReason, at moment: Moment
  ) {
    guard let index = features.stack.index(of: id), index == topItem else { return putBack(id, at: moment) }
    let row = scroller.row
    if !row.wraps { features.stack.forgetDismissals(from: index) }
    features.stack.dismiss(
      id, toward: direction, exit: exit(toward: direction, size: measure(ofItem: index).size),
      isAnimated: !reducesMotion && loader.position(of: index) != nil,
      at: start(moment))
    scroller.setTop(Double(index) + 1, for: reason, at: moment)
    let hasRunOut = takeEnd()
    report(.didDismissItem(index: index, direction: direction))
    if hasRunOut { report(.didRunOutOfItems) }
    scroller.resumeAutoscroll(at: moment)
    staleness.setNeedsFrame()
  }

  /// Compares the offset with the number of items, and notifies the delegate if the last card has gone.
  mutating func compareWithEnd() { if takeEnd() { report(.didRunOutOfItems) } }

  /// Compares the offset with the number of items, and records a change of the current item.
  ///
  /// - Returns: Whether the last card has gone since the last call.
  private mutating func takeEnd() -> Bool {
    let row = scroller.row
    let isOut = !row.isEmpty && !row.wraps && scroller.offset >= Double(row.count) - offsetMargin
    guard features.stack.isActive, features.stack.setOut(isOut) else { return false }
    // On a stack without cards, the last item is still the current item of the scroller.
    if !row.isEmpty { scroller.noteIndexChange(from: row.count - 1, steps: isOut ? 1 : -1) }
    return isOut
  }

  // MARK: Undo

  /// The item that an undo would bring back; `nil` if there is no dismissal to undo.
  package var undoableItem: Int? {
    guard features.stack.isActive else { return nil }
    return features.stack.history.last(before: undoLimit)?.index
  }

  /// The first index that is still on the stack. Only dismissals of items before this index can be undone. On
  /// a ring all dismissals can be undone.
  private var undoLimit: Int {
    scroller.row.wraps ? scroller.row.count : Int(within: scroller.offset.rounded())
  }

  /// Brings the last dismissed card back.
  mutating func undoDismissal(at moment: Moment) {
    guard features.stack.isActive else { return }
    features.stack.forgetDismissals(from: undoLimit)
    guard let dismissal = features.stack.popDismissal() else { return }
    cancelCardDrag(at: moment)
    settleOnTop(at: moment)
    let (index, row) = (dismissal.index, scroller.row)
    let skipped = row.distance(from: Double(index) + 1, to: scroller.offset)
    if !reducesMotion {
      features.stack.addScrollLag(-skipped, at: present(moment))
      let measure = measure(ofItem: index)
      features.stack.restore(
        dismissal, exit: exit(toward: dismissal.direction, size: measure.size), measure: measure,
        at: present(moment))
    }
    scroller.setTop(Double(index), for: .program, at: moment)
    _ = takeEnd()
    report(.didUndoDismissal(index: index))
    scroller.resumeAutoscroll(at: moment)
    staleness.setNeedsFrame()
  }
}

/// Dismisses the top card of a stack if the delegate permits it.
private struct DismissTask: CoreTask {
  let direction: SwipeDirection
  let moment: Moment
  let reason: SettleReason
  /// The identifier of the card; `nil` for the card that is on top when the task begins.
  var card: Int?
  var isAsked = false

  /// Continues a dismissal: asks the delegate, and makes the card leave or return.
  mutating func proceed(in core: inout CarouselCore) -> CarouselRequest? {
    let answer = core.dialogue.takeAnswer()
    guard core.features.stack.isActive else { return nil }
    if let id = card, isAsked {
      if case .decision(true)? = answer {
        core.dismiss(id, toward: direction, for: reason, at: moment)
      } else {
        core.putBack(id, at: moment)
      }
      return nil
    }
    if card == nil { card = core.takeTopForProgram(at: moment) }
    guard let id = card, let index = core.features.stack.index(of: id) else { return nil }
    isAsked = true
    if core.hasDelegate {
      let direction = direction
      return core.ask(
        .feature {
          .decision($0.delegate?.carousel($0, shouldDismissItemAt: index, toward: direction) ?? true)
        })
    }
    core.dismiss(id, toward: direction, for: reason, at: moment)
    return nil
  }
}
