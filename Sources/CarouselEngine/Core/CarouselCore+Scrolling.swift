/// Scrolling by the program.
extension CarouselCore {
  // MARK: Commands

  /// Runs a scroll by the program. If the scroll depends on the layout, it waits until the layout is up to
  /// date.
  mutating func scroll(_ command: ScrollCommand, at moment: Moment) {
    switch command {
    case .jumpToOffset, .jumpToItem: if !agenda.isCounting { return run(command, at: moment) }
    case .toItem, .byItems, .toOffset, .byOffset, .toPage, .step: layOutIfNeeded(at: moment)
    }
    if agenda.isLayingOut {
      agenda.append(ActionTask { $0.run(command, at: moment) })
    } else {
      run(command, at: moment)
    }
  }

  mutating func run(_ command: ScrollCommand, at moment: Moment) {
    notify(.programScroll(at: moment))
    scroller.defersArrival = delivery.isUnderWay
    defer { scroller.defersArrival = false }
    switch command {
    case .jumpToOffset(let offset): scroller.jump(to: offset, as: .set, at: moment)
    case .jumpToItem(let index):
      scroller.jump(to: scroller.geometry.attainable(Double(index)), at: moment)
    case .toItem(let index, let direction, let duration):
      let distance = scroller.row.distance(from: scroller.offset, to: index, direction: direction)
      scroller.scroll(by: distance, duration: duration.finite(or: 0), at: moment)
    case .byItems(let count, let duration):
      scroller.scroll(byItems: count, duration: duration.finite(or: 0), at: moment)
    case .toOffset(let offset, let duration):
      scroller.scroll(to: offset, duration: duration.finite(or: 0), then: .align, at: moment)
    case .byOffset(let offset, let duration):
      scroller.scroll(by: offset, duration: duration.finite(or: 0), then: .align, at: moment)
    case .toPage(let index, let duration):
      let pages = scroller.geometry.pages
      guard pages.count > 0 else { break }
      let page = ItemRow(count: pages.count, wraps: pages.row.wraps).index(index)
      scroller.scroll(to: pages.offset(pages.stop(Double(page))), duration: duration, at: moment)
    case .step(let count): scroller.step(by: min(max(count, -1_000_000), 1_000_000), at: moment)
    }
    motionDidChange(at: moment)
  }

  /// Handles a change that may have started a motion.
  mutating func motionDidChange(at moment: Moment) { notify(.motionChanged(at: moment)) }

  /// Applies new settings of scrolling; a motion under way continues.
  mutating func setScrolling(_ settings: ScrollSettings, at moment: Moment) {
    let (physics, ends) = (scroller.settings.physics, scroller.bounds.restRange)
    scroller.settings = settings
    if settings.physics != physics || scroller.bounds.restRange != ends { staleness.setNeedsLayout() }
    // The offset may have been set beyond an end, and the carousel may not bounce so far any more.
    let reached = scroller.bounds.reachable(scroller.offset)
    guard reached != scroller.offset else { return }
    if scroller.isIdle { scroller.jump(to: reached, as: .correction, at: moment) }
    // A finger that rests on the carousel still holds it.
    if scroller.isHeldAtRest {
      scroller.move(to: reached, as: .correction, at: moment)
      scroller.settleReason = scroller.settleReason ?? .program
    }
  }

  /// Sets whether the user prefers reduced motion.
  mutating func setReducesMotion(_ reducesMotion: Bool, at moment: Moment) {
    guard reducesMotion != self.reducesMotion else { return }
    self.reducesMotion = reducesMotion
    notify(.motionPreferenceChanged(at: moment))
  }
}
