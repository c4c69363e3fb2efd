internal import Geometry

/// Taps, double taps and long presses.
extension CarouselCore {
  /// Whether long presses and double taps are detected.
  fileprivate var detectsPresses: Bool { hasDelegate || gestures.isObserved }

  /// Ends a tap that has stopped a motion and selects nothing.
  fileprivate mutating func endStoppingTap(at moment: Moment) -> CarouselRequest? {
    release(thenAlign: true, at: moment)
    tapRecord.set(.stoppedMotion)
    return nil
  }

  fileprivate mutating func take(_ task: inout TapTask, on index: Int?) -> CarouselRequest? {
    let index = index.flatMap { notify(.tap(item: $0)) ? nil : $0 }
    if scroller.hasStoppedMotion {
      contacts.noteTap(nil)
      return endStoppingTap(at: task.moment)
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
    return ask(.shouldSelect(index: index))
  }

  fileprivate mutating func select(_ task: TapTask, isAllowed: Bool) {
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
    report(.didSelectItem(index: target))
    tapRecord.set(.selected(target))
  }

  private mutating func release(
    thenAlign aligns: Bool = false, thenScrollTo target: Double? = nil, at moment: Moment
  ) {
    scroller.releaseAfterTap(thenAlign: aligns, thenScrollTo: target, at: moment.time)
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
  fileprivate mutating func releaseAfterDoubleTap(on index: Int?, at moment: Moment) {
    let target =
      scroller.hasStoppedMotion && gestures.centerItemWhenSelected
      ? index.map { scroller.stops.stop(showing: $0) } : nil
    release(thenAlign: scroller.hasStoppedMotion && target == nil, thenScrollTo: target, at: moment)
  }
}

/// Notifies the delegate of a long press if a finger has lain still for long enough.
struct LongPressTask: CoreTask {
  let moment: Moment
  var contact: Int?

  /// Continues the check for a long press: notifies the delegate if a finger has lain still for long enough.
  mutating func proceed(in core: inout CarouselCore) -> CarouselRequest? {
    if let id = contact {
      let answer = core.dialogue.takeAnswer()
      if case .drawing(.items(let items))? = answer {
        // The delegate may have replaced the contact when it was asked for transforms.
        guard let drag = core.contacts.drag, drag.id == id, let hit = core.hit(at: drag.start, in: items),
          !core.content.isPlaceholder(hit)
        else { return nil }
        if core.notify(.longPress(item: hit, contact: id, at: moment)) { return nil }
        return core.detectsPresses ? core.ask(.handle(.didLongPressItem(index: hit))) : nil
      }
      if case .decision(true)? = answer { core.contacts.press(id: id) }
      return nil
    }
    guard core.isLongPressDue(at: moment), let drag = core.contacts.drag else { return nil }
    let isHandled = core.detectsPresses || Features.contains { $0.takesLongPresses(core) }
    if isHandled, core.pushCatchUp(at: moment) { return nil }
    core.contacts.endWaitingForLongPress()
    guard isHandled else { return nil }
    contact = drag.id
    return core.ask(.items)
  }
}

/// Handles a tap.
struct TapTask: CoreTask {
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

  /// Continues a tap. If an item was tapped, it is selected and scrolls to the center. Otherwise the carousel
  /// snaps to the nearest item.
  mutating func proceed(in core: inout CarouselCore) -> CarouselRequest? {
    let answer = core.dialogue.takeAnswer()
    if case .drawing(.items(let items))? = answer {
      let index = core.hit(at: point, in: items).flatMap { core.content.isPlaceholder($0) ? nil : $0 }
      if mayRepeat, core.detectsPresses, let first = core.contacts.lastTap,
        first.isRepeated(by: index, start)
      {
        phase = .doubleTap(first.index)
        return core.ask(.handle(.didDoubleTapItem(index: first.index)))
      }
      // The tap is recorded before the delegate can change the content.
      core.contacts.noteTap(index.map { FirstTap(index: $0, point: point, time: moment.time) })
      return core.take(&self, on: index)
    }
    switch (phase, answer) {
    case (.doubleTap(let index), .decision(let isHandled)):
      // The delegate may have changed the content in the meantime.
      let first = core.contacts.lastTap
      core.contacts.noteTap(nil)
      if isHandled {
        core.releaseAfterDoubleTap(on: first?.index, at: moment)
        core.tapRecord.set(.doubleTapped(index))
        return nil
      }
      (phase, mayRepeat) = (.hit, false)
    case (.select, .decision(let isAllowed)):
      core.select(self, isAllowed: isAllowed)
      return nil
    default: break
    }
    guard case .hit = phase else { return nil }
    if core.scroller.hasStoppedMotion, !(mayRepeat && core.contacts.lastTap != nil) {
      return core.endStoppingTap(at: moment)
    }
    guard !core.pushCatchUp(at: moment) else { return nil }
    // A hit test calls the delegate, which may cause another tap. After too many rounds a tap hits no item.
    return core.hasReachedWorkLimit ? core.take(&self, on: nil) : core.ask(.items)
  }
}
