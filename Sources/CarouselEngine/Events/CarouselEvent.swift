/// An event of a carousel, as its delegate is notified of it.
///
/// Beyond iCarousel; each case names the delegate's method.
public enum CarouselEvent: Hashable, Sendable {
  /// iCarousel: `carouselWillBeginScrollingAnimation:`.
  case willBeginScrollingAnimation
  /// iCarousel: `carouselDidEndScrollingAnimation:`.
  case didEndScrollingAnimation
  /// The scroll offset has changed to `offset`, in items.
  ///
  /// iCarousel: `carouselDidScroll:`.
  case didScroll(offset: Double)
  /// Another item has become the current one; `nil` if there is no item any more.
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
  /// A finger has lain still on the item with this index for half a second. Only a delegate can handle it.
  ///
  /// Beyond iCarousel; ``CarouselDelegate/carousel(_:didLongPressItemAt:)``.
  case didLongPressItem(index: Int)
  /// The item with this index was tapped twice. Only a delegate can handle it; without one the second tap
  /// selects the item again.
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
  /// The buffer of the stream was full: `count` events that preceded the next one were dropped.
  ///
  /// A delegate has no such event.
  case didDropEvents(count: Int)
}

extension CarouselDelegate {
  /// Calls the method for `event`.
  func notify(of event: CarouselEvent, from carousel: Carousel) {
    switch event {
    case .willBeginScrollingAnimation: carouselWillBeginScrollingAnimation(carousel)
    case .didEndScrollingAnimation: carouselDidEndScrollingAnimation(carousel)
    case .didScroll: carouselDidScroll(carousel)
    case .currentItemDidChange: carouselCurrentItemIndexDidChange(carousel)
    case .willBeginDragging: carouselWillBeginDragging(carousel)
    case .didEndDragging(let willDecelerate):
      carouselDidEndDragging(carousel, willDecelerate: willDecelerate)
    case .willBeginDecelerating: carouselWillBeginDecelerating(carousel)
    case .didEndDecelerating: carouselDidEndDecelerating(carousel)
    case .didSettle(let index, let reason):
      self.carousel(carousel, didSettleAt: index, reason: reason)
    case .didSelectItem(let index): self.carousel(carousel, didSelectItemAt: index)
    case .didSwipePerpendicularly(let swipe): self.carousel(carousel, didSwipePerpendicularly: swipe)
    case .didDragItem(let index, let progress, let direction):
      self.carousel(carousel, didDragItemAt: index, progress: progress, toward: direction)
    case .didDismissItem(let index, let direction):
      self.carousel(carousel, didDismissItemAt: index, toward: direction)
    case .didUndoDismissal(let index): self.carousel(carousel, didUndoDismissalOfItemAt: index)
    case .didRunOutOfItems: carouselDidRunOutOfItems(carousel)
    case .willBeginReordering(let index): self.carousel(carousel, willBeginReorderingItemAt: index)
    case .didEndReordering(let index, let newIndex):
      self.carousel(carousel, didEndReorderingItemAt: index, to: newIndex)
    // The carousel asks the delegate whether it handles these; see `Carousel.answer(to:)`.
    case .didLongPressItem, .didDoubleTapItem: break
    case .didDropEvents: break
    }
  }
}
