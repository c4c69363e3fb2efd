/// Items of different widths.
extension Carousel {
  /// Whether all items are equally wide, or each as wide as the delegate says; by default equally wide.
  ///
  /// With ``ItemSizing/individual`` each item still comes to rest in the center, what is between two neighbors is the
  /// same everywhere, and offsets still count items: 2.5 is halfway between the centers of items 2 and 3. Speeds are
  /// in nominal widths per second, so that they look even. Time machines keep their even steps in depth. Of
  /// more than ten million items all are equally wide.
  ///
  /// Beyond iCarousel; UIKit: `collectionView(_:layout:sizeForItemAt:)`.
  public var itemSizing: ItemSizing {
    get { core.layout.settings.itemSizing }
    set { change { $0.itemSizing = newValue } }
  }

  /// Makes the carousel ask anew for the width of item `index`, because that or the size of its view has changed.
  ///
  /// ``frame()`` finds a view whose ``ItemView/size`` has changed by itself, and does the same. With ``ItemSizing/uniform``
  /// only what is drawn changes. While the delegate answers with the width of this item, that answer counts; a width that it
  /// has already given is asked for again before the next frame.
  ///
  /// - Complexity: O(log *n*) in the number of items on a line.
  ///
  /// Beyond iCarousel; UICollectionView: `invalidateLayout`.
  public func itemSizeDidChange(at index: Int) {
    apply(.itemSizeDidChange(index: index, size: core.loader.view(at: index)?.size))
  }
}
