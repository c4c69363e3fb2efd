/// A queue of effects that reuses its memory.
struct EffectQueue: Sendable {
  private var effects: [CarouselEffect] = []
  private var first = 0

  var isEmpty: Bool { first == effects.count }

  var count: Int { effects.count - first }

  mutating func append(_ effect: CarouselEffect) { effects.append(effect) }

  /// Removes and returns the oldest effect.
  mutating func take() -> CarouselEffect? {
    guard first < effects.count else { return nil }
    defer {
      first += 1
      if first == effects.count {
        effects.removeAll(keepingCapacity: true)
        first = 0
      } else if first > 1000, first > effects.count / 2 {
        // If each callback causes another effect, the queue never becomes empty. So the effects that were
        // taken are removed now.
        effects.removeSubrange(..<first)
        first = 0
      }
    }
    return effects[first]
  }

  /// Applies edits of content: effects get the new index of their item, and selections of removed items are
  /// dropped.
  mutating func follow(_ edits: ContentEdits) {
    guard !isEmpty else { return }
    var kept: [CarouselEffect] = []
    for effect in effects[first...] {
      if case .didSelect(let index) = effect {
        if case .kept(let newIndex) = edits.fate(ofItem: index) { kept.append(.didSelect(index: newIndex)) }
      } else if case .willBeginReordering(let index) = effect {
        if case .kept(let newIndex) = edits.fate(ofItem: index) {
          kept.append(.willBeginReordering(index: newIndex))
        } else {
          kept.append(effect)
        }
      } else if case .didSwipe(var swipe) = effect {
        if case .kept(let newIndex) = edits.fate(ofItem: swipe.index) { swipe.index = newIndex }
        kept.append(.didSwipe(swipe))
      } else if let cardEffect = effect.following(edits) {
        kept.append(cardEffect)
      } else {
        kept.append(effect)
      }
    }
    (effects, first) = (kept, 0)
  }

  /// Drops the effects that belong to single items, because all items are new.
  mutating func forgetItems() {
    guard !isEmpty else { return }
    let kept = effects[first...].filter { if case .didSelect = $0 { false } else { true } }
    (effects, first) = (kept, 0)
  }
}

extension CarouselEffect {
  /// Returns this effect with the new index of its card's item, or with the last index if the item was
  /// removed. Returns `nil` for effects that do not belong to cards.
  fileprivate func following(_ edits: ContentEdits) -> CarouselEffect? {
    func following(_ index: Int) -> Int {
      if case .kept(let newIndex) = edits.fate(ofItem: index) { newIndex } else { index }
    }
    switch self {
    case .didDrag(var drag):
      drag.index = following(drag.index)
      return .didDrag(drag)
    case .didDismiss(let index, let direction):
      return .didDismiss(index: following(index), direction: direction)
    case .didUndo(let index): return .didUndo(index: following(index))
    default: return nil
    }
  }
}
