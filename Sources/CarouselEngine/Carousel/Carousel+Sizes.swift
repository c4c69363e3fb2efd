/// Items of different widths.
extension Carousel {
  /// Whether all items have the same width, or each the width that the delegate returns; by default the same.
  ///
  /// With ``ItemSizing/individual`` each item still rests in the center, the gap between neighbors is the
  /// same everywhere, and offsets still count items: 2.5 is halfway between the centers of items 2 and 3.
  /// Speeds are in nominal widths per second, so that motion looks even. Time machines keep equal steps in
  /// depth. With more than ten million items the widths are always uniform.
  ///
  /// Beyond iCarousel; UIKit: `collectionView(_:layout:sizeForItemAt:)`.
  public var itemSizing: ItemSizing {
    get { core.layout.settings.itemSizing }
    set { change { $0.itemSizing = newValue } }
  }

  /// Makes the carousel ask again for the width of item `index`, because it or the size of its view has
  /// changed.
  ///
  /// ``frame()`` detects a loaded view with a changed ``ItemView/size`` and does the same. With
  /// ``ItemSizing/uniform`` only the drawing changes. A call while the delegate is asked for the width of this item has no
  /// effect; a width that the delegate has already returned is requested again before the next frame.
  ///
  /// - Complexity: O(log *n*) in the number of items on a line.
  ///
  /// Beyond iCarousel; UICollectionView: `invalidateLayout`.
  public func itemSizeDidChange(at index: Int) {
    apply(.itemSizeDidChange(index: index, size: core.loader.view(at: index)?.size))
  }
}
