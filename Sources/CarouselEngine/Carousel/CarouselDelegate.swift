public import Geometry

/// The methods by which a carousel notifies of its events and asks for its layout. Every method has a default
/// implementation.
///
/// iCarousel: `iCarouselDelegate`.
@MainActor
public protocol CarouselDelegate: AnyObject {
  /// An animated scroll begins: a scroll by the program, or a snap to an item.
  ///
  /// iCarousel: `carouselWillBeginScrollingAnimation:`.
  func carouselWillBeginScrollingAnimation(_ carousel: Carousel)

  /// An animated scroll has ended, or a touch or another motion has replaced it.
  ///
  /// iCarousel: `carouselDidEndScrollingAnimation:`.
  func carouselDidEndScrollingAnimation(_ carousel: Carousel)

  /// The scroll offset has changed, for any reason.
  ///
  /// iCarousel: `carouselDidScroll:`.
  func carouselDidScroll(_ carousel: Carousel)

  /// Another item has become the current item. Called once for each index that is passed.
  ///
  /// iCarousel: `carouselCurrentItemIndexDidChange:`.
  func carouselCurrentItemIndexDidChange(_ carousel: Carousel)

  /// The user begins to drag.
  ///
  /// iCarousel: `carouselWillBeginDragging:`.
  func carouselWillBeginDragging(_ carousel: Carousel)

  /// The user has ended a drag; the carousel may still snap to an item.
  ///
  /// - Parameter decelerate: Whether the carousel decelerates after the drag.
  ///
  /// iCarousel: `carouselDidEndDragging:willDecelerate:`.
  func carouselDidEndDragging(_ carousel: Carousel, willDecelerate decelerate: Bool)

  /// The carousel begins to decelerate after a drag.
  ///
  /// iCarousel: `carouselWillBeginDecelerating:`.
  func carouselWillBeginDecelerating(_ carousel: Carousel)

  /// The carousel has stopped decelerating, or was stopped.
  ///
  /// iCarousel: `carouselDidEndDecelerating:`.
  func carouselDidEndDecelerating(_ carousel: Carousel)

  /// The carousel has settled. Called once for each motion, after all other callbacks of the motion.
  ///
  /// It is not called when a carousel is created, when its size changes at rest, or for a scroll to the
  /// current position. If this method moves the carousel without animation, the next call follows with the
  /// next frame.
  ///
  /// - Parameters:
  ///   - index: The current item.
  ///   - reason: The cause of the motion; the last cause if there were several.
  ///
  /// Beyond iCarousel; Embla: `settle`.
  func carousel(_ carousel: Carousel, didSettleAt index: Int, reason: SettleReason)

  /// Returns whether a tap on item `index` selects it. If `false`, the tap belongs to the view behind the
  /// carousel.
  ///
  /// iCarousel: `carousel:shouldSelectItemAtIndex:`.
  func carousel(_ carousel: Carousel, shouldSelectItemAt index: Int) -> Bool

  /// Item `index` was tapped. The item may be the current item, but is never a placeholder.
  ///
  /// iCarousel: `carousel:didSelectItemAtIndex:`.
  func carousel(_ carousel: Carousel, didSelectItemAt index: Int)

  /// A finger has lain still on item `index` for half a second. The item may be the current item, but is
  /// never a placeholder.
  ///
  /// Not called for a touch that stopped a motion, nor for a long press that lifts the item: see
  /// ``Carousel/isReorderingEnabled``.
  ///
  /// - Returns: Whether the delegate handles the contact; by default `false`. If `true`, lifting the finger
  ///   is not a tap, and moving it does not scroll. If `false`, the contact continues as if there had been no
  ///   long press.
  ///
  /// Beyond iCarousel; UIKit: `UILongPressGestureRecognizer`.
  func carousel(_ carousel: Carousel, didLongPressItemAt index: Int) -> Bool

  /// Item `index` was tapped twice within 0.3 seconds. The item may be the current item, but is never a
  /// placeholder.
  ///
  /// The first tap has already selected the item.
  ///
  /// - Returns: Whether the delegate handles the second tap; by default `false`. If not, the second tap is an
  ///   ordinary tap and selects the item again.
  ///
  /// Beyond iCarousel; UIKit: `UITapGestureRecognizer.numberOfTapsRequired`.
  func carousel(_ carousel: Carousel, didDoubleTapItemAt index: Int) -> Bool

  /// Returns whether item `index` can be lifted and moved; by default `true`.
  ///
  /// Called before an item is lifted, and only if ``Carousel/isReorderingEnabled`` is `true`. For a long
  /// press on an item that cannot be moved, ``carousel(_:didLongPressItemAt:)`` is called.
  ///
  /// Beyond iCarousel; UICollectionView: `collectionView(_:canMoveItemAt:)`.
  func carousel(_ carousel: Carousel, canMoveItemAt index: Int) -> Bool

  /// Returns the index to which the lifted item moves if it is dropped now; by default `proposedIndex`.
  ///
  /// Called whenever the lifted item has reached another slot.
  ///
  /// - Parameters:
  ///   - index: The index of the lifted item.
  ///   - proposedIndex: The index of the slot that the item has reached.
  /// - Returns: The index after the move; `index` if the item must not move. An index out of range is clamped
  ///   to the first or the last index.
  ///
  /// Beyond iCarousel; UICollectionView:
  /// `collectionView(_:targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:toProposedIndexPath:)`.
  func carousel(
    _ carousel: Carousel, targetIndexForMoveFromItemAt index: Int, toProposedIndex proposedIndex: Int
  ) -> Int

  /// Item `index` was lifted.
  ///
  /// Beyond iCarousel; UICollectionView: `collectionView(_:dragSessionWillBegin:)`.
  func carousel(_ carousel: Carousel, willBeginReorderingItemAt index: Int)

  /// The lifted item was dropped or returned. Called exactly once after each
  /// ``carousel(_:willBeginReorderingItemAt:)``, and after the data source has moved the item.
  ///
  /// - Parameters:
  ///   - index: The index of the item before the move. It reflects changes of content since the item was
  ///     lifted.
  ///   - newIndex: The index after the move. It equals `index` if the item was dropped where it was lifted,
  ///     and is `nil` if the item was returned without a drop. It does not reflect changes that the data
  ///     source or the delegate has made since the drop.
  ///
  /// Beyond iCarousel; UICollectionView: `collectionView(_:dragSessionDidEnd:)`.
  func carousel(_ carousel: Carousel, didEndReorderingItemAt index: Int, to newIndex: Int?)

  /// A finger that came down on an item moves across the axis. This movement does not scroll the carousel.
  ///
  /// Called only if ``Carousel/ignorePerpendicularSwipes`` is `true`: once with the phase `began`, then with
  /// `changed` for each move of the finger, and finally once with `ended` or `canceled`.
  ///
  /// Beyond iCarousel; Koloda: `koloda:draggedCardWithPercentage:inDirection:`.
  func carousel(_ carousel: Carousel, didSwipePerpendicularly swipe: PerpendicularSwipe)

  /// Returns whether the top card of a stack may be dismissed; by default `true`. If `false`, the card
  /// returns to its position.
  ///
  /// Called when a finger releases the card after a drag that is long or fast enough, and when the program
  /// calls ``Carousel/dismissItem(toward:)``.
  ///
  /// Beyond iCarousel; Koloda: `koloda:shouldSwipeCardAt:in:`.
  func carousel(
    _ carousel: Carousel, shouldDismissItemAt index: Int, toward direction: SwipeDirection
  ) -> Bool

  /// The top card of a stack was dismissed. Called exactly once for each dismissal, in order.
  ///
  /// The card is still moving away, and continues even if its item is removed in this method. The item of the
  /// next card is already the current item.
  ///
  /// - Parameter index: The current index of the item, or its last index if it was removed.
  ///
  /// Beyond iCarousel; Koloda: `koloda:didSwipeCardAt:in:`.
  func carousel(_ carousel: Carousel, didDismissItemAt index: Int, toward direction: SwipeDirection)

  /// A finger has moved the top card of a stack, or the card moves back. An application can draw marks such
  /// as “yes” and “no” on the card.
  ///
  /// Called for each move of the finger, and in each frame while the card moves back. The progress in the
  /// last call is 0.
  ///
  /// - Parameters:
  ///   - progress: In `0...1`. At 1, lifting the finger dismisses the card.
  ///   - direction: The direction of the progress; `nil` if it is 0.
  ///
  /// Beyond iCarousel; Koloda: `koloda:draggedCardWithPercentage:in:`.
  func carousel(
    _ carousel: Carousel, didDragItemAt index: Int, progress: Double, toward direction: SwipeDirection?)

  /// The dismissal of an item was undone. Its card comes back, and the item is the current item again.
  ///
  /// Beyond iCarousel; Koloda: `koloda:didRewindTo:`.
  func carousel(_ carousel: Carousel, didUndoDismissalOfItemAt index: Int)

  /// No card is left on a stack: the last card was dismissed, skipped or removed.
  ///
  /// Beyond iCarousel; Koloda: `kolodaDidRunOutOfCards:`.
  func carouselDidRunOutOfItems(_ carousel: Carousel)

  /// Returns the distance between the centers of neighboring items, in points, or 0 to use the size of the
  /// first view.
  ///
  /// iCarousel: `carouselItemWidth:`.
  func carouselItemWidth(_ carousel: Carousel) -> Double

  /// Returns the width of item `index` (its height in a vertical carousel), in points; by default
  /// ``Carousel/itemWidth``.
  ///
  /// Called only if ``Carousel/itemSizing`` is ``ItemSizing/individual``. After ``Carousel/setNeedsLayout()``
  /// and ``Carousel/reloadData()`` it is called once for every item. After other changes of content it is
  /// called only for new and reloaded items. After ``Carousel/itemSizeDidChange(at:)`` it is called only for
  /// the given item. A negative width counts as 0, NaN as the default, and a width above a million as a
  /// million.
  ///
  /// Beyond iCarousel; UIKit: `collectionView(_:layout:sizeForItemAt:)`.
  func carousel(_ carousel: Carousel, widthForItemAt index: Int) -> Double

  /// Returns the transform of an item of a `custom` carousel, relative to the carousel's center; by default
  /// `transform`.
  ///
  /// - Parameters:
  ///   - offset: The item's distance from the center, in items; positive is to the right or below. If items
  ///     have individual widths, it is the distance along a strip in nominal widths, so that gaps on a strip
  ///     are equal.
  ///   - transform: The transform with the perspective and the viewpoint. The delegate adds the item's own
  ///     transform to it.
  ///
  /// iCarousel: `carousel:itemTransformForOffset:baseTransform:`.
  func carousel(
    _ carousel: Carousel, itemTransformForOffset offset: Double, baseTransform transform: Transform3D
  ) -> Transform3D

  /// Returns the value of `option`; by default `value`.
  ///
  /// `value` is the value set in ``Carousel/options``, or else the default of the layout.
  ///
  /// Called once for each option in each layout, and once in each frame during a motion, however many inputs
  /// there were between two frames. The method should return quickly. It should return a different value only
  /// after ``Carousel/setNeedsLayout()``.
  ///
  /// iCarousel: `carousel:valueForOption:withDefault:`.
  func carousel(_ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double) -> Double
}

extension CarouselDelegate {
  public func carouselWillBeginScrollingAnimation(_ carousel: Carousel) {}
  public func carouselDidEndScrollingAnimation(_ carousel: Carousel) {}
  public func carouselDidScroll(_ carousel: Carousel) {}
  public func carouselCurrentItemIndexDidChange(_ carousel: Carousel) {}
  public func carouselWillBeginDragging(_ carousel: Carousel) {}
  public func carouselDidEndDragging(_ carousel: Carousel, willDecelerate decelerate: Bool) {}
  public func carouselWillBeginDecelerating(_ carousel: Carousel) {}
  public func carouselDidEndDecelerating(_ carousel: Carousel) {}
  public func carousel(_ carousel: Carousel, didSettleAt index: Int, reason: SettleReason) {}
  public func carousel(_ carousel: Carousel, shouldSelectItemAt index: Int) -> Bool { true }
  public func carousel(_ carousel: Carousel, didSelectItemAt index: Int) {}
  public func carousel(_ carousel: Carousel, canMoveItemAt index: Int) -> Bool { true }
  public func carousel(
    _ carousel: Carousel, targetIndexForMoveFromItemAt index: Int, toProposedIndex proposedIndex: Int
  ) -> Int { proposedIndex }
  public func carousel(_ carousel: Carousel, willBeginReorderingItemAt index: Int) {}
  public func carousel(_ carousel: Carousel, didEndReorderingItemAt index: Int, to newIndex: Int?) {}
  public func carousel(_ carousel: Carousel, didSwipePerpendicularly swipe: PerpendicularSwipe) {}
  public func carousel(
    _ carousel: Carousel, shouldDismissItemAt index: Int, toward direction: SwipeDirection
  ) -> Bool { true }
  public func carousel(
    _ carousel: Carousel, didDismissItemAt index: Int, toward direction: SwipeDirection
  ) {}
  public func carousel(
    _ carousel: Carousel, didDragItemAt index: Int, progress: Double, toward direction: SwipeDirection?
  ) {}
  public func carousel(_ carousel: Carousel, didUndoDismissalOfItemAt index: Int) {}
  public func carouselDidRunOutOfItems(_ carousel: Carousel) {}
  public func carouselItemWidth(_ carousel: Carousel) -> Double { 0 }
  public func carousel(_ carousel: Carousel, didLongPressItemAt index: Int) -> Bool { false }
  public func carousel(_ carousel: Carousel, didDoubleTapItemAt index: Int) -> Bool { false }
  public func carousel(_ carousel: Carousel, widthForItemAt index: Int) -> Double { carousel.itemWidth }

  public func carousel(
    _ carousel: Carousel, itemTransformForOffset offset: Double, baseTransform transform: Transform3D
  ) -> Transform3D { transform }

  public func carousel(
    _ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double
  ) -> Double { value }
}
