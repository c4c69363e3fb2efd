internal import Geometry

/// Frames, animated changes of the layout, and the current appearance.
extension CarouselCore {
  // MARK: Frames

  /// Starts a frame at `time`; layout and loading happen here, once a frame.
  mutating func advance(to time: Timestamp?) {
    guard let now = beginFrame(at: time) else { return }
    layOutIfNeeded(at: now)
    agenda.append(.longPress(CoreTask.LongPressTask(time: now)))
    agenda.append(.advance(now))
  }

  /// Advances all animations and motion.
  mutating func moveOn(to now: Timestamp) {
    if loader.isChanging || content.isMakingRoom {
      staleness.setNeedsFrame()
      if loader.advance(to: now) { staleness.setNeedsVisibleItems() }
      if content.advanceMakingRoom(to: now) {
        scroller.commit(at: now)
        staleness.setNeedsVisibleItems()
      }
    }
    if presentation.isChanging {
      staleness.setNeedsFrame()
      if let completions = presentation.advance(to: now) {
        staleness.setNeedsVisibleItems()
        for completion in completions {
          content.wait(for: TimedProgress(since: now, duration: 0), completion)
        }
      }
    }
    let arrival = scroller.arrivalTime
    scroller.advance(to: now)
    if stack.isActive {
      if stack.isMoving { advanceStack(to: now) }
      compareWithEnd()
    }
    if reordering.isLifted { advanceReordering(to: now) }
    motionDidChange(at: now)
    if needsUpdate { agenda.append(.update(.resolve)) }
    placeLift(at: now)
    agenda.append(.autoplay(now, arrival: arrival))
    agenda.append(.complete(now))
  }

  /// Calls the completions of changes that have ended.
  mutating func complete(at now: Timestamp) {
    collectScrollEvents()
    for completion in content.takeDueCompletions(at: now) {
      effects.append(.complete(completion, isFinished: true))
    }
  }

  // MARK: Animation blocks

  /// Begins an animation block.
  mutating func beginAnimations(duration: Double, completion: CompletionID?, at time: Timestamp?) {
    layOutIfNeeded(at: time)
    agenda.append(
      .beginAnimations(
        CoreTask.AnimationTask(
          duration: duration, time: time,
          block: AnimationBlock(
            completion: completion, before: layout.settings, layoutRevision: layout.revision, time: time),
          looks: staleness.needsLayout || agenda.isLayingOut ? nil : presentedLooks)))
  }

  /// The layouts drawn now, with the share of each.
  private var presentedLooks: [(look: LayoutSnapshot, share: Double)] {
    presentation.transition?.looks(at: frameTime, present: layout.snapshot) ?? [(layout.snapshot, 1)]
  }

  /// Continues the beginning of an animation block.
  mutating func proceed(with task: CoreTask.AnimationTask) -> CarouselRequest? {
    var block = task.block
    // Building the old frame makes callbacks, which may begin the next block, and so on without end.
    let isShown = task.duration > 0 && !(presentation.reducesMotion && hasLostPatience)
    if isShown {
      if presentation.reducesMotion {
        guard case .frame(let picture)? = dialogue.takeAnswer() else {
          return pushCatchUp(at: task.time) ? nil : ask(.presentedFrame)
        }
        block.kind = .crossFade(picture)
      } else {
        let old = presentation.transition
        block.kind = .transition(replacing: old)
        var transition = Transition(
          from: task.looks ?? presentedLooks,
          since: task.time, duration: task.duration.finite(or: 0))
        transition.block = presentation.beginBlock()
        block.number = transition.block
        presentation.setTransition(transition)
      }
    }
    presentation.open(block)
    return nil
  }

  /// Ends an animation block.
  mutating func endAnimations(at time: Timestamp?) {
    layOutIfNeeded(at: time)
    agenda.append(.endAnimations)
  }

  /// Ends the innermost block and starts the animation of its changes.
  mutating func closeAnimations() {
    guard let block = presentation.closeBlock() else { return }
    let hasChanged =
      layout.settings.changesLook(from: block.before) || layout.revision != block.layoutRevision
    func finish(_ completion: CompletionID?, _ isFinished: Bool, _ effects: inout EffectQueue) {
      if let completion { effects.append(.complete(completion, isFinished: isFinished)) }
    }
    switch block.kind {
    case .immediate: finish(block.completion, true, &effects)
    case .crossFade(let picture):
      guard hasChanged else { return finish(block.completion, true, &effects) }
      presentation.beginCrossFade(
        from: picture, since: block.time, completions: block.completion.map { [$0] } ?? [])
    case .transition(let old):
      let isCurrent = presentation.transition?.block == block.number
      guard hasChanged else {
        if isCurrent {
          presentation.setTransition(old)
        } else {
          // A nested block has replaced this animation.
          for completion in old?.completions ?? [] { finish(completion, false, &effects) }
        }
        return finish(block.completion, true, &effects)
      }
      if presentation.transition == nil {
        finish(block.completion, true, &effects)
      } else if let completion = block.completion {
        presentation.addCompletion(completion)
      }
      for completion in old?.completions ?? [] { finish(completion, false, &effects) }
      staleness.setNeedsVisibleItems()
    }
    staleness.setNeedsFrame()
  }

  /// Moves at once to the destination of the current motion; the old frame cross-fades into the new one.
  mutating func arriveAtOnce(at time: Timestamp?) -> CarouselRequest? {
    guard presentation.reducesMotion, scroller.isOnItsWay else {
      _ = dialogue.takeAnswer()
      return nil
    }
    guard case .frame(let picture)? = dialogue.takeAnswer() else { return ask(.presentedFrame) }
    let before = scroller.offset
    scroller.arriveAtOnce(at: time)
    if abs(scroller.offset - before) > offsetMargin {
      presentation.beginCrossFade(from: picture, since: time, completions: [])
      staleness.setNeedsFrame()
    }
    return nil
  }

  /// The indexes of items outside the visible range that a fading frame still shows.
  var itemsPassingAway: [Int] {
    guard presentation.isChanging else { return [] }
    var indexes: [Int] = []
    for origin in presentation.transition?.origins ?? [] {
      let ring = origin.look.ring(like: scroller.ring)
      for index in origin.look.visibleRange(at: scroller.offset, on: ring).indexes(on: ring) {
        // A placeholder that is no longer shown cannot be requested.
        if !content.isPlaceholder(index) || loader.position(of: index) != nil { indexes.append(index) }
      }
    }
    if let fade = presentation.crossFade {
      let views = Set(fade.picture.map { ObjectIdentifier($0.view) })
      for item in loader.loaded where views.contains(ObjectIdentifier(item.view)) {
        indexes.append(item.index)
      }
    }
    return indexes
  }

  // MARK: Current frame

  /// Returns the items to draw: those of the current layout, over those that are fading out with the former one.
  @MainActor
  func itemsToDraw(_ items: [CarouselFrame.Item]) -> [CarouselFrame.Item] {
    guard let fade = presentation.crossFade else { return items }
    return fade.remains(at: frameTime) + items
  }

  /// The views that a frame may show.
  var viewsToDraw: [any ItemView] {
    loader.loaded.flatMap { [$0.view] + $0.outgoing.map(\.view) } + loader.leaving.map(\.view)
  }

  /// Records that a frame was built: it is up to date until something changes.
  package mutating func notePicture() { staleness.takeFrame() }
}

extension LookSettings {
  /// Returns whether any property differs that an animation block can animate.
  fileprivate func changesLook(from old: LookSettings) -> Bool {
    type != old.type || axis != old.axis || perspective != old.perspective
      || viewpointOffset != old.viewpointOffset || contentOffset != old.contentOffset || bounds != old.bounds
      || options != old.options
  }
}
