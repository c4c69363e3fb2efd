internal import Geometry

extension Presentation: Feature {
  static let inputs: [any FeatureInput.Type] = [AnimationInput.self]

  static func handle(_ step: CoreStep, in core: inout CarouselCore) -> Bool {
    switch step {
    case .motionChanged(let moment):
      if core.reducesMotion, core.scroller.isOnItsWay {
        core.agenda.append(ActionTask { $0.arriveAtOnce(at: moment) })
      }
    case .frame(let now): if core.presentation.isChanging { core.advancePresentation(to: now) }
    case .completeAll:
      for completion in core.presentation.takeCompletions() {
        core.effects.append(.complete(completion, isFinished: true))
      }
    default: break
    }
    return false
  }

  static func isMoving(_ core: borrowing CarouselCore) -> Bool { core.presentation.isChanging }

  static func keptItems(_ core: borrowing CarouselCore) -> [Int] { core.outgoingItems }
}

/// The beginning or the end of an animation block.
enum AnimationInput: FeatureInput {
  case begin(duration: Double, completion: CompletionID?)
  case end

  func apply(to core: inout CarouselCore, at moment: Moment) {
    switch self {
    case .begin(let duration, let completion):
      core.beginAnimations(duration: duration, completion: completion, at: moment)
    case .end: core.endAnimations(at: moment)
    }
  }
}

/// Animation blocks, and motions that reduced motion replaces by a cross-fade.
extension CarouselCore {
  /// The animated changes of the layout.
  var presentation: Presentation {
    _read { yield features.presentation }
    _modify { yield &features.presentation }
  }

  /// Advances the transition and the cross-fade to a frame's time.
  fileprivate mutating func advancePresentation(to now: Timestamp) {
    staleness.setNeedsFrame()
    guard let completions = presentation.advance(to: now) else { return }
    staleness.setNeedsVisibleItems()
    for completion in completions {
      content.wait(for: TimedProgress(since: .at(now), duration: 0), completion)
    }
  }

  /// Begins an animation block.
  fileprivate mutating func beginAnimations(duration: Double, completion: CompletionID?, at moment: Moment) {
    layOutIfNeeded(at: moment)
    agenda.append(
      AnimationTask(
        duration: duration, moment: moment,
        block: AnimationBlock(
          completion: completion, before: layout.settings, layoutRevision: layout.revision, start: moment),
        layouts: staleness.needsLayout || agenda.isLayingOut ? nil : presentedLayouts))
  }

  /// The layouts drawn now, each with its weight in the blend.
  var presentedLayouts: [(layout: LayoutSnapshot, share: Double)] {
    presentation.transition?.layouts(at: timeline.now, present: layout.snapshot) ?? [(layout.snapshot, 1)]
  }

  /// Continues the beginning of an animation block.
  fileprivate mutating func proceed(with task: AnimationTask) -> CarouselRequest? {
    var block = task.block
    // Building the old frame calls the delegate, which may begin another block. The second condition ends an
    // endless chain of such blocks.
    let isShown = task.duration > 0 && !(reducesMotion && hasReachedWorkLimit)
    if isShown {
      if reducesMotion {
        guard case .drawing(.items(let picture))? = dialogue.takeAnswer() else {
          return pushCatchUp(at: task.moment) ? nil : ask(.items)
        }
        block.kind = .crossFade(itemsToDraw(picture))
      } else {
        let old = presentation.transition
        block.kind = .transition(replacing: old)
        var transition = Transition(
          from: task.layouts ?? presentedLayouts,
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
  fileprivate mutating func endAnimations(at moment: Moment) {
    layOutIfNeeded(at: moment)
    agenda.append(
      ActionTask {
        $0.closeAnimations()
        return nil
      })
  }

  /// Ends the innermost block and starts the animation of its changes.
  fileprivate mutating func closeAnimations() {
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
  fileprivate mutating func arriveAtOnce(at moment: Moment) -> CarouselRequest? {
    guard reducesMotion, scroller.isOnItsWay else { return nil }
    guard case .drawing(.items(let items))? = dialogue.takeAnswer() else { return ask(.items) }
    let picture = itemsToDraw(items)
    let before = scroller.offset
    scroller.arriveAtOnce(at: moment)
    if abs(scroller.offset - before) > offsetMargin {
      presentation.beginCrossFade(from: picture, since: moment, completions: [])
      staleness.setNeedsFrame()
    }
    return nil
  }

  /// The indexes of items outside the visible range that the outgoing layout or frame still shows.
  fileprivate var outgoingItems: [Int] {
    guard presentation.isChanging else { return [] }
    var indexes: [Int] = []
    for origin in presentation.transition?.origins ?? [] {
      let ring = origin.layout.ring(like: scroller.ring)
      for index in origin.layout.visibleRange(at: scroller.offset, on: ring).indexes(on: ring) {
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

  /// Returns the items to draw: `items`, which are those of the current layout, over the items of a frame
  /// that fades out.
  func itemsToDraw(_ items: [CarouselFrame.Item]) -> [CarouselFrame.Item] {
    guard let fade = presentation.crossFade else { return items }
    return fade.remains(at: timeline.now) + items
  }
}

extension LookSettings {
  /// Returns whether any property has changed that an animation block can animate.
  fileprivate func changesLook(from old: LookSettings) -> Bool {
    type != old.type || axis != old.axis || perspective != old.perspective
      || viewpointOffset != old.viewpointOffset || contentOffset != old.contentOffset || bounds != old.bounds
      || options != old.options
  }
}

// MARK: Tasks

/// Begins an animation block.
private struct AnimationTask: CoreTask {
  let duration: Double
  let moment: Moment
  let block: AnimationBlock
  /// The layouts drawn when the block begins, each with its weight in the blend; `nil` if they are not known
  /// yet.
  let layouts: [(layout: LayoutSnapshot, share: Double)]?

  func proceed(in core: inout CarouselCore) -> CarouselRequest? { core.proceed(with: self) }
}
