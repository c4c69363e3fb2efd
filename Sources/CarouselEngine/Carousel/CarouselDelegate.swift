public import Geometry

/// Hears what a carousel does and fine-tunes how it looks; every method has a default.
///
/// iCarousel: `iCarouselDelegate`.
@MainActor
public protocol CarouselDelegate: AnyObject {
  /// An animated scroll begins: asked for by the program, or to align with an item.
  ///
  /// iCarousel: `carouselWillBeginScrollingAnimation:`.
  func carouselWillBeginScrollingAnimation(_ carousel: Carousel)

  /// An animated scroll has arrived, or a touch has stopped it; not called when the program scrolls elsewhere meanwhile.
  ///
  /// iCarousel: `carouselDidEndScrollingAnimation:`.
  func carouselDidEndScrollingAnimation(_ carousel: Carousel)

  /// The scroll offset has changed, whatever the cause.
  ///
  /// iCarousel: `carouselDidScroll:`.
  func carouselDidScroll(_ carousel: Carousel)

  /// Another item has become the current one; called once for each index that is passed.
  ///
  /// iCarousel: `carouselCurrentItemIndexDidChange:`.
  func carouselCurrentItemIndexDidChange(_ carousel: Carousel)

  /// The user begins to drag.
  ///
  /// iCarousel: `carouselWillBeginDragging:`.
  func carouselWillBeginDragging(_ carousel: Carousel)

  /// The user has let go; the carousel may still align with an item.
  ///
  /// - Parameter decelerate: Whether the carousel glides on by its own momentum.
  ///
  /// iCarousel: `carouselDidEndDragging:willDecelerate:`.
  func carouselDidEndDragging(_ carousel: Carousel, willDecelerate decelerate: Bool)

  /// The carousel glides on after it was let go.
  ///
  /// iCarousel: `carouselWillBeginDecelerating:`.
  func carouselWillBeginDecelerating(_ carousel: Carousel)

  /// The carousel has stopped gliding, or was stopped.
  ///
  /// iCarousel: `carouselDidEndDecelerating:`.
  func carouselDidEndDecelerating(_ carousel: Carousel)

  /// The carousel has come to rest; called once for each rest, after all that the motion itself has to tell.
  ///
  /// Neither called when a carousel is created nor when it changes its size at rest, nor for a scroll to where it is
  /// already. A rest that this method causes without animation is told with the next frame.
  ///
  /// - Parameters:
  ///   - index: The current item.
  ///   - reason: What had set the carousel moving; of several causes the last.
  ///
  /// Beyond iCarousel; Embla: `settle`.
  func carousel(_ carousel: Carousel, didSettleAt index: Int, reason: SettleReason)

  /// Returns whether a tap on item `index` selects it; otherwise the tap goes to the view behind the carousel.
  ///
  /// iCarousel: `carousel:shouldSelectItemAtIndex:`.
  func carousel(_ carousel: Carousel, shouldSelectItemAt index: Int) -> Bool

  /// Item `index` was tapped, the current one included; never a placeholder.
  ///
  /// iCarousel: `carousel:didSelectItemAtIndex:`.
  func carousel(_ carousel: Carousel, didSelectItemAt index: Int)

  /// A finger has lain still on item `index` for half a second, the current one or another; never on a placeholder.
  ///
  /// A delegate that implements this handles the contact: lifting the finger is no tap, and moving it does not scroll. A touch
  /// that stopped a motion does not count as a long press.
  ///
  /// Beyond iCarousel; UIKit: `UILongPressGestureRecognizer`.
  func carousel(_ carousel: Carousel, didLongPressItemAt index: Int)

  /// Item `index` was tapped twice within 0.3 seconds, the current one or another; never a placeholder.
  ///
  /// The first tap has selected it at once. A delegate that implements this is notified of the second tap here, and not of another selection.
  ///
  /// Beyond iCarousel; UIKit: `UITapGestureRecognizer.numberOfTapsRequired`.
  func carousel(_ carousel: Carousel, didDoubleTapItemAt index: Int)

  /// A finger that came down on an item moves across the axis; the carousel leaves it to others until it is lifted.
  ///
  /// Only with ``Carousel/ignorePerpendicularSwipes``. It began once, changed as often as the finger moved, and ended or was
  /// cancelled once.
  ///
  /// Beyond iCarousel; Koloda: `koloda:draggedCardWithPercentage:inDirection:`.
  func carousel(_ carousel: Carousel, didSwipePerpendicularly swipe: PerpendicularSwipe)

  /// Returns the distance between neighbors, in points, or 0 to take it from the first view.
  ///
  /// iCarousel: `carouselItemWidth:`.
  func carouselItemWidth(_ carousel: Carousel) -> Double

  /// Returns how wide item `index` is (how high in a vertical carousel), in points; by default
  /// ``Carousel/itemWidth``.
  ///
  /// Asked only with ``ItemSizing/individual``: for every item once after ``Carousel/setNeedsLayout()`` and
  /// ``Carousel/reloadData()``, and after any other change of content only for the items that are new or reloaded, or that
  /// ``Carousel/itemSizeDidChange(at:)`` names. Less than 0 counts as 0, NaN as the default, and more than a million as a
  /// million.
  ///
  /// Beyond iCarousel; UIKit: `collectionView(_:layout:sizeForItemAt:)`.
  func carousel(_ carousel: Carousel, widthForItemAt index: Int) -> Double

  /// Returns what an item of a `custom` carousel goes through, about the carousel's center; by default `transform`.
  ///
  /// - Parameters:
  ///   - offset: The item's distance from the center, in items; positive is to the right or below. Where items have
  ///     different widths it is their distance along a row, in item widths, so that a row of them has even gaps.
  ///   - transform: The perspective and the viewpoint, to be built upon.
  ///
  /// iCarousel: `carousel:itemTransformForOffset:baseTransform:`.
  func carousel(
    _ carousel: Carousel, itemTransformForOffset offset: Double, baseTransform transform: Transform3D
  ) -> Transform3D

  /// Returns the value of `option`; by default `value`.
  ///
  /// Asked once for each layout and each frame in motion, however many inputs there are between two frames. It should answer
  /// quickly, and change its answers only together with ``Carousel/setNeedsLayout()``.
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
  public func carousel(_ carousel: Carousel, didSwipePerpendicularly swipe: PerpendicularSwipe) {}
  public func carouselItemWidth(_ carousel: Carousel) -> Double { 0 }

  // Where nobody listens, a long press and the second half of a double tap are taps like any other.

  public func carousel(_ carousel: Carousel, didLongPressItemAt index: Int) {
    carousel.noteUnhandled()
  }

  public func carousel(_ carousel: Carousel, didDoubleTapItemAt index: Int) {
    carousel.noteUnhandled()
  }
  public func carousel(_ carousel: Carousel, widthForItemAt index: Int) -> Double { carousel.itemWidth }

  public func carousel(
    _ carousel: Carousel, itemTransformForOffset offset: Double, baseTransform transform: Transform3D
  ) -> Transform3D { transform }

  public func carousel(
    _ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double
  ) -> Double { value }
}
