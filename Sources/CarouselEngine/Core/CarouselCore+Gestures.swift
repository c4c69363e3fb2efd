internal import Geometry

/// Inputs of contacts, wheels and touchpads.
extension CarouselCore {
  private var scrollAxis: ScrollAxis { layout.settings.axis }

  /// Whether a motion begins with the velocity of the motion or of the finger before it.
  private var joinsMotions: Bool { scroller.traits.contains(.joinsMotions) }

  /// Whether a feature handles drags in all directions.
  var takesDrags: Bool { Features.contains { $0.takesDrags(self) } }

  // MARK: Contacts

  mutating func contactBegan(id: Int, at point: Point, _ moment: Moment) {
    guard contacts.drag == nil, point.isFinite else { return }
    touchpadScrollEnded(at: moment)
    touchDown(at: moment)
    let threshold =
      joinsMotions && scroller.hasStoppedMotion
      ? DragRecognizer.takeOverThreshold : DragThreshold.distance
    // A touch that stops a motion cannot become a long press. The time of a touch may be before the last frame,
    // also because the clock has stepped back; no part of that time counts.
    contacts.begin(
      DragRecognizer(id: id, at: point, time: moment.time, threshold: threshold),
      pressStart: scroller.hasStoppedMotion ? .never : timeline.notBeforeLastFrame(moment).time)
  }

  /// Handles a movement of a contact.
  ///
  /// - Parameter isLast: Whether this is the last position of the input. The velocity is measured from all
  ///   positions, and only the last one moves the carousel.
  mutating func contactMoved(id: Int, to point: Point, isLast: Bool, at moment: Moment) {
    guard contacts.drag?.id == id, point.isFinite else { return }
    guard isLongPressDue(at: moment) else {
      return moveContact(id: id, to: point, isLast: isLast, at: moment)
    }
    agenda.append(LongPressTask(moment: moment))
    agenda.append(ActionTask { $0.moveContact(id: id, to: point, isLast: isLast, at: moment) })
  }

  mutating func contactEnded(id: Int, at point: Point, _ moment: Moment) {
    tapRecord.set(nil)
    guard contacts.drag?.id == id else { return }
    if isLongPressDue(at: moment) { agenda.append(LongPressTask(moment: moment)) }
    agenda.append(ActionTask { $0.endContact(id: id, at: point, moment) })
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

  func isLongPressDue(at moment: Moment) -> Bool { moment.time >= contacts.longPressTime }

  /// Continues a contact that has moved.
  private mutating func moveContact(id: Int, to point: Point, isLast: Bool, at moment: Moment) {
    guard contacts.drag?.id == id else { return }
    if isLast { notify(.contactMoved(id: id, to: point, at: moment)) }
    let (settings, axis, takesDrags) = (gestures, scrollAxis, takesDrags)
    let isDecided = contacts.move(to: point, at: moment.time) {
      // A drag at exactly 45° counts as a drag along the axis.
      guard
        takesDrags || !settings.ignorePerpendicularSwipes || abs(axis.along($0)) >= abs(axis.across($0))
      else { return .swiping }
      return settings.isScrollEnabled ? .dragging : .failed
    }
    guard isDecided || isLast, let drag = contacts.drag else { return }
    let (phase, velocity) = (drag.phase, drag.velocity(at: moment.time, isRecent: joinsMotions))
    if isDecided {
      contacts.noteTap(nil)
      if phase == .dragging { beginDrag(translation: .zero, at: moment) }
      if phase == .swiping, let start = contacts.drag?.start {
        agenda.append(QuestionTask { $0.beginSwipe(at: start, velocity: velocity) })
      }
    }
    let translation = contacts.drag?.translation(at: point) ?? .zero
    guard isLast else { return }
    switch phase {
    case .dragging: moveDrag(translation: translation, velocity: velocity, at: moment)
    case .swiping where !isDecided:
      // The swipe may begin in a task of the same input.
      agenda.append(ActionTask { $0.swipe(.changed, translation: translation, velocity: velocity) })
    case .swiping, .possible, .pressing, .failed: break
    }
  }

  /// Begins a swipe across the axis on the item under its first point.
  private mutating func beginSwipe(at start: Point, velocity: Point) -> CarouselRequest? {
    guard case .drawing(.items(let items))? = dialogue.takeAnswer() else {
      return pushCatchUp(at: timeline.nextFrame) ? nil : ask(.items)
    }
    guard let hit = hit(at: start, in: items), !content.isPlaceholder(hit),
      let position = loader.position(of: hit)
    else { return nil }
    contacts.beginSwipe(
      PerpendicularDrag(index: hit, size: loader.loaded[position].size, axis: scrollAxis))
    swipe(.began, translation: .zero, velocity: velocity)
    return nil
  }

  /// Continues the handling of a contact that was lifted.
  private mutating func endContact(id: Int, at point: Point, _ moment: Moment) {
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

extension Point {
  var isFinite: Bool { x.isFinite && y.isFinite }
}
