internal import Geometry

/// Inputs of contacts, wheels and touchpads, and of gestures that another recognizer reports.
extension CarouselCore {
  private var scrollAxis: ScrollAxis { layout.settings.axis }

  /// Whether a motion begins with the velocity of the motion or of the finger before it.
  private var joinsMotions: Bool { scroller.traits.contains(.joinsMotions) }

  /// Whether long presses and double taps are detected.
  private var detectsPresses: Bool { hasDelegate || gestures.isObserved }

  // MARK: Contacts

  mutating func contactBegan(id: Int, at point: Point, _ moment: Moment) {
    guard contacts.drag == nil, point.isFinite else { return }
    touchpadScrollEnded(at: moment)
    touchDown(at: moment)
    // A touch that stops a motion cannot become a long press.
    let threshold =
      joinsMotions && scroller.hasStoppedMotion
      ? DragRecognizer.takeOverThreshold : DragRecognizer.threshold
    contacts.begin(
      DragRecognizer(id: id, at: point, time: moment.time, threshold: threshold),
      mayPressLong: !scroller.hasStoppedMotion)
  }

  mutating func contactMoved(id: Int, to point: Point, at moment: Moment) {
    guard contacts.drag?.id == id, point.isFinite else { return }
    guard isLongPressDue(at: moment) else { return moveContact(id: id, to: point, at: moment) }
    agenda.append(.longPress(CoreTask.LongPressTask(moment: moment)))
    agenda.append(.moveContact(id: id, point, moment))
  }

  mutating func contactEnded(id: Int, at point: Point, _ moment: Moment) {
    tapRecord.set(nil)
    guard contacts.drag?.id == id else { return }
    if isLongPressDue(at: moment) { agenda.append(.longPress(CoreTask.LongPressTask(moment: moment))) }
    agenda.append(.endContact(id: id, point, moment))
  }

  mutating func contactCancelled(id: Int, at moment: Moment) {
    guard contacts.drag?.id == id, let drag = contacts.end() else { return }
    if drag.phase == .swiping { swipe(.cancelled, translation: nil, velocity: .zero) }
    if stack.isActive { cancelCardDrag(at: moment) }
    if reordering.isLifted(by: id) { cancelReordering(at: moment) }
    scroller.velocity = 0
    scroller.endDrag(at: moment.time)
    scroller.release(at: moment.time)
    motionDidChange(at: moment)
  }

  private func isLongPressDue(at moment: Moment) -> Bool {
    moment.time >= contacts.longPressTime
  }

  /// Continues a contact that has moved.
  mutating func moveContact(id: Int, to point: Point, at moment: Moment) {
    guard contacts.drag?.id == id else { return }
    if reordering.isLifted(by: id) { moveLift(to: point, at: moment) }
    let (settings, axis, isStack) = (gestures, scrollAxis, stack.isActive)
    let isDecided = contacts.move(to: point, at: moment.time) {
      guard isStack || settings.panShouldBegin(translation: $0, axis: axis) else { return .swiping }
      return settings.isScrollEnabled ? .dragging : .failed
    }
    guard let drag = contacts.drag else { return }
    let (phase, velocity) = (drag.phase, drag.velocity(at: moment.time, isRecent: joinsMotions))
    if isDecided {
      contacts.noteTap(nil)
      if phase == .dragging { panBegan(translation: .zero, at: moment) }
      if phase == .swiping, let start = contacts.drag?.start {
        agenda.append(.beginSwipe(start: start, velocity: velocity, isAsked: false))
      }
    }
    let translation = contacts.drag?.translation(at: point) ?? .zero
    switch phase {
    case .dragging: panChanged(translation: translation, velocity: velocity, at: moment)
    case .swiping where !isDecided: swipe(.changed, translation: translation, velocity: velocity)
    case .swiping, .possible, .pressing, .failed: break
    }
  }

  /// Continues the start of a swipe across the axis: finds the item under its first point.
  mutating func beginSwipe(start: Point, velocity: Point, isAsked: Bool) -> CarouselRequest? {
    guard case .hit(let hit)? = dialogue.takeAnswer() else {
      guard !isAsked, !pushCatchUp(at: timeline.nextFrame) else { return nil }
      agenda.current = .beginSwipe(start: start, velocity: velocity, isAsked: true)
      return ask(.hitTest(start))
    }
    guard let hit, !content.isPlaceholder(hit), let position = loader.position(of: hit) else { return nil }
    contacts.beginSwipe(
      PerpendicularDrag(index: hit, size: loader.loaded[position].size, axis: scrollAxis))
    swipe(.began, translation: .zero, velocity: velocity)
    return nil
  }

  /// Continues the handling of a contact that was lifted.
  mutating func endContact(id: Int, at point: Point, _ moment: Moment) {
    guard contacts.drag?.id == id, let drag = contacts.end() else { return }
    if reordering.isLifted(by: id) {
      if point.isFinite { moveLift(to: point, at: moment) }
      return endReordering(at: moment)
    }
    // The velocity is measured at the time of the release, because the finger may have rested since its last
    // move.
    let (translation, velocity) = (
      drag.translation(at: point), drag.velocity(at: moment.time, isRecent: joinsMotions)
    )
    switch drag.phase {
    case .possible:
      guard point.isFinite else { return release(at: moment) }
      agenda.insertNext(
        .tap(
          CoreTask.TapTask(
            point: point, moment: moment, start: (drag.start, drag.startTime))))
    case .swiping:
      swipe(.ended, translation: point.isFinite ? translation : nil, velocity: velocity)
      release(at: moment)
    case .pressing, .failed:
      release(at: moment)
    case .dragging:
      panChanged(translation: translation, velocity: velocity, at: moment)
      panEnded(at: moment)
    }
  }

  /// Notifies the delegate of a swipe across the axis, if it began on an item.
  private mutating func swipe(_ phase: PerpendicularSwipe.Phase, translation: Point?, velocity: Point) {
    if let swipe = contacts.swipe(phase, translation: translation, velocity: velocity) {
      effects.append(.didSwipe(swipe))
    }
  }

  /// Notifies the delegate that a swipe across the axis was canceled because its item was removed.
  mutating func cancelSwipeWithoutItem() {
    if contacts.hasSwipeWithoutItem { swipe(.cancelled, translation: nil, velocity: .zero) }
  }

  // MARK: Long presses and taps

  /// Continues the check for a long press: notifies the delegate if a finger has lain still for long enough.
  mutating func proceed(with task: CoreTask.LongPressTask) -> CarouselRequest? {
    var task = task
    if let id = task.contact {
      switch dialogue.takeAnswer() {
      case .hit(let hit):
        guard let hit, !content.isPlaceholder(hit) else { return nil }
        if canReorder {
          agenda.insertNext(
            .lift(CoreTask.LiftTask(hit, contact: id, at: task.moment, revision: loader.revision)))
          return nil
        }
        return detectsPresses ? ask(.longPress(index: hit)) : nil
      case .decision(let isTaken):
        if isTaken { contacts.press(id: id) }
      default: break
      }
      return nil
    }
    guard isLongPressDue(at: task.moment), let drag = contacts.drag else { return nil }
    let isHandled = detectsPresses || canReorder
    if isHandled, pushCatchUp(at: task.moment) { return nil }
    contacts.endWaitingForLongPress()
    guard isHandled else { return nil }
    task.contact = drag.id
    agenda.current = .longPress(task)
    return ask(.hitTest(drag.start))
  }

  mutating func tap(at point: Point, _ moment: Moment) {
    tapRecord.set(nil)
    agenda.append(.tap(CoreTask.TapTask(point: point, moment: moment)))
  }

  /// Continues a tap. If an item was tapped, it is selected and scrolls to the center. Otherwise the carousel
  /// snaps to the nearest item.
  ///
  /// iCarousel: `didTap:`.
  mutating func proceed(with task: CoreTask.TapTask) -> CarouselRequest? {
    var task = task
    let answer = dialogue.takeAnswer()
    switch (task.phase, answer) {
    case (.hit, .hit(let hit)):
      let index = hit.flatMap { content.isPlaceholder($0) ? nil : $0 }
      if let start = task.start, task.mayRepeat, detectsPresses, let first = contacts.lastTap,
        first.isRepeated(by: index, start)
      {
        task.phase = .doubleTap(first.index)
        agenda.current = .tap(task)
        return ask(.doubleTap(index: first.index))
      }
      if task.start != nil {
        // The tap is recorded before the delegate can change the content.
        contacts.noteTap(index.map { FirstTap(index: $0, point: task.point, time: task.moment.time) })
      }
      return take(task, on: index)
    case (.doubleTap(let index), .decision(let isHandled)):
      // The delegate may have changed the content in the meantime.
      let first = contacts.takeLastTap()
      if isHandled {
        liftAfterDoubleTap(on: first?.index, at: task.moment)
        tapRecord.set(.doubleTapped(index))
        return nil
      }
      (task.phase, task.mayRepeat) = (.hit, false)
    case (.select, .decision(let isAllowed)):
      select(task, isAllowed: isAllowed)
      return nil
    default: break
    }
    guard case .hit = task.phase else { return nil }
    if scroller.hasStoppedMotion, !(task.start != nil && task.mayRepeat && contacts.lastTap != nil) {
      scroller.liftForTap(thenAlign: true, at: task.moment.time)
      motionDidChange(at: task.moment)
      tapRecord.set(.stoppedMotion)
      return nil
    }
    agenda.current = .tap(task)
    guard !pushCatchUp(at: task.moment) else { return nil }
    // A hit test calls the delegate, which may cause another tap. After too many rounds a tap hits no item.
    return hasLostPatience ? take(task, on: nil) : ask(.hitTest(task.point))
  }

  private mutating func take(_ task: CoreTask.TapTask, on index: Int?) -> CarouselRequest? {
    var task = task
    // A card that is leaving the stack receives no taps.
    let index = index.flatMap { stack.isActive && stack.isLeaving($0) ? nil : $0 }
    if scroller.hasStoppedMotion {
      contacts.noteTap(nil)
      scroller.liftForTap(thenAlign: true, at: task.moment.time)
      motionDidChange(at: task.moment)
      tapRecord.set(.stoppedMotion)
      return nil
    }
    guard let index else {
      contacts.noteTap(nil)
      lift(thenScrollTo: scroller.stops.nearest(to: scroller.offset), at: task.moment)
      tapRecord.set(.aligned)
      return nil
    }
    loader.follow(index)
    task.phase = .select(index, count: content.numberOfItems, generation: loader.generation)
    guard hasDelegate else {
      select(task, isAllowed: true)
      return nil
    }
    agenda.current = .tap(task)
    return ask(.shouldSelect(index: index))
  }

  private mutating func select(_ task: CoreTask.TapTask, isAllowed: Bool) {
    guard isAllowed else {
      // As in iCarousel's `didTap:`, the carousel snaps only if autoscroll is on.
      let aligns =
        gestures.isScrollEnabled && scroller.settings.scrollToItemBoundary && autoplay.settings.speed != 0
      contacts.noteTap(nil)
      lift(thenScrollTo: aligns ? scroller.stops.nearest(to: scroller.offset) : nil, at: task.moment)
      return tapRecord.set(.notTaken)
    }
    // The delegate may have changed the content when it was asked for permission.
    guard let target = indexNow(of: task) else {
      contacts.noteTap(nil)
      lift(thenScrollTo: nil, at: task.moment)
      return tapRecord.set(.aligned)
    }
    let isCurrent = target == scroller.currentIndex
    let scrolls = isCurrent ? scroller.settings.scrollToItemBoundary : gestures.centerItemWhenSelected
    let stops = scroller.stops
    let stop = isCurrent ? stops.nearest(to: scroller.offset) : stops.stop(showing: target)
    lift(thenScrollTo: scrolls ? stop : nil, at: task.moment)
    collectScrollEvents()
    effects.append(.didSelect(index: target))
    tapRecord.set(.selected(target))
  }

  private mutating func lift(thenScrollTo target: Double?, at moment: Moment) {
    scroller.liftForTap(thenScrollTo: target, at: moment.time)
    motionDidChange(at: moment)
  }

  /// Returns the current index of the tapped item; `nil` if the item has been removed.
  private func indexNow(of task: CoreTask.TapTask) -> Int? {
    // A reload is under way: all items are new, and their number is not known yet.
    guard !agenda.isCounting else { return nil }
    if let index = loader.followedIndex { return index }
    guard case .select(let index, let count, let generation) = task.phase else { return nil }
    // The item is no longer loaded, or all items are new, so only its former index is known.
    let isSame = content.numberOfItems == count || loader.generation != generation
    return isSame && index < content.numberOfItems ? index : nil
  }

  /// Continues the scroll to the tapped item that the first tap started and the second tap has stopped.
  ///
  /// - Parameter index: The current index of the tapped item; `nil` if the item has been removed.
  private mutating func liftAfterDoubleTap(on index: Int?, at moment: Moment) {
    let target =
      scroller.hasStoppedMotion && gestures.centerItemWhenSelected
      ? index.map { scroller.stops.stop(showing: $0) } : nil
    scroller.liftForTap(
      thenAlign: scroller.hasStoppedMotion && target == nil, thenScrollTo: target, at: moment.time)
    motionDidChange(at: moment)
  }

  // MARK: Gestures from another recognizer

  mutating func touchDown(at moment: Moment) {
    guard gestures.isScrollEnabled else { return }
    if autoplay.settings.pauses.contains(.touch) { autoplay.forgetRest() }
    scroller.touchDown(at: moment.time)
    motionDidChange(at: moment)
  }

  mutating func release(at moment: Moment) {
    scroller.release(at: moment.time)
    motionDidChange(at: moment)
  }

  mutating func panBegan(translation: Point, at moment: Moment) {
    guard gestures.isScrollEnabled else { return }
    guard !stack.isActive else { return beginCardDrag(translation: translation, at: moment) }
    scroller.beginDrag(translation: scrollAxis.along(translation).finite(or: 0))
    motionDidChange(at: moment)
  }

  mutating func panChanged(translation: Point, velocity: Point, at moment: Moment) {
    if stack.isActive, contacts.touchpadTravel == nil {
      return dragCard(translation: translation, velocity: velocity, at: moment)
    }
    let along = scrollAxis.along(translation)
    guard gestures.isScrollEnabled, along.isFinite else { return }
    scroller.drag(
      translation: along, speed: scrollAxis.along(velocity).finite(or: 0), itemWidth: layout.itemWidth,
      at: moment.time)
  }

  mutating func panEnded(at moment: Moment) {
    guard !stack.isActive else { return endCardDrag(at: moment) }
    scroller.endDrag(at: moment.time)
    motionDidChange(at: moment)
  }

  // MARK: Wheels and touchpads

  mutating func wheel(notches: Double, at moment: Moment) {
    guard gestures.isScrollEnabled, notches.isFinite, contacts.drag == nil else { return }
    touchpadScrollEnded(at: moment)
    let steps = contacts.addNotches(notches, at: moment.time)
    guard steps != 0 else { return }
    scroller.step(by: steps, at: moment)
    motionDidChange(at: moment)
  }

  mutating func touchpadScroll(by points: Double, at moment: Moment) {
    guard gestures.isScrollEnabled, points.isFinite, contacts.drag == nil else { return }
    if contacts.touchpadTravel == nil {
      contacts.beginTouchpad()
      if autoplay.settings.pauses.contains(.touch) { autoplay.forgetRest() }
      scroller.beginTouchpadDrag(at: moment.time)
    }
    guard let (travel, speed) = contacts.addTouchpad(points, at: moment.time) else { return }
    // iCarousel has no touchpad gestures. Without joined motions the carousel stops when the fingers stop.
    let velocity = joinsMotions ? scrollAxis.forward * -speed : .zero
    panChanged(translation: scrollAxis.forward * -travel, velocity: velocity, at: moment)
  }

  mutating func touchpadScrollEnded(at moment: Moment) {
    guard contacts.endTouchpad() else { return }
    scroller.endTouchpadDrag(itemWidth: layout.itemWidth, at: moment.time)
    motionDidChange(at: moment)
  }
}

extension GestureSettings {
  /// Returns whether the carousel handles a drag.
  ///
  /// The result is `false` if the drag runs across the axis and such drags are ignored. A drag at exactly 45°
  /// counts as a drag along the axis.
  func panShouldBegin(translation: Point, axis: ScrollAxis) -> Bool {
    !ignorePerpendicularSwipes || abs(axis.along(translation)) >= abs(axis.across(translation))
  }
}

extension Point {
  var isFinite: Bool { x.isFinite && y.isFinite }
}
