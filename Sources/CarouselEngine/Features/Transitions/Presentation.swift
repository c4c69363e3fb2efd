internal import Geometry

/// The animated changes from one layout to another.
struct Presentation: Sendable {
  /// The layout transition under way.
  private(set) var transition: Transition?
  /// The cross-fade under way.
  private(set) var crossFade: CrossFade?

  /// The number of animation blocks so far.
  private var blockCount = 0
  /// The open animation blocks, the innermost last.
  private var openBlocks: [AnimationBlock] = []

  /// Whether a layout transition or a cross-fade is under way.
  var isChanging: Bool { transition != nil || crossFade != nil }

  /// Opens an animation block inside the open blocks.
  mutating func open(_ block: AnimationBlock) { openBlocks.append(block) }

  /// Closes the innermost animation block.
  mutating func closeBlock() -> AnimationBlock? { openBlocks.popLast() }

  /// Begins the transition of a block, which replaces the current transition.
  ///
  /// - Returns: The number of the block, counted from 1.
  mutating func begin(_ newTransition: Transition) -> Int {
    blockCount += 1
    transition = newTransition
    transition?.block = blockCount
    return blockCount
  }

  /// Restores a transition that was replaced. `nil` ends the current transition.
  mutating func restore(_ former: Transition?) { transition = former }

  /// Adds completions to the transition under way.
  mutating func addCompletions(_ completions: [CompletionID]) { transition?.completions += completions }

  /// Fades `picture` out while the current frames fade in over it. The completions of a previous cross-fade
  /// are kept.
  mutating func beginCrossFade(
    from picture: [CarouselFrame.Item], since start: Moment, completions: [CompletionID]
  ) {
    var fade = CrossFade(from: picture, since: start)
    fade.completions = (crossFade?.completions ?? []) + completions
    crossFade = fade
  }

  /// Starts the animations that have not started, and ends the animations that are over at `now`.
  ///
  /// - Returns: The completions to call; `nil` if nothing has ended.
  mutating func advance(to now: Timestamp) -> [CompletionID]? {
    var completions: [CompletionID]?
    transition?.progress.start(at: now)
    if let over = transition, over.progress.isOver(at: now) {
      transition = nil
      completions = over.completions
    }
    crossFade?.progress.start(at: now)
    if let over = crossFade, over.progress.isOver(at: now) {
      crossFade = nil
      completions = (completions ?? []) + over.completions
    }
    return completions
  }

  /// Removes and returns the completions of the transition and the cross-fade under way.
  mutating func takeCompletions() -> [CompletionID] {
    defer {
      transition?.completions = []
      crossFade?.completions = []
    }
    return (transition?.completions ?? []) + (crossFade?.completions ?? [])
  }
}

/// An animation block.
struct AnimationBlock: Sendable {
  /// The animation of the block's changes.
  enum Kind: Sendable {
    case immediate
    /// A cross-fade from the former frame.
    case crossFade([CarouselFrame.Item])
    /// A layout transition, which replaces the current transition.
    case transition(replacing: Transition?)
  }

  /// The duration of the animation, in seconds.
  let duration: Double
  /// The completion of the block, if it has one.
  let completions: [CompletionID]
  /// The settings when the block began.
  let before: LookSettings
  let layoutRevision: Int
  let start: Moment
  /// The layouts drawn when the block began, each with its weight in the blend; `nil` if they were not known.
  let layouts: WeightedLayouts?
  var kind = Kind.immediate
  /// The number of the block's transition.
  var number = 0
}
