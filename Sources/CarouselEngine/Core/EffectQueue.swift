/// A queue of effects that reuses its memory.
struct EffectQueue: Sendable {
  private var effects: [CarouselEffect] = []
  private var first = 0

  var isEmpty: Bool { first == effects.count }

  var count: Int { effects.count - first }

  mutating func append(_ effect: CarouselEffect) { effects.append(effect) }

  mutating func append(_ event: CarouselEvent) { effects.append(.event(event)) }

  /// Appends the ends of changes.
  mutating func complete(_ completions: [CompletionID], isFinished: Bool = true) {
    for completion in completions { append(.complete(completion, isFinished: isFinished)) }
  }

  /// Removes and returns the oldest effect.
  mutating func take() -> CarouselEffect? {
    guard first < effects.count else { return nil }
    defer {
      first += 1
      // If each callback causes another effect, the queue never becomes empty. So the effects that were
      // taken are removed now and then, too.
      if first == effects.count || first > max(1000, effects.count / 2) {
        effects.removeSubrange(..<first)
        first = 0
      }
    }
    return effects[first]
  }

  /// Applies edits of content: events get the new index of their item, and selections of removed items are
  /// dropped.
  mutating func follow(_ edits: ContentEdits) {
    replace { effect in
      if case .event(let event) = effect { event.following(edits).map { .event($0) } } else { effect }
    }
  }

  /// Drops the selections of items, because all items are new.
  mutating func forgetItems() { replace { if case .event(.didSelectItem) = $0 { nil } else { $0 } } }

  private mutating func replace(_ replacement: (CarouselEffect) -> CarouselEffect?) {
    guard !isEmpty else { return }
    (effects, first) = (effects[first...].compactMap(replacement), 0)
  }
}
