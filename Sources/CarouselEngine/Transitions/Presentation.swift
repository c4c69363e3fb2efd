/// How the carousel gets from one look to another: at once, or through what is under way here.
struct Presentation {
  /// Whether nothing travels.
  var reducesMotion = false
  /// A change of looks under way.
  var transition: Transition?
  /// A cross-fade under way.
  var crossFade: CrossFade?
  /// How many animation blocks there have been.
  var blocks = 0

  /// Whether something is under way.
  var isChanging: Bool { transition != nil || crossFade != nil }

  /// Begins what has not begun, and ends what is over at `now`.
  ///
  /// - Returns: Who wants to hear of an end; `nil` if nothing has ended.
  mutating func advance(to now: Timestamp) -> [Transition.Completion]? {
    var completions: [Transition.Completion]?
    transition?.passage.start(at: now)
    if let over = transition, over.passage.isOver(at: now) {
      transition = nil
      completions = over.completions
    }
    crossFade?.passage.start(at: now)
    if let over = crossFade, over.passage.isOver(at: now) {
      crossFade = nil
      completions = (completions ?? []) + over.completions
    }
    return completions
  }
}
