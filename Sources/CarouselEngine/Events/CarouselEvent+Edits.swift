/// Events that wait for their delivery while the content changes.
extension CarouselEvent {
  /// Returns the event with the new index of its item, or with the former index if the item was removed; `nil`
  /// if the removed item was selected.
  func following(_ edits: ContentEdits) -> CarouselEvent? {
    func newIndex(_ index: Int) -> Int? {
      if case .kept(let newIndex) = edits.fate(ofItem: index) { newIndex } else { nil }
    }
    switch self {
    case .didSelectItem(let index): return newIndex(index).map { .didSelectItem(index: $0) }
    case .willBeginReordering(let index): return .willBeginReordering(index: newIndex(index) ?? index)
    case .didSwipePerpendicularly(var swipe):
      swipe.index = newIndex(swipe.index) ?? swipe.index
      return .didSwipePerpendicularly(swipe)
    case .didDragItem(let index, let progress, let direction):
      return .didDragItem(index: newIndex(index) ?? index, progress: progress, direction: direction)
    case .didDismissItem(let index, let direction):
      return .didDismissItem(index: newIndex(index) ?? index, direction: direction)
    case .didUndoDismissal(let index): return .didUndoDismissal(index: newIndex(index) ?? index)
    default: return self
    }
  }
}
