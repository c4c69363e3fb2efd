/// Items of different widths.
extension Carousel {
  /// Whether all items have the same width, or each item has the width that the delegate returns. By default
  /// all items have the same width.
  ///
  /// With ``ItemSizing/individual`` each item still rests in the center, the gap between neighbors is the
  /// same everywhere, and offsets still count items: 2.5 is halfway between the centers of items 2 and 3.
  /// Speeds are in nominal widths per second, so that a speed looks the same over wide and narrow items. Time
  /// machines keep equal steps in depth. With more than ten million items all widths are the same.
  ///
  /// Beyond iCarousel; UIKit: `collectionView(_:layout:sizeForItemAt:)`.
  public var itemSizing: ItemSizing {
    get { core.layout.settings.itemSizing }
    set { change { $0.itemSizing = newValue } }
  }

  /// Makes the carousel request the width of item `index` again, because the width or the size of the item's
  /// view has changed.
  ///
  /// If the ``ItemView/size`` of a loaded view has changed, ``frame()`` detects the change and has the same
  /// effect as this method. With ``ItemSizing/uniform`` only the drawn size changes. A call has no effect
  /// while the delegate is asked for the width of this item. A width that the delegate has already returned
  /// is requested again before the next frame.
  ///
  /// - Complexity: O(1). The next frame takes O(*n*) in the number of items, for any number of changes.
  ///
  /// Beyond iCarousel; UICollectionView: `invalidateLayout`.
  public func itemSizeDidChange(at index: Int) {
    readViews { $0 == index }
    apply(.itemSizeDidChange(index: index))
  }
}
