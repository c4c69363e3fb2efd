internal import Geometry

/// Inputs of contacts, wheels and touchpads.
extension CarouselCore {
  private var scrollAxis: ScrollAxis { layout.settings.axis }

  /// Whether a motion begins with the velocity of the motion or of the finger before it.
  private var joinsMotions: Bool { scroller.traits.contains(.joinsMotions) }

  /// Whether long presses and double taps are detected.
  private var detectsPresses: Bool { hasDelegate || gestures.isObserved }

  /// Whether a feature handles drags in all directions.
  var takesDrags: Bool { Features.contains { $0.takesDrags(self) } }

  // MARK: Contacts

  mutating func contactBegan(id: Int, at point: Point, _ moment: Moment) {
    guard contacts.drag == nil, point.isFinite else { return }
    touchpadScrollEnded(at: moment)
    touchDown(at: moment)
    let threshold =
      joinsMotions && scroller.hasStoppedMotion
      ? DragRecognizer.takeOverThreshold : DragRecognizer.threshold
    // A touch that stops a motion cannot become a long press. The time of a touch may be before the last frame,
    // also because the clock has stepped back; no part of that time counts.
    contacts.begin(
      DragRecognizer(id: id, at: point, time: moment.time, threshold: threshold),
      pressStart: scroller.hasStoppedMotion ? nil : timeline.notBeforeLastFrame(moment).time)
  }

  mutating func contactMoved(id: Int, to point: Point, at moment: Moment) {
    guard contacts.drag?.id == id, point.isFinite else { return }
    guard isLongPressDue(at: moment) else { return moveContact(id: id, to: point, at: moment) }
    agenda.append(LongPressTask(moment: moment))
    agenda.append(MoveContactTask(id: id, point: point, moment: moment))
  }

  mutating func contactEnded(id: Int, at point: Point, _ moment: Moment) {
    tapRecord.set(nil)
    guard contacts.drag?.id == id else { return }
    if isLongPressDue(at: moment) { agenda.append(LongPressTask(moment: moment)) }
    agenda.append(EndContactTask(id: id, point: point, moment: moment))
  }

  mutating func contactCanceled(id: Int, at moment: Moment) {
    guard contacts.drag?.id == id, let drag = contacts.end() else { return }
    if drag.phase == .swiping { swipe(.canceled, translation: nil, velocity: .zero) }
    notify(.contactCanceled(id: id, at: moment))
    scroller.velocity = 0
    scroller.endDrag(at: moment.time)
    scroller.release(at: moment.time)
    motionDidChange(at: moment)
  }

  private func isLongPressDue(at moment: Moment) -> Bool {
    moment.time >= contacts.longPressTime
  }

  /// Continues a contact that has moved.
  fileprivate mutating func moveContact(id: Int, to point: Point, at moment: Moment) {
    guard contacts.drag?.id == id else { return }
    notify(.contactMoved(id: id, to: point, at: moment))
    let (settings, axis, takesDrags) = (gestures, scrollAxis, takesDrags)
    let isDecided = contacts.move(to: point, at: moment.time) {
      guard takesDrags || settings.dragBegins(translation: $0, axis: axis) else { return .swiping }
      return settings.isScrollEnabled ? .dragging : .failed
    }
    guard let drag = contacts.drag else { return }
    let (phase, velocity) = (drag.phase, drag.velocity(at: moment.time, isRecent: joinsMotions))
    if isDecided {
      contacts.noteTap(nil)
      if phase == .dragging { beginDrag(translation: .zero, at: moment) }
      if phase == .swiping, let start = contacts.drag?.start {
        agenda.append(SwipeTask(start: start, velocity: velocity))
      }
    }
    let translation = contacts.drag?.translation(at: point) ?? .zero
    switch phase {
    case .dragging: moveDrag(translation: translation, velocity: velocity, at: moment)
    case .swiping where !isDecided: swipe(.changed, translation: translation, velocity: velocity)
    case .swiping, .possible, .pressing, .failed: break
    }
  }

  /// Continues the start of a swipe across the axis: finds the item under its first point.
  fileprivate mutating func proceed(with task: SwipeTask) -> CarouselRequest? {
    guard case .hit(let hit)? = dialogue.takeAnswer() else {
      guard !task.isAsked, !pushCatchUp(at: timeline.nextFrame) else { return nil }
      agenda.current = SwipeTask(start: task.start, velocity: task.velocity, isAsked: true)
      return ask(.hitTest(task.start))
    }
    guard let hit, !content.isPlaceholder(hit), let position = loader.position(of: hit) else { return nil }
    contacts.beginSwipe(
      PerpendicularDrag(index: hit, size: loader.loaded[position].size, axis: scrollAxis))
    swipe(.began, translation: .zero, velocity: task.velocity)
    return nil
  }

  /// Continues the handling of a contact that was lifted.
  fileprivate mutating func endContact(id: Int, at point: Point, _ moment: Moment) {
    guard contacts.drag?.id == id, let drag = contacts.end() else { return }
    if notify(.contactEnded(id: id, at: point, moment)) { return }
    // The velocity is measured at the time of the release, because the finger may have rested since its last
    // move.
    let (translation, velocity) = (
      drag.translation(at: point), drag.velocity(at: moment.time, isRecent: joinsMotions)
    )
    switch drag.phase {
    case .possible:
      guard point.isFinite else { return release(at: moment) }
      agenda.insertNext(
        TapTask(
          point: point, moment: moment, start: (drag.start, drag.startTime)))
    case .swiping:
      swipe(.ended, translation: point.isFinite ? translation : nil, velocity: velocity)
      release(at: moment)
    case .pressing, .failed:
      release(at: moment)
    case .dragging:
      moveDrag(translation: translation, velocity: velocity, at: moment)
      endDrag(at: moment)
    }
  }

  /// Notifies the delegate of a swipe across the axis, if it began on an item.
  private mutating func swipe(_ phase: PerpendicularSwipe.Phase, translation: Point?, velocity: Point) {
    if let swipe = contacts.swipe(phase, translation: translation, velocity: velocity) {
      effects.append(.didSwipePerpendicularly(swipe))
    }
  }

  /// Notifies the delegate that a swipe across the axis was canceled because its item was removed.
  mutating func cancelSwipeWithoutItem() {
    if contacts.hasSwipeWithoutItem { swipe(.canceled, translation: nil, velocity: .zero) }
  }

  // MARK: Long presses and taps

  /// Continues the check for a long press: notifies the delegate if a finger has lain still for long enough.
  fileprivate mutating func proceed(with task: LongPressTask) -> CarouselRequest? {
    var task = task
    if let id = task.contact {
      switch dialogue.takeAnswer() {
      case .hit(let hit):
        guard let hit, !content.isPlaceholder(hit) else { return nil }
        if notify(.longPress(item: hit, contact: id, at: task.moment)) { return nil }
        return detectsPresses ? ask(.handle(.didLongPressItem(index: hit))) : nil
      case .decision(let isTaken):
        if isTaken { contacts.press(id: id) }
      default: break
      }
      return nil
    }
    guard isLongPressDue(at: task.moment), let drag = contacts.drag else { return nil }
    let isHandled = detectsPresses || Features.contains { $0.takesLongPresses(self) }
    if isHandled, pushCatchUp(at: task.moment) { return nil }
    contacts.endWaitingForLongPress()
    guard isHandled else { return nil }
    task.contact = drag.id
    agenda.current = task
    return ask(.hitTest(drag.start))
  }

  /// Continues a tap. If an item was tapped, it is selected and scrolls to the center. Otherwise the carousel
  /// snaps to the nearest item.
  fileprivate mutating func proceed(with task: TapTask) -> CarouselRequest? {
    var task = task
    let answer = dialogue.takeAnswer()
    switch (task.phase, answer) {
    case (.hit, .hit(let hit)):
      let index = hit.flatMap { content.isPlaceholder($0) ? nil : $0 }
      if task.mayRepeat, detectsPresses, let first = contacts.lastTap,
        first.isRepeated(by: index, task.start)
      {
        task.phase = .doubleTap(first.index)
        agenda.current = task
        return ask(.handle(.didDoubleTapItem(index: first.index)))
      }
      // The tap is recorded before the delegate can change the content.
      contacts.noteTap(index.map { FirstTap(index: $0, point: task.point, time: task.moment.time) })
      return take(task, on: index)
    case (.doubleTap(let index), .decision(let isHandled)):
      // The delegate may have changed the content in the meantime.
      let first = contacts.takeLastTap()
      if isHandled {
        releaseAfterDoubleTap(on: first?.index, at: task.moment)
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
    if scroller.hasStoppedMotion, !(task.mayRepeat && contacts.lastTap != nil) {
      scroller.releaseAfterTap(thenAlign: true, at: task.moment.time)
      motionDidChange(at: task.moment)
      tapRecord.set(.stoppedMotion)
      return nil
    }
    agenda.current = task
    guard !pushCatchUp(at: task.moment) else { return nil }
    // A hit test calls the delegate, which may cause another tap. After too many rounds a tap hits no item.
    return hasReachedWorkLimit ? take(task, on: nil) : ask(.hitTest(task.point))
  }

  private mutating func take(_ task: TapTask, on index: Int?) -> CarouselRequest? {
    var task = task
    let index = index.flatMap { notify(.tap(item: $0)) ? nil : $0 }
    if scroller.hasStoppedMotion {
      contacts.noteTap(nil)
      scroller.releaseAfterTap(thenAlign: true, at: task.moment.time)
      motionDidChange(at: task.moment)
      tapRecord.set(.stoppedMotion)
      return nil
    }
    guard let index else {
      contacts.noteTap(nil)
      release(thenScrollTo: scroller.stops.nearest(to: scroller.offset), at: task.moment)
      tapRecord.set(.aligned)
      return nil
    }
    loader.follow(index)
    task.phase = .select(index, count: content.numberOfItems, generation: loader.generation)
    guard hasDelegate else {
      select(task, isAllowed: true)
      return nil
    }
    agenda.current = task
    return ask(.shouldSelect(index: index))
  }

  private mutating func select(_ task: TapTask, isAllowed: Bool) {
    guard isAllowed else {
      // As in iCarousel's `didTap:`, the carousel snaps only if autoscroll is on.
      let aligns =
        gestures.isScrollEnabled && scroller.settings.scrollToItemBoundary && scroller.autoscroll.isOn
      contacts.noteTap(nil)
      release(thenScrollTo: aligns ? scroller.stops.nearest(to: scroller.offset) : nil, at: task.moment)
      return tapRecord.set(.notTaken)
    }
    // The delegate may have changed the content when it was asked for permission.
    guard let target = indexNow(of: task) else {
      contacts.noteTap(nil)
      release(thenScrollTo: nil, at: task.moment)
      return tapRecord.set(.aligned)
    }
    let isCurrent = target == scroller.currentIndex
    let scrolls = isCurrent ? scroller.settings.scrollToItemBoundary : gestures.centerItemWhenSelected
    let stops = scroller.stops
    let stop = isCurrent ? stops.nearest(to: scroller.offset) : stops.stop(showing: target)
    release(thenScrollTo: scrolls ? stop : nil, at: task.moment)
    collectScrollEvents()
    effects.append(.didSelectItem(index: target))
    tapRecord.set(.selected(target))
  }

  private mutating func release(thenScrollTo target: Double?, at moment: Moment) {
    scroller.releaseAfterTap(thenScrollTo: target, at: moment.time)
    motionDidChange(at: moment)
  }

  /// Returns the current index of the tapped item; `nil` if the item has been removed.
  private func indexNow(of task: TapTask) -> Int? {
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
  private mutating func releaseAfterDoubleTap(on index: Int?, at moment: Moment) {
    let target =
      scroller.hasStoppedMotion && gestures.centerItemWhenSelected
      ? index.map { scroller.stops.stop(showing: $0) } : nil
    scroller.releaseAfterTap(
      thenAlign: scroller.hasStoppedMotion && target == nil, thenScrollTo: target, at: moment.time)
    motionDidChange(at: moment)
  }

  // MARK: Drags

  mutating func touchDown(at moment: Moment) {
    guard gestures.isScrollEnabled else { return }
    notify(.touchBegan)
    scroller.touchDown(at: moment.time)
    motionDidChange(at: moment)
  }

  mutating func release(at moment: Moment) {
    scroller.release(at: moment.time)
    motionDidChange(at: moment)
  }

  mutating func beginDrag(translation: Point, at moment: Moment) {
    guard gestures.isScrollEnabled else { return }
    if notify(.dragBegan(translation: translation, at: moment)) { return }
    scroller.beginDrag(translation: scrollAxis.along(translation).finite(or: 0))
    motionDidChange(at: moment)
  }

  mutating func moveDrag(translation: Point, velocity: Point, at moment: Moment) {
    if contacts.touchpadTravel == nil,
      notify(.dragChanged(translation: translation, velocity: velocity, at: moment))
    {
      return
    }
    let along = scrollAxis.along(translation)
    guard gestures.isScrollEnabled, along.isFinite else { return }
    scroller.drag(
      translation: along, speed: scrollAxis.along(velocity).finite(or: 0), itemWidth: layout.itemWidth,
      at: moment.time)
  }

  mutating func endDrag(at moment: Moment) {
    if notify(.dragEnded(at: moment)) { return }
    scroller.endDrag(at: moment.time)
    // A drag of an empty carousel moves nothing, and the carousel may be held since.
    scroller.release(at: moment.time)
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
      notify(.touchBegan)
      scroller.beginTouchpadDrag(at: moment.time)
    }
    guard let (travel, speed) = contacts.addTouchpad(points, at: moment.time) else { return }
    // iCarousel has no touchpad gestures. Without joined motions the carousel stops when the fingers stop.
    let velocity = joinsMotions ? scrollAxis.forward * -speed : .zero
    moveDrag(translation: scrollAxis.forward * -travel, velocity: velocity, at: moment)
  }

  mutating func touchpadScrollEnded(at moment: Moment) {
    guard contacts.endTouchpad() else { return }
    scroller.endTouchpadDrag(itemWidth: layout.itemWidth, at: moment.time)
    motionDidChange(at: moment)
  }
}

// MARK: Tasks

/// Notifies the delegate of a long press if a finger has lain still for long enough.
struct LongPressTask: CoreTask {
  let moment: Moment
  var contact: Int?

  func proceed(in core: inout CarouselCore) -> CarouselRequest? { core.proceed(with: self) }
}

/// Continues the handling of a contact that has moved.
private struct MoveContactTask: CoreTask {
  let id: Int
  let point: Point
  let moment: Moment

  func proceed(in core: inout CarouselCore) -> CarouselRequest? {
    core.moveContact(id: id, to: point, at: moment)
    return nil
  }
}

/// Finds the item on which a swipe across the axis has begun.
private struct SwipeTask: CoreTask {
  let start: Point
  let velocity: Point
  var isAsked = false

  func proceed(in core: inout CarouselCore) -> CarouselRequest? { core.proceed(with: self) }
}

/// Continues the handling of a contact that was lifted.
private struct EndContactTask: CoreTask {
  let id: Int
  let point: Point
  let moment: Moment

  func proceed(in core: inout CarouselCore) -> CarouselRequest? {
    core.endContact(id: id, at: point, moment)
    return nil
  }
}

/// Handles a tap.
private struct TapTask: CoreTask {
  enum Phase: Sendable {
    /// The tapped item is being found by a hit test.
    case hit
    /// The delegate has been notified of a double tap on an item. The associated value is the item's index at
    /// that time.
    case doubleTap(Int)
    /// The delegate has been asked whether the item may be selected.
    case select(Int, count: Int, generation: Int)
  }
  var phase = Phase.hit
  let point: Point
  let moment: Moment
  /// The position and time at which the finger came down.
  let start: (point: Point, time: Timestamp)
  /// Whether this tap may still be a double tap.
  var mayRepeat = true

  func proceed(in core: inout CarouselCore) -> CarouselRequest? { core.proceed(with: self) }
}

extension GestureSettings {
  /// Returns whether the carousel handles a drag.
  ///
  /// The result is `false` if the drag runs across the axis and such drags are ignored. A drag at exactly 45°
  /// counts as a drag along the axis.
  func dragBegins(translation: Point, axis: ScrollAxis) -> Bool {
    !ignorePerpendicularSwipes || abs(axis.along(translation)) >= abs(axis.across(translation))
  }
}

extension Point {
  var isFinite: Bool { x.isFinite && y.isFinite }
}
