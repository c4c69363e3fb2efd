internal import Geometry

extension Presentation: Feature {
  static let inputs: [any FeatureInput.Type] = [AnimationInput.self]

  static func handle(_ step: CoreStep, in core: inout CarouselCore) -> Bool {
    switch step {
    case .motionChanged(let moment):
      if core.reducesMotion, core.scroller.isOnItsWay {
        core.agenda.append(QuestionTask { $0.arriveAtOnce(at: moment) })
      }
    case .frame(let now): if core.features.presentation.isChanging { core.advancePresentation(to: now) }
    case .completeAll: core.effects.complete(core.features.presentation.takeCompletions())
    default: break
    }
    return false
  }

  static func isMoving(_ core: borrowing CarouselCore) -> Bool { core.features.presentation.isChanging }

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
  /// Advances the transition and the cross-fade to a frame's time.
  fileprivate mutating func advancePresentation(to now: Timestamp) {
    staleness.setNeedsFrame()
    guard let completions = features.presentation.advance(to: now) else { return }
    staleness.setNeedsVisibleItems()
    for completion in completions {
      content.wait(for: TimedProgress(since: .at(now), duration: 0), completion)
    }
  }

  /// Begins an animation block.
  fileprivate mutating func beginAnimations(duration: Double, completion: CompletionID?, at moment: Moment) {
    layOutIfNeeded(at: moment)
    let block = AnimationBlock(
      duration: duration, completions: completion.map { [$0] } ?? [], before: layout.settings,
      layoutRevision: layout.revision, start: moment,
      layouts: staleness.needsLayout || agenda.isLayingOut ? nil : presentedLayouts)
    agenda.append(QuestionTask { $0.open(block) })
  }

  /// The layouts drawn now, each with its weight in the blend.
  var presentedLayouts: WeightedLayouts {
    features.presentation.transition?.layouts(at: timeline.now, present: layout.snapshot) ?? [
      (layout.snapshot, 1)
    ]
  }

  /// Continues the beginning of an animation block.
  private mutating func open(_ opened: AnimationBlock) -> CarouselRequest? {
    var block = opened
    // Building the old frame calls the delegate, which may begin another block. The second condition ends an
    // endless chain of such blocks.
    let isShown = block.duration > 0 && !(reducesMotion && hasReachedWorkLimit)
    if isShown {
      if reducesMotion {
        guard case .drawing(.items(let picture))? = dialogue.takeAnswer() else {
          return pushCatchUp(at: block.start) ? nil : ask(.items)
        }
        block.kind = .crossFade(itemsToDraw(picture))
      } else {
        let old = features.presentation.transition
        block.kind = .transition(replacing: old)
        block.number = features.presentation.begin(
          Transition(
            from: block.layouts ?? presentedLayouts, since: block.start,
            duration: block.duration.finite(or: 0)))
      }
    }
    features.presentation.open(block)
    return nil
  }

  /// Ends an animation block.
  fileprivate mutating func endAnimations(at moment: Moment) {
    layOutIfNeeded(at: moment)
    agenda.append(ActionTask { $0.closeAnimations() })
  }

  /// Ends the innermost block and starts the animation of its changes.
  fileprivate mutating func closeAnimations() {
    guard let block = features.presentation.closeBlock() else { return }
    let hasChanged =
      layout.settings.changesLook(from: block.before) || layout.revision != block.layoutRevision
    switch block.kind {
    case .immediate: effects.complete(block.completions)
    case .crossFade(let picture):
      guard hasChanged else { return effects.complete(block.completions) }
      features.presentation.beginCrossFade(from: picture, since: block.start, completions: block.completions)
    case .transition(let old):
      let isCurrent = features.presentation.transition?.block == block.number
      guard hasChanged else {
        if isCurrent {
          features.presentation.restore(old)
        } else {
          // A nested block has replaced the animation that was under way before this block.
          effects.complete(old?.completions ?? [], isFinished: false)
        }
        return effects.complete(block.completions)
      }
      if features.presentation.transition == nil {
        effects.complete(block.completions)
      } else {
        features.presentation.addCompletions(block.completions)
      }
      effects.complete(old?.completions ?? [], isFinished: false)
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
      features.presentation.beginCrossFade(from: picture, since: moment, completions: [])
      staleness.setNeedsFrame()
    }
    return nil
  }

  /// The indexes of items outside the visible range that the outgoing layout or frame still shows.
  fileprivate var outgoingItems: [Int] {
    guard features.presentation.isChanging else { return [] }
    var indexes: [Int] = []
    for origin in features.presentation.transition?.origins ?? [] {
      let row = origin.layout.row(like: scroller.row)
      for index in origin.layout.visibleRange(at: scroller.offset, on: row).indexes(on: row) {
        // A placeholder that the carousel no longer has cannot be requested.
        if !content.isPlaceholder(index) || loader.position(of: index) != nil { indexes.append(index) }
      }
    }
    if let fade = features.presentation.crossFade {
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
    guard let fade = features.presentation.crossFade else { return items }
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
