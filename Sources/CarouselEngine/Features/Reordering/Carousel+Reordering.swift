public import Geometry

/// Moving items by hand: an item is lifted, moved and dropped.
///
/// A lifted item follows the hand, and the other items make room at the slot where it would be dropped: the
/// slot whose drawn middle is nearest to the middle of the lifted item. If the lifted item is near an edge of
/// the bounds along the axis, the carousel scrolls; it scrolls faster if the item is nearer to the edge. A
/// strip stops at its ends. When the user drops the item, the data source moves it:
/// ``CarouselDataSource/carousel(_:moveItemAt:to:)``. No view is requested again.
///
/// On a ring, an item may be moved across the seam between the last item and the first. Then it gets an index
/// on the other side, and the drop changes ``scrollOffset`` by one, so that no other item moves.
extension Carousel {
  /// Whether a long press lifts an item, so that the user can move it. By default `false`.
  ///
  /// A finger that has lain still on an item for half a second lifts it, if the delegate's
  /// ``CarouselDelegate/carousel(_:canMoveItemAt:)`` returns `true`. In this case the delegate is not
  /// notified of a long press. The item returns to its position if the contact is canceled, the content is
  /// reloaded, the item is removed, or this property is set to `false`.
  ///
  /// Beyond iCarousel; UICollectionViewController: `installsStandardGestureForInteractiveMovement`.
  public var isReorderingEnabled: Bool {
    get { core.features.reordering.isEnabled }
    set { if newValue != core.features.reordering.isEnabled { apply(ReorderInput.setEnabled(newValue)) } }
  }

  /// The current index of the lifted item; `nil` if no item is lifted.
  ///
  /// Beyond iCarousel; UICollectionView: `hasActiveDrag`.
  public var reorderingIndex: Int? { core.features.reordering.lift?.index }

  /// The index that the lifted item would have if it were dropped now; `nil` if no item is lifted.
  ///
  /// Beyond iCarousel; UICollectionView: `dropSessionDidUpdate`.
  public var reorderingTargetIndex: Int? { core.features.reordering.lift?.arrangement.to }

  /// Lifts item `index`. This method is for code that moves items by keys or with its own gesture recognizer.
  ///
  /// - Parameter index: The index of a visible item.
  /// - Returns: Whether the item was lifted. `false` if ``isReorderingEnabled`` is `false`, the item is not
  ///   drawn or cannot be moved, another item is lifted, or the call is made inside a method of the data
  ///   source or a batch of changes.
  ///
  /// Beyond iCarousel; UICollectionView: `beginInteractiveMovementForItem(at:)`.
  @discardableResult
  public func beginReorderingItem(at index: Int) -> Bool {
    let count = core.features.reordering.liftCount
    apply(ReorderInput.begin(index))
    return core.features.reordering.liftCount != count
  }

  /// Moves the lifted item so that its middle, or the point where a finger holds it, is at `point`.
  ///
  /// - Parameter point: The position, in the carousel's points; NaN is ignored.
  ///
  /// Beyond iCarousel; UICollectionView: `updateInteractiveMovementTargetPosition(_:)`.
  public func updateReordering(to point: Point) { apply(ReorderInput.update(to: point)) }

  /// Drops the lifted item, which moves to ``reorderingTargetIndex``.
  ///
  /// If this method is called inside a batch of changes, the item returns to its index instead.
  ///
  /// Beyond iCarousel; UICollectionView: `endInteractiveMovement()`.
  public func endReordering() { apply(ReorderInput.end) }

  /// Returns the lifted item to its index. A finger that holds the item has no further effect.
  ///
  /// Beyond iCarousel; UICollectionView: `cancelInteractiveMovement()`.
  public func cancelReordering() { apply(ReorderInput.cancel) }
}
