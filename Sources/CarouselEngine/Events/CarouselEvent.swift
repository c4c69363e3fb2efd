/// An event of a carousel. Except ``didDropEvents(count:)``, the delegate is notified of the same events.
///
/// Beyond iCarousel; each case has the name of a method of the delegate.
public enum CarouselEvent: Hashable, Sendable {
  /// iCarousel: `carouselWillBeginScrollingAnimation:`.
  case willBeginScrollingAnimation
  /// iCarousel: `carouselDidEndScrollingAnimation:`.
  case didEndScrollingAnimation
  /// The scroll offset has changed to `offset`, in items.
  ///
  /// iCarousel: `carouselDidScroll:`.
  case didScroll(offset: Double)
  /// Another item has become the current item. `index` is `nil` if no item is left.
  ///
  /// iCarousel: `carouselCurrentItemIndexDidChange:`.
  case currentItemDidChange(index: Int?)
  /// iCarousel: `carouselWillBeginDragging:`.
  case willBeginDragging
  /// iCarousel: `carouselDidEndDragging:willDecelerate:`.
  case didEndDragging(willDecelerate: Bool)
  /// iCarousel: `carouselWillBeginDecelerating:`.
  case willBeginDecelerating
  /// iCarousel: `carouselDidEndDecelerating:`.
  case didEndDecelerating
  /// The carousel has settled on the item with this index.
  ///
  /// Beyond iCarousel; ``CarouselDelegate/carousel(_:didSettleAt:reason:)``.
  case didSettle(index: Int, reason: SettleReason)
  /// The item with this index was tapped.
  ///
  /// iCarousel: `carousel:didSelectItemAtIndex:`.
  case didSelectItem(index: Int)
  /// A finger has lain still on the item with this index for half a second. Only a delegate can handle the
  /// long press.
  ///
  /// Beyond iCarousel; ``CarouselDelegate/carousel(_:didLongPressItemAt:)``.
  case didLongPressItem(index: Int)
  /// The item with this index was tapped twice. Only a delegate can handle the double tap. Without a delegate
  /// the second tap selects the item again.
  ///
  /// Beyond iCarousel; ``CarouselDelegate/carousel(_:didDoubleTapItemAt:)``.
  case didDoubleTapItem(index: Int)
  /// A finger that came down on an item moves across the axis.
  ///
  /// Beyond iCarousel; ``CarouselDelegate/carousel(_:didSwipePerpendicularly:)``.
  case didSwipePerpendicularly(PerpendicularSwipe)
  /// The card of a stack is dragged, or returns: ``CarouselDelegate/carousel(_:didDragItemAt:progress:toward:)``.
  case didDragItem(index: Int, progress: Double, direction: SwipeDirection?)
  /// A card was dismissed: ``CarouselDelegate/carousel(_:didDismissItemAt:toward:)``.
  case didDismissItem(index: Int, direction: SwipeDirection)
  /// A dismissal was undone: ``CarouselDelegate/carousel(_:didUndoDismissalOfItemAt:)``.
  case didUndoDismissal(index: Int)
  /// No card is left: ``CarouselDelegate/carouselDidRunOutOfItems(_:)``.
  case didRunOutOfItems
  /// An item was lifted: ``CarouselDelegate/carousel(_:willBeginReorderingItemAt:)``.
  case willBeginReordering(index: Int)
  /// A lifted item was dropped, or returned: ``CarouselDelegate/carousel(_:didEndReorderingItemAt:to:)``.
  case didEndReordering(index: Int, newIndex: Int?)
  /// Before the next event, `count` events were dropped because the buffer of the stream was full.
  ///
  /// The delegate has no method for this event.
  case didDropEvents(count: Int)

  /// Returns the event with the new index of its item, or with the former index if the item was removed; `nil`
  /// if the removed item was selected.
  func following(_ edits: ContentEdits) -> CarouselEvent? {
    func moved(_ index: Int) -> Int { edits.keptIndex(ofItem: index) ?? index }
    switch self {
    case .didSelectItem(let index): return edits.keptIndex(ofItem: index).map { .didSelectItem(index: $0) }
    case .willBeginReordering(let index): return .willBeginReordering(index: moved(index))
    case .didSwipePerpendicularly(var swipe):
      swipe.index = moved(swipe.index)
      return .didSwipePerpendicularly(swipe)
    case .didDragItem(let index, let progress, let direction):
      return .didDragItem(index: moved(index), progress: progress, direction: direction)
    case .didDismissItem(let index, let direction):
      return .didDismissItem(index: moved(index), direction: direction)
    case .didUndoDismissal(let index): return .didUndoDismissal(index: moved(index))
    default: return self
    }
  }
}
