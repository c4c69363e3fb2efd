internal import Geometry

/// Frames, animated changes of the layout, and the items to draw.
extension CarouselCore {
  // MARK: Frames

  /// Starts a frame at `now`. Layout and loading happen in this step, once a frame.
  mutating func advance(to now: Timestamp) {
    beginDelivery()
    layOutIfNeeded(at: .at(now))
    agenda.append(.longPress(CoreTask.LongPressTask(moment: .at(now))))
    agenda.append(.advance(now))
  }

  /// Advances all animations and the motion to `now`.
  mutating func moveOn(to now: Timestamp) {
    if loader.isChanging || content.isMakingRoom {
      staleness.setNeedsFrame()
      if loader.advance(to: now) { staleness.setNeedsVisibleItems() }
      if content.advanceMakingRoom(to: now) {
        scroller.moveInside(at: .at(now))
        staleness.setNeedsVisibleItems()
      }
    }
    if presentation.isChanging {
      staleness.setNeedsFrame()
      if let completions = presentation.advance(to: now) {
        staleness.setNeedsVisibleItems()
        for completion in completions {
          content.wait(for: TimedProgress(since: .at(now), duration: 0), completion)
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
    motionDidChange(at: .at(now))
    if needsUpdate { agenda.append(.update(.resolve)) }
    placeLift(at: .at(now))
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
  mutating func beginAnimations(duration: Double, completion: CompletionID?, at moment: Moment) {
    layOutIfNeeded(at: moment)
    agenda.append(
      .beginAnimations(
        CoreTask.AnimationTask(
          duration: duration, moment: moment,
          block: AnimationBlock(
            completion: completion, before: layout.settings, layoutRevision: layout.revision, start: moment),
          looks: staleness.needsLayout || agenda.isLayingOut ? nil : presentedLooks)))
  }

  /// The layouts drawn now, each with its weight in the blend.
  private var presentedLooks: [(look: LayoutSnapshot, share: Double)] {
    presentation.transition?.looks(at: timeline.now, present: layout.snapshot) ?? [(layout.snapshot, 1)]
  }

  /// Continues the beginning of an animation block.
  mutating func proceed(with task: CoreTask.AnimationTask) -> CarouselRequest? {
    var block = task.block
    // Building the old frame calls the delegate, which may begin another block. The second condition ends an
    // endless chain of such blocks.
    let isShown = task.duration > 0 && !(presentation.reducesMotion && hasLostPatience)
    if isShown {
      if presentation.reducesMotion {
        guard case .frame(let picture)? = dialogue.takeAnswer() else {
          return pushCatchUp(at: task.moment) ? nil : ask(.presentedFrame)
        }
        block.kind = .crossFade(picture)
      } else {
        let old = presentation.transition
        block.kind = .transition(replacing: old)
        var transition = Transition(
          from: task.looks ?? presentedLooks,
          since: task.moment, duration: task.duration.finite(or: 0))
        transition.block = presentation.beginBlock()
        block.number = transition.block
        presentation.setTransition(transition)
      }
    }
    presentation.open(block)
    return nil
  }

  /// Ends an animation block.
  mutating func endAnimations(at moment: Moment) {
    layOutIfNeeded(at: moment)
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
        from: picture, since: block.start, completions: block.completion.map { [$0] } ?? [])
    case .transition(let old):
      let isCurrent = presentation.transition?.block == block.number
      guard hasChanged else {
        if isCurrent {
          presentation.setTransition(old)
        } else {
          // A nested block has replaced the animation that was under way before this block.
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

  /// Moves to the destination of the current motion without animation. The old frame cross-fades into the new
  /// frame.
  mutating func arriveAtOnce(at moment: Moment) -> CarouselRequest? {
    guard presentation.reducesMotion, scroller.isOnItsWay else {
      _ = dialogue.takeAnswer()
      return nil
    }
    guard case .frame(let picture)? = dialogue.takeAnswer() else { return ask(.presentedFrame) }
    let before = scroller.offset
    scroller.arriveAtOnce(at: moment)
    if abs(scroller.offset - before) > offsetMargin {
      presentation.beginCrossFade(from: picture, since: moment, completions: [])
      staleness.setNeedsFrame()
    }
    return nil
  }

  /// The indexes of items outside the visible range that the outgoing layout or frame still shows.
  var itemsPassingAway: [Int] {
    guard presentation.isChanging else { return [] }
    var indexes: [Int] = []
    for origin in presentation.transition?.origins ?? [] {
      let ring = origin.look.ring(like: scroller.ring)
      for index in origin.look.visibleRange(at: scroller.offset, on: ring).indexes(on: ring) {
        // A placeholder that the carousel no longer has cannot be requested.
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

  /// Returns the items to draw: `items`, which are those of the current layout, over the items of a frame
  /// that fades out.
  @MainActor
  func itemsToDraw(_ items: [CarouselFrame.Item]) -> [CarouselFrame.Item] {
    guard let fade = presentation.crossFade else { return items }
    return fade.remains(at: timeline.now) + items
  }

  /// Returns the frame with the items of ``itemsToDraw(_:)``. `builder` has built the current items.
  @MainActor
  func frame(of items: [CarouselFrame.Item], builtBy builder: FrameBuilder) -> CarouselFrame {
    CarouselFrame(
      items: items, space: builder.space,
      fadingCount: items.count - builder.items.count, liftedCount: builder.liftedCount)
  }

  /// The views that a frame can contain.
  var viewsToDraw: [any ItemView] {
    loader.loaded.flatMap { [$0.view] + $0.outgoing.map(\.view) } + loader.leaving.map(\.view)
  }

  /// Records that a frame was built. It is up to date until the state changes.
  package mutating func notePicture() { staleness.takeFrame() }
}

extension LookSettings {
  /// Returns whether any property has changed that an animation block can animate.
  fileprivate func changesLook(from old: LookSettings) -> Bool {
    type != old.type || axis != old.axis || perspective != old.perspective
      || viewpointOffset != old.viewpointOffset || contentOffset != old.contentOffset || bounds != old.bounds
      || options != old.options
  }
}
