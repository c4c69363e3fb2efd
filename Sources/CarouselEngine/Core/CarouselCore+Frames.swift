internal import Geometry

/// Frames, and the items to draw.
extension CarouselCore {
  // MARK: Frames

  /// Starts a frame at `now`. Layout and loading happen in this step, once a frame.
  mutating func advance(to now: Timestamp) {
    delivery.beginFrame()
    layOutIfNeeded(at: .at(now))
    if now >= contacts.longPressTime { agenda.append(LongPressTask(moment: .at(now))) }
    agenda.append(ActionTask { $0.advanceMotion(to: $0.timeline.now) })
  }

  /// Advances all animations and the motion to `now`.
  private mutating func advanceMotion(to now: Timestamp) {
    if loader.isChanging || content.isMakingRoom {
      staleness.setNeedsFrame()
      if loader.advance(to: now) { staleness.setNeedsVisibleItems() }
      if content.advanceMakingRoom(to: now) {
        scroller.moveInside(at: .at(now))
        staleness.setNeedsVisibleItems()
      }
    }
    let arrival = scroller.arrivalTime
    scroller.advance(to: now)
    notify(.frame(now))
    motionDidChange(at: .at(now))
    if needsUpdate { agenda.append(UpdateTask.resolve) }
    notify(.frameEnd(now, arrival: arrival))
    agenda.append(ActionTask { $0.completeDueChanges() })
  }

  /// Calls the completions of changes that have ended.
  private mutating func completeDueChanges() {
    collectScrollEvents()
    effects.complete(content.takeDueCompletions(at: timeline.now))
  }

  /// Calls the completions of all changes, because a carousel that is not visible may get no frames.
  mutating func completeAll() {
    effects.complete(content.takeCompletions())
    notify(.completeAll)
  }

  // MARK: Current frame

  /// Records that a frame was built. It is up to date until the state changes.
  mutating func noteFrame() { staleness.takeFrame() }
}
