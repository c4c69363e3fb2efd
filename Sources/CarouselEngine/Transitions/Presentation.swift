/// How the carousel gets from one look to another: at once, or by a change under way here.
struct Presentation: Sendable {
  /// Whether the user wants things to stay in place.
  var reducesMotion = false
  /// A change of looks under way.
  private(set) var transition: Transition?
  /// A cross-fade under way.
  private(set) var crossFade: CrossFade?

  /// How many animation blocks there have been.
  private var blockCount = 0
  /// The animation blocks that are open, the innermost last.
  private var openBlocks: [AnimationBlock] = []

  /// Whether something is under way.
  var isChanging: Bool { transition != nil || crossFade != nil }

  /// Returns the number of a new animation block, counted from 1.
  mutating func beginBlock() -> Int {
    blockCount += 1
    return blockCount
  }

  /// Opens an animation block inside those that are open.
  mutating func open(_ block: AnimationBlock) { openBlocks.append(block) }

  /// Closes the innermost animation block.
  mutating func closeBlock() -> AnimationBlock? { openBlocks.popLast() }

  /// Begins a change of looks, or goes back to one that was replaced; `nil` ends it.
  mutating func setTransition(_ newTransition: Transition?) { transition = newTransition }

  /// Adds a completion to the change of looks under way.
  mutating func addCompletion(_ completion: CompletionID) { transition?.completions.append(completion) }

  /// Lets `picture` fade into what is seen from now on; the completions of a fade under way go along.
  mutating func beginCrossFade(
    from picture: [CarouselFrame.Item], since now: Timestamp?, completions: [CompletionID]
  ) {
    var fade = CrossFade(from: picture, since: now)
    fade.completions = (crossFade?.completions ?? []) + completions
    crossFade = fade
  }

  /// Begins what has not begun, and ends what is over at `now`.
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

  /// Counts times from a clock that shows `seconds` more.
  mutating func shiftTime(by seconds: Double) {
    transition?.progress.shiftTime(by: seconds)
    crossFade?.progress.shiftTime(by: seconds)
  }
}

/// A block in which changes of looks are made that take a while.
struct AnimationBlock: Sendable {
  /// How its changes are shown.
  enum Kind: Sendable {
    case immediate
    /// Over what was seen before.
    case crossFade([CarouselFrame.Item])
    /// By going from one look to the other, in place of the change that was under way.
    case transition(replacing: Transition?)
  }

  let completion: CompletionID?
  /// The settings when the block began.
  let before: LookSettings
  let layoutRevision: Int
  let time: Timestamp?
  var kind = Kind.immediate
  /// The number of its transition.
  var number = 0
}
