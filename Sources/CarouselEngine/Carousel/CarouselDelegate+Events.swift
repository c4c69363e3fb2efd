/// The delegate's method for each event.
extension CarouselDelegate {
  /// Calls the method for `event`.
  ///
  /// - Returns: Whether the delegate handles a long press or a double tap; `false` for all other events.
  func notify(of event: CarouselEvent, from carousel: Carousel) -> Bool {
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
    case .didLongPressItem(let index): return self.carousel(carousel, didLongPressItemAt: index)
    case .didDoubleTapItem(let index): return self.carousel(carousel, didDoubleTapItemAt: index)
    case .didDropEvents: break
    }
    return false
  }
}
